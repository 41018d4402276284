"""Two states of a file as a unified diff, which `patches.read` and others understand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench import linediff

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.linediff import Run

CONTEXT = 3  # lines
_NOWHERE = "/dev/null"
_UNENDED = "\\ No newline at end of file\n"
_ODD = re.compile(r'[\x00-\x1f\x7f"\\]')


def unified(old: Mapping[PurePosixPath, bytes], new: Mapping[PurePosixPath, bytes]) -> str:
    """The diff of all files that differ, in path order; bytes that are not UTF-8 as surrogate escapes."""
    paths = sorted({*old, *new})
    return "".join(
        _of_file(str(path), old.get(path), new.get(path)) for path in paths if old.get(path) != new.get(path)
    )


def _of_file(path: str, old: bytes | None, new: bytes | None) -> str:
    lines, others = (_lines(data or b"") for data in (old, new))
    head = [f"diff --git {_name(f'a/{path}')} {_name(f'b/{path}')}\n"]
    if old is None:
        head.append("new file mode 100644\n")
    if new is None:
        head.append("deleted file mode 100644\n")
    if lines or others:
        head.append(f"--- {_NOWHERE if old is None else _name(f'a/{path}')}\n")
        head.append(f"+++ {_NOWHERE if new is None else _name(f'b/{path}')}\n")
    body = [line for group in _groups(linediff.runs(lines, others)) for line in _hunk(group, lines, others)]
    return "".join([*head, *body])


def _lines(data: bytes) -> list[bytes]:
    parts = data.split(b"\n")
    return [b"%b\n" % part for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _name(name: str) -> str:
    """Quoted as git does where a line of a diff could not hold it."""
    if not _ODD.search(name):
        return name
    return '"' + _ODD.sub(lambda sign: f"\\{ord(sign[0]):03o}", name) + '"'


def _groups(runs: Sequence[Run]) -> Iterator[list[Run]]:
    """The runs that share a hunk."""
    group: list[Run] = []
    for run in runs:
        if group and run.old.start - group[-1].old.stop > 2 * CONTEXT:
            yield group
            group = []
        group.append(run)
    if group:
        yield group


def _hunk(group: Sequence[Run], old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[str]:
    start = max(group[0].old.start - CONTEXT, 0)
    stop = min(group[-1].old.stop + CONTEXT, len(old))
    before = group[0].old.start - start
    added = sum(len(run.new) - len(run.old) for run in group)
    first = group[0].new.start - before
    yield f"@@ -{_span(start, stop - start)} +{_span(first, stop - start + added)} @@\n"
    at = start
    for run in group:
        yield from _signed(" ", old[at : run.old.start])
        yield from _signed("-", run.removed(old))
        yield from _signed("+", run.added(new))
        at = run.old.stop
    yield from _signed(" ", old[at:stop])


def _span(start: int, count: int) -> str:
    return f"{start + (count > 0)},{count}"


def _signed(sign: str, lines: Sequence[bytes]) -> Iterator[str]:
    for line in lines:
        text = line.decode("utf-8", "surrogateescape")
        yield f"{sign}{text}" if text.endswith("\n") else f"{sign}{text}\n{_UNENDED}"
