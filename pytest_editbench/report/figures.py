"""The figures that every report shows: one table, read by all of them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from textwrap import wrap

from pytest_editbench.model import Diagnosis, Outcome
from pytest_editbench.report.protocol import Amount, Group, Share

UNKNOWN = "–"
ROUGH = "≈"  # before what is rounded or estimated
_WIDTH = 80  # columns of a note
RARE = (Outcome.OVER_LIMIT, Outcome.TAMPERED, Outcome.MALFORMED, Outcome.REJECTED)
ERRORS = (Outcome.AGENT_ERROR, Outcome.INVALID_CASE)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure under its name."""

    name: str
    of: Callable[[Group], str]


def main(totals: Iterable[Group]) -> Iterator[Figure]:
    """The figures of a row by category; rare ones only where one of `totals` has them."""
    totals = list(totals)
    yield Figure("cases", lambda group: str(group.cases))
    yield Figure("trials", lambda group: str(group.trials))
    yield Figure("passed", lambda group: f"{group.passed}/{group.scored}")
    yield Figure("rate", lambda group: rate(group.first_trials))
    yield Figure("95 % interval", lambda group: _interval(group.first_trials))
    yield Figure("n", lambda group: str(group.first_trials.n if group.first_trials else 0))
    yield _outcomes("mismatch", Outcome.MISMATCH)
    yield _outcomes("unchanged", Outcome.UNCHANGED)
    yield _outcomes("timeout", Outcome.TIMEOUT)
    yield from (_outcomes(outcome, outcome) for outcome in RARE if _any(totals, outcome))
    if any(group.warnings for group in totals):
        yield Figure("warnings", lambda group: str(group.warnings))
    yield _outcomes("error", *ERRORS)
    if _any(totals, *ERRORS):
        yield from (_outcomes(outcome, outcome) for outcome in ERRORS)
    yield _outcomes("skipped", Outcome.SKIPPED)
    yield from _indents(totals)
    yield Figure("outside", lambda group: UNKNOWN if group.outside is None else f"{group.outside.value:,}")
    yield Figure("seconds", lambda group: UNKNOWN if group.seconds is None else f"{group.seconds:,.1f}")


def further(totals: Iterable[Group]) -> Iterator[Figure]:
    """What is told of all trials together, as far as anything is known."""
    totals = list(totals)
    ks = sorted({k for group in totals for k in group.pass_at})
    yield from (Figure(f"pass@{k}", partial(_pass_at, k=k)) for k in ks)
    if ks:
        yield Figure("flaky cases", _flaky)
    if any(group.first_attempts for group in totals):
        yield Figure("rate, 1st attempt", lambda group: share(group.first_attempts))
        yield Figure("rate, last attempt", lambda group: share(group.first_trials))
    names = dict.fromkeys(name for group in totals for name in group.usage)
    yield from (Figure(name, partial(_usage, name=name)) for name in names)
    yield from _reliance(totals)
    yield from _lines_off(totals)
    yield from (
        Figure(f"diagnosis: {diagnosis}", partial(_diagnosed, diagnosis=diagnosis))
        for diagnosis in Diagnosis
        if any(diagnosis in group.diagnoses for group in totals)
    )


def scores(names: Iterable[str]) -> Iterator[Figure]:
    """The means of edit scores, as asked for."""
    yield from (Figure(name, partial(_score, name=name)) for name in names)


def notes(totals: Iterable[Group], columns: Iterable[str] = ()) -> Iterator[str]:
    """What the figures are of."""
    totals = list(totals)
    yield "passed: of the scored trials · rate: of the n cases whose first trial was scored"
    yield "error: could not ask, not scored · indent: mean columns off · seconds: median"
    yield "outside: lines removed or added beyond the asked change, sum of scored trials"
    if columns:
        told = f"{', '.join(columns)}: mean over scored trials, (n) where not all tell it"
        yield from wrap(told, _WIDTH, break_on_hyphens=False)
    if any(group.pass_at for group in totals):
        yield "pass@k: mean over the cases with k scored trials · flaky: passed and failed"
    if any(_tells_usage(group) for group in totals):
        yield "tokens, cost, turns, calls: sums (over the trials that told/all trials)"
    if any(group.bases for group in totals):
        yield f"{ROUGH}: rounded or estimated in some trials, not reported by the provider"


