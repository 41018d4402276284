"""Records as the values of an HTML page, read one trial at a time."""

from __future__ import annotations

import warnings
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import records
from pytest_editbench.analysis import data, telling
from pytest_editbench.cases.kinds import LOOSE
from pytest_editbench.cases.vocabulary import DIFFICULTIES
from pytest_editbench.errors import RecordError, RecordWarning, UsageError
from pytest_editbench.model import NO_AGENT
from pytest_editbench.report.html.values import (
    Analysis,
    Bar,
    Column,
    FileSaid,
    Heat,
    Page,
    Point,
    Source,
    Spread,
)
from pytest_editbench.runs import carrying, compare, listing, samples
from pytest_editbench.runs.selection import Contender, Selection
from pytest_editbench.scoring import results, shapes, summary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from pytest_editbench.analysis.results import ChangeAnalysis
    from pytest_editbench.findings.contrast import Contrast
    from pytest_editbench.model import Trial
    from pytest_editbench.runs.listing import Listing, Transcribe
    from pytest_editbench.scoring.summary import Result

COLUMNS = 12  # that have charts and a place in the totals
ANALYSES = 300_000  # characters of what was said of changes
UNTOLD = "–"
FACTS = ("started", "editbench")


class Score(NamedTuple):
    """What figures need of a trial."""

    result: Result
    difficulty: str | None
    asked: int | None  # lines of the asked change


class Range(NamedTuple):
    """A figure whose values are spread over ranges."""

    title: str
    of: Callable[[Result], float | None]
    ends: Sequence[float]


RANGES = (
    Range("Indent score, columns", lambda result: result.indent_score, shapes.COLUMNS),
    Range("Lines changed outside the asked change", lambda result: result.outside, shapes.LINES),
    Range("Seconds", lambda result: result.duration, shapes.SECONDS),
)


@dataclass(frozen=True, slots=True)
class _Read:
    """A record as far as it is needed."""

    source: Source
    order: Sequence[str]  # labels as the run named them
    scores: Mapping[Contender, list[Score]]
    analyses: Sequence[ChangeAnalysis] = ()


def gather(
    named: Sequence[tuple[str, Path]], transcripts: Transcribe, edit_scores: Sequence[str] = ()
) -> Page:
    """The page on these records, each with the name it is to have.

    Agents are told apart by record, label and edit format. `RecordError` for what is no record,
    `UsageError` without trials.
    """
    lists = listing.Listing()
    read = [_read(name, path, number, lists) for number, (name, path) in enumerate(named)]
    if not lists.trials:
        raise UsageError(f"no trials in {', '.join(name for name, _ in named)}")
    groups = [group for number, each in enumerate(read) for group in _groups(number, each)]
    names = _names(groups, [name for name, _ in named])
    contrast, apart = _contrast(named) if len(named) == 2 else (None, "")
    return Page(
        sources=[each.source for each in read],
        columns=_columns(groups[:COLUMNS], names),
        entries=lists.entries(lambda entry: names[entry.record, entry.column], transcripts),
        trials=lists.trials,
        contrast=contrast,
        apart=apart,
        scores=edit_scores,
        notes=[*lists.notes(), *_left_out(groups)],
        analyses=_analyses([each for one in read for each in one.analyses]),
    )


def _analyses(found: Sequence[ChangeAnalysis]) -> list[Analysis]:
    """What was said of changes, as far as there is room."""
    kept, left_out = telling.bounded(found, ANALYSES)
    told = [
        Analysis(
            each.name,
            telling.HEADER,
            [telling.row(file) for file in each.files],
            [
                FileSaid(
                    file.path,
                    ", ".join(file.how),
                    file.summary or file.message,
                    file.highlights,
                    file.risks,
                )
                for file in each.files
            ],
            [f"asked: {each.agent}", *telling.notes(each)],
        )
        for each in kept
    ]
    more = f"{left_out:,} more are left out; editbench analyze RECORD has all"
    return [*told, *([Analysis(more, (), (), (), ())] if left_out else [])]


def _read(name: str, path: Path, number: int, lists: Listing) -> _Read:
    lines = records.located(path)
    header = next(lines).data
    artifacts = carrying.folder(path, header)
    scores: dict[Contender, list[Score]] = defaultdict(list)
    closing: Mapping[str, object] | None = None
    analyses: list[ChangeAnalysis] = []
    for line in lines:
        if line.data.get("kind") == "closing":
            closing = line.data
        if line.data.get("kind") == "analysis":
            try:
                analyses.append(data.of_line(line.data, f"{path}:{line.number}"))
            except RecordError as error:
                warnings.warn(RecordWarning(f"{error}; passed over"), stacklevel=2)
        if line.data.get("kind") != "trial":
            continue
        trial = records.trial_of(path, line)
        contender = _contender(trial)
        scores[contender].append(_score(trial))
        lists.add(listing.entry(trial, number, str(contender)), trial, artifacts)
    cut_short = closing is None or bool(closing.get("interrupted"))
    facts = [(fact, str(header[fact])) for fact in FACTS if header.get(fact)]
    source = Source(name, facts, "the run was cut short" if cut_short else "")
    return _Read(source, records.Run(header, (), closing).labels, scores, analyses)


