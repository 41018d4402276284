"""An earlier record as a session sees it that continues it: which of its verdicts still stand for a trial."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import fields
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import records
from pytest_editbench.errors import UsageError
from pytest_editbench.model import Outcome
from pytest_editbench.runs import carrying
from pytest_editbench.terms import Terms

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    from pytest_editbench.model import Trial

_TERMS = tuple(field.name for field in fields(Terms))
_ABOUT = ("case", "case_digest", "agent", "command", "trial", "match")
_SCORED = tuple(outcome.value for outcome in Outcome if outcome.scored)
_UNSCORED = tuple(outcome.value for outcome in Outcome if not outcome.scored)
NAMES = (*_ABOUT, *_TERMS)  # of what a key tells, in its order
ALWAYS = ("comparator", "formatter", "prettier-options")  # what verdicts on all cases depend on


Key = tuple[str | float | None, ...]
"""All that decides whether an earlier trial is the one that would be run now, see `key`."""


class Found(NamedTuple):
    """An earlier verdict, and where its line is: a record may be larger than memory."""

    test: str | None  # node id
    judged_by: Mapping[str, str]  # empty is unknown
    offset: int  # bytes


def key(trial: Trial) -> Key:
    """Case (id, digest), agent (label, command), number, match level and terms of a trial, run or not."""
    about = (trial.case, trial.case_digest, trial.agent, trial.command, trial.number, trial.match.value)
    return (*about, *(getattr(trial.terms, name) for name in _TERMS))


def key_of(data: Mapping[str, object]) -> Key:
    """The same of a trial as records hold it."""
    told = data.get("terms")
    terms = told if isinstance(told, dict) else {}
    values = (*(data.get(name) for name in _ABOUT), *(terms.get(name) for name in _TERMS))
    return tuple(value if isinstance(value, str | int | float) else None for value in values)


class Earlier:
    """An earlier record, read once; errors as those of `records.read`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.torn = False  # its last line was cut off, and is left out
        self.verdicts = 0
        self.unknown = 0  # verdicts that do not tell what judged them
        self._found: dict[Key, list[Found]] = defaultdict(list)
        lines = records.located(path)
        self.header: Mapping[str, object] = next(lines).data
        for line in lines:
            self._note(line)

    def find(self, wanted: Key, test: str, *, elsewhere: bool) -> Found | None:
        """The verdict that stands for the trial of this test, if there is one.

        With `elsewhere`, which holds for the tests of cases, another one's will do, if there is but one:
        cases move, and their tests are named after how many trials and agents there are.
        """
        candidates = self._found.get(wanted, [])
        exact = [found for found in candidates if found.test == test]
        near = [found for found in candidates if elsewhere and _is_of_case(found.test)]
        return next(iter(exact or (near if len(near) == 1 else ())), None)

    def trial(self, found: Found) -> Trial:
        """The trial of a verdict that was found."""
        return records.trial_at(self.path, found.offset, self.header)

    @property
    def artifacts(self) -> Path | None:
        """The folder of its artefacts, where there is one."""
        return carrying.folder(self.path, self.header)

    @property
    def lost(self) -> Path | None:
        """The folder where its artefacts should be, when nothing is there though it has verdicts."""
        return carrying.lost(self.path, self.header) if self.verdicts else None

    @property
    def keys(self) -> Collection[Key]:
        """Those of its verdicts."""
        return self._found.keys()

    def check(self, judged_by: Mapping[str, str], names: Sequence[str] = ALWAYS) -> None:
        """Compare what verdicts on all cases depend on; errors as those of `agree`."""
        now = {name: judged_by.get(name, "") for name in names}
        for found in chain.from_iterable(self._found.values()):
            if found.judged_by:
                agree(self.path, {name: found.judged_by.get(name, "") for name in names}, now)

    def _note(self, line: records.Line) -> None:
        kind, outcome = line.data.get("kind"), line.data.get("outcome")
        self.torn = self.torn or kind == records.TORN
        if kind != "trial" or outcome in _UNSCORED:
            return
        if outcome not in _SCORED:
            records.trial_of(self.path, line)  # says what is wrong with it
        judged_by, test = line.data.get("judged_by"), line.data.get("test")
        told = judged_by if isinstance(judged_by, dict) else {}
        self.verdicts += 1
        self.unknown += not told
        found = Found(test if isinstance(test, str) else None, told, line.offset)
        self._found[key_of(line.data)].append(found)


def agree(path: Path, earlier: Mapping[str, str], now: Mapping[str, str]) -> None:
    """`UsageError` when a verdict would come about otherwise now; an empty `earlier` does not tell."""
    for name in dict.fromkeys((*earlier, *now)) if earlier else ():
        if earlier.get(name, "") != now.get(name, ""):
            versions = f"{name} {earlier.get(name) or 'none'}, this session has {now.get(name) or 'none'}"
            advice = f"judge it again first: editbench rejudge {path} CASES -o NEW"
            raise UsageError(f"{path} was judged with {versions}; {advice}")


def _is_of_case(test: str | None) -> bool:
    """Whether a node id is that of a case, and not of a user's own test; an older record names none."""
    return test is None or not test.partition("::")[0].endswith(".py")
