"""Trials as comparisons see them: few fields, so that hundreds of thousands fit in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import isfinite
from sys import intern
from typing import NamedTuple

from pytest_editbench.cases import kinds
from pytest_editbench.cases.kinds import LOOSE
from pytest_editbench.model import Outcome
from pytest_editbench.scoring.results import DIAGNOSED

Data = Mapping[str, object]
Pairs = tuple[tuple[str, str], ...]  # names and what stands under them, in order of name


class Row(NamedTuple):
    """What is kept of a trial; None is unknown."""

    case: str
    digest: str | None
    agent: str
    format: str | None
    number: int  # of the trial, 1-based
    outcome: Outcome
    scored: bool  # as `outcome` says; asked so often that it is kept
    passed: bool
    match: str | None  # the level that was demanded
    model: str | None
    category: str | None
    mutation: str | None
    difficulty: str | None
    diagnosis: str | None  # of a mismatch
    indent: float | None  # columns
    indent_basis: str | None
    outside: float | None  # lines changed beyond the asked change
    duration: float | None  # seconds
    tokens: float | None  # in and out
    tokens_in: float | None
    cost: float | None  # US dollars
    terms: Pairs  # what it was run under, as far as known
    judged_by: Pairs  # versions and settings that its verdict depends on
    apart: str = ""  # what it is counted apart as, where it is no edit whose precision is measured
    replayed: bool = False  # whether an answer is a kept one

    @property
    def loose(self) -> bool:
        """Whether the prompt does not determine the change."""
        return self.apart == LOOSE

    @property
    def failure(self) -> str:
        """What went wrong, in one word or two: the diagnosis, else the outcome; nothing for a pass."""
        return "" if self.passed else self.diagnosis or self.outcome.value


def headline(rows: Iterable[Row]) -> str:
    """What the figures of these rows are about: edits, empty; where there are none, what else there is."""
    return min((row.apart for row in rows), default="")


def of(data: Data) -> Row:
    """The row of a trial as records hold it; `TypeError`, `ValueError` or `KeyError` for what is none."""
    metadata, attempts = _mapping(data.get("metadata")), _list(data.get("attempts"))
    outcome = _outcome(data)
    comparison = _mapping(_decisive(attempts).get("comparison"))
    results = [_mapping(attempt.get("result")) for attempt in attempts]
    usages = [_mapping(result.get("usage")) for result in results]
    replayed = any(result.get("replayed") for result in results)
    tokens_in, tokens_out = _sum(usages, "input_tokens"), _sum(usages, "output_tokens")
    return Row(
        case=_required(data["case"]),
        digest=_text(data.get("case_digest")),
        agent=_required(data["agent"]),
        format=_text(data.get("edit_format")),
        number=int(_number(data["trial"]) or 0),
        outcome=outcome,
        scored=outcome.scored,
        passed=outcome is Outcome.PASSED,
        match=_text(data.get("match")),
        model=_text(data.get("model")),
        category=_text(metadata.get("category")),
        mutation=_text(metadata.get("mutation")),
        difficulty=_text(metadata.get("difficulty")),
        diagnosis=_text(comparison.get("diagnosis")) if outcome in DIAGNOSED else None,
        indent=_number(comparison.get("indent_score")),
        indent_basis=_text(comparison.get("indent_basis")),
        outside=_outside(comparison.get("collateral")),
        duration=None if replayed else _number(data.get("duration")),
        tokens=None if tokens_in is None or tokens_out is None else tokens_in + tokens_out,
        tokens_in=tokens_in,
        cost=_sum(usages, "cost"),
        terms=_pairs(data.get("terms")),
        judged_by=_pairs(data.get("judged_by")),
        apart=kinds.apart(metadata.get("kind"), _mapping(metadata.get("extra")).get(LOOSE)),
        replayed=replayed,
    )


def _decisive(attempts: Sequence[Data]) -> Data:
    """As `model.Trial.last`."""
    if len(attempts) == 1:
        return attempts[0]
    scored = [attempt for attempt in attempts if _outcome(attempt).scored]
    return (scored or attempts or ({},))[-1]


@cache  # nearly all trials of a run tell the same
def _known(items: tuple[tuple[str, object], ...]) -> Pairs:
    return tuple(sorted((name, str(each)) for name, each in items if each is not None))


def _pairs(value: object) -> Pairs:
    return _known(tuple(_mapping(value).items()))


def _outcome(data: Data) -> Outcome:
    return Outcome(_required(data["outcome"]))


def _outside(collateral: object) -> float | None:
    if collateral is None:
        return None
    return sum(_number(count) or 0 for count in _mapping(_mapping(collateral).get("outside")).values())


def _sum(usages: Sequence[Data], key: str) -> float | None:
    """As `scoring.results.together`: unknown when one attempt does not tell."""
    if len(usages) == 1:
        return _number(usages[0].get(key))
    told = [_number(usage.get(key)) for usage in usages]
    known = [value for value in told if value is not None]
    return sum(known) if known and len(known) == len(told) else None


def _mapping(value: object) -> Data:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise TypeError(f"{value!r:.40} is no object")
    return value


def _list(value: object) -> Sequence[Data]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r:.40} is no list of attempts")
    return [_mapping(attempt) for attempt in value]


def _required(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is no name")
    return intern(str(value))  # an enum's value is text, too


def _text(value: object) -> str | None:
    return None if value is None else _required(value)


def _number(value: object) -> float | None:
    if value is None:
        return None
    if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value):
        raise TypeError(f"{value!r:.40} is no number")
    return value
