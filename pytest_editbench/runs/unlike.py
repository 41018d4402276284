"""Why nothing of an earlier record stands for the trials of a session."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from pytest_editbench.runs import resume

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from pytest_editbench.model import Trial
    from pytest_editbench.runs.resume import Earlier, Key

_NAMES = {"case_digest": "digest of the case"}
# What it means where such a term is null: that nothing of the kind was asked.
_ABSENT = {"tolerances": "none", **dict.fromkeys(("temperature", "seed", "max_tokens"), "not set")}
_SHOWN = 3  # reasons


def reasons(earlier: Iterable[Earlier], trials: Collection[Trial]) -> str:
    """By what the keys differ, for most trials first; one phrase."""
    known: dict[object, list[Key]] = defaultdict(list)
    for record in earlier:
        for key in record.keys:
            known[key[0]].append(key)
    if not known:
        return "it has no trial with a verdict"
    begun = [trial for trial in trials if trial.case_digest] or trials  # the others had no key yet
    met = Counter(reason for trial in begun for reason in _differences(known, resume.key(trial)))
    return ", ".join(reason for reason, _ in met.most_common(_SHOWN))


def _differences(known: dict[object, list[Key]], wanted: Key) -> Iterator[str]:
    """How the wanted trial differs from the one of its case that is nearest to it."""
    candidates = known.get(wanted[0])
    if not candidates:
        yield "it has no verdict on these cases"
        return
    nearest = min(candidates, key=lambda key: sum(map(_differ, key, wanted)))
    found = [
        f"{_NAMES.get(name, name)} was {_shown(name, was)}, is {_shown(name, now)}"
        for name, was, now in zip(resume.NAMES, nearest, wanted, strict=True)
        if was != now
    ]
    yield from found or ["its tests are others"]


def _differ(one: object, other: object) -> bool:
    return one != other


def _shown(name: str, value: str | float | None) -> str:
    if value is None:
        return _ABSENT.get(name, "unknown")
    return f"{value:g}" if isinstance(value, float) else f"{value!s:.40}"
