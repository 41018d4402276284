"""The gate that holds a session against an earlier run: the same as `editbench compare` has."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.errors import EditbenchError
from pytest_editbench.session.decisions import Gate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_editbench.model import Trial
    from pytest_editbench.runs.samples import Log, Sample
    from pytest_editbench.runs.selection import Contender, Selection

OPTION = "--editbench-baseline"


def gates(
    baseline: str, points: float, header: Mapping[str, object], trials: Sequence[Trial]
) -> Iterator[Gate]:
    """A gate for each agent of the session; one that cannot be judged does not hold, and says why.

    `baseline` is a path, or `FILE#AGENT`. Compared are the cases that both runs have: a session may be of a
    part of the suite, and the suite may have grown.
    """
    from pytest_editbench.runs import samples, selection

    asked = selection.parse(baseline)
    new = samples.of_trials("this session", header, trials, cut_short=False)
    try:
        base = samples.read(Path(asked.file))
    except EditbenchError as error:
        yield Gate(False, f"no decision: {error} ({OPTION})")
        return
    for contender in new.contenders:
        prefix = f"{contender}: " if len(new.contenders) > 1 else ""
        yield _gate(base, new, contender, asked, points, prefix)


def _gate(base: Log, new: Log, contender: Contender, asked: Selection, points: float, prefix: str) -> Gate:
    from pytest_editbench.runs import compare, gate, samples

    try:
        before = samples.pick(base, _meant(base, contender, asked))
        after = samples.pick(new, asked._replace(agent=contender.agent, format=contender.format))
        common = {row.case for row in before.rows} & {row.case for row in after.rows}
        found = gate.judge(compare.compare(_only(before, common), _only(after, common)), points)
    except EditbenchError as error:
        return Gate(False, f"{prefix}no decision: {error} ({OPTION})")
    alone = len({row.case for row in after.rows} - common)
    note = f"; {alone} cases are not in the baseline, and left out" if alone else ""
    return Gate(found.code == 0, f"{prefix}{found.reason}{note} ({OPTION})")


def _meant(base: Log, contender: Contender, asked: Selection) -> Selection:
    """Which agent of the baseline: the one that was named, else the same one, else the only one."""
    if asked.agent is not None or contender not in base.contenders:
        return asked
    return asked._replace(agent=contender.agent, format=contender.format)


def _only(sample: Sample, cases: set[str]) -> Sample:
    return replace(sample, rows=tuple(row for row in sample.rows if row.case in cases))
