"""The kinds of cases, and which members make one."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_editbench.cases.recognition import EXPECTED, INPUT


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of case: metadata's `kind` names it."""

    name: str
    folders: tuple[str, ...]  # that must be there and hold files, beside the prompt


KINDS = {
    kind.name: kind
    for kind in (
        Kind("edit", folders=(INPUT, EXPECTED)),  # files are changed, and held against the accepted trees
    )
}
