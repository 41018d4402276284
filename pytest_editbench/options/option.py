"""What an option is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Option(NamedTuple):
    """One option: `--editbench-<name>` on the command line, `editbench_<name>` in the ini file."""

    name: str
    help: str
    parse: Callable[[str], object]
    default: object
    metavar: str = ""
    repeatable: bool = False
    flag: bool = False
    ini_only: bool = False
    environment: str | None = None
    ini: str | None = None  # what the ini key is called by, if by another name

    @property
    def argument(self) -> str:
        return f"--editbench-{self.name}"

    @property
    def key(self) -> str:
        """The ini key, and the attribute on pytest's option namespace."""
        return "editbench_" + (self.ini or self.name).replace("-", "_")
