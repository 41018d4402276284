"""The text of one example: what a file of several is split into, and read again from when it runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_editbench.cases.examples.place import Place
    from pytest_editbench.cases.examples.reading import Reading


@dataclass(frozen=True, slots=True)
class Source:
    """One example, not yet read."""

    where: str  # how messages name it
    text: str
    place: Place  # of the text
    stem: str  # its name, should it tell none
    parse: Callable[[Source], Reading]
    key: str = ""  # what messages put in front of a key

    def read(self) -> Reading:
        """The example; `CaseError` names the line that is wrong."""
        return self.parse(self)
