"""A draft: a damaged file on its way to becoming a case."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import PurePosixPath

    from pytest_editbench.generate.mutations.mutation import Damage, Mutation


@dataclass(frozen=True, slots=True)
class Draft:
    """All that a prompt may be made of."""

    path: PurePosixPath  # of the file, as the case names it
    before: bytes  # damaged: the case's input
    after: bytes  # original: what is expected
    mutation: Mutation
    damage: Damage
    difficulty: str  # one of cases.vocabulary.DIFFICULTIES
    function: str | None = None  # the enclosing function's name, where it may be told
    part: str = "top"  # the third of the file where the damage lies: top, middle or end
