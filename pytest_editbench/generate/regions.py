"""The after-states that a structural prompt shows: where the result must read so."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING

from pytest_editbench.generate import quoting
from pytest_editbench.generate.mutations.mutation import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_editbench.edits import Edit
    from pytest_editbench.generate.draft import Draft

_SHORT = 25  # lines of a stretch that is shown whole
_EDGE = 4  # lines that are shown on each side of where a longer one starts, turns and ends
_NEAR = 3  # lines between two stretches, or two regions, that become one


@dataclass(frozen=True, slots=True)
class Region:
    """Lines of the expected file."""

    line: int  # 1-based, of the expected file: the first one shown
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AfterState:
    """All that is shown of the expected file, top down."""

    regions: tuple[Region, ...]
    whole: bool  # every line that the change touches is shown


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Lines of the expected file, 0-based and half-open, that the damage touches; none where it only adds."""

    start: int
    stop: int
    turns: tuple[int, ...] = ()  # lines within, at which something else begins


def after_state(draft: Draft) -> AfterState:
    """What the prompt shows of the expected file; Refused where nothing there can be recognised.

    A stretch of at most 25 lines is shown whole, of a longer one where it starts, turns and ends. A region
    starts and ends on visible lines, one beyond the stretch, and holds a name.
    """
    lines = quoting.lines(draft.after)
    stretches = _joined(_touched(draft.damage.edits, draft.after), exchange=len(draft.damage.edits) == 2)
    windows = sorted(_widened(window, lines) for stretch in stretches for window in _windows(stretch))
    shown = _merged(windows)
    hidden = (line for stretch in stretches for line in range(stretch.start, stretch.stop))
    return AfterState(
        tuple(Region(start + 1, lines[start:stop]) for start, stop in shown),
        all(any(start <= line < stop for start, stop in shown) for line in hidden),
    )


def _touched(edits: Sequence[Edit], data: bytes) -> list[_Stretch]:
    """The lines of the expected file that each edit of the damage changes, in order."""
    starts = [0, *accumulate(len(line) + 1 for line in data.split(b"\n")[:-1])]
    return [_lines(edit, data, starts) for edit in sorted(edits)]


def _lines(edit: Edit, data: bytes, starts: Sequence[int]) -> _Stretch:
    start, stop = edit.span.start, edit.span.stop
    first = bisect_right(starts, start) - 1
    if stop > start:
        return _Stretch(first, bisect_right(starts, stop - 1))
    if edit.text.endswith(b"\n") and start == starts[first]:
        return _Stretch(first, first)
    if not edit.text.startswith((b"\n", b"\r\n")):
        return _Stretch(first, first + 1)
    return _Stretch(_copied(edit, data, starts, first + 1), first + 1)


def _copied(edit: Edit, data: bytes, starts: Sequence[int], stop: int) -> int:
    """Where the lines above what is added start that read like it; of many, only the last few count."""
    block = edit.text.lstrip(b"\r\n")
    if not data[: edit.span.start].endswith(block):
        return stop
    start = bisect_right(starts, edit.span.start - len(block)) - 1
    return start if stop - start <= _SHORT else stop - _EDGE


def _joined(stretches: Sequence[_Stretch], *, exchange: bool) -> list[_Stretch]:
    """Stretches that are near become one; of two that change places, it turns where the second begins."""
    joined = list(stretches[:1])
    for stretch in stretches[1:]:
        last = joined[-1]
        if stretch.start - last.stop <= _NEAR:
            turns = (*last.turns, stretch.start) if exchange else ()
            joined[-1] = replace(last, stop=max(last.stop, stretch.stop), turns=turns)
        else:
            joined.append(stretch)
    return joined


def _windows(stretch: _Stretch) -> Iterator[tuple[int, int]]:
    if stretch.stop - stretch.start <= _SHORT:
        yield stretch.start, stretch.stop
        return
    for turn in (stretch.start, *stretch.turns, stretch.stop):
        yield max(stretch.start, turn - _EDGE), min(stretch.stop, turn + _EDGE)


def _widened(window: tuple[int, int], lines: Sequence[str]) -> tuple[int, int]:
    """The window with one more visible line above and below, or more where no name is in it yet."""
    start, stop = _up(window[0], lines), _down(window[1], lines)
    while not any(map(quoting.has_name, lines[start:stop])):
        if (start, stop) == (_up(start, lines), _down(stop, lines)):
            raise Refused("an after-state without a name")
        start, stop = _up(start, lines), _down(stop, lines)
    return start, stop


def _up(start: int, lines: Sequence[str]) -> int:
    return next((at for at in range(start - 1, -1, -1) if lines[at].strip()), start)


def _down(stop: int, lines: Sequence[str]) -> int:
    return next((at + 1 for at in range(stop, len(lines)) if lines[at].strip()), stop)


def _merged(windows: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, stop in windows:
        if merged and start - merged[-1][1] <= _NEAR:
            merged[-1] = merged[-1][0], max(merged[-1][1], stop)
        else:
            merged.append((start, stop))
    return merged
