"""From a recipe and its sources to a suite: search the ground, fill the plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_editbench.errors import UsageError
from pytest_editbench.generate import plan, suite
from pytest_editbench.generate.choose import Chooser
from pytest_editbench.generate.draw import Draw
from pytest_editbench.generate.ground import Ground, Search, search
from pytest_editbench.generate.mutations import MUTATIONS

if TYPE_CHECKING:
    from pytest_editbench.generate.choose import Filling, Place
    from pytest_editbench.generate.mutations.mutation import Mutation
    from pytest_editbench.generate.plan import Slot
    from pytest_editbench.generate.recipe.recipe import Recipe
    from pytest_editbench.generate.source import SourceFile
    from pytest_editbench.generate.sources import Source
    from pytest_editbench.processes.workers import Workers

Told = Callable[[str, int, int], None]
"""Hears of progress: what is done at present, how much of it, of how much."""

_MOST_REFILLS = 20  # times that cases which some mutations cannot give are asked of the others


@dataclass(frozen=True, slots=True)
class Generated:
    """A suite, and how it came about."""

    recipe: Recipe
    sources: Sequence[Source]
    fillings: Sequence[Filling]  # each slot of the plan, then those that take the place of missing cases
    passed_over: Counter[str]  # files that were read and not used, by reason
    files: Sequence[SourceFile]

    def file(self, place: Place) -> SourceFile:
        """The file of a place that was tried."""
        return self.files[place.file]

    def plan(self) -> Sequence[Filling]:
        """The slots that were asked for."""
        return self.fillings[: len(planned(self.recipe))]

    def cases(self) -> list[suite.SuiteCase]:
        """The cases in the order of the plan."""
        return [case for case, _ in suite.cases(self.fillings)]


def planned(recipe: Recipe) -> list[Slot]:
    """The slots that a recipe asks for; `UsageError` where its filters leave no mutation."""
    wanted = mutations(recipe)
    total = recipe.count
    counts = (
        plan.scaled(wanted, recipe.scale)
        if total is None
        else plan.spread([mutation.count for mutation in wanted], total)
    )
    return plan.slots(wanted, counts, recipe.difficulties)


def mutations(recipe: Recipe) -> list[Mutation]:
    """The mutations that a recipe asks for, with its sizes, in the order of the table."""
    found = [
        replace(mutation, sizes=recipe.sizes.get(mutation.name, mutation.sizes))
        for mutation in MUTATIONS
        if (not recipe.mutations or mutation.name in recipe.mutations)
        and (not recipe.categories or mutation.category in recipe.categories)
    ]
    if not found:
        raise UsageError("no mutation is both among the mutations and among the categories asked for")
    return found


def generate(recipe: Recipe, sources: Sequence[Source], workers: Workers, told: Told) -> Generated:
    """The suite of a recipe: the same for the same recipe and sources, whatever the workers."""
    files = [file for source in sources for file in source.files]
    draw = Draw(recipe.seed)
    grounds = _search(files, recipe, draw, workers, told)
    chooser = Chooser(files, grounds, draw.at("order"), recipe.min_score, recipe.difficulties)
    fillings = _fill(chooser, recipe, workers, told)
    passed_over = Counter(ground.passed_over for ground in grounds if ground.passed_over)
    return Generated(recipe, sources, fillings, passed_over, files)


def _search(
    files: Sequence[SourceFile], recipe: Recipe, draw: Draw, workers: Workers, told: Told
) -> list[Ground]:
    names = [mutation.name for mutation in mutations(recipe)]
    tasks = [Search(file, names, draw.at("spots")) for file in files]
    grounds: list[Ground] = []
    for ground in workers.map(search, tasks):
        grounds.append(ground)
        told("reading files", len(grounds), len(tasks))
    return grounds


def _fill(chooser: Chooser, recipe: Recipe, workers: Workers, told: Told) -> list[Filling]:
    """The plan's slots; where a number of cases is asked for, others make up for those not found."""

    def cases(done: int, of: int) -> None:
        told("making cases", done, of)

    fillings = chooser.fill(planned(recipe), workers, cases)
    for _ in range(_MOST_REFILLS if recipe.count is not None else 0):
        more = _more(fillings, recipe)
        if not more:
            break
        fillings += chooser.fill(more, workers, cases)
    return fillings


def _more(fillings: Sequence[Filling], recipe: Recipe) -> list[Slot]:
    """Slots for the cases still missing, of those mutations that gave all that was asked of them."""
    missing = (recipe.count or 0) - sum(filling.made is not None for filling in fillings)
    exhausted = {filling.slot.mutation for filling in fillings if filling.made is None}
    able = [mutation for mutation in mutations(recipe) if mutation.name not in exhausted]
    if missing <= 0 or not able:
        return []
    asked = Counter(filling.slot.mutation for filling in fillings)
    shares = plan.spread([mutation.count for mutation in able], missing)
    wanted = [asked[mutation.name] + share for mutation, share in zip(able, shares, strict=True)]
    slots = plan.slots(able, wanted, recipe.difficulties)
    return [slot for slot in slots if slot.number > asked[slot.mutation]]