def _tells_usage(group: Group) -> bool:
    return bool(group.usage or group.calls.kinds_told or group.calls.edits_ok or group.calls.edits_failed)


def rate(of: Share | None) -> str:
    """The rate alone, where its denominator stands beside it."""
    return UNKNOWN if of is None else _percent(of.rate)


def share(of: Share | None) -> str:
    """The rate with its denominator."""
    return UNKNOWN if of is None else f"{_percent(of.rate)} of {of.n}"


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _interval(of: Share | None) -> str:
    if of is None:
        return UNKNOWN
    low, high = of.interval
    return f"{100 * low:.1f}–{_percent(high)}"


def _outcomes(name: str, *outcomes: Outcome) -> Figure:
    return Figure(name, lambda group: str(sum(group.outcomes[outcome] for outcome in outcomes)))


def _any(totals: Iterable[Group], *outcomes: Outcome) -> bool:
    return any(group.outcomes[outcome] for group in totals for outcome in outcomes)


def _indents(totals: Iterable[Group]) -> Iterator[Figure]:
    """One column for each basis: a mean across bases would mean nothing."""
    bases = sorted({basis for group in totals for basis in group.indent})
    if len(bases) <= 1:
        yield Figure("indent", partial(_indent, basis="".join(bases)))
    else:
        yield from (Figure(f"indent, {basis}", partial(_indent, basis=basis)) for basis in bases)


def _indent(group: Group, basis: str) -> str:
    mean = group.indent.get(basis)
    return UNKNOWN if mean is None else f"{mean.value:.2f}"


def _lines_off(totals: Iterable[Group]) -> Iterator[Figure]:
    """Shown for each basis that has any; the basis is named where there are several."""
    totals = list(totals)
    bases = sorted({basis for group in totals for basis in group.indent_lines})
    for basis in bases:
        if any(group.indent_lines.get(basis) for group in totals):
            name = f"indent, {basis}: lines off" if len(bases) > 1 else "indent: lines off"
            yield Figure(name, partial(_line_count, basis=basis))


def _line_count(group: Group, basis: str) -> str:
    return f"{group.indent_lines[basis]:,}" if basis in group.indent_lines else UNKNOWN


def _diagnosed(group: Group, diagnosis: Diagnosis) -> str:
    return str(group.diagnoses.get(diagnosis, 0))


def _pass_at(group: Group, k: int) -> str:
    mean = group.pass_at.get(k)
    return UNKNOWN if mean is None else f"{_percent(mean.value)} of {mean.n}"


def _flaky(group: Group) -> str:
    return f"{group.flaky} of {group.cases}" if group.pass_at else UNKNOWN


def _score(group: Group, name: str) -> str:
    mean = group.scores.get(name)
    if mean is None:
        return UNKNOWN
    return f"{mean.value:.2f}" if mean.n == group.scored else f"{mean.value:.2f} ({mean.n})"


def _usage(group: Group, name: str) -> str:
    return amount(group.usage.get(name), group.trials)


def amount(of: Amount | None, trials: int, digits: int = 4) -> str:
    """The figure, whether it is rough, and how many of the trials told it."""
    if of is None:
        return UNKNOWN
    value = f"{of.value:,.{digits}f}" if isinstance(of.value, float) else f"{of.value:,}"
    return f"{ROUGH if of.approximate else ''}{value} ({of.n}/{trials})"


def _reliance(totals: Iterable[Group]) -> Iterator[Figure]:
    """How far tokens and cost can be relied on, and how often a provider failed."""
    totals = list(totals)
    for basis in dict.fromkeys(basis for group in totals for basis in group.bases):
        yield Figure(f"tokens, cost {basis}", partial(_based, basis=basis))
    if any(group.answers.provider_retries for group in totals):
        yield Figure("provider retries", _retries)


def _based(group: Group, basis: str) -> str:
    return f"{group.bases.get(basis, 0)}/{group.trials} trials"


def _retries(group: Group) -> str:
    told = group.answers.provider_retries
    return f"{told.value:,} in {told.n}/{group.trials}" if told else "0"
