"""Which agent of which record is meant: `FILE`, `FILE#AGENT` or `FILE#AGENT/FORMAT`."""

from __future__ import annotations

from os.path import lexists
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.errors import UsageError
from pytest_editbench.model import NO_AGENT

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


class Contender(NamedTuple):
    """What is measured: an agent, and the edit format it answers in, if any."""

    agent: str
    format: str | None = None

    def __str__(self) -> str:
        return self.agent if self.format is None else f"{self.agent}/{self.format}"


class Selection(NamedTuple):
    """A record, and as much of a contender as was said."""

    file: str  # a path, or a name in a store
    agent: str | None = None
    format: str | None = None

    def fits(self, contender: Contender) -> bool:
        """Whether that is one of those meant."""
        return self.agent in (None, contender.agent) and self.format in (None, contender.format)


def parse(text: str) -> Selection:
    """What the text means; a path that exists is meant whole, whatever signs it holds."""
    file, _, rest = text.rpartition("#")
    if not file or lexists(text):
        return Selection(text)
    agent, _, edit_format = rest.partition("/")
    return Selection(file, agent or None, edit_format or None)


def choose(found: Iterable[Contender], selection: Selection) -> Contender:
    """The one contender that is meant; `UsageError` lists the choices when it is none, or one of several.

    Trials that ended before their agent was known are no contender, unless there is nothing else.
    """
    known = sorted(set(found), key=str)
    named = [contender for contender in known if contender.agent != NO_AGENT] or known
    fitting = [contender for contender in named if selection.fits(contender)]
    if len(fitting) == 1:
        return fitting[0]
    if not named:
        raise UsageError(f"{selection.file}: there are no trials in it")
    problem = "has several agents; name one" if fitting else f"has no {_asked(selection)}; it has"
    raise UsageError(f"{selection.file} {problem}: {_choices(selection.file, fitting or named)}")


def _asked(selection: Selection) -> str:
    words = [f"agent {selection.agent}"] if selection.agent else []
    return " with ".join([*words, *([f"edit format {selection.format}"] if selection.format else [])])


def _choices(file: str, contenders: Collection[Contender]) -> str:
    return ", ".join(f"{Path(file).name}#{contender}" for contender in contenders)
