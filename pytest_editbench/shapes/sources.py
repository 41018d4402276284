"""Where edits come from: a repository, a record with its artefacts, transcripts and logs of agents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench import transcripts
from pytest_editbench.agents.logs.table import PARSERS
from pytest_editbench.errors import UsageError
from pytest_editbench.shapes import calls, committed, recorded, suites
from pytest_editbench.shapes.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable

_EDIT_CALL = "an edit call"
_READ = 1 << 20  # bytes at a time


def read(source: str, tell: Callable[[int, int], None], log: str | None = None) -> list[Tally]:
    """The tallies of REPOSITORY[@RANGE], RECORD[#AGENT], transcripts, cases, or an agent's own log.

    `log` names the agent whose log it is, a row of PARSERS. `tell` is called with how many of how many
    commits are read. `UsageError` for what is none of these.
    """
    path = Path(source)
    if path.is_dir():
        return (
            [committed.read(path, "HEAD", source, tell)] if _is_repository(path) else _of_folder(path, source)
        )
    if path.is_file():
        return _of_file(path, source, log)
    place, _, span = source.rpartition("@")
    if place and span and Path(place).is_dir():
        return [committed.read(Path(place), span, source, tell)]
    record, _, agent = source.rpartition("#")
    if record and agent and Path(record).is_file():
        return _of_agent(_of_file(Path(record), record, log), source)
    raise UsageError(f"{source}: there is no such file or folder")


def _of_agent(tallies: list[Tally], source: str) -> list[Tally]:
    """The tallies of RECORD#AGENT; `UsageError` where the record has no such agent."""
    found = [tally for tally in tallies if tally.name == source]
    if not found:
        known = ", ".join(dict.fromkeys(tally.name for tally in tallies))
        raise UsageError(f"{source}: there is no such agent; name one of {known}")
    return found


def _is_repository(folder: Path) -> bool:
    return (folder / ".git").exists() or ((folder / "HEAD").is_file() and (folder / "objects").is_dir())


def _of_file(path: Path, source: str, log: str | None) -> list[Tally]:
    if log is not None:
        return [_of_log(path, source, log)]
    if path.name == transcripts.NAME:
        return [_of_talks([path.parent], source)]
    with path.open("rb") as stream:
        is_record = b'"header"' in stream.readline(_READ)
    if not is_record:
        message = f"is no record and no {transcripts.NAME}"
        raise UsageError(f"{source}: {message}; for the log of an agent, say whose it is with --log AGENT")
    return recorded.read(path, source)


def _of_folder(folder: Path, source: str) -> list[Tally]:
    places = sorted(path.parent for path in folder.rglob(transcripts.NAME))
    if places:
        return [_of_talks(places, source)]
    try:
        return [suites.read(folder, source)]
    except UsageError:
        message = f"holds no repository, no {transcripts.NAME} and no case"
        raise UsageError(f"{source}: {message}") from None


def _of_talks(places: list[Path], source: str) -> Tally:
    tally = Tally(source, _EDIT_CALL, "")
    for place in places:
        calls.count(transcripts.read(place), tally)
    return tally


def _of_log(path: Path, source: str, log: str) -> Tally:
    parser = PARSERS[log]()
    with path.open("rb") as stream:
        while data := stream.read(_READ):
            (parser.feed_file if parser.file else parser.feed)(data)
    tally = Tally(source, _EDIT_CALL, "")
    told = parser.close()
    calls.count(told.events, tally)
    if told.usage.unreadable_lines:
        tally.left_out["a line that cannot be read"] += told.usage.unreadable_lines
    return tally
