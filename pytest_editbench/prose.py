"""Answers of models as they come: what was asked for, with prose before and after it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_TRIED = 500  # braces, from the end
_HALF = re.compile("[\ud800-\udfff]")


class Repeated(dict[str, object]):
    """An object that names a key twice, so that nobody knows what it says."""

    key: str = ""


def objects(text: str, wanted: Callable[[Mapping[str, object]], bool]) -> Iterator[Mapping[str, object]]:
    """The JSON objects in the text that are wanted, in their order, none inside another one.

    One that names a key twice comes as `Repeated`.
    """
    decoder, stop = json.JSONDecoder(object_pairs_hook=_object), 0
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


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    names = [name for name, _ in pairs]
    repeated = Repeated(found)
    repeated.key = next(name for name in names if names.count(name) > 1)
    return repeated


def written(data: object) -> str:
    r"""The data as JSON that a file can hold: halves of characters as `\ud800`, all else as it is."""
    text = json.dumps(data, ensure_ascii=False)
    return _HALF.sub(lambda found: ascii(found[0])[1:-1], text)


def sound(text: str) -> str:
    """The text without halves of characters, which JSON can hold and no file can."""
    return text.encode("utf-8", "replace").decode()
