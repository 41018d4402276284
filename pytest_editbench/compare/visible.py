"""Lines of a diff as people can read them: what is hard to see is shown, what does harm is escaped."""

from collections.abc import Iterator
from itertools import zip_longest

from pytest_editbench.compare.content import decoded
from pytest_editbench.linediff import Lines, common_start

WIDTH = 240  # characters of a line that are shown
LEAD = 60  # of them before the difference
RETURN = "␍"
MARKS = str.maketrans({" ": "·", "\t": "→"})


def escaped(text: str, keep: str = "") -> str:
    r"""The text with what is not printable written as `\x1b`, `\u202e`, `\udcff`; `keep` stays as it is."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in keep else ascii(sign)[1:-1] for sign in text)


def context(line: bytes) -> str:
    """A line that did not change."""
    return _shown(line)


def side(lines: Lines, others: Lines) -> Iterator[str]:
    """One side of a change run; lines that the other side has but for white space show theirs."""
    same = {_bare(other) for other in others}
    squeezed = {_squeezed(other) for other in others} | {b""}  # a line of blanks cannot be seen otherwise
    for line, other in zip_longest(lines, others[: len(lines)], fillvalue=b""):
        marked = _bare(line) not in same and _squeezed(line) in squeezed
        yield _shown(line, start=_window(line, other), marked=marked)


def _bare(line: bytes) -> bytes:
    return line.removesuffix(b"\n")


def _squeezed(line: bytes) -> bytes:
    return b"".join(line.split())


def _window(line: bytes, other: bytes) -> int:
    """Where the shown part of a long line starts: a little before it parts from its partner."""
    if len(line) <= WIDTH or not other:
        return 0
    text = decoded(_bare(line))
    return max(0, min(common_start(text, decoded(_bare(other))) - LEAD, len(text) - WIDTH))


def _shown(line: bytes, start: int = 0, *, marked: bool = False) -> str:
    text = decoded(_bare(line))
    part = text[start : start + WIDTH].replace("\r", RETURN)
    part = escaped(part.translate(MARKS) if marked else part, keep="\t")
    return f"{'…' if start else ''}{part}{'…' if start + WIDTH < len(text) else ''}"
