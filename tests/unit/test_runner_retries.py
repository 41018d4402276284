"""A provider that fails is asked anew, from the start, and for no attempt of the agent."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePosixPath

import pytest

from pytest_editbench import runner
from pytest_editbench.agents.lookup import Kind, NamedAgent
from pytest_editbench.errors import AgentError
from pytest_editbench.model import AgentResult, Case, Contents, File, Outcome, Task, Tree, Trial, Workspace
from pytest_editbench.runner import retries

APP = PurePosixPath("app.js")
BEFORE: Tree = {APP: File(b"const limit = 1;\n")}
AFTER: Tree = {APP: File(b"const limit = 2;\n")}
FAILED = AgentResult(error="provider failure: 529")


class Agent:
    """Fails so often, leaves something behind each time, then edits."""

    def __init__(self, *answers: AgentResult | Exception) -> None:
        self.answers = [*answers]
        self.met: list[set[str]] = []  # what was in the workspace, and in the home

    def run(self, task: Task, workspace: Workspace) -> AgentResult:
        assert task.prompt
        assert workspace.home is not None
        self.met.append({place.name for place in (*workspace.path.iterdir(), *within(workspace.home))})
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        (workspace.path / "left.txt").write_text("half an edit")
        workspace.home.mkdir(parents=True, exist_ok=True)
        (workspace.home / "session").write_text("of the time before")
        if answer.error is None:
            (workspace.path / "left.txt").unlink()
            (workspace.path / "app.js").write_bytes(b"const limit = 2;\n")
        return answer


def within(folder: Path) -> list[Path]:
    return [*folder.iterdir()] if folder.is_dir() else []


Run = Callable[..., Trial]


@pytest.fixture
def pauses() -> list[float]:
    return []


@pytest.fixture
def run(tmp_path: Path, pauses: list[float]) -> Run:
    def run(agent: object, most: int, attempts: int = 1, *, git: bool = False) -> Trial:
        settings = runner.Settings(
            scratch=tmp_path / "scratch",
            marker="test-",
            attempts=attempts,
            git=git,
            homes=tmp_path / "homes",
            provider_retries=most,
            pause=pauses.append,
        )
        (tmp_path / "case").mkdir()
        case = Case("one", tmp_path / "case", "one")
        contents = Contents("Change it.", BEFORE, {"expected": AFTER}, "d")
        named = NamedAgent("mine", agent, None, Kind.FUNCTION)  # type: ignore[arg-type]  # has what is asked of it
        place = runner.lay(contents, settings)
        planned = runner.planned(case, contents, named, 1, settings, "t")
        done = runner.run(planned, case, contents, named, place, settings)
        runner.close(place)
        assert not within(tmp_path / "homes")
        return done

    return run


@pytest.mark.parametrize("git", [False, True])
def test_each_retry_finds_the_workspace_and_the_home_as_the_first_time(
    run: Run, pauses: list[float], git: bool
) -> None:
    agent = Agent(FAILED, FAILED, AgentResult())

    trial = run(agent, 5, git=git)

    assert (trial.outcome, len(trial.attempts)) == (Outcome.PASSED, 1)
    assert trial.attempts[0].provider_retries == 2
    assert pauses == [1.0, 2.0]
    assert agent.met == [{"app.js", *([".git"] if git else [])}] * 3


def test_a_provider_that_keeps_failing_is_an_agent_error_in_the_end(run: Run, pauses: list[float]) -> None:
    trial = run(Agent(*[FAILED] * 3), 2)

    assert (trial.outcome, trial.attempts[0].provider_retries) == (Outcome.AGENT_ERROR, 2)
    assert len(pauses) == 2


def test_without_the_option_nothing_is_asked_again(run: Run, pauses: list[float]) -> None:
    assert run(Agent(FAILED), 0).attempts[0].provider_retries == 0
    assert pauses == []


@pytest.mark.parametrize(
    "answer",
    [
        AgentError("the program is no longer there"),
        AgentResult(timed_out=True, answered=False),
        AgentResult(timed_out=True, answered=False, error="provider failure: 429"),
    ],
)
def test_what_no_waiting_mends_is_not_asked_again(
    run: Run, pauses: list[float], answer: AgentResult | Exception
) -> None:
    assert run(Agent(answer), 3).outcome is Outcome.AGENT_ERROR
    assert pauses == []


def test_a_retry_in_a_later_attempt_finds_what_the_attempt_before_left(run: Run) -> None:
    class Slow(Agent):
        def run(self, task: Task, workspace: Workspace) -> AgentResult:
            if task.attempt == 1:
                (workspace.path / "app.js").write_text("const limit = 3;\n")
                return AgentResult()
            assert (workspace.path / "app.js").read_text() == "const limit = 3;\n"
            return super().run(task, workspace)

    agent = Slow(FAILED, AgentResult())

    trial = run(agent, 1, attempts=2)

    assert [attempt.outcome for attempt in trial.attempts] == [Outcome.MISMATCH, Outcome.PASSED]
    assert [attempt.provider_retries for attempt in trial.attempts] == [0, 1]
    assert "left.txt" not in agent.met[-1]


def test_an_agent_that_took_its_workspace_away_is_asked_again_in_a_new_one(run: Run) -> None:
    class Wild(Agent):
        def run(self, task: Task, workspace: Workspace) -> AgentResult:
            result = super().run(task, workspace)
            if result.error:
                (workspace.path / "left.txt").unlink()
                (workspace.path / "app.js").unlink()
                workspace.path.rmdir()
                workspace.path.symlink_to(workspace.path.parent)
            return result

    assert run(Wild(FAILED, AgentResult()), 1).outcome is Outcome.PASSED


def test_pauses_double_up_to_ten_seconds() -> None:
    assert [retries.pause(number) for number in (1, 2, 3, 4, 5, 6, 100)] == [1, 2, 4, 8, 10, 10, 10]
