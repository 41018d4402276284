"""Formats tried on edits that are right: can they say them, at what cost, and what happens under slips."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from pytest_editbench.formats import FORMATS, TOLERANCES, FormatError, Refusal, presented
from pytest_editbench.formats.carrying import performed
from pytest_editbench.slips.slip import SLIPS, Said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pytest_editbench.model import Tree
    from pytest_editbench.slips.tokens import Tokeniser

WHOLE = "whole-file"  # what costs are held against
STRICT, ALL = "strict", "all"
# Name → the tolerances that are allowed.
SETTINGS: Mapping[str, frozenset[str]] = {
    STRICT: frozenset(),
    **{name: frozenset((name,)) for name in TOLERANCES},
    ALL: frozenset(TOLERANCES),
}


class Landing(StrEnum):
    """What becomes of an answer with a slip."""

    RIGHT = "right"
    REFUSED = "refused"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Edit:
    """An edit that is right."""

    case: str
    before: Tree
    after: Tree


@dataclass(slots=True)
class Cost:
    """Sums over the edits that a format can say and that the whole file can say as well."""

    edits: int = 0
    bytes: int = 0
    tokens: int = 0
    whole_bytes: int = 0
    whole_tokens: int = 0
    shown_tokens: int = 0  # of the files as the model sees them
    plain_tokens: int = 0  # of the files as the format `whole-file` shows them


@dataclass(slots=True)
class Findings:
    """What came out for one format."""

    name: str
    edits: int = 0
    said: int = 0
    right: int = 0  # of those said: carried out strictly, it is exactly the edit
    refusals: Counter[str] = field(default_factory=Counter)  # by reason
    faults: list[str] = field(default_factory=list)  # said, but not right: case and why
    cost: Cost = field(default_factory=Cost)
    slips: dict[str, dict[str, Counter[Landing]]] = field(default_factory=dict)  # by slip, then setting

    def rates(self, slip: str, setting: str) -> Counter[Landing]:
        """How answers with that slip landed; empty where no answer gave an occasion for it."""
        return self.slips.get(slip, {}).get(setting, Counter())

    def total(self, setting: str) -> Counter[Landing]:
        """The same over all slips."""
        return sum((self.rates(slip, setting) for slip in SLIPS), Counter())


def study(
    edits: Iterable[Edit],
    names: Iterable[str],
    tokeniser: Tokeniser,
    seed: int,
    tell: Callable[[], None] = lambda: None,
) -> list[Findings]:
    """The findings for the formats of these names; `tell` is called after each edit.

    Slips are drawn from the seed, the case and the slip's name: all formats get the same draws.
    """
    found = [Findings(name) for name in names]
    for edit in edits:
        count = cache(tokeniser.count)  # several formats show the files alike
        whole = FORMATS[WHOLE].render(edit.before, edit.after)
        plain = count(presented(FORMATS[WHOLE], edit.before))
        for each in found:
            answer = FORMATS[each.name].render(edit.before, edit.after)
            _try(each, edit, answer, seed)
            if isinstance(answer, str) and isinstance(whole, str):
                shown = count(presented(FORMATS[each.name], edit.before))
                _weigh(each.cost, (answer, whole), (shown, plain), count)
        tell()
    return found


def _try(findings: Findings, edit: Edit, answer: str | Refusal, seed: int) -> None:
    fmt = FORMATS[findings.name]
    findings.edits += 1
    if isinstance(answer, Refusal):
        findings.refusals[answer.reason] += 1
        return
    findings.said += 1
    try:
        said = Said(fmt, answer, fmt.parse(answer), edit.before, edit.after)
        landing = _landing(said, frozenset())
    except FormatError as error:
        findings.faults.append(f"{edit.case}: {error}")
        return
    if landing is not Landing.RIGHT:
        findings.faults.append(f"{edit.case}: the answer is {landing}")
        return
    findings.right += 1
    for name, slip in SLIPS.items():
        slipped = slip.make(said, Random(f"{seed}:{edit.case}:{name}"))
        if slipped is not None:
            _count(findings, name, slipped)


def _count(findings: Findings, slip: str, said: Said) -> None:
    tallies = findings.slips.setdefault(slip, {setting: Counter() for setting in SETTINGS})
    strictly = _landing(said, frozenset())
    for setting, tolerances in SETTINGS.items():
        # A tolerance is only tried where it is needed: what lands without lands alike with it.
        refused = tolerances and strictly is Landing.REFUSED
        tallies[setting][_landing(said, tolerances) if refused else strictly] += 1


def _landing(said: Said, tolerances: frozenset[str]) -> Landing:
    try:
        operations = said.operations if said.read else said.fmt.parse(said.answer)
        tree = performed(operations, said.before, tolerances).tree
    except FormatError:
        return Landing.REFUSED
    return Landing.RIGHT if tree == said.after else Landing.WRONG


def _weigh(cost: Cost, answers: tuple[str, str], shown: tuple[int, int], count: Callable[[str], int]) -> None:
    """Add an answer and that of whole files, and the tokens of the files as both show them."""
    answer, whole = answers
    cost.edits += 1
    cost.bytes += len(answer.encode())
    cost.tokens += count(answer)
    cost.whole_bytes += len(whole.encode())
    cost.whole_tokens += count(whole)
    cost.shown_tokens += shown[0]
    cost.plain_tokens += shown[1]
