"""Several records of one run as one: in whatever order, and in as many steps as one likes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import records
from pytest_editbench.cases import kinds
from pytest_editbench.errors import UsageError
from pytest_editbench.runs import carrying

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from pytest_editbench.model import Trial

Data = Mapping[str, object]

# What is told of each part, for it may differ from one to the other.
_OF_HEADER = ("shard", "started", "editbench", "python", "pytest", "platform", "grammars", "revision")
_OF_CLOSING = ("finished", "taken_over")
_UNTOLD = {**dict.fromkeys((*_OF_HEADER, *_OF_CLOSING)), "interrupted": True}
_SHARD = re.compile(r"[0-9]{1,9}/[0-9]{1,9}")


class Row(NamedTuple):
    """A trial as its line, with what decides its place; as a value it would take ten times the memory."""

    case: str
    agent: str
    number: int
    test: str
    outcome: str
    digest: str  # of the case
    line: str
    loose: bool = False

    @property
    def identity(self) -> tuple[object, ...]:
        """What only one trial of a run can be."""
        return self[:4]


@dataclass(frozen=True, slots=True)
class Part:
    """A record to be merged."""

    name: str  # for messages
    header: Data
    rows: Sequence[Row]
    closing: Data | None
    artifacts: Path | None = None  # its folder, where there is one
    analyses: Sequence[str] = ()  # lines on what was said of changes

    @property
    def told(self) -> list[Data]:
        """What is told of the runs that it is made of."""
        merged = self.header.get("merged")
        if isinstance(merged, list):
            return [{**_UNTOLD, **each} for each in merged if isinstance(each, dict)]
        end = self.closing or {}
        own = {name: self.header.get(name) for name in _OF_HEADER}
        return [
            {
                **own,
                **{name: end.get(name) for name in _OF_CLOSING},
                "interrupted": bool(end.get("interrupted", True)),
            }
        ]


@dataclass(frozen=True, slots=True)
class Merged:
    """A record of several."""

    header: Data
    rows: Sequence[Row]
    closing: Data
    analyses: Sequence[str] = ()

    @property
    def missing_shards(self) -> list[str]:
        """The shards of which nothing was merged."""
        parts = self.header["merged"]
        names = {str(part.get("shard")) for part in parts} if isinstance(parts, list) else set()
        of = max((int(name.rpartition("/")[2]) for name in names if _SHARD.fullmatch(name)), default=0)
        return [f"{number}/{of}" for number in range(1, of + 1) if f"{number}/{of}" not in names]


def read(path: Path, into: Path | None = None) -> Part:
    """A record as a part; errors as those of `records.read`.

    `into` is the folder that its artefacts go to: kept workspaces will be there.
    """
    lines = records.located(path)
    header = next(lines).data
    artifacts = carrying.folder(path, header)
    rows: list[Row] = []
    analyses: list[str] = []
    closing = None
    for line in lines:
        if line.data.get("kind") == "trial":
            trial = records.trial_of(path, line)
            kept = carrying.kept(trial, artifacts, into) if into else trial.kept
            rows.append(row(trial, {**line.data, "kept": kept}))
        elif line.data.get("kind") == "closing":
            closing = line.data
        elif line.data.get("kind") == "analysis":
            analyses.append(records.dumps(line.data))
    return Part(str(path), header, rows, closing, artifacts, analyses)


def row(trial: Trial, data: Data) -> Row:
    """The row of a trial that a record holds as `data`."""
    return Row(
        trial.case,
        trial.agent,
        trial.number,
        trial.test or "",
        trial.outcome.value,
        trial.case_digest or "",
        records.dumps(data),
        bool(trial.metadata.extra.get(kinds.LOOSE)),
    )


def merge(parts: Sequence[Part]) -> Merged:
    """One record of all trials, in the order of cases, agents and numbers.

    `UsageError` when the parts are not of one run, or hold different trials where there can be but one.
    """
    _check_plans(parts)
    rows = _rows(parts)
    told = _distinct(chain.from_iterable(part.told for part in parts))
    header = _common([{**part.header, "merged": None} for part in parts])
    closing = {
        "kind": "closing",
        "finished": _extreme(told, "finished", max),
        "interrupted": any(part["interrupted"] for part in told),
        **kinds.counts((each.outcome, each.loose) for each in rows),
        "taken_over": sum(int(str(part["taken_over"] or 0)) for part in told),
        "suite_digest": records.digest_of_cases((each.case, each.digest) for each in rows),
    }
    analyses = sorted({line for part in parts for line in part.analyses})
    head = {**header, "started": _extreme(told, "started", min), "merged": told}
    return Merged(head, rows, closing, analyses)


def _check_plans(parts: Sequence[Part]) -> None:
    plans = {}
    for part in parts:
        plan = part.header.get("plan_digest")
        if plan is None:
            raise UsageError(f"{part.name} does not tell what its run covers; it cannot be merged")
        plans[plan] = part.name
    if len(plans) > 1:
        one, other, *_ = plans.values()
        raise UsageError(
            f"{one} and {other} are not of one run: cases, agents, options or the number of shards differ"
        )


def _rows(parts: Iterable[Part]) -> list[Row]:
    found: dict[tuple[object, ...], tuple[Row, str]] = {}
    for part in parts:
        for each in part.rows:
            first, name = found.setdefault(each.identity, (each, part.name))
            if not _same(first.line, each.line):
                what = f"trial {each.number} of {each.agent} on {each.case}"
                raise UsageError(f"{what} stands in {name} and in {part.name}, and differs")
            found[each.identity] = min(first, each), name
    return sorted(each for each, _ in found.values())


def _same(one: str, other: str) -> bool:
    """Whether two lines tell of the same trial, wherever its workspace was kept."""
    if one == other:
        return True
    return {**records.loads(one), "kept": None} == {**records.loads(other), "kept": None}


def _distinct(told: Iterable[Data]) -> list[Data]:
    texts = {records.dumps(dict(sorted(part.items()))): part for part in told}
    return [texts[text] for text in sorted(texts)]


def _common(values: Sequence[Data]) -> dict[str, object]:
    """What all agree on; null where they do not."""
    return {name: _agreed([value.get(name) for value in values]) for name in dict.fromkeys(chain(*values))}


def _agreed(values: Sequence[object]) -> object:
    first, *others = values
    if all(other == first for other in others):
        return first
    objects = [value for value in values if isinstance(value, dict)]
    return _common(objects) if len(objects) == len(values) else None


def _extreme(told: Iterable[Data], name: str, choose: Callable[[Iterable[str]], str]) -> str | None:
    known = [str(part[name]) for part in told if part[name] is not None]
    return choose(known) if known else None


def join(paths: Sequence[Path], target: Path, told: Callable[[int, int], None] | None = None) -> Merged:
    """Merge records and their artefacts into a new one; errors of `read`, `merge` and `records`.

    `told` hears how many of the records were read, and of how many.
    """
    parts = []
    for number, path in enumerate(paths):
        if told is not None:
            told(number, len(paths))
        parts.append(read(path, carrying.beside(target)))
    merged = merge(parts)
    carrying.gather([part.artifacts for part in parts], target)
    ends = records.dumps(merged.header), records.dumps(merged.closing)
    records.save(target, (ends[0], *(each.line for each in merged.rows), *merged.analyses, ends[1]))
    return merged
