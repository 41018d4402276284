"""The agent that is a command line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_editbench.agents import homes, programs
from pytest_editbench.agents.wishes import INHERIT, PRIVATE
from pytest_editbench.errors import AgentError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pytest_editbench.model import AgentResult, Task, Workspace

_PLACEHOLDER = re.compile(r"\{(prompt|prompt_file|workspace|model)\}")
_PROMPT_FILE = "prompt.md"


@dataclass(frozen=True, slots=True)
class CommandAgent:
    """Runs a program in the workspace, without a shell.

    `argv` may hold `{prompt}`, `{prompt_file}`, `{workspace}` and `{model}`, alone or inside a word; other
    braces stay, and what is filled in is never split. Without a placeholder for the prompt, the prompt
    comes on standard input; with one, standard input is empty. The tree decides, not the exit code; only
    exit code 75, or an `error` in the usage file, says that the agent could not be asked.
    """

    argv: tuple[str, ...]
    home: str = INHERIT  # or PRIVATE

    def run(self, task: Task, workspace: Workspace) -> AgentResult:
        """One run of the program; `AgentError` when it cannot start."""
        wanted = placeholders(self.argv)
        values = _values(wanted, task, workspace)
        argv = [_PLACEHOLDER.sub(lambda found: values[found[1]], word) for word in self.argv]
        stdin = b"" if wanted & {"prompt", "prompt_file"} else encoded(task.prompt)
        environ = workspace.environ
        if self.home == PRIVATE:
            environ = homes.make(workspace).environment(environ, homes.OF_ANY_PROVIDER)
        return programs.ask(argv, stdin, workspace, environ=environ)


def placeholders(argv: tuple[str, ...]) -> set[str]:
    """The names of the placeholders in a command line."""
    return {name for word in argv for name in _PLACEHOLDER.findall(word)}


def _values(wanted: set[str], task: Task, workspace: Workspace) -> Mapping[str, str]:
    if "prompt" in wanted and "\0" in task.prompt:
        raise AgentError("the prompt holds a NUL, which no argument can; use {prompt_file}")
    if "model" in wanted and task.model is None:
        raise AgentError("the command asks for {model}; set --editbench-model")
    return {
        "prompt": task.prompt,
        "prompt_file": str(written(task.prompt, workspace)) if "prompt_file" in wanted else "",
        "workspace": str(workspace.path),
        "model": task.model or "",
    }


def written(prompt: str, workspace: Workspace) -> Path:
    """The file, outside the workspace, that the prompt was written to; `AgentError` when it cannot be."""
    path = workspace.usage_file.with_name(_PROMPT_FILE)
    try:
        path.unlink(missing_ok=True)  # an earlier attempt may have left a link here
        path.write_bytes(encoded(prompt))
    except OSError as error:
        raise AgentError(f"{path}: the prompt cannot be written: {error.strerror}") from error
    return path


def encoded(prompt: str) -> bytes:
    """The prompt as a program reads it."""
    return prompt.encode("utf-8", "surrogateescape")
