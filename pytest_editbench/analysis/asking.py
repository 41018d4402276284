"""One file asked about: the task, the agent in its workspace, the answer, and asking again."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass, field, replace
from threading import Event, Thread
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import clock, workspace
from pytest_editbench.agents import places, programs
from pytest_editbench.agents.function import FunctionAgent, described
from pytest_editbench.analysis import answers, prompt
from pytest_editbench.analysis.results import FileAnalysis, Verdict, summed
from pytest_editbench.compare.visible import escaped
from pytest_editbench.errors import AgentError, EditbenchError, TreeError
from pytest_editbench.model import AgentResult, Confinement, Task, Usage, Workspace

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.agents.protocol import Agent
    from pytest_editbench.analysis.change import Change, FileChange
    from pytest_editbench.model import Tree

REMINDERS = 3  # how often an agent is asked again whose answer cannot be used
_GRACE = 0.5  # seconds beyond the time limit in which a callable may end by itself
_POLL = 0.05  # seconds
_ENDING = 2.0  # seconds in which one that starts processes is done with them, once they are ended
_MESSAGE = 500  # characters


@dataclass(frozen=True, slots=True)
class Settings:
    """How files are asked about."""

    agent: NamedAgent
    scratch: Path  # private, outside of any project
    marker: str  # starts the marker of every process
    goal: str = prompt.GOAL
    timeout: float = 300.0  # seconds for each ask
    jobs: int = 8  # at once
    budget: int = prompt.BUDGET  # characters of a diff
    homes: Path | None = None  # for private homes
    confinement: Confinement | None = None
    stop: Event = field(default_factory=Event)  # set when nothing more is to be asked


class _Ask(NamedTuple):
    """What came of asking once."""

    verdict: Verdict | None  # None: the answer cannot be used, and the agent may be asked again
    message: str
    answer: answers.Answer | None
    duration: float  # seconds
    usage: Usage


def analysed(change: Change, file: FileChange, settings: Settings) -> FileAnalysis:
    """What the agent says of one file of the change; whatever goes wrong is told in the result."""
    blank = FileAnalysis(
        escaped(str(file.path)), file.role, tuple(map(escaped, file.how)), file.lines, Verdict.AGENT_ERROR
    )
    entry = change.after.get(file.path)
    tree: Tree = {} if entry is None else {file.path: entry}
    try:
        place = _lay(tree, settings)
    except (EditbenchError, OSError) as error:
        return replace(blank, message=_line(str(error)))
    try:
        return _concluded(blank, _asks(change, file, tree, place, settings))
    finally:
        workspace.destroy(place.path)
        if place.home is not None:
            workspace.remove(place.home)


def _asks(change: Change, file: FileChange, tree: Tree, place: Workspace, settings: Settings) -> list[_Ask]:
    asks: list[_Ask] = []
    for number in range(1, 2 + REMINDERS):
        error = asks[-1].message if asks else ""
        text = prompt.render(change, file, settings.goal, settings.budget, error)
        task = Task(text, tree, number, settings.agent.model, wants="answer")
        asks.append(_ask(task, replace(place, output=place.output / f"ask-{number}"), settings))
        if asks[-1].verdict is not None or settings.stop.is_set():
            break
    return asks


def _ask(task: Task, place: Workspace, settings: Settings) -> _Ask:
    with suppress(OSError):  # absent, or made a folder by an agent
        place.usage_file.unlink()
    start = clock.monotonic()
    try:
        if not isinstance(settings.agent.agent, FunctionAgent):  # those print nothing
            place.output.mkdir(parents=True, exist_ok=True)
        result = _bounded(task, place, settings)
    except (EditbenchError, OSError) as error:
        result = AgentResult(error=str(error) or type(error).__name__)
    except Exception as error:  # whatever an adapter does, the other files are asked about
        result = AgentResult(error=f"{type(error).__name__}: {error}")
    duration = max(0.0, clock.monotonic() - start - result.waited)
    verdict, message, answer = _judged(result, place)
    return _Ask(verdict, message, answer, duration, result.usage)


def _judged(result: AgentResult, place: Workspace) -> tuple[Verdict | None, str, answers.Answer | None]:
    if result.error is not None:
        return Verdict.AGENT_ERROR, _line(result.error), None
    if result.timed_out:
        return Verdict.TIMEOUT, f"no answer within {place.timeout:g} s", None
    try:
        return Verdict.ANALYSED, "", answers.read(programs.spoken(result, place))
    except answers.UnusableError as error:
        code = f" (exit code {result.exit_code})" if result.exit_code else ""
        return None, f"{_line(str(error))}{code}", None


def _concluded(blank: FileAnalysis, asks: list[_Ask]) -> FileAnalysis:
    last = asks[-1]
    told = replace(
        blank,
        outcome=last.verdict or Verdict.UNUSABLE,
        message=last.message,
        asks=len(asks),
        duration=sum(ask.duration for ask in asks),
        usage=summed(ask.usage for ask in asks),
    )
    return replace(told, **last.answer._asdict()) if last.answer else told


def _bounded(task: Task, place: Workspace, settings: Settings) -> AgentResult:
    """What the agent says; left behind is a callable that does not come back, and anybody at the end."""
    if settings.stop.is_set():
        raise AgentError("not asked: the analysis was stopped")
    agent = settings.agent.agent
    patience = (
        place.timeout + _GRACE if isinstance(agent, FunctionAgent) else math.inf
    )  # others keep the time
    call = _Call(agent, task, place)
    thread = Thread(target=call.run, daemon=True)
    thread.start()
    ends = clock.monotonic() + patience
    while thread.is_alive() and clock.monotonic() < ends and not settings.stop.is_set():
        thread.join(_POLL)
    if settings.stop.is_set() and not isinstance(agent, FunctionAgent):
        thread.join(_ENDING)  # it may be starting one just now
    return call.outcome()


class _Call:
    """An agent that is asked on a thread of its own."""

    def __init__(self, agent: Agent, task: Task, place: Workspace) -> None:
        self._agent, self._task, self._place = agent, task, place
        self._result = AgentResult(timed_out=True)
        self._error: Exception | None = None

    def run(self) -> None:
        """Ask it."""
        try:
            self._result = self._agent.run(self._task, self._place)
        except Exception as error:  # told where it is waited for
            self._error = error
        except BaseException as error:  # here, nobody's Ctrl-C: no signal reaches this thread
            self._error = AgentError(described(error))

    def outcome(self) -> AgentResult:
        """What came of it by now."""
        if self._error is not None:
            raise self._error
        return self._result


def _lay(tree: Tree, settings: Settings) -> Workspace:
    """A private folder with what is known of the file; without it where no folder can hold it."""
    try:
        path = workspace.lay(tree, settings.scratch)
    except TreeError:
        path = workspace.lay({}, settings.scratch)
    return places.around(path, settings)


def _line(text: str) -> str:
    told = " ".join(text.split())
    return escaped(told if len(told) <= _MESSAGE else f"{told[:_MESSAGE]}…")