def _contender(trial: Trial) -> Contender:
    return Contender(trial.agent, None if trial.agent == NO_AGENT else trial.terms.edit_format)


def _score(trial: Trial) -> Score:
    comparison = trial.last.comparison if trial.last else None
    change = comparison.collateral if comparison else None
    asked = change.right + change.wrong + change.missing if change else None
    return Score(results.of(trial), trial.metadata.difficulty, asked)


class _Group(NamedTuple):
    """The trials of a column."""

    record: int  # index
    contenders: Sequence[Contender]  # the one, and perhaps no agent
    scores: Sequence[Score]


def _groups(number: int, read: _Read) -> Iterator[_Group]:
    """A group for each contender in the run's own order; no agent is the only one's, where there is one."""
    order = {label: place for place, label in enumerate(read.order)}
    known = sorted(read.scores, key=lambda each: (order.get(each.agent, len(order)), str(each)))
    nobody = Contender(NO_AGENT)
    if len(known) == 2 and nobody in known:
        known.remove(nobody)
        yield _Group(number, (*known, nobody), [*read.scores[known[0]], *read.scores[nobody]])
        return
    yield from (_Group(number, (each,), read.scores[each]) for each in known)


def _names(groups: Sequence[_Group], files: Sequence[str]) -> dict[tuple[int, str], str]:
    """What the columns are called, by record and contender: a record is named where it tells them apart."""
    count = Counter(group.contenders[0] for group in groups)
    return {
        (group.record, str(contender)): str(first)
        if count[first := group.contenders[0]] == 1
        else f"{first} ({files[group.record]})"
        for group in groups
        for contender in group.contenders
    }


def _contrast(named: Sequence[tuple[str, Path]]) -> tuple[Contrast | None, str]:
    """The comparison of two records, or why there is none."""
    try:
        base, new = (samples.pick(samples.read(path, name), Selection(name)) for name, path in named)
        return compare.compare(base, new), ""
    except UsageError as error:
        return None, str(error)


def _columns(groups: Sequence[_Group], names: Mapping[tuple[int, str], str]) -> list[Column]:
    every = [score for group in groups for score in group.scores]
    rows = sorted(
        {score.result.category or UNTOLD for score in every}, key=lambda name: (name == UNTOLD, name)
    )
    columns = shapes.order((score.difficulty or UNTOLD for score in every), DIFFICULTIES)
    # A trial that ended early does not tell how much was asked; another trial of the same case may.
    sizes = {score.result.case: score.asked for score in every if score.asked is not None}
    ranges = [(each, _used(each, every)) for each in RANGES]
    return [
        Column(
            name=names[group.record, str(group.contenders[0])],
            summary=summary.summarise([score.result for score in group.scores]),
            heat=_heat(rows, columns, group.scores),
            curve=_curve(group.scores, sizes),
            spreads=[_spread(each, used, group.scores) for each, used in ranges],
        )
        for group in groups
    ]


def _heat(rows: Sequence[str], columns: Sequence[str], scores: Sequence[Score]) -> Heat:
    difficulties = {id(score.result): score.difficulty for score in scores}
    shares = shapes.rates(
        (score.result for score in scores),
        lambda result: (result.category or UNTOLD, difficulties[id(result)] or UNTOLD),
    )
    return Heat(rows, columns, shares)


def _curve(scores: Sequence[Score], sizes: Mapping[str, int]) -> list[Point]:
    def range_of(result: Result) -> int | None:
        size = sizes.get(result.case)
        return None if size is None else shapes.place(size, shapes.LINES)

    names = shapes.labels(shapes.LINES)
    shares = shapes.rates((score.result for score in scores), range_of)
    return [Point(names[number], shares[number]) for number in sorted(shares)]


def _values(of: Range, scores: Iterable[Score]) -> list[float]:
    """Those of scored trials; of loose ones nothing is summed up."""
    counted = [
        score.result for score in scores if score.result.outcome.scored and score.result.apart != LOOSE
    ]
    told = [of.of(result) for result in counted]
    return [value for value in told if value is not None]


def _used(of: Range, every: Iterable[Score]) -> slice:
    """The ranges from the first to the last that any column has values in."""
    used = [number for number, count in enumerate(shapes.counts(_values(of, every), of.ends)) if count]
    return slice(used[0], used[-1] + 1) if used else slice(0)


def _spread(of: Range, used: slice, scores: Sequence[Score]) -> Spread:
    found = zip(shapes.labels(of.ends), shapes.counts(_values(of, scores), of.ends), strict=True)
    return Spread(of.title, [Bar(label, count) for label, count in found][used])


def _left_out(groups: Sequence[_Group]) -> Iterator[str]:
    if len(groups) > COLUMNS:
        yield f"Totals and figures are those of the first {COLUMNS} of {len(groups)} agents."
