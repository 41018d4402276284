"""What the user sees: the files with the uncommitted diff and the edit history on top, and the cursor.

The files of the repository come as a mapping, which may read them when they are asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_editbench.cases.examples.applying import apply
from pytest_editbench.cases.examples.example import encoded, whole_lines
from pytest_editbench.cases.examples.files import Files, Naming
from pytest_editbench.cases.examples.lines import bare, places, told
from pytest_editbench.predictions import Spot

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import PurePosixPath

    from pytest_editbench.cases.examples.diff import Diff
    from pytest_editbench.cases.examples.place import Mend
    from pytest_editbench.cases.examples.reading import Reading


@dataclass(frozen=True, slots=True)
class Buffer:
    """An example's files at the moment of the prediction."""

    before: Files  # without the edits of the history
    files: Files
    cursor: Spot
    naming: Naming
    mends: tuple[Mend, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What one expected patch makes of the buffer."""

    name: str  # expected, expected.2, …
    files: Files
    cursor: Spot | None = None  # where it should end
    mends: tuple[Mend, ...] = ()


def make(reading: Reading, repository: Mapping[PurePosixPath, bytes]) -> Buffer:
    """The buffer of an example, given the files of its repository at its revision.

    `CaseError` for a diff that does not fit, and for an excerpt that does not stand exactly once.
    """
    naming = _naming(reading, repository)
    files, mends = _applied(reading.uncommitted, Files(repository), naming)
    if reading.example.rollback:
        undo = [diff.reversed() for diff in reversed(reading.history)]
        files, _ = _applied(undo, files, naming)
    now, more = _applied(reading.history, files, naming)
    path = naming.path(reading.example.cursor_path, now)
    if path not in now:
        raise reading.place.error(0, f"the cursor's file {path} is not in the repository; correct the path")
    return Buffer(
        files, now, _spot(reading, path, now[path]), naming, (*_renamed(reading, naming), *mends, *more)
    )


def of_excerpt(reading: Reading) -> Buffer:
    """The buffer of an example whose file stands whole in the excerpt.

    `CaseError` where the edit history shows lines of that file that do not stand there.
    """
    data = encoded(whole_lines(reading.cursor.text))
    naming = Naming.of(reading.example.repository_url, (), {})
    path = naming.path(reading.example.cursor_path, {})
    files = Files({path: data})
    naming = _naming(reading, files)
    undo = [diff.reversed() for diff in reversed(reading.history) if _concerns(diff, path, naming, files)]
    before, _ = _applied(undo, files, naming)
    return Buffer(before, files, _spot(reading, path, data), naming)


def answers(reading: Reading, buffer: Buffer) -> tuple[Answer, ...]:
    """What each expected patch makes of the buffer, in order; `CaseError` for one that does not fit."""
    outcomes = [apply(diff, buffer.files, buffer.naming) for diff in reading.expected]
    return tuple(
        Answer(f"expected.{number}" if number > 1 else "expected", each.files, each.cursor, each.mends)
        for number, each in enumerate(outcomes, 1)
    )


def rejected(reading: Reading, buffer: Buffer) -> Files | None:
    """What the rejected patch makes of the buffer; None without one."""
    return None if reading.rejected is None else apply(reading.rejected, buffer.files, buffer.naming).files


def _naming(reading: Reading, files: Mapping[PurePosixPath, bytes]) -> Naming:
    paths = [reading.example.cursor_path, *(path for diff in reading.diffs for path in diff.paths())]
    return Naming.of(reading.example.repository_url, paths, files)


def _renamed(reading: Reading, naming: Naming) -> list[Mend]:
    what = f'the repository\'s folder name, "{naming.prefix}", is taken off the paths'
    return [reading.place.mend(0, what)] if naming.prefixed else []


def _concerns(diff: Diff, path: PurePosixPath, naming: Naming, files: Files) -> bool:
    return any(naming.path(name, files) == path for name in diff.paths())


def _applied(diffs: Iterable[Diff], files: Files, naming: Naming) -> tuple[Files, tuple[Mend, ...]]:
    mends: tuple[Mend, ...] = ()
    for diff in diffs:
        outcome = apply(diff, files, naming)
        files, mends = outcome.files, mends + outcome.mends
    return files, mends


def _spot(reading: Reading, path: PurePosixPath, data: bytes) -> Spot:
    """Where the cursor stands in its file: the excerpt's lines must stand there exactly once."""
    cursor = reading.cursor
    lines, wanted = data.split(b"\n"), encoded(cursor.text).split(b"\n")
    found = places(lines, wanted) or places(bare(lines), bare(wanted))
    if not found:
        raise reading.place.error(1, f"the excerpt does not stand in {path}; copy its lines from there")
    if len(found) > 1:
        message = f"the excerpt stands in {path} at lines {told(found)}; take more lines into it"
        raise reading.place.error(1, message)
    return Spot.at(path, data, found[0] + cursor.line, cursor.column)
