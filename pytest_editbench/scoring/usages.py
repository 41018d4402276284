"""What agents used and how their calls went, over many trials: figures only of the trials that tell them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING

from pytest_editbench.results import EDIT_FAILURES, TOOL_KINDS, USAGE_BASES
from pytest_editbench.scoring.rates import Proportion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pytest_editbench.results import Usage

OTHERS = "other reasons"
REASONS = 6  # of malformed answers, or tolerances, that are told apart
LONGEST = 100  # characters of a reason

# Within such marks, a mark of the same kind is escaped; an apostrophe in a word is none.
_QUOTED = re.compile(r"""(?<!\w)(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|`[^`]*`""")
_NUMBERS = re.compile(r"\d+(?:(?:, | and |[,.])\d+)*")
_PLACE = re.compile(r"(?:.{0,200}?: )?line #: (?=\S)")  # of the answer, perhaps after the path of a file


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum over the `n` trials that told the figure."""

    value: float
    n: int
    approximate: int = 0  # those of the n trials whose figure is rounded or estimated


@dataclass(frozen=True, slots=True)
class Median:
    """A median over the `n` trials that told the figure."""

    value: float
    n: int
    approximate: int = 0


@dataclass(frozen=True, slots=True)
class Calls:
    """How calls of tools went; what no trial tells is None or absent."""

    edits_ok: Sum | None = None
    edits_failed: Sum | None = None
    edit_rate: Proportion | None = None  # calls that landed, of those of trials that tell both
    failures: Mapping[str, int] = field(default_factory=dict)  # of edit calls, by EDIT_FAILURES
    unsorted: int = 0  # failed edit calls of which no kind is told
    kinds: Mapping[str, int] = field(default_factory=dict)  # all calls, by TOOL_KINDS
    kinds_told: int = 0  # trials that told these


@dataclass(frozen=True, slots=True)
class Answers:
    """How answers fared on their way into the tree, in trials."""

    malformed: Mapping[str, int] = field(default_factory=dict)  # by reason, the most frequent first
    tolerances: Mapping[str, int] = field(default_factory=dict)  # that saved a trial, by name
    provider_retries: Sum | None = None  # over the trials that had any
    replayed: int = 0  # attempts whose answer is a kept one
    attempts: int = 0  # that were made in all


@dataclass(frozen=True, slots=True)
class Amount:
    """A figure of a usage."""

    of: Callable[[Usage], float | None]
    priced: bool = False  # whether it is one of tokens or cost, which may be rounded or estimated


USAGE: Mapping[str, Amount] = {
    "input tokens": Amount(lambda usage: usage.input_tokens, priced=True),
    "output tokens": Amount(lambda usage: usage.output_tokens, priced=True),
    "cached tokens": Amount(lambda usage: usage.cached_tokens, priced=True),
    "cache write tokens": Amount(lambda usage: usage.cache_write_tokens, priced=True),
    "reasoning tokens": Amount(lambda usage: usage.reasoning_tokens, priced=True),
    "cost in US $": Amount(lambda usage: usage.cost, priced=True),
    "turns": Amount(lambda usage: usage.turns),
    "tool calls": Amount(lambda usage: None if usage.tool_calls is None else sum(usage.tool_calls.values())),
    "unreadable lines": Amount(lambda usage: usage.unreadable_lines or None),
}
_TYPICAL = [name for name, amount in USAGE.items() if name != "unreadable lines"]


def sums(usages: Sequence[Usage]) -> dict[str, Sum]:
    """The sum of each figure that any trial tells, by its name."""
    told = {name: _told(amount, usages) for name, amount in USAGE.items()}
    return {
        name: Sum(sum(value for value, _ in values), len(values), sum(rough for _, rough in values))
        for name, values in told.items()
        if values
    }


def medians(usages: Sequence[Usage]) -> dict[str, Median]:
    """The median of each figure over the trials that tell it, where more than one does."""
    told = {name: _told(USAGE[name], usages) for name in _TYPICAL}
    return {
        name: Median(_middle([value for value, _ in values]), len(values), sum(rough for _, rough in values))
        for name, values in told.items()
        if len(values) > 1
    }


def bases(usages: Iterable[Usage]) -> dict[str, int]:
    """How many trials tell tokens or cost that are rounded or estimated, by USAGE_BASES."""
    counts = Counter(_basis(usage) for usage in usages if _is_rough(usage) and _tells_amounts(usage))
    return {basis: counts[basis] for basis in USAGE_BASES if counts[basis]}


def calls(usages: Sequence[Usage]) -> Calls:
    """How the calls of these trials went."""
    both = [
        (usage.edit_calls_ok, usage.edit_calls_failed)
        for usage in usages
        if usage.edit_calls_ok is not None and usage.edit_calls_failed is not None
    ]
    made = sum(ok + failed for ok, failed in both)
    return Calls(
        edits_ok=_sum([usage.edit_calls_ok for usage in usages]),
        edits_failed=_sum([usage.edit_calls_failed for usage in usages]),
        edit_rate=Proportion(sum(ok for ok, _ in both), made) if made else None,
        failures=_counts([usage.edit_failures for usage in usages], EDIT_FAILURES),
        unsorted=sum(map(_unsorted, usages)),
        kinds=_counts([usage.calls_by_kind for usage in usages], TOOL_KINDS),
        kinds_told=sum(usage.calls_by_kind is not None for usage in usages),
    )


def answers(
    malformed: Iterable[str],
    tolerances: Iterable[str],
    retries: Iterable[int],
    replayed: int = 0,
    attempts: int = 0,
) -> Answers:
    """The reasons why answers were malformed, what saved others, and how often a provider was asked anew."""
    again = [count for count in retries if count]
    return Answers(
        malformed=_most_frequent(map(sorted_reason, malformed)),
        tolerances=_most_frequent(name[:LONGEST] for name in tolerances),
        provider_retries=Sum(sum(again), len(again)) if again else None,
        replayed=replayed,
        attempts=attempts,
    )


def worst_basis(usages: Iterable[Usage]) -> str | None:
    """The basis that holds for all of these together; None where none tells one."""
    told = [_basis(usage) for usage in usages if usage.basis is not None]
    return max(told, key=USAGE_BASES.index, default=None)


def sorted_reason(reason: str) -> str:
    """A reason without its place and the names and numbers in it, so that equal faults count as one."""
    told = _NUMBERS.sub("#", _QUOTED.sub("…", reason[: 20 * LONGEST]))
    if place := _PLACE.match(told):
        told = told[place.end() :]
    return told if len(told) <= LONGEST else f"{told[: LONGEST - 1]}…"


def _told(amount: Amount, usages: Iterable[Usage]) -> list[tuple[float, bool]]:
    """What each trial tells, and whether that is rough."""
    found = ((amount.of(usage), amount.priced and _is_rough(usage)) for usage in usages)
    return [(value, rough) for value, rough in found if value is not None]


def _middle(values: Sequence[float]) -> float:
    """Their median; a whole number where the two in the middle make one, and all are whole."""
    found = median(values)
    whole = all(isinstance(value, int) for value in values)
    return int(found) if whole and found == int(found) else found


def _is_rough(usage: Usage) -> bool:
    return usage.basis is not None and usage.basis != USAGE_BASES[0]


def _basis(usage: Usage) -> str:
    return usage.basis if usage.basis in USAGE_BASES else USAGE_BASES[-1]


def _tells_amounts(usage: Usage) -> bool:
    return any(amount.of(usage) is not None for amount in USAGE.values() if amount.priced)


def _sum(values: Iterable[int | None]) -> Sum | None:
    told = [value for value in values if value is not None]
    return Sum(sum(told), len(told)) if told else None


def _unsorted(usage: Usage) -> int:
    return max(0, (usage.edit_calls_failed or 0) - sum((usage.edit_failures or {}).values()))


def _counts(told: Iterable[Mapping[str, int] | None], names: Sequence[str]) -> dict[str, int]:
    """The sums by these names alone: a record may be of a version that has others."""
    found: Counter[str] = Counter()
    for counts in told:
        for name, count in (counts or {}).items():
            found[name if name in names else names[-1]] += count
    return {name: found[name] for name in names if found[name]}


def _most_frequent(words: Iterable[str]) -> dict[str, int]:
    counts = Counter(words)
    kept = dict(sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:REASONS])
    rest = sum(counts.values()) - sum(kept.values())
    return {**kept, OTHERS: kept.get(OTHERS, 0) + rest} if rest else kept
