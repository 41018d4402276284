"""What happened between an agent and its model, event by event: written by adapters, read by reports."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import islice
from typing import TYPE_CHECKING

from pytest_editbench import untrusted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from typing import BinaryIO

NAME = "transcript.jsonl"  # in the folder of an attempt's output
EVENTS = 2_000  # kept at most
TEXT = 8_000  # characters kept of an event
NOTE = 60  # characters that the note on what was cut may take
WORD = 200  # characters kept of the name of a tool
LINE = 128 * 1024  # bytes that are read of a line; none that `write` makes is as long
READ = 64 * 1024 * 1024  # bytes that are read of a file

KINDS = ("prompt", "said", "thought", "call", "result", "error", "note")


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that was said or done."""

    kind: str  # one of KINDS
    text: str  # what was said; the arguments of a call; what a tool returned
    tool: str | None = None  # its name, for call and result
    tool_kind: str | None = None  # one of results.TOOL_KINDS
    ok: bool | None = None  # of a result
    failure: str | None = None  # of an edit that failed: one of results.EDIT_FAILURES


def write(folder: Path, events: Iterable[Event]) -> None:
    """Keep the first events, each shortened, as JSON lines in the folder; `OSError` when that fails."""
    kept: list[str] = []
    left_out = 0
    for event in events:
        if len(kept) < EVENTS:
            kept.append(json.dumps(asdict(shortened(event))))
        else:
            left_out += 1
    if left_out:
        kept.append(json.dumps(asdict(Event("note", f"{left_out:,} more events are not kept"))))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / NAME
    path.unlink(missing_ok=True)
    with untrusted.created(path) as stream:
        stream.writelines(f"{line}\n".encode("ascii") for line in kept)


def read(folder: Path) -> Iterator[Event]:
    """The events that were kept; lines that are none are passed over, no regular file is no event.

    At most `EVENTS` and a note of them, and no more of a file than `READ` bytes.
    """
    with suppress(OSError), untrusted.opened(folder / NAME) as stream:
        yield from islice(_events(stream), EVENTS + 1)


def _events(stream: BinaryIO) -> Iterator[Event]:
    for line in _lines(stream):
        try:
            told = json.loads(line)
            event = Event(**told)
        except (TypeError, ValueError, RecursionError):
            continue
        if _is_sound(event):
            yield shortened(event, TEXT + NOTE)


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of bounded length."""
    left, whole = READ, True
    while left > 0 and (line := stream.readline(min(LINE, left))):
        left -= len(line)
        ends = line.endswith(b"\n")
        if whole and (ends or len(line) < LINE):
            yield line
        whole = ends


def _is_sound(event: Event) -> bool:
    words = (event.tool, event.tool_kind, event.failure)
    return (
        event.kind in KINDS
        and isinstance(event.text, str)
        and all(word is None or isinstance(word, str) for word in words)
        and (event.ok is None or isinstance(event.ok, bool))
    )


def shortened(event: Event, most: int = TEXT) -> Event:
    """The event with no more than `most` characters of text, and a note on the rest."""
    tool, kind, failure = (word and word[:WORD] for word in (event.tool, event.tool_kind, event.failure))
    more = len(event.text) - most
    text = event.text if more <= 0 else f"{event.text[:most]}\n… {more:,} more characters not kept"
    return Event(event.kind, text, tool, kind, event.ok, failure)
