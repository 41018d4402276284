"""How what a user names becomes the agent of a preset."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, cast

from pytest_editbench.agents import homes
from pytest_editbench.agents.command import placeholders
from pytest_editbench.agents.lookup import Kind, NamedAgent
from pytest_editbench.agents.presets import table
from pytest_editbench.agents.wishes import INHERIT, PRIVATE
from pytest_editbench.errors import UsageError
from pytest_editbench.terms import Terms

if TYPE_CHECKING:
    from pytest_editbench.agents.presets.agent import PresetAgent
    from pytest_editbench.agents.presets.row import Row
    from pytest_editbench.agents.wishes import Wishes


_URL = re.compile(r"https?://[^\s\"'\\<>{}@?#]+")


def find(text: str, wishes: Wishes) -> NamedAgent | None:
    """The agent of the preset that the first word names; the other words are passed on to its program.

    None where it names none, or where a placeholder makes it a plain command. `UsageError` when its program
    is not on PATH, and for open quotes.
    """
    name = text.split(maxsplit=1)[0]
    rows = table.rows(wishes.presets)
    if name not in rows or placeholders((text,)):
        return None
    from pytest_editbench.agents.presets.agent import PresetAgent

    row = rows[name]
    try:
        words = tuple(shlex.split(text)[1:])
    except ValueError as error:
        raise UsageError(f"{text!r} is no command line: {error}") from error
    program = homes.which(row.program)
    if program is None:
        raise UsageError(f"{name}: there is no program {row.program} on PATH; install it: {row.install}")
    home = wishes.home or PRIVATE
    agent = PresetAgent(row, program, words, home, wishes.base_url)
    return NamedAgent(
        name,
        agent,
        text,
        Kind.PRESET,
        home=home,
        litter=row.litter,
        git=row.git,
        terms=Terms(server=wishes.base_url),
    )


def check(named: NamedAgent) -> None:
    """`UsageError` where what the user wants of a preset's agent cannot be."""
    agent = cast("PresetAgent", named.agent)
    row = agent.row
    if agent.base_url is None:
        return
    if not _URL.fullmatch(agent.base_url):
        raise UsageError(
            "--editbench-base-url must be the base URL of a server, such as http://localhost:8000/v1"
        )
    if row.server is None:
        raise UsageError(f"{row.name} takes no --editbench-base-url: its preset does not say how")
    if row.server.files and agent.home == INHERIT:
        raise UsageError(
            f"{row.name} takes a base URL by its configuration alone, which is not touched with "
            f"--editbench-home {INHERIT}; leave out one of both"
        )
    if named.model is None and _needs_model(row):
        raise UsageError(f"{row.name} needs to know the model of the server; set --editbench-model")


def _needs_model(row: Row) -> bool:
    server = row.server
    return server is not None and any("{model}" in text for text in server.files.values())
