"""The agent that is a model alone."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_editbench import formats, transcripts
from pytest_editbench import workspace as workspaces
from pytest_editbench.agents.chat import kept, messages, reply, settings
from pytest_editbench.agents.chat.failures import FailureError, LateError
from pytest_editbench.agents.chat.patience import Asking
from pytest_editbench.agents.chat.request import Request
from pytest_editbench.errors import AgentError, FormatError, TreeError
from pytest_editbench.formats.paths import shown
from pytest_editbench.model import AgentResult
from pytest_editbench.transcripts import Event

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.agents.chat.reply import Data, Reply
    from pytest_editbench.agents.chat.settings import Settings
    from pytest_editbench.model import Task, Tree, Workspace

EDIT = "edit"  # what a task wants that is to change files
_CUT = "the limit of tokens cut the answer off (see --editbench-max-tokens)"


@dataclass(frozen=True, slots=True)
class ChatAgent:
    """Shows a model the files and the prompt, and applies its one answer strictly as it says.

    A further attempt is a new question, with the files as they stand by then. Works on any thread, and keeps
    to the time limit by itself; waiting for a turn is not counted.
    """

    model: str
    label: str  # without the edit format
    edit_format: str
    settings: Settings

    def run(self, task: Task, workspace: Workspace) -> AgentResult:
        """One question and its answer; `AgentError` when the question cannot be put."""
        tree = _standing(task, workspace)
        asking = Asking(
            self._request(task, tree), settings.key(os.environ), self.settings.pace, workspace.timeout
        )
        events = [Event("prompt", message.content) for message in asking.request.messages]
        result = self._result(asking, task, tree, workspace, events)
        with suppress(OSError):  # without a place for it there is no transcript
            transcripts.write(workspace.output, events)
        return replace(result, waited=asking.waited)

    def _request(self, task: Task, tree: Tree) -> Request:
        how = self.settings
        return Request(
            how.server,
            self.model,
            messages.messages(task, tree, self.edit_format),
            how.temperature,
            None if how.seed is None else how.seed + task.trial,
            how.max_tokens,
        )

    def _result(
        self, asking: Asking, task: Task, tree: Tree, workspace: Workspace, events: list[Event]
    ) -> AgentResult:
        """What came of it; what happened on the way is added to `events`."""
        try:
            data, given = self._completion(asking, task, events)
        except LateError:
            result = AgentResult(timed_out=True, answered=False)
        except FailureError as failure:
            result = AgentResult(answered=False, error=f"provider failure: {failure}")
        else:
            answer = reply.reply(data)
            result = replace(self._applied(answer, task, tree, workspace), replayed=given)
            events += _said(answer, result)
        start = len(asking.request.messages)
        events[start:start] = [Event("error", each) for each in asking.failed]
        return result

    def _completion(self, asking: Asking, task: Task, events: list[Event]) -> tuple[Data, str | None]:
        """The completion, and when it was given if it is a kept one."""
        wanted = self.edit_format if task.wants == EDIT else ""
        asked = kept.Asked(asking.request, self.label, wanted, task.trial, task.attempt)
        folder = self.settings.cache
        found = kept.find(folder, asked) if folder else None
        if found:
            events.append(Event("note", f"this answer was given on {found.given}, and kept in {folder}"))
            return found
        data = asking.answer()
        try:
            if folder:
                kept.keep(folder, asked, data)
        except OSError as error:
            events.append(Event("note", f"{folder}: the answer cannot be kept: {error.strerror}"))
        return data, None

    def _applied(self, answer: Reply, task: Task, tree: Tree, workspace: Workspace) -> AgentResult:
        """The answer carried out in the workspace, or why it cannot be."""
        _keep_output(answer.text, workspace)
        result = AgentResult(answered=True, usage=answer.usage, output_bytes=len(answer.text.encode()))
        refusal = f"the model refused: {shown(answer.text)}" if answer.refused else None
        if task.wants != EDIT:
            return replace(result, text=answer.text, malformed=refusal)
        try:
            if refusal:
                raise FormatError(refusal)
            if not answer.text.strip():
                raise FormatError(f"the answer is empty{answer.finish and f' ({answer.finish})'}")
            carried = formats.carried_out(
                formats.FORMATS[self.edit_format], answer.text, tree, self.settings.tolerances
            )
            _lay(carried.tree, tree, workspace)
        except FormatError as error:
            cut = f"; {_CUT}" if answer.is_cut else ""
            return replace(result, malformed=f"{error}{cut}", output_tail=answer.text)
        return replace(result, tolerances=tuple(carried.saved))


def _standing(task: Task, workspace: Workspace) -> Tree:
    """The files as they are in the workspace now."""
    if task.attempt == 1:
        return task.input
    try:
        return workspaces.read_back(workspace.path, task.input)
    except TreeError as error:
        raise AgentError(f"the workspace cannot be shown to the model: {error}") from error


def _lay(tree: Tree, before: Tree, workspace: Workspace) -> None:
    """Put the tree in place of the one before; `FormatError` where it is none that a folder can hold."""
    try:
        workspaces.replace(workspace.path, tree)
    except TreeError as error:
        workspaces.replace(workspace.path, before)
        raise FormatError(str(error)) from error


def _keep_output(text: str, workspace: Workspace) -> None:
    """Keep the whole answer where the output of programs is kept."""
    with suppress(OSError):
        workspace.output.mkdir(parents=True, exist_ok=True)
        workspace.output.joinpath("stdout").write_bytes(text.encode())


def _said(answer: Reply, result: AgentResult) -> Iterator[Event]:
    if answer.thought:
        yield Event("thought", answer.thought)
    yield Event("said", answer.text)
    if result.malformed:
        yield Event("error", result.malformed)
    elif answer.is_cut:
        yield Event("note", _CUT)
    if result.tolerances:
        yield Event("note", f"the answer could only be placed with: {', '.join(result.tolerances)}")
