"""A file's diff applied by its context: exact lines only, and one place for each hunk.

The line number of a header only chooses between places that fit alike. A line feed missing at the end of the
file, and carriage returns that the diff does not show, are looked past when nothing fits exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from pytest_editbench.cases.examples.example import encoded
from pytest_editbench.cases.examples.lines import Lines, bare, places, told

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_editbench.cases.examples.diff import FileDiff, Hunk
    from pytest_editbench.cases.examples.place import Mend, Place


@dataclass(frozen=True, slots=True)
class Applied:
    """What became of a file."""

    data: bytes
    cursor: tuple[int, int] | None = None  # where it should end: 1-based line, column in bytes
    mends: tuple[Mend, ...] = ()


@dataclass(frozen=True, slots=True)
class _Change:
    """Lines of the file that give way to others; 0-based numbers."""

    start: int
    stop: int
    texts: tuple[bytes, ...]
    hunk: Hunk


def apply(diff: FileDiff, data: bytes, place: Place) -> Applied:
    """The file after the diff, whose text stands at `place`.

    `CaseError` for a hunk that stands nowhere, at several places alike, or where another one changes lines.
    """
    lines = Lines.of(data)
    spots = [(hunk, _spot(hunk, lines, diff, place)) for hunk in diff.hunks]
    changes = sorted(
        (change for hunk, at in spots for change in _changes(hunk, at, lines)),
        key=lambda change: (change.start, change.stop),
    )
    for one, two in pairwise(changes):
        if two.start < one.stop:
            other = place.number(one.hunk.line)
            raise place.error(two.hunk.line, f"changes lines that the hunk of line {other} changes too")
    moved = tuple(place.mend(hunk.line, what) for hunk, at in spots if (what := _moved(hunk, at)))
    return Applied(_joined(lines, changes, ended=_ended(spots, lines)), _cursor(spots, changes), moved)


def _spot(hunk: Hunk, lines: Lines, diff: FileDiff, place: Place) -> int:
    """The 0-based number of the line at which the hunk's old lines begin."""
    wanted = [encoded(line.text) for line in hunk.old]
    found = _spots(hunk, wanted, lines)
    if len(found) > 1:
        found = [at for at in found if at == hunk.old_start] or found
    if len(found) == 1:
        return found[0]
    name = diff.old or diff.new
    if found:
        remedy = "give it more context, or the right line number"
        raise place.error(hunk.line, f"the hunk fits {name} at lines {told(found)}; {remedy}")
    raise place.error(hunk.line, f"the hunk does not fit {name}{_why_nowhere(wanted, lines)}")


def _spots(hunk: Hunk, wanted: Sequence[bytes], lines: Lines) -> list[int]:
    """All places that fit best: exactly, else without the last line feed, else without carriage returns."""
    unended = any(line.unended for line in hunk.old)
    exact = [at for at in places(lines.texts, wanted) if _fits_end(hunk, at, lines)]
    strict = [at for at in exact if unended or lines.ended or at + len(wanted) < len(lines.texts)]
    if strict or exact or _shows_returns(hunk):
        return strict or exact
    return [at for at in places(bare(lines.texts), wanted) if _fits_end(hunk, at, lines)]


def _fits_end(hunk: Hunk, at: int, lines: Lines) -> bool:
    """Whether what the hunk says of the file's end is so at that place."""
    if not any(line.unended for line in hunk.lines):
        return True
    is_last = at + len(hunk.old) == len(lines.texts)
    return is_last and not (lines.ended and any(line.unended for line in hunk.old))


def _shows_returns(hunk: Hunk) -> bool:
    return any(line.text.endswith("\r") for line in hunk.lines)


def _why_nowhere(wanted: Sequence[bytes], lines: Lines) -> str:
    known = set(bare(lines.texts))
    missing = next((text for text in bare(wanted) if text not in known), None)
    if missing is None:
        return ": its lines do not stand together there; copy its context from the file"
    line = missing.decode("utf-8", "replace").strip()
    return f", which has no line `{line:.60}` at this point; copy its context from the file"


def _moved(hunk: Hunk, at: int) -> str:
    if hunk.old_start is None or hunk.old_start == at:
        return ""
    return f"the hunk stands at line {at + 1}, not {hunk.old_start + 1}"


def _changes(hunk: Hunk, at: int, lines: Lines) -> Iterator[_Change]:
    """The runs of changed lines."""
    for is_kept, group in groupby(hunk.lines, lambda line: line.sign == " "):
        run = list(group)
        stop = at + sum(line.sign != "+" for line in run)
        if not is_kept:
            end = b"" if _shows_returns(hunk) else lines.return_at(at - 1)
            added = tuple(encoded(line.text) + end for line in run if line.sign == "+")
            yield _Change(at, stop, added, hunk)
        at = stop


def _ended(spots: Sequence[tuple[Hunk, int]], lines: Lines) -> bool:
    """Whether a line feed ends the new file."""
    for hunk, at in spots:
        if at + len(hunk.old) == len(lines.texts):
            if any(line.unended for line in hunk.new):
                return False
            if any(line.unended for line in hunk.old):
                return True
    return lines.ended


def _joined(lines: Lines, changes: Sequence[_Change], *, ended: bool) -> bytes:
    # With its line feed, the last line has lost its carriage return.
    lost = lines.return_at(len(lines.texts) - 1)
    kept = lines.texts if lines.ended else (*lines.texts[:-1], lines.texts[-1] + lost)
    texts: list[bytes] = []
    at = 0
    for change in changes:
        texts += (*kept[at : change.start], *change.texts)
        at = change.stop
    texts += kept[at:]
    if texts and not ended and not (at == len(kept) and _shows_returns(changes[-1].hunk)):
        texts[-1] = texts[-1].removesuffix(lost)
    return Lines(tuple(texts), ended or not texts).data


def _cursor(spots: Sequence[tuple[Hunk, int]], changes: Sequence[_Change]) -> tuple[int, int] | None:
    """Where the wished cursor stands in the new file: 1-based line, column in bytes."""
    for hunk, at in spots:
        if hunk.cursor is not None:
            before = [change for change in changes if change.start <= at and change.hunk is not hunk]
            shift = sum(len(change.texts) - (change.stop - change.start) for change in before)
            return at + hunk.cursor[0] + shift + 1, hunk.cursor[1]
    return None
