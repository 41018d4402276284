"""What a preset is: all that is particular about one agent's program, as data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Credential:
    """A file in which a program keeps what it logs in with."""

    folder: str  # from the home folder
    file: str  # from that folder
    variable: str | None = None  # of the environment, which names another folder
    rotates: bool = False  # whether it holds a token that each renewal makes invalid


@dataclass(frozen=True, slots=True)
class Server:
    """What is added where the user names a model server; see `Row` for the templates."""

    argv: tuple[str, ...] = ()
    prefix: str = ""  # what the program wants in front of the model's name then
    environment: Mapping[str, str] = field(default_factory=dict)
    defaults: Mapping[str, str] = field(default_factory=dict)  # environment, where it is not set
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    """One agent's program, and how to run it unattended.

    Templates may hold `{home}` (a private folder), `{workspace}`, `{prompt}`, `{prompt_file}` (the last two
    in `argv` alone; without them the prompt comes on standard input), `{model}`, and with a server
    `{base_url}` and `{server}` (the same without `/v1`).
    """

    name: str
    description: str
    program: str
    install: str  # the command that installs it
    argv: tuple[str, ...]  # templates
    model: tuple[str, ...] = ()  # templates; added when a model is given
    environment: Mapping[str, str] = field(default_factory=dict)  # templates
    private: Mapping[str, str] = field(default_factory=dict)  # templates; environment with a private home
    files: Mapping[str, str] = field(default_factory=dict)  # templates by path under a private home
    keys: tuple[str, ...] = ()  # variables that hold credentials; let through to a private home
    keep: tuple[str, ...] = ()  # other variables that are let through, as patterns
    credentials: tuple[Credential, ...] = ()  # copied to a private home
    litter: tuple[str, ...] = ()  # patterns of what it leaves in a workspace
    git: bool = False  # whether it wants its workspace to be a repository
    parser: str | None = None  # a name in agents.logs.PARSERS
    server: Server | None = None  # None: it takes no other server
    version: tuple[str, ...] = ("--version",)  # words that make it tell its version
    checked: str | None = None  # the version this row was checked with
    node: int | None = None  # the oldest major version of Node.js that it asks for
    retries: str = ""  # how long a failing provider keeps it, where no setting bounds that
    notes: tuple[str, ...] = ()  # what else is good to know before it is measured
    unbounded: tuple[str, ...] = ()  # what stays so where the user's home is inherited
