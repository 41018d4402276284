"""Negations that get lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench.edits import Span
from pytest_editbench.generate.mutations.replacement import replacing
from pytest_editbench.generate.source import Parsed, span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.mutations.mutation import Candidate

# Without its negation, a statement that begins like this would be a declaration or a block.
_DECLARES = re.compile(rb"(?:function|class|async)\b|\{")
_GLUED = re.compile(rb"\w\w|[^\x00-\x7f]|[$][$\w]|\w[$]|[+-][+-]")
_PLAIN = re.compile(rb"(?:!|\w+)[ \t]*")


def find(parsed: Parsed, _: Draw) -> Iterator[Candidate]:
    """Every negation; of two in a row only the outer one, since dropping either leaves the same text."""
    matches = parsed.found.get("negation", [])
    arguments = {span(match["argument"][0]) for match in matches}
    for match in matches:
        whole, argument = span(match["negation"][0]), span(match["argument"][0])
        sign = Span(whole.start, argument.start)
        if whole not in arguments and _drops(parsed.data, sign):
            yield replacing("remove-negation", parsed, (sign, b""))


def _drops(data: bytes, sign: Span) -> bool:
    """Whether the code reads on without the sign."""
    around = data[max(0, sign.start - 1) : sign.start] + data[sign.stop : sign.stop + 1]
    if not _PLAIN.fullmatch(sign.of(data)) or _DECLARES.match(data, sign.stop):
        return False
    return not _GLUED.search(around)
