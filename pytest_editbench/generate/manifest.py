"""`suite.json`: what a suite was made from, what was asked, what came of it."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING

from pytest_editbench import __version__, languages
from pytest_editbench.generate.suite import joined_digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_editbench.generate.choose import Filling
    from pytest_editbench.generate.engine import Generated
    from pytest_editbench.generate.sources import Source, SourceSpec

NAME = "suite.json"
"""What the manifest's file is called."""

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

# Shares of real agents' edits, measured per tool call.
_LINES = {"1": 0.23, "2-5": 0.30, "6-20": 0.29, "21-60": 0.14, "61+": 0.05}
_HUNKS = {"1": 0.48, "2": 0.21, "3+": 0.31}
_KINDS = {"replace": 0.55, "insert": 0.32, "delete": 0.12}
_LINE_ENDS = (("1", 1), ("2-5", 5), ("6-20", 20), ("21-60", 60))
_HUNK_ENDS = (("1", 1), ("2", 2))


def manifest(made: Generated, digests: Mapping[str, str]) -> dict[str, object]:
    """The manifest of a suite, given the digest of each case."""
    recipe = made.recipe
    return {
        "name": recipe.name,
        "digest": joined_digest(digests),
        "generator": __version__,
        "grammars": languages.versions(file.path for source in made.sources for file in source.files),
        "seed": recipe.seed,
        "asked": {
            "scale": recipe.scale,
            "count": recipe.count,
            "mutations": list(recipe.mutations),
            "categories": list(recipe.categories),
            "difficulties": list(recipe.difficulties),
            "min_score": recipe.min_score,
            "sizes": {mutation: list(map(list, bands)) for mutation, bands in recipe.sizes.items()},
        },
        "sources": list(map(_source, made.sources, recipe.sources)),
        "passed_over": dict(sorted(made.passed_over.items())),
        "plan": summary(made),
        "shapes": shapes(made.fillings),
        "cases": dict(digests),
    }


def listed(text: bytes) -> dict[str, str]:
    """The digest of each case that a manifest lists, by id; ValueError where the text is no manifest.

    An id with a slash would lead elsewhere, where an update must neither write nor remove.
    """
    told = json.loads(text)
    cases = told.get("cases") if isinstance(told, dict) else None
    if not isinstance(cases, dict) or not all(map(_ID.fullmatch, cases)):
        raise ValueError("no table of cases")
    return {case: str(own) for case, own in cases.items()}


def _source(source: Source, asked: SourceSpec) -> dict[str, object]:
    return {
        "name": source.name,
        "version": source.version,
        "digest": source.digest,
        "licence": source.licence,
        "include": list(asked.include),
        "exclude": list(asked.exclude),
        "files": len(source.files),
        "skipped": dict(sorted(source.skipped.items())),
    }


def summary(made: Generated) -> dict[str, object]:
    """What was asked and what was got: in all, by mutation, by difficulty, by size; what was skipped.

    Where a number of cases was asked for, others take the place of those that were skipped: they are got
    without having been asked for.
    """
    plan = made.plan()
    found = [filling for filling in made.fillings if filling.made]
    return {
        "asked": len(plan),
        "got": len(found),
        "fell_back": sum(map(_fell_back, found)),
        "mutations": _table(map(_mutation, plan), map(_mutation, found)),
        "difficulties": _table(
            (filling.slot.difficulty for filling in plan),
            (filling.made.difficulty for filling in found if filling.made),
        ),
        "sizes": _table(filter(None, map(_band, plan)), filter(None, map(_band, found))),
        "skipped": [_skipped(filling) for filling in plan if not filling.made],
    }


def _mutation(filling: Filling) -> str:
    return filling.slot.mutation


def _band(filling: Filling) -> str:
    return "-".join(map(str, filling.slot.band or ()))


def _fell_back(filling: Filling) -> bool:
    return filling.made is not None and filling.made.difficulty != filling.slot.difficulty


def _table(asked: Iterable[str], got: Iterable[str]) -> dict[str, dict[str, int]]:
    asked_for, found = Counter(asked), Counter(got)
    return {key: {"asked": asked_for[key], "got": found[key]} for key in [*asked_for, *found]}


def _skipped(filling: Filling) -> dict[str, object]:
    reasons = Counter(each.refusal for each in filling.tries if each.refusal)
    return {
        "mutation": filling.slot.mutation,
        "difficulty": filling.slot.difficulty,
        "size": _band(filling) or None,
        "candidates": filling.candidates,
        "tried": len(filling.tries),
        "reasons": dict(sorted(reasons.items())),
        "not_tried": dict(sorted(filling.unsuited.items())),
    }


def shapes(fillings: Sequence[Filling]) -> dict[str, dict[str, dict[str, float]]]:
    """How the edits of the suite compare with those of real agents: number, share, measured share."""
    found = [filling.made.change.shape for filling in fillings if filling.made]
    return {
        "changed_lines": _shares((_named(each.changed_lines, _LINE_ENDS, "61+") for each in found), _LINES),
        "hunks": _shares((_named(each.hunks, _HUNK_ENDS, "3+") for each in found), _HUNKS),
        "kinds": _shares((kind for each in found for kind in each.kinds), _KINDS),
    }


def _named(number: int, ends: Iterable[tuple[str, int]], beyond: str) -> str:
    return next((name for name, end in ends if number <= end), beyond)


def _shares(found: Iterable[str], measured: Mapping[str, float]) -> dict[str, dict[str, float]]:
    counts = Counter(found)
    whole = sum(counts.values()) or 1
    return {
        name: {"number": counts[name], "share": round(counts[name] / whole, 3), "measured": share}
        for name, share in measured.items()
    }
