"""Commands that make cases."""

from pytest_editbench.cli.command import Command

COMMANDS: dict[str, Command] = {}
