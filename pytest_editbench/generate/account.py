"""What a generation came to, as lines to print."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pytest_editbench.errors import UsageError
from pytest_editbench.generate import manifest, suite

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_editbench.generate.choose import Filling
    from pytest_editbench.generate.engine import Generated

_SHOWN = 3  # examples, and slots that were not filled


def outcome(made: Generated) -> Iterator[str]:
    """A few lines: the cases, what was not found and why, the files that were passed over."""
    plan = manifest.summary(made)
    got, asked = plan["got"], plan["asked"]
    cases = "case" if asked == 1 else "cases"
    yield f"{got} of {asked} {cases}, {plan['fell_back']} at another difficulty than asked"
    yield from _passed_over(made)
    missing = [filling for filling in made.plan() if filling.made is None]
    for filling in missing[:_SHOWN]:
        yield f"not found: {_wish(filling)}: {_reasons(filling)}"
    if len(missing) > _SHOWN:
        yield f"not found: {len(missing) - _SHOWN} more; --explain NAME#NUMBER tells why"


def _passed_over(made: Generated) -> Iterator[str]:
    files = sum(len(source.files) for source in made.sources) - made.passed_over.total()
    skipped: Counter[str] = Counter(made.passed_over)
    for source in made.sources:
        skipped.update(source.skipped)
    told = ", ".join(f"{reason} {count}" for reason, count in sorted(skipped.items()))
    yield f"{counted(files, 'file')} used{f'; passed over: {told}' if told else ''}"
    for source in made.sources:
        if not source.files:
            yield f'nothing used of {source.name}; a recipe may ask for more, as with include = ["dist/**"]'


def counted(number: int, noun: str) -> str:
    """The number of things."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _wish(filling: Filling) -> str:
    slot = filling.slot
    size = f", {slot.band[0]}-{slot.band[1]} changed lines" if slot.band else ""
    return f"{slot.name} ({slot.difficulty}{size})"


def _reasons(filling: Filling) -> str:
    tries = filling.tries
    if not filling.candidates:
        return "no candidate in these files"
    counts = Counter(each.refusal for each in tries if each.refusal)
    told = [f"{reason} {count}" for reason, count in counts.most_common(_SHOWN)]
    told += [f"{reason} {count}" for reason, count in filling.unsuited.most_common()]
    return f"{counted(filling.candidates, 'candidate')}: {', '.join(told)}"


def distribution(made: Generated) -> Iterator[str]:
    """The plan as tables: asked and got by mutation, difficulty and size, edit shapes beside real ones."""
    plan = manifest.summary(made)
    for name in ("mutations", "difficulties", "sizes"):
        table = plan[name]
        assert isinstance(table, dict)
        yield from _table(name, ("asked", "got"), table)
    for name, shares in manifest.shapes(made.fillings).items():
        yield from _table(name.replace("_", " "), ("number", "share", "measured"), shares)


def _table(title: str, columns: Sequence[str], rows: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    width = max(len(title), *map(len, rows)) if rows else len(title)
    yield ""
    yield f"{title:<{width}}" + "".join(f"  {column:>8}" for column in columns)
    for name, row in rows.items():
        yield f"{name:<{width}}" + "".join(f"  {row[column]:>8}" for column in columns)


def examples(made: Generated) -> Iterator[str]:
    """The first prompts of the suite, one of each mutation, up to three."""
    first = {case.made.mutation: case for case in reversed(made.cases())}
    for case in list(reversed(first.values()))[:_SHOWN]:
        yield ""
        yield f"── {case.id}: {case.made.file.path}, line {case.made.change.line}"
        yield from case.made.prompt.strip().split("\n")


def explanation(made: Generated, case: str) -> Iterator[str]:
    """Which candidates were tried for a case, or a slot that was not filled, and why they were refused."""
    filling = _filling(made, case)
    yield f"{case}: wished for {_wish(filling)}"
    for each in filling.tries:
        candidate = each.place.spot.candidate
        file = made.file(each.place)
        verdict = "taken" if each.refusal is None else f"refused: {each.refusal}"
        yield f"  {file.source}/{file.path}:{candidate.line}  {each.difficulty}  {verdict}"
    if filling.made is None:
        yield f"  not found: {_reasons(filling)}"


def _filling(made: Generated, case: str) -> Filling:
    found: dict[str, Filling] = {entry.id: filling for entry, filling in suite.cases(made.fillings)}
    slots = {filling.slot.name: filling for filling in made.fillings}
    filling = found.get(case) or slots.get(case)
    if filling is None:
        known = f"it has {', '.join(list(found)[:5])} …" if found else "it has no case at all"
        raise UsageError(f"{case}: the suite has no such case; {known}")
    return filling
