"""Where two runs differ: case by case, by what the cases are like, by what went wrong."""

from __future__ import annotations

from collections import Counter, defaultdict
from operator import attrgetter
from statistics import fmean
from typing import TYPE_CHECKING

from pytest_editbench.findings.contrast import Failures, Fate, Flip, Group
from pytest_editbench.findings.estimates import ALPHA
from pytest_editbench.scoring import holm, paired, sizes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_editbench.runs.pairing import Pair
    from pytest_editbench.runs.rows import Row

DIMENSIONS: Mapping[str, Callable[[Row], str | None]] = {
    name: attrgetter(name) for name in ("category", "mutation", "difficulty")
}


def fate(passes: tuple[int, int, int]) -> Fate:
    """What became of a case with so many passes before and after, of so many trials on either side."""
    before, after, trials = passes
    if 0 < before < trials or 0 < after < trials:
        return Fate.NOISY
    if before == after:
        return Fate.SAME
    return Fate.FIXED if after else Fate.BROKEN


def flips(pairs: Sequence[Pair]) -> list[Flip]:
    """The cases that were not the same on both sides: broken, fixed, noisy ones; most changed first."""
    order = list(Fate)
    found = [_flip(pair) for pair in pairs if fate(pair.passes) is not Fate.SAME]
    return sorted(found, key=lambda flip: (order.index(flip.fate), -abs(flip.new - flip.base), flip.case))


def _flip(pair: Pair) -> Flip:
    before, after, trials = pair.passes
    facts = pair.facts
    return Flip(
        case=facts.case,
        fate=fate(pair.passes),
        base=before,
        new=after,
        trials=trials,
        category=facts.category,
        mutation=facts.mutation,
        difficulty=facts.difficulty,
        diagnosis=next(row.failure for row in (*pair.new, *pair.base) if row.failure),
    )


def groups(pairs: Sequence[Pair]) -> list[Group]:
    """The groups of each dimension that has several, tested together; cases that do not tell come last."""
    parts = [
        (dimension, name, part)
        for dimension, of in DIMENSIONS.items()
        for name, part in _parts(pairs, of).items()
    ]
    tests = [paired.sign_flip(paired.scaled(pair.passes for pair in part)).either for _, _, part in parts]
    return [
        _group(dimension, name, part, adjusted, looks=len(parts))
        for (dimension, name, part), adjusted in zip(parts, holm.adjusted(tests), strict=True)
    ]


def _parts(pairs: Sequence[Pair], of: Callable[[Row], str | None]) -> Mapping[str | None, Sequence[Pair]]:
    found: dict[str | None, list[Pair]] = defaultdict(list)
    for pair in pairs:
        found[of(pair.facts)].append(pair)
    if len(found) < 2:
        return {}
    return {name: found[name] for name in sorted(found, key=lambda name: (name is None, name or ""))}


def _group(dimension: str, name: str | None, pairs: Sequence[Pair], adjusted: float, *, looks: int) -> Group:
    fates = Counter(fate(pair.passes) for pair in pairs)
    before, after = rates(pairs)
    trials = max(len(pair.base) for pair in pairs)
    return Group(
        dimension=dimension,
        name=name,
        cases=len(pairs),
        base=before,
        new=after,
        broken=fates[Fate.BROKEN],
        fixed=fates[Fate.FIXED],
        noisy=fates[Fate.NOISY],
        adjusted=adjusted,
        smallest=sizes.of_rates([pair.difference for pair in pairs], trials, ALPHA / 2 / looks),
    )


def rates(pairs: Sequence[Pair]) -> tuple[float, float]:
    """The pass rate before and after: means over cases of the shares of their trials."""
    passes = [pair.passes for pair in pairs]
    return (
        fmean([before / trials for before, _, trials in passes]),
        fmean([after / trials for _, after, trials in passes]),
    )


def failures(pairs: Sequence[Pair]) -> list[Failures]:
    """What went wrong in the compared trials, most frequent first."""
    base = Counter(row.failure for pair in pairs for row in pair.base if not row.passed)
    new = Counter(row.failure for pair in pairs for row in pair.new if not row.passed)
    names = sorted(base.keys() | new.keys(), key=lambda name: (-base[name] - new[name], name))
    return [Failures(name, base[name], new[name]) for name in names]
