"""Tables of what agents did on their way to an edit; each comes only where there is something to tell."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from pytest_editbench.report.figures import Figure, amount, share
from pytest_editbench.report.protocol import Group, Summary
from pytest_editbench.report.sections import UNKNOWN, Section
from pytest_editbench.results import EDIT_FAILURES, TOOL_KINDS


def sections(summaries: Mapping[str, Summary]) -> Iterator[Section]:
    """Edit calls, tool calls by kind, what a trial takes, and what became of answers: a column an agent."""
    totals = [summary.total for summary in summaries.values()]
    for title, figures, text in TABLES:
        rows = [[figure.name, *map(figure.of, totals)] for figure in figures(totals)]
        if rows:
            yield Section(title, ("", *summaries), rows, text(totals), narrow=True)


def conditions(summaries: Mapping[str, Summary]) -> Iterator[Section]:
    """What the agents were run under, where that is more than `PLAIN`."""
    told = [summary.conditions for summary in summaries.values()]
    rows = [[name, *(", ".join(each.get(name, ())) or UNKNOWN for each in told)] for name in _names(told)]
    if any(name not in PLAIN or set(value) - {UNKNOWN, PLAIN[name]} for name, *value in rows):
        yield Section("agents", ("", *summaries), rows)


def _edits(totals: Sequence[Group]) -> Iterator[Figure]:
    if any(group.calls.edits_ok or group.calls.edits_failed for group in totals):
        yield Figure("landed", lambda group: amount(group.calls.edits_ok, group.trials))
        yield Figure("failed", lambda group: amount(group.calls.edits_failed, group.trials))
        yield Figure("rate", lambda group: share(group.calls.edit_rate))
    sorted_ = _names(group.calls.failures for group in totals)
    for name in (each for each in EDIT_FAILURES if each in sorted_):
        yield Figure(f"failed: {name}", partial(_failures, name=name))
    if sorted_ and any(group.calls.unsorted for group in totals):
        yield Figure("failed: not told why", lambda group: _failed(group, group.calls.unsorted))


def _kinds(totals: Sequence[Group]) -> Iterator[Figure]:
    used = _names(group.calls.kinds for group in totals)
    for name in (each for each in TOOL_KINDS if each in used):
        yield Figure(name, partial(_kind, name=name))


def _typical(totals: Sequence[Group]) -> Iterator[Figure]:
    for name in _names(group.typical for group in totals):
        yield Figure(name, partial(_median, name=name))


def _answers(totals: Sequence[Group]) -> Iterator[Figure]:
    for name in _names(group.answers.malformed for group in totals):
        yield Figure(f"malformed: {name}", partial(_malformed, name=name))
    for name in _names(group.answers.tolerances for group in totals):
        yield Figure(f"saved by {name}", partial(_saved, name=name))
    if any(group.answers.replayed for group in totals):
        yield Figure(
            "attempts not asked anew", lambda group: f"{group.answers.replayed:,}/{group.answers.attempts:,}"
        )


def _on_answers(totals: Sequence[Group]) -> list[str]:
    told = ["of the trials; saved: would have been malformed without that tolerance"]
    if any(group.answers.replayed for group in totals):
        told.append("not asked anew: the answer is a kept one; a trial with one tells no duration")
    return told


PLAIN = {"home": "inherit", "sandbox": "none"}  # what holds of an agent for which nothing was asked
Figures = Callable[[Sequence[Group]], Iterator[Figure]]
Text = Callable[[Sequence[Group]], Sequence[str]]
TABLES: Sequence[tuple[str, Figures, Text]] = (
    ("edit calls", _edits, lambda _: ["rate: calls that landed, of the calls of trials that tell both"]),
    ("tool calls by kind", _kinds, lambda _: []),
    ("what a trial takes", _typical, lambda _: ["medians over the trials that told"]),
    ("answers", _answers, _on_answers),
)


def _names(counts: Iterable[Mapping[str, object]]) -> list[str]:
    return list(dict.fromkeys(name for each in counts for name in each))


def _failures(group: Group, name: str) -> str:
    return _failed(group, group.calls.failures.get(name, 0))


def _failed(group: Group, count: int) -> str:
    return UNKNOWN if group.calls.edits_failed is None else f"{count:,}"


def _kind(group: Group, name: str) -> str:
    told = group.calls.kinds_told
    return f"{group.calls.kinds.get(name, 0):,} ({told}/{group.trials})" if told else UNKNOWN


def _median(group: Group, name: str) -> str:
    return amount(group.typical.get(name), group.trials, digits=4 if "cost" in name else 1)


def _malformed(group: Group, name: str) -> str:
    return f"{group.answers.malformed.get(name, 0):,}/{group.trials:,}"


def _saved(group: Group, name: str) -> str:
    return f"{group.answers.tolerances.get(name, 0):,}/{group.trials:,}"
