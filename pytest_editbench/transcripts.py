"""What happened between an agent and its model, event by event: written by adapters, read by reports."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

NAME = "transcript.jsonl"  # in the folder of an attempt's output
EVENTS = 2_000  # kept at most
TEXT = 8_000  # characters kept of an event

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
    folder.joinpath(NAME).write_text("".join(f"{line}\n" for line in kept), encoding="ascii")


def read(folder: Path) -> Iterator[Event]:
    """The events that were kept; lines that are none are passed over, no file is no event."""
    try:
        lines = folder.joinpath(NAME).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return
    for line in lines[: EVENTS + 1]:
        try:
            yield shortened(Event(**json.loads(line)))
        except (TypeError, ValueError, RecursionError):
            continue


def shortened(event: Event) -> Event:
    """The event with no more text than is kept."""
    more = len(event.text) - TEXT
    if more <= 0:
        return event
    text = f"{event.text[:TEXT]}\n… {more:,} more characters not kept"
    return Event(event.kind, text, event.tool, event.tool_kind, event.ok, event.failure)
