"""The runs of a store as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.cases.kinds import LOOSE
from pytest_editbench.report import table
from pytest_editbench.runs import revision

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pytest_editbench.runs.store import Entry

HEADER = ("run", "started", "agents", "revision", "passed", "trials", "note")


def lines(entries: Iterable[Entry], width: int = 80) -> Iterator[str]:
    """A row for each run; what is not known is left blank."""
    rows = [_row(entry) for entry in entries]
    if rows:
        yield from table.lines(HEADER, rows, width=width)


def _row(entry: Entry) -> list[str]:
    passed, total = _counts(entry.closing or {})
    return [
        str(entry.number),
        str(entry.header.get("started") or "").removesuffix("+00:00"),
        _agents(entry.header),
        revision.shown(entry.header.get("revision")),
        str(passed) if entry.closing else "",
        str(total) if entry.closing else "",
        _note(entry),
    ]


def _counts(closing: Mapping[str, object]) -> tuple[int, int]:
    """Trials that passed, and all; loose ones are in neither."""
    every, loose = ({**_mapping(closing.get(key))} for key in ("counts", LOOSE))
    left = {name: _number(count) - _number(loose.get(name)) for name, count in every.items()}
    return left.get("passed", 0), sum(left.values())


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _agents(header: Mapping[str, object]) -> str:
    agents = header.get("agents")
    told = [each for each in agents if isinstance(each, dict)] if isinstance(agents, list) else []
    return ", ".join(str(each.get("label")) for each in told)


def _note(entry: Entry) -> str:
    shard = entry.header.get("shard")
    cut_short = not entry.fault and (entry.closing is None or bool(entry.closing.get("interrupted")))
    notes = {
        "baseline": entry.is_baseline,
        "unreadable": bool(entry.fault),
        f"shard {shard}": bool(shard),
        "cut short" if entry.closing else "no end": cut_short,
    }
    return ", ".join(note for note, holds in notes.items() if holds)


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}
