"""The gate that holds a session against an earlier run: the same as `editbench compare` has."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.errors import EditbenchError, UsageError
from pytest_editbench.session.decisions import Gate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_editbench.model import Trial
    from pytest_editbench.runs.rows import Row
    from pytest_editbench.runs.samples import Log, Sample
    from pytest_editbench.runs.selection import Contender, Selection

OPTION = "--editbench-baseline"
ADVICE = (
    "run under the settings of the baseline, or judge it again first: editbench rejudge",
    "run the baseline again, or judge it again first: editbench rejudge",
)


@dataclass(frozen=True, slots=True)
class Now:
    """What is known of a session before it collects anything."""

    agents: tuple[str, ...]  # labels; none where a fixture of the user's gives the agent
    match: str
    attempts: int
    judged_by: Mapping[str, str]  # what verdicts on all cases depend on
    tolerances: str = ""  # of answers of models


def check(baseline: str, now: Now) -> None:
    """Read the baseline whole, and refuse one that no trial of the session can be held against.

    `UsageError` and `RecordError` say why.
    """
    from pytest_editbench.runs import samples, selection

    asked = selection.parse(baseline)
    base = samples.read(Path(asked.file))
    if not base.rows:
        raise UsageError(f"{asked.file}: there are no trials in it ({OPTION})")
    if asked.agent is not None and not now.agents:
        samples.pick(base, asked)
    for label in now.agents:
        of_agent = any(each.agent == label for each in base.contenders)
        if of_agent and asked.agent is None:
            asked_now = asked._replace(agent=label)
            several = sum(asked_now.fits(each) for each in base.contenders) > 1
            rows = base.rows if several else samples.pick(base, asked_now).rows
        else:
            rows = samples.pick(base, asked).rows
        _check_rows(asked.file, base.header, rows, now)


def _check_rows(file: str, header: Mapping[str, object], rows: Sequence[Row], now: Now) -> None:
    from pytest_editbench.runs import resume

    scored = [row for row in rows if row.scored]
    if not scored:
        raise UsageError(f"{file}: none of its trials was scored ({OPTION})")
    options = header.get("options")
    match = options.get("match") if isinstance(options, dict) else None
    told: list[tuple[str, set[str | None], str | None]] = [("match", {match or now.match}, now.match)]
    told.append(("attempts", {dict(row.terms).get("attempts") for row in scored}, str(now.attempts)))
    of_models = [dict(row.terms) for row in scored if "server" in dict(row.terms)]
    if of_models:
        told.append(("tolerances", {terms.get("tolerances") for terms in of_models}, now.tolerances or None))
    told += [
        (name, {dict(row.judged_by).get(name) for row in scored}, now.judged_by.get(name))
        for name in resume.ALWAYS
    ]
    for name, known, value in told:
        if value not in known:
            was = " and ".join(sorted(each or "none" for each in known))
            what = f"{name} is {was} in {file}, and {value or 'none'} in this session"
            raise UsageError(f"{what}; {ADVICE[0]} ({OPTION})")


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
        found = gate.judge(
            compare.compare(_only(before, common), _only(after, common), advice=compare.Advice(*ADVICE)),
            points,
        )
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
