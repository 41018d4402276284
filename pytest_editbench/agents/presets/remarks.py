"""What the head of a session says of presets: what stays unbounded, and what is copied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.agents import homes
from pytest_editbench.agents.presets import agent as preset
from pytest_editbench.agents.wishes import INHERIT, PRIVATE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.agents.presets.agent import PresetAgent


def lines(agents: Iterable[NamedAgent]) -> Iterator[str]:
    """One line for each thing to know."""
    for named in agents:
        if isinstance(named.agent, preset.PresetAgent):
            yield from (f"{named.label}: {line}" for line in _of(named.agent))


def _of(agent: PresetAgent) -> Iterator[str]:
    row = agent.row
    told = any(line.startswith("retries") for line in row.unbounded)
    if row.retries and not (told and agent.home == INHERIT):
        yield f"{row.retries}: no setting bounds its retries"
    if agent.home == INHERIT:
        yield from (f"your home folder is inherited: {line}" for line in row.unbounded)
    if agent.home == PRIVATE and agent.base_url is None:
        for found in preset.credentials(row):
            refusal = homes.refusal(found.source)
            if refusal is not None:
                yield f"WARNING: {found.source} is not copied: {refusal}"
            elif found.rotates and found.source.is_file():
                yield (
                    f"WARNING: {found.source} is copied, read-only; where its token is renewed during a run, "
                    "you may have to log in again; a key in the environment has no such end"
                )
