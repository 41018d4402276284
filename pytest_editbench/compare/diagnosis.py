"""What went wrong with a result that does not pass, told from the three trees alone."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import NamedTuple

from pytest_editbench import linediff
from pytest_editbench.compare import collateral as collaterals
from pytest_editbench.compare import markers, threeway
from pytest_editbench.compare.threeway import Change
from pytest_editbench.linediff import Lines, Run
from pytest_editbench.model import Collateral, Diagnosis, Tree

ANYWHERE = b" \t{}()[];,"  # lines of nothing else come at any place by chance


@dataclass(frozen=True, slots=True)
class Scene:
    """What a rule may look at; of the files those where the three trees are not all equal."""

    before: Tree
    accepted: Tree
    actual: Tree
    changes: Mapping[PurePosixPath, Change]  # of the files that can be diffed
    collateral: Collateral

    def asked(self) -> list[PurePosixPath]:
        """The paths that had to change."""
        return list(collaterals.differing(self.before, self.accepted))

    def made(self) -> list[PurePosixPath]:
        """The paths that did change."""
        return list(collaterals.differing(self.before, self.actual))

    def wrong(self) -> list[PurePosixPath]:
        """The paths that are not as accepted."""
        return list(collaterals.differing(self.accepted, self.actual))


class Hunk(NamedTuple):
    """One run of the asked change."""

    path: PurePosixPath
    change: Change
    run: Run
    done: bool  # see `threeway.carried_out`


Rule = Callable[[Scene], str | None]
"""Where it went wrong, in a few words or none; None when the rule does not apply."""


def of(scene: Scene) -> tuple[Diagnosis, str]:
    """The first diagnosis whose rule applies, and where; paths and lines in it may hold anything."""
    found = ((diagnosis, rule(scene)) for diagnosis, rule in RULES.items())
    return next(((diagnosis, detail) for diagnosis, detail in found if detail is not None))


def _no_edit(scene: Scene) -> str | None:
    return None if scene.made() else ""


def _markers(scene: Scene) -> str | None:
    for path, change in scene.changes.items():
        if path in scene.accepted:  # a stray file may hold what it likes
            for number in markers.found(path, change):
                return f"line {number + 1} of {path}"
    return None


def _wrong_file(scene: Scene) -> str | None:
    asked, made = scene.asked(), scene.made()
    if not asked or set(asked) & set(made):
        return None
    return f"changed {made[0]}, not {asked[0]}"


def _wrong_indentation(scene: Scene) -> str | None:
    wrong = scene.wrong()
    off = {path: _indents_off(scene.changes[path]) for path in wrong if path in scene.changes}
    undone = scene.collateral.wrong or scene.collateral.missing
    if len(off) < len(wrong) or not all(off.values()) or not undone:
        return None
    lines = sum(filter(None, off.values()))
    return f"{_counted(lines, 'line')} of {', '.join(map(str, off))}"


def _indents_off(change: Change) -> int | None:
    """How many lines differ in leading white space; None when anything else differs."""
    accepted, actual = change.accepted.lines, change.actual.lines
    if len(accepted) != len(actual):
        return None
    pairs = list(zip(accepted, actual, strict=True))
    if any(one.lstrip() != other.lstrip() for one, other in pairs):
        return None
    return sum(one != other for one, other in pairs)


def _wrong_twin(scene: Scene) -> str | None:
    for hunk, stray in _elsewhere(scene, _removed_and_added):
        if hunk.run.old:
            there, here = stray.old.start + 1, hunk.run.old.start + 1
            return f"line {there}, not line {here} of {hunk.path}"
    return None


def _off_by(scene: Scene) -> str | None:
    for hunk, stray in _elsewhere(scene, _added):
        distance = stray.old.start - hunk.run.old.start
        added = hunk.run.added(hunk.change.accepted.lines)
        if distance and any(line.strip(ANYWHERE) for line in added):
            lines = f"{_counted(abs(distance), 'line')} {'below' if distance > 0 else 'above'}"
            return f"{lines} line {hunk.run.old.start + 1} of {hunk.path}"
    return None


def _elsewhere(
    scene: Scene, key: Callable[[Run, Lines, Lines], tuple[bytes, ...]]
) -> Iterator[tuple[Hunk, Run]]:
    """Asked runs that were not carried out, each with the made ones of equal key that nothing asked for."""
    hunks = [hunk for hunk in _hunks(scene) if not hunk.done]
    for path in dict.fromkeys(hunk.path for hunk in hunks):
        change = scene.changes[path]
        before = change.before.lines
        places = {(run.old.start, key(run, before, change.accepted.lines)) for run in change.asked}
        strays: dict[tuple[bytes, ...], list[Run]] = {}
        for run in change.made:
            text = key(run, before, change.actual.lines)
            if (run.old.start, text) not in places:
                strays.setdefault(text, []).append(run)
        for hunk in hunks:
            if hunk.path == path:
                text = key(hunk.run, before, change.accepted.lines)
                yield from ((hunk, stray) for stray in strays.get(text, ()))


def _removed_and_added(run: Run, old: Lines, new: Lines) -> tuple[bytes, ...]:
    return (*run.removed(old), b"\n", *run.added(new))  # no line holds a line end


def _added(run: Run, _old: Lines, new: Lines) -> tuple[bytes, ...]:
    return tuple(run.added(new))


def _duplicate(scene: Scene) -> str | None:
    for path in scene.wrong():
        change = scene.changes.get(path)
        place = _second_time(change) if change else None
        if place is not None:
            return f"line {place + 1} of {path}"
    return None


def _second_time(change: Change) -> int | None:
    """Where lines stand a second time in a text that lacks nothing of the accepted one."""
    runs = linediff.runs(change.accepted.lines, change.actual.lines)
    if any(run.old for run in runs):
        return None
    actual = change.actual.lines
    asked = {tuple(run.added(change.accepted.lines)) for run in change.asked}
    replaced = {tuple(run.removed(change.before.lines)) for run in change.asked if run.new}
    for run in runs:
        text = list(run.added(actual))
        start, stop, length = run.new.start, run.new.stop, len(text)
        beside = text in (actual[max(0, start - length) : start], actual[stop : stop + length])
        if any(map(bytes.strip, text)) and (beside or tuple(text) in asked | replaced):
            return start
    return None


def _neighbour(scene: Scene) -> str | None:
    for path, change in scene.changes.items():
        for group in threeway.groups(change.asked, change.made):
            done = group.asked and all(threeway.carried_out(run, group, change) for run in group.asked)
            asked = {number for run in group.asked for number in run.old}
            lost = sorted({number for run in group.made for number in run.old} - asked)
            if done and lost and _added_lines(group.asked) == _added_lines(group.made):
                return f"line {lost[0] + 1} of {path}"
    return None


def _added_lines(runs: Iterable[Run]) -> int:
    return sum(len(run.new) for run in runs)


def _partial(scene: Scene) -> str | None:
    hunks = [hunk.done for hunk in _hunks(scene)]
    plain = [
        scene.accepted.get(path) == scene.actual.get(path)
        for path in scene.asked()
        if path not in scene.changes
    ]
    done, count = sum(hunks) + sum(plain), len(hunks) + len(plain)
    return f"{done} of {count} hunks" if 0 < done < count else None


def _hunks(scene: Scene) -> Iterator[Hunk]:
    for path, change in scene.changes.items():
        for group in threeway.groups(change.asked, change.made):
            for run in group.asked:
                yield Hunk(path, change, run, threeway.carried_out(run, group, change))


def _collateral(scene: Scene) -> str | None:
    found = scene.collateral
    if found.missing or found.wrong or not found.outside:
        return None
    return ", ".join(f"{kind}: {count}" for kind, count in found.outside.items())


def _other(_scene: Scene) -> str | None:
    return ""


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


RULES: Mapping[Diagnosis, Rule] = {
    Diagnosis.NO_EDIT: _no_edit,
    Diagnosis.MARKERS: _markers,
    Diagnosis.WRONG_FILE: _wrong_file,
    Diagnosis.WRONG_INDENTATION: _wrong_indentation,
    Diagnosis.WRONG_TWIN: _wrong_twin,
    Diagnosis.OFF_BY: _off_by,
    Diagnosis.DUPLICATE: _duplicate,
    Diagnosis.NEIGHBOUR: _neighbour,
    Diagnosis.PARTIAL: _partial,
    Diagnosis.COLLATERAL: _collateral,
    Diagnosis.OTHER: _other,
}
