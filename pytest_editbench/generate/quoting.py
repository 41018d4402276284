"""How lines of a file are quoted in a prompt, so that what is read is what stands there."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING

from pytest_editbench.generate.mutations.mutation import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

_LINE_END = re.compile(r"\r?\n")
_HIDDEN = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\x85\u2028\u2029]")  # all but the tab can break a line
_NAME = re.compile(r"[A-Za-z_$]{2}")
_LONG = 120  # characters of a line that is quoted whole in a sentence
_CUT = 90  # characters that are kept of a longer one, at most
ELLIPSIS = "…"


@lru_cache(maxsize=8)
def lines(data: bytes) -> tuple[str, ...]:
    """The lines of a file, without line ends and byte-order mark.

    Refused for what no prompt can tell: bytes that are not UTF-8, line ends of several kinds.
    """
    if is_crlf(data) is None:
        raise Refused("line ends of several kinds")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("not UTF-8") from None
    found = _LINE_END.split(text)
    return tuple(found[:-1] if not found[-1] else found)


def is_crlf(data: bytes) -> bool | None:
    """Whether the lines end in CRLF; None where some do and some do not."""
    pairs = data.count(b"\r\n")
    return bool(pairs) if pairs in (0, data.count(b"\n")) else None


def squeezed(line: str) -> str:
    """The line without white space: lines that differ in nothing else are easily taken for each other."""
    return "".join(line.split())


def has_name(line: str) -> bool:
    """Whether the line holds something that can be recognised: two letters in a row."""
    return bool(_NAME.search(line))


def inline(text: str) -> str:
    """The text as a Markdown code span: backticks within do not end it."""
    runs = {len(run) for run in re.findall("`+", _plain(text))}
    ticks = "`" * next(number for number in count(1) if number not in runs)
    tight = text.startswith("`") or text.endswith("`") or (text[:1] == text[-1:] == " ")
    pad = " " if tight else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def fenced(block: Sequence[str], tag: str) -> str:
    """The lines as a fenced Markdown block, without a line end at its end; no fence within ends it."""
    runs = (len(run) for line in block for run in re.findall("`{3,}", line))
    fence = "`" * (max(runs, default=2) + 1)
    return "\n".join((f"{fence}{tag}", *map(_plain, block), fence))


def cut(line: str) -> str:
    """The line, trimmed; of a long one the beginning and an ellipsis, between words."""
    text = line.strip()
    if len(text) <= _LONG:
        return text
    bounds = (at for at in range(_CUT, _CUT // 2, -1) if not (_word(text[at - 1]) and _word(text[at])))
    return text[: next(bounds, _CUT)].rstrip() + ELLIPSIS


def meant(anchor: str, block: tuple[str, ...]) -> list[int]:
    """The 0-based lines that a trimmed line, or a cut one, can mean: those that begin so.

    White space does not count; what is said to start with a line may start with a longer one.
    """
    wanted = squeezed(anchor)
    head = wanted.removesuffix(ELLIPSIS) if anchor.endswith(ELLIPSIS) else wanted
    return [at for at, line in enumerate(_squeezed(block)) if line.startswith(head)]


@lru_cache(maxsize=4)
def _squeezed(block: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(squeezed, block))


def _word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"


def _plain(text: str) -> str:
    if _HIDDEN.search(text):
        raise Refused("a control character in a shown line")
    return text
