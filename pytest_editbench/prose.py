"""Answers of models as they come: what was asked for, with prose before and after it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_TRIED = 500  # braces, from the end


def objects(text: str, wanted: Callable[[Mapping[str, object]], bool]) -> Iterator[Mapping[str, object]]:
    """The JSON objects in the text that are wanted, in their order, none inside another one."""
    decoder, stop = json.JSONDecoder(), 0
    for start in [found.start() for found in re.finditer(r"\{", text)][-_TRIED:]:
        if start < stop:
            continue
        try:
            data, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        if isinstance(data, dict) and wanted(data):
            stop = end
            yield data


def sound(text: str) -> str:
    """The text without halves of characters, which JSON can hold and no file can."""
    return text.encode("utf-8", "replace").decode()
