"""Whether a preset can run on this machine: what is looked at, what was found, what to do about it."""

from __future__ import annotations

import os
import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.agents import homes
from pytest_editbench.agents.presets import agent as preset
from pytest_editbench.agents.presets import versions
from pytest_editbench.agents.wishes import PRIVATE
from pytest_editbench.errors import AgentError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pytest_editbench.agents.presets.row import Row
    from pytest_editbench.agents.wishes import Wishes

OK, NOTE, ERROR = "ok", "note", "error"  # an error prevents a run


class Finding(NamedTuple):
    """One thing that was looked at."""

    severity: str  # OK, NOTE or ERROR
    text: str  # one line: what was found, and what to do

    def __str__(self) -> str:
        return f"{self.severity:<5}  {self.text}"


def findings(row: Row, wishes: Wishes, environ: Mapping[str, str]) -> Iterator[Finding]:
    """All about a preset that can be told without asking a model."""
    program = homes.which(row.program)
    if program is None:
        yield Finding(ERROR, f"{row.program} is not on PATH; install it: {row.install}")
    else:
        yield from _started(row, program)
    yield from _node(row, _node_version() if row.node else None)
    yield from credentials(row, wishes, environ)
    if row.retries:
        yield Finding(NOTE, f"{row.retries}; no setting bounds that, so leave --editbench-timeout above it")
    yield from (Finding(NOTE, note) for note in row.notes)


def _started(row: Row, program: str) -> Iterator[Finding]:
    try:
        version = versions.ask(row, program)
    except AgentError as error:
        yield Finding(ERROR, f"{error}; install it: {row.install}")
        return
    yield Finding(OK, f"{row.program} is {program}")
    yield compared(row, version)


def compared(row: Row, version: str | None) -> Finding:
    """The version of the program against the one that the row was checked with."""
    if version is None:
        told = " ".join((row.program, *row.version))
        return Finding(NOTE, f"it does not tell its version; see what `{told}` says")
    if row.checked is None or numbers(version) == numbers(row.checked):
        return Finding(OK, f"version {version}" + (", which the preset was checked with" * bool(row.checked)))
    if numbers(version) < numbers(row.checked):
        advice = f"the preset was checked with {row.checked}; if --live fails, update: {row.install}"
        return Finding(NOTE, f"version {version} is older: {advice}")
    advice = f"the preset was checked with {row.checked}; see with --live whether it still fits"
    return Finding(NOTE, f"version {version} is newer: {advice}")


def credentials(row: Row, wishes: Wishes, environ: Mapping[str, str]) -> Iterator[Finding]:
    """What there is to log in with: names, never values."""
    names = [
        name
        for name in sorted(environ)
        if environ[name] and any(fnmatchcase(name, pattern) for pattern in row.keys)
    ]
    private = (wishes.home or PRIVATE) == PRIVATE
    files = [found for found in preset.credentials(row) if os.path.lexists(found.source)]
    logins = [found for found in files if not (private and homes.refusal(found.source))]
    if names:
        yield Finding(OK, f"set in the environment: {', '.join(names)}")
    for found in files:
        yield _file(found, wishes, private=private)
    if names or (logins and not (private and wishes.base_url)):
        return
    remedy = next((key for key in row.keys if "*" not in key), "its key")
    if wishes.base_url:
        yield Finding(OK, f"nothing to log in with is in sight, and {wishes.base_url} may need nothing")
    else:
        login = f", or log in with {row.program}" if row.credentials else ""
        yield Finding(
            ERROR if private else NOTE,
            f"nothing to log in with is in sight; set {remedy}{login}, or name a server: --base-url",
        )


def _file(found: preset.Found, wishes: Wishes, *, private: bool) -> Finding:
    if private and wishes.base_url:
        return Finding(OK, f"{found.source} is there; no login is handed to {wishes.base_url}")
    refusal = homes.refusal(found.source) if private else None
    if refusal is not None:
        return Finding(NOTE, f"{found.source} is not copied: {refusal}")
    if found.rotates and private:
        advice = "where its token is renewed during a run, you may be logged out; a key does not end so"
        return Finding(NOTE, f"{found.source} is there, and copied for each trial; {advice}")
    return Finding(OK, f"{found.source} is there")


def _node(row: Row, version: str | None) -> Iterator[Finding]:
    if row.node is None or version is None:
        return
    if numbers(version) < (row.node,):
        advice = f"npm then installs an old release unless it is told which: {row.install}"
        yield Finding(NOTE, f"Node.js is {version}, and {row.program} asks for {row.node} or later; {advice}")


def _node_version() -> str | None:
    node = homes.which("node")
    try:
        return None if node is None else versions.told_by(node, ("--version",))
    except AgentError:
        return None


def numbers(version: str) -> tuple[int, ...]:
    """The numbers a version starts with, to compare by."""
    return tuple(map(int, re.split(r"[^0-9.]", version)[0].split("."))) if version[:1].isdecimal() else ()
