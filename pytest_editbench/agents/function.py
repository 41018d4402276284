"""The agent that is a Python callable."""

from __future__ import annotations

import os
import signal
import threading
import traceback
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_editbench import clock, processes
from pytest_editbench.agents import answers, usage
from pytest_editbench.errors import AgentError
from pytest_editbench.model import AgentResult, Task, Usage, Workspace
from pytest_editbench.predictions import Prediction

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

_AGAIN = 1.0  # seconds for cleaning up, before a callable that goes on is interrupted once more

_LONGEST = 2000  # characters of an exception's message

Answer = AgentResult | Prediction | str | None
Callee = Callable[[Task, Workspace], Answer]


class _TimeIsUp(BaseException):
    """Raised inside the callable; no `Exception`, so that an agent's own handlers let it pass."""


NOT_ITS_OWN = (KeyboardInterrupt, _TimeIsUp)  # what is raised inside a callable from outside


@dataclass(frozen=True, slots=True)
class FunctionAgent:
    """Calls `(task, workspace)` in this process.

    The callable edits the files under `workspace.path` (the current directory is not changed, and is put
    back if the callable changes it) and returns an `AgentResult`, a `Prediction` to be carried out for it,
    the answer text, or nothing. Processes it
    starts should get `workspace.environ`: that way those it leaves behind are found and ended. Only on the
    main thread can the time limit cut a call short; on any, one that took longer has timed out, whatever
    came of it.
    """

    name: str  # for messages
    call: Callee

    def run(self, task: Task, workspace: Workspace) -> AgentResult:
        """One call; `AgentError` when it raises, with what and where."""
        try:
            with _staying():
                answer = self._timed(task, workspace)
        finally:
            survivors = processes.end(workspace.marker)
        used, note = usage.read(workspace.usage_file)
        if answer.usage == Usage():
            answer = replace(answer, usage=used)
        told = replace(
            answer,
            answered=usage.answered(answer.usage) if answer.answered is None else answer.answered,
            error=answer.error or answer.usage.error,
            survivors=answer.survivors + survivors,
        )
        return answers.with_note(told, note)

    def _timed(self, task: Task, workspace: Workspace) -> AgentResult:
        ends = clock.monotonic() + workspace.timeout
        try:
            answer = _within(workspace.timeout, lambda: self._answer(task, workspace))
        except AgentError as error:
            if clock.monotonic() < ends:
                raise
            answer = AgentResult(output_tail=str(error))  # of being interrupted, as likely as not
        return answer if clock.monotonic() < ends else replace(answer, timed_out=True)

    def _answer(self, task: Task, workspace: Workspace) -> AgentResult:
        try:
            answer = self.call(task, workspace)
            if isinstance(answer, Prediction):
                answer = AgentResult(prediction=answer)
            if isinstance(answer, AgentResult):
                return answers.checked(answer)
        except (AgentError, *NOT_ITS_OWN):
            raise
        except BaseException as error:  # pytest.fail and pytest.skip raise what is no Exception
            raise AgentError(f"{self.name}: {described(error)}") from error
        if answer is None or isinstance(answer, str):
            return AgentResult(text=answer)
        raise AgentError(
            f"{self.name}: must return AgentResult, Prediction, text or None, not {type(answer).__name__}"
        )


def described(error: BaseException) -> str:
    """A caught exception in one line: its type, its message, and the place that raised it."""
    message = " ".join(_said(error).split())
    message = message if message.isprintable() else message.encode("unicode_escape").decode()
    raised = [*traceback.walk_tb(error.__traceback__)][1:]  # the first is where it was caught
    frames = [(frame.f_code.co_filename, number) for frame, number in raised if not _is_hidden(frame)]
    places = [f" ({name}:{number})" for name, number in frames if "importlib" not in name]
    return f"{type(error).__name__}{': ' if message else ''}{message}{places[-1] if places else ''}"


def _said(error: BaseException) -> str:
    try:
        return str(error)[:_LONGEST]
    except Exception:  # its own __str__ fails
        return ""


def _is_hidden(frame: FrameType) -> bool:
    """Whether a frame is none to show, such as that of `pytest.fail`."""
    return bool(frame.f_locals.get("__tracebackhide__"))


@contextmanager
def _staying() -> Iterator[None]:
    """Come back to the current directory, even if it was renamed meanwhile."""
    here = os.open(".", os.O_RDONLY)
    try:
        yield
    finally:
        os.fchdir(here)
        os.close(here)


class _Alarm:
    """Rings until it is switched off: a callable may swallow what is raised in it."""

    on = True

    def ring(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002  # the shape of a signal handler
        if self.on:
            raise _TimeIsUp


def _within(seconds: float, work: Callable[[], AgentResult]) -> AgentResult:
    """What `work` returns, or a result that timed out; alarms of others go off as they would have."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    others, interval = signal.getitimer(signal.ITIMER_REAL)
    started = clock.monotonic()
    alarm = _Alarm()
    handler = signal.signal(signal.SIGALRM, alarm.ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
        try:
            return work()
        finally:
            alarm.on = False
    except _TimeIsUp:  # also when it rings just before it is switched off
        alarm.on = False
        return AgentResult(timed_out=True)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler if handler is not None else signal.SIG_DFL)
        if others:
            remaining = others - (clock.monotonic() - started)
            signal.setitimer(signal.ITIMER_REAL, max(remaining, 1e-6), interval)
