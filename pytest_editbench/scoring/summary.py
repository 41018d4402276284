"""Many results as few figures."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median

from pytest_editbench.cases.kinds import LOOSE
from pytest_editbench.model import NO_AGENT, Diagnosis, Outcome, Usage
from pytest_editbench.scoring import conditions, usages
from pytest_editbench.scoring.rates import Proportion, pass_at_k
from pytest_editbench.scoring.usages import Answers, Calls, Median, Sum
from pytest_editbench.terms import Terms


@dataclass(frozen=True, slots=True)
class Result:
    """What scoring needs to know of one trial; None is unknown, never zero."""

    case: str
    agent: str
    trial: int  # 1-based
    outcome: Outcome
    category: str | None = None
    first_attempt_passed: bool | None = None
    attempts: int = 1  # that were made
    indent_score: float | None = None  # columns
    indent_basis: str = "expected"
    indent_lines: int = 0  # whose indentation is off
    outside: int | None = None  # lines changed outside the asked change
    diagnosis: Diagnosis | None = None  # of a mismatch
    duration: float | None = None  # seconds
    scores: Mapping[str, float] = field(default_factory=dict)  # of the edit, those that are known, by name
    usage: Usage = field(default_factory=Usage)
    malformed: str | None = None  # why its answer could not be read or placed
    tolerances: tuple[str, ...] = ()  # without which it would have been malformed
    provider_retries: int = 0
    replayed: int = 0  # attempts for which a kept answer stood in for a new one
    model: str | None = None
    terms: Terms = field(default_factory=Terms)
    apart: str = ""  # what it is counted apart as, where it is no edit whose precision is measured
    warnings: int = 0  # that the rules of commit proposals gave

    @property
    def passed(self) -> bool:
        """Whether the trial ended well."""
        return self.outcome is Outcome.PASSED


@dataclass(frozen=True, slots=True)
class Mean:
    """An arithmetic mean and how many values it is of."""

    value: float
    n: int


@dataclass(frozen=True, slots=True)
class Group:
    """The figures of some results; a figure that nothing is known of is None or absent."""

    cases: int
    trials: int
    outcomes: Mapping[Outcome, int]  # every outcome, zeros too
    scored: int  # trials with a verdict on the agent
    passed: int  # of the scored
    first_trials: Proportion | None  # passed, of the cases whose first trial was scored
    first_attempts: Proportion | None  # the same without second attempts; None when none was made
    pass_at: Mapping[int, Mean]  # k → pass@k, mean over the cases with k scored trials; empty for one trial
    flaky: int  # cases with passed and failed trials
    indent: Mapping[str, Mean]  # columns, by what the indentation was held against
    indent_lines: Mapping[str, int]  # whose indentation is off, by the same
    outside: Sum | None  # lines changed outside the asked change, of the scored
    diagnoses: Mapping[Diagnosis, int]  # of mismatches; only those that occur, in order of precedence
    seconds: float | None  # median over the trials that tell their duration
    scores: Mapping[str, Mean]  # of edits, over the scored trials that tell them, by name
    usage: Mapping[str, Sum]  # by the name of the figure
    typical: Mapping[str, Median]  # the same of one trial, where more than one tells
    bases: Mapping[str, int]  # trials whose tokens or cost are rounded or estimated
    calls: Calls
    answers: Answers
    warnings: int = 0  # that the rules of commit proposals gave


@dataclass(frozen=True, slots=True)
class Summary:
    """All results of one agent, and those of each category; what is counted apart is in neither."""

    total: Group
    categories: Mapping[str | None, Group]  # in order of name, results without a category last
    conditions: Mapping[str, Sequence[str]]  # what the agent was run under, as far as it is known
    apart: Mapping[str, Group] = field(default_factory=dict)  # by what it is counted apart as


def by_agent(results: Iterable[Result], order: Iterable[str] = ()) -> dict[str, Summary]:
    """A summary for each agent: those of `order` first, then as they occur.

    What ended before its agent was known is the only agent's, where there is only one.
    """
    agents: dict[str, list[Result]] = {label: [] for label in order}
    for result in results:
        agents.setdefault(result.agent, []).append(result)
    known = [label for label in agents if label != NO_AGENT]
    if len(known) == 1:
        agents[known[0]] += agents.pop(NO_AGENT, [])
    return {agent: summarise(found) for agent, found in agents.items() if found}


def summarise(results: Sequence[Result]) -> Summary:
    """The figures of one agent's results, whatever their order.

    Where all are counted apart from edits, there is nothing to keep them apart from; what is loose is in no
    total all the same.
    """
    others = {result.apart for result in results if result.apart}
    if len(others) == 1 and LOOSE not in others and all(result.apart for result in results):
        others = set()
    categories = defaultdict(list)
    counted = [result for result in results if result.apart not in others]
    for result in counted:
        categories[result.category].append(result)
    named = sorted(categories, key=lambda name: (name is None, name or ""))
    told = conditions.told((result.terms, result.model) for result in results)
    apart = {name: group([each for each in results if each.apart == name]) for name in sorted(others)}
    return Summary(group(counted), {name: group(categories[name]) for name in named}, told, apart)


def group(results: Sequence[Result]) -> Group:
    """The figures of these results of one agent."""
    cases: dict[str, list[Result]] = defaultdict(list)
    for result in sorted(results, key=lambda result: result.trial):
        cases[result.case].append(result)
    counts = Counter(result.outcome for result in results)
    firsts = [trials[0] for trials in cases.values() if trials[0].outcome.scored]
    used = [result.usage for result in results]
    return Group(
        cases=len(cases),
        trials=len(results),
        outcomes={outcome: counts[outcome] for outcome in Outcome},
        scored=sum(result.outcome.scored for result in results),
        passed=counts[Outcome.PASSED],
        first_trials=_proportion([result.passed for result in firsts]),
        first_attempts=_first_attempts(firsts),
        pass_at=_pass_at(cases.values()),
        flaky=sum({True, False} == {trial.passed for trial in _scored(trials)} for trials in cases.values()),
        indent=_indent(results),
        indent_lines=_indent_lines(results),
        outside=_outside(results),
        diagnoses=_diagnoses(results),
        seconds=_median([result.duration for result in results if result.duration is not None]),
        scores=_scores(_scored(results)),
        usage=usages.sums(used),
        typical=usages.medians(used),
        bases=usages.bases(used),
        calls=usages.calls(used),
        answers=_answers(results),
        warnings=sum(result.warnings for result in results),
    )


def _proportion(successes: Sequence[bool]) -> Proportion | None:
    return Proportion(sum(successes), len(successes)) if successes else None


def _first_attempts(firsts: Iterable[Result]) -> Proportion | None:
    known = [result for result in firsts if result.first_attempt_passed is not None]
    if all(result.attempts == 1 for result in known):
        return None
    return _proportion([bool(result.first_attempt_passed) for result in known])


def _scored(trials: Iterable[Result]) -> list[Result]:
    return [trial for trial in trials if trial.outcome.scored]


def _scores(results: Iterable[Result]) -> dict[str, Mean]:
    found = defaultdict(list)
    for result in results:
        for name, value in result.scores.items():
            found[name].append(value)
    return {name: Mean(fmean(values), len(values)) for name, values in found.items()}


def _pass_at(cases: Iterable[Sequence[Result]]) -> dict[int, Mean]:
    """pass@1 and pass@n, where n is the largest number of trials of a case."""
    cases = list(cases)
    largest = max(map(len, cases), default=0)
    counts = [(len(scored), sum(trial.passed for trial in scored)) for scored in map(_scored, cases)]
    chances = {k: [pass_at_k(n, c, k) for n, c in counts if n >= k] for k in (1, largest) if largest > 1}
    return {k: Mean(fmean(found), len(found)) for k, found in chances.items() if found}


def _indent(results: Iterable[Result]) -> dict[str, Mean]:
    scores = defaultdict(list)
    for result in results:
        if result.indent_score is not None:
            scores[result.indent_basis].append(result.indent_score)
    return {basis: Mean(fmean(found), len(found)) for basis, found in sorted(scores.items())}


def _indent_lines(results: Iterable[Result]) -> dict[str, int]:
    lines: Counter[str] = Counter()
    for result in results:
        if result.indent_score is not None:
            lines[result.indent_basis] += result.indent_lines
    return dict(sorted(lines.items()))


def _outside(results: Iterable[Result]) -> Sum | None:
    told = [result.outside for result in _scored(results) if result.outside is not None]
    return Sum(sum(told), len(told)) if told else None


def _diagnoses(results: Iterable[Result]) -> dict[Diagnosis, int]:
    counts = Counter(result.diagnosis for result in results)
    return {diagnosis: counts[diagnosis] for diagnosis in Diagnosis if counts[diagnosis]}


def _median(values: Sequence[float]) -> float | None:
    return median(values) if values else None


def _answers(results: Sequence[Result]) -> Answers:
    return usages.answers(
        (result.malformed for result in results if result.malformed),
        (name for result in results for name in dict.fromkeys(result.tolerances)),
        (result.provider_retries for result in results),
        sum(result.replayed for result in results),
        sum(result.attempts for result in results),
    )
