"""How two runs differ, and which differences make their figures mean something else."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.errors import UsageError
from pytest_editbench.findings.contrast import Setting

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from pytest_editbench.runs.rows import Pairs, Row
    from pytest_editbench.runs.samples import Sample

SETTINGS = ("comparator", "formatter", "prettier-options")  # that a verdict depends on and are no grammars
GRAMMARS = "grammars"


class Fact(NamedTuple):
    """Something that a record tells about its run."""

    name: str
    of: Callable[[Sample], str | None]
    decides: bool = False  # whether an equal edit may be judged otherwise


def between(base: Sample, new: Sample, allowed: Collection[str] = ()) -> tuple[Setting, ...]:
    """All in which the two runs differ; `UsageError` for what cannot be allowed because it never matters."""
    unknown = [name for name in allowed if name not in REFUSED]
    if unknown:
        raise UsageError(f"{unknown[0]!r} is nothing to allow; that would be: {', '.join(REFUSED)}")
    told = [(fact.name, fact.of(base), fact.of(new)) for fact in FACTS]
    told.append((GRAMMARS, *_grammars(base, new)))
    return tuple(
        Setting(name, one, other, allowed=name not in REFUSED or name in allowed)
        for name, one, other in told
        if one != other
    )


def refused(settings: Collection[Setting]) -> Iterator[str]:
    """Why the two cannot be compared, a line for each reason."""
    for each in settings:
        if not each.allowed:
            one, other = each.base or "unknown", each.new or "unknown"
            yield f"{each.name} is {one} in the first and {other} in the second"


def _header(key: str) -> Callable[[Sample], str | None]:
    return lambda sample: _text(sample.header.get(key))


def _option(key: str) -> Callable[[Sample], str | None]:
    return lambda sample: _text(sample.options.get(key))


def _of_rows(of: Callable[[Row], str | None]) -> Callable[[Sample], str | None]:
    """What the scored trials tell; nothing was asked of the others."""
    return lambda sample: _joined({of(row) for row in _scored(sample)})


def _term(key: str) -> Callable[[Sample], str | None]:
    return lambda sample: _joined({dict(each).get(key) for each in {row.terms for row in _scored(sample)}})


def _replayed(sample: Sample) -> str:
    """How many: they tell no duration."""
    rows = [row.replayed for row in _scored(sample)]
    return f"{sum(rows):,}/{len(rows):,}" if any(rows) else "none"


def _judged_by(key: str) -> Callable[[Sample], str | None]:
    return lambda sample: _joined(
        {dict(each).get(key) for each in {row.judged_by for row in _scored(sample)}}
    )


def _joined(values: Collection[str | None]) -> str | None:
    return " and ".join(sorted(value for value in values if value)) or None


def _grammars(base: Sample, new: Sample) -> tuple[str | None, str | None]:
    """Those of which both runs tell a version, and not the same; all, where one run tells nothing."""
    one, other = (_versions(sample) for sample in (base, new))
    names = sorted(one.keys() & other.keys() if one and other else one.keys() | other.keys())
    unlike = [name for name in names if one.get(name) != other.get(name)]
    return _shown(one, unlike), _shown(other, unlike)


def _versions(sample: Sample) -> Mapping[str, str]:
    distinct: set[Pairs] = {row.judged_by for row in _scored(sample)}
    return {name: version for pairs in distinct for name, version in pairs if name not in SETTINGS}


def _shown(versions: Mapping[str, str], names: Collection[str]) -> str | None:
    return ", ".join(f"{name} {versions[name]}" for name in names if name in versions) or None


def _scored(sample: Sample) -> Iterator[Row]:
    return (row for row in sample.rows if row.scored)


def _text(value: object) -> str | None:
    if isinstance(value, list):
        return "; ".join(map(str, value)) or None
    return None if value in (None, "", False) else str(value)


FACTS = (
    Fact("agent", lambda sample: sample.contender.agent),
    Fact("agent version", _term("version")),
    Fact("edit format", lambda sample: sample.contender.format),
    Fact("command", lambda sample: sample.command),
    Fact("model", _of_rows(lambda row: row.model)),
    Fact("temperature", _term("temperature")),
    Fact("max tokens", _term("max_tokens")),
    Fact("trials with kept answers", _replayed),
    Fact("server", _term("server")),
    Fact("match", _of_rows(lambda row: row.match), decides=True),
    Fact("attempts", _term("attempts"), decides=True),
    Fact("tolerances", lambda sample: _term("tolerances")(sample) or "none", decides=True),
    *(Fact(name, _judged_by(name), decides=True) for name in SETTINGS),
    Fact("trials", _option("trials")),
    Fact("timeout", _term("timeout")),
    Fact("home", _term("home")),
    Fact("sandbox", _term("sandbox")),
    Fact("git", _option("git")),
    Fact("ignore", _option("ignore")),
    Fact("editbench", _header("editbench")),
    Fact("python", _header("python")),
    Fact("pytest", _header("pytest")),
    Fact("platform", _header("platform")),
)
REFUSED = (*(fact.name for fact in FACTS if fact.decides), GRAMMARS)
