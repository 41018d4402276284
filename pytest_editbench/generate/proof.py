"""The proof that a prompt has one answer: it is carried out, and every second reading of it is ruled out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_editbench.agents.solver import NotUnderstood, solve
from pytest_editbench.generate import doubts
from pytest_editbench.generate.mutations.mutation import Refused
from pytest_editbench.model import File

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import PurePosixPath

    from pytest_editbench.generate.draft import Draft


@dataclass(frozen=True, slots=True)
class Proof:
    """What was found: the solver made the expected file, byte for byte, and no other reading holds."""

    places: int  # where in the input the instructions could be carried out, the right places among them
    ruled_out: Mapping[str, int]  # how many of them by which of the prompt's words

    def to_data(self) -> dict[str, object]:
        """As metadata holds it."""
        return {"solver": "exact", "places": self.places, "ruled_out": dict(self.ruled_out)}


def prove(draft: Draft, prompt: str) -> Proof:
    """The proof of a draft's prompt; Refused, with a short reason, where there is none."""
    return proof_of(prompt, draft.path, draft.before, draft.after)


def proof_of(prompt: str, path: PurePosixPath, before: bytes, after: bytes) -> Proof:
    """The proof of a prompt from our templates, its text and the file before and after alone."""
    told = doubts.of(prompt, before, after)
    _carry_out(prompt.strip(), path, before, after)
    return Proof(told.places, dict(sorted(told.ruled_out.items())))


def _carry_out(prompt: str, path: PurePosixPath, before: bytes, after: bytes) -> None:
    try:
        result = solve(prompt, {path: File(before)})
    except NotUnderstood as doubt:
        raise Refused("the solver is in doubt about the prompt") from doubt
    if result != {path: File(after)}:
        raise Refused("the solver carries the prompt out in another way")
