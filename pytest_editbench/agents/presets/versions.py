"""Which version of its program a preset's agent is, as the program itself tells."""

from __future__ import annotations

import os
import re
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench import processes
from pytest_editbench.agents.homes import Home
from pytest_editbench.agents.presets.agent import PresetAgent
from pytest_editbench.errors import AgentError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.agents.presets.row import Row

TIMEOUT = 10.0  # seconds; the slowest of those in the table took 3, and a busy machine takes longer
_HEAD = 64 * 1024  # bytes looked at
_VERSION = re.compile(r"\d+\.\d+(?:\.\d+)*(?:[-+.][0-9A-Za-z][0-9A-Za-z.-]*)?")


def known(agents: Iterable[NamedAgent], told: Mapping[str, str] | None = None) -> tuple[NamedAgent, ...]:
    """The agents with their versions, as they were `told` by label, else as their programs say."""
    return tuple(
        replace(agent, version=_of(agent.agent) if told is None else told.get(agent.label))
        if isinstance(agent.agent, PresetAgent)
        else agent
        for agent in agents
    )


def ask(row: Row, program: str) -> str | None:
    """The version of a preset's program; None where it does not tell, `AgentError` where it cannot start."""
    return told_by(program, row.version, row.private)


def told_by(program: str, words: Sequence[str], private: Mapping[str, str] | None = None) -> str | None:
    """The version that a program prints when it gets these words; None where it prints none in time.

    It runs in an empty folder, with an empty home folder that nothing is kept of; `private` is added to its
    environment, `{home}` being that folder. `AgentError` where it cannot start.
    """
    with tempfile.TemporaryDirectory(prefix="editbench-version-") as folder:
        here = Path(folder)
        home, output = Home(here / "home", here / "tmp"), here / "output"
        for each in (home.path, home.temporary):
            each.mkdir()
        environ = home.environment(processes.clean_environment(os.environ))
        own = {name: text.replace("{home}", str(home.path)) for name, text in (private or {}).items()}
        for place in own.values():
            home.folder(place)
        processes.run(
            [program, *words],
            cwd=home.path,
            environ={**environ, **own, processes.MARKER: here.name},
            stdin=b"",
            timeout=TIMEOUT,
            output=output,
            limit=_HEAD,
            marker=here.name,
        )
        printed = (output.joinpath(name).read_bytes() for name in ("stdout", "stderr"))
        found = filter(None, (_VERSION.search(text.decode("utf-8", "replace")) for text in printed))
        return next((each[0] for each in found), None)


def _of(agent: PresetAgent) -> str | None:
    try:
        return ask(agent.row, agent.program)
    except AgentError:  # the trials will tell
        return None
