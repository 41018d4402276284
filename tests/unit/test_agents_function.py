"""A callable is an agent: what it returns, raises, leaves behind, and how long it may take."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from pytest_editbench import processes
from pytest_editbench.agents import function
from pytest_editbench.agents.function import Callee, FunctionAgent
from pytest_editbench.errors import AgentError
from pytest_editbench.model import AgentResult, Task, Usage, Workspace

TASK = Task("Say hello.", {})


def place(folder: Path, timeout: float = 60) -> Workspace:
    path = folder / "work"
    path.mkdir()
    marker = f"test-{os.getpid()}-{folder.name}"
    usage_file = folder / "usage.json"
    return Workspace(
        path,
        usage_file,
        folder / "output",
        processes.environment(os.environ, usage_file, marker),
        marker,
        timeout,
    )


def run(call: Callee, workspace: Workspace) -> AgentResult:
    return FunctionAgent("mine:run", call).run(TASK, workspace)


def answering(answer: object) -> Callee:
    def call(task: Task, workspace: Workspace) -> AgentResult:
        return answer  # type: ignore[return-value]  # one test answers what is not allowed

    return call


def failing(error: BaseException) -> Callee:
    def call(task: Task, workspace: Workspace) -> None:
        raise error

    return call


def sleeping(seconds: float) -> Callee:
    def call(task: Task, workspace: Workspace) -> None:
        time.sleep(seconds)

    return call


def test_a_callable_edits_the_workspace(tmp_path: Path) -> None:
    workspace = place(tmp_path)

    def call(task: Task, workspace: Workspace) -> None:
        (workspace.path / "a.txt").write_text(task.prompt)

    run(call, workspace)

    assert (workspace.path / "a.txt").read_text() == "Say hello."


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        (None, AgentResult()),
        ("hello", AgentResult(text="hello")),
        (AgentResult(exit_code=3, answered=False), AgentResult(exit_code=3, answered=False)),
    ],
)
def test_what_it_returns_is_its_result(
    tmp_path: Path, answer: AgentResult | str | None, result: AgentResult
) -> None:
    assert run(answering(answer), place(tmp_path)) == result


def test_another_answer_is_an_agent_error(tmp_path: Path) -> None:
    with pytest.raises(
        AgentError, match="mine:run: must return AgentResult, Prediction, text or None, not int"
    ):
        run(answering(3), place(tmp_path))


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ValueError("too\nlong"), r"mine:run: ValueError: too long \(.*test_agents_function\.py:\d+\)"),
        (SystemExit(3), r"mine:run: SystemExit: 3 \("),
        (AgentError("no key"), "^no key$"),
    ],
)
def test_what_it_raises_is_an_agent_error(tmp_path: Path, error: BaseException, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        run(failing(error), place(tmp_path))


def test_ctrl_c_passes(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(failing(KeyboardInterrupt()), place(tmp_path))


@pytest.mark.parametrize("call", [pytest.fail, pytest.skip, pytest.xfail])
def test_what_pytest_raises_inside_it_is_its_own(tmp_path: Path, call: Callee) -> None:
    def asking(task: Task, workspace: Workspace) -> None:
        call("no\nkey")  # type: ignore[call-arg,arg-type]  # one of three of one shape

    with pytest.raises(AgentError, match=r"mine:run: \w+: no key \(.*test_agents_function\.py:\d+\)$"):
        run(asking, place(tmp_path))


def test_an_exception_that_cannot_say_what_it_is_is_told_by_its_type(tmp_path: Path) -> None:
    class MuteError(Exception):
        def __str__(self) -> str:
            raise ValueError

    with pytest.raises(AgentError, match=r"mine:run: MuteError \("):
        run(failing(MuteError()), place(tmp_path))


def test_what_its_fields_cannot_hold_is_unknown(tmp_path: Path) -> None:
    usage = Usage(tool_calls=[1], cost=float("nan"), turns=2)  # type: ignore[arg-type]
    answer = AgentResult(usage=usage, survivors=None, output_tail=b"x", error="")  # type: ignore[arg-type]

    result = run(answering(answer), place(tmp_path))

    assert (result.usage, result.survivors, result.error) == (Usage(turns=2), 0, None)
    assert result.output_tail == (
        'AgentResult: "usage.cost" ignored: must be a number ≥ 0; '
        '"usage.tool_calls" ignored: must be an object; "output_tail" ignored: must be text'
    )


def test_the_usage_file_is_read(tmp_path: Path) -> None:
    def call(task: Task, workspace: Workspace) -> None:
        workspace.usage_file.write_text('{"output_tokens": 7, "cost": "?", "error": "refused"}')

    result = run(call, place(tmp_path))

    assert result.usage == Usage(output_tokens=7, error="refused")
    assert (result.error, result.answered) == ("refused", True)
    assert result.output_tail == 'usage.json: "cost" ignored: must be a number ≥ 0'


def test_the_usage_it_returns_comes_first(tmp_path: Path) -> None:
    def call(task: Task, workspace: Workspace) -> AgentResult:
        workspace.usage_file.write_text('{"turns": 7}')
        return AgentResult(usage=Usage(turns=1))

    assert run(call, place(tmp_path)).usage == Usage(turns=1)


def test_its_time_ends(tmp_path: Path) -> None:
    def call(task: Task, workspace: Workspace) -> None:
        try:
            time.sleep(600)
        except Exception:  # an agent that retries whatever happens
            time.sleep(600)

    assert run(call, place(tmp_path, timeout=0.1)).timed_out


def test_the_alarm_of_another_goes_off_all_the_same(tmp_path: Path) -> None:
    heard = threading.Event()
    before = signal.signal(signal.SIGALRM, lambda *_: heard.set())
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        run(sleeping(0.4), place(tmp_path))
        assert heard.wait(60)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_no_alarm_is_left_behind(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)

    run(answering(None), place(tmp_path))

    assert (signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)) == before


def test_on_another_thread_it_is_not_cut_short_but_out_of_time_all_the_same(tmp_path: Path) -> None:
    workspace, results = place(tmp_path, timeout=0.01), list[AgentResult]()

    thread = threading.Thread(target=lambda: results.append(run(sleeping(0.1), workspace)))
    thread.start()
    thread.join()

    assert results == [AgentResult(timed_out=True)]


def test_it_cannot_outrun_its_time_by_swallowing_what_interrupts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(function, "_AGAIN", 0.1)

    def call(task: Task, workspace: Workspace) -> str:
        for _ in range(3):
            try:
                time.sleep(600)
            except BaseException:
                continue
        return "done"

    result = run(call, place(tmp_path, timeout=0.1))

    assert (result.timed_out, result.text) == (True, "done")


def test_an_error_made_of_the_interruption_is_out_of_time(tmp_path: Path) -> None:
    def call(task: Task, workspace: Workspace) -> None:
        try:
            time.sleep(600)
        except BaseException as error:
            raise RuntimeError("connection lost") from error

    result = run(call, place(tmp_path, timeout=0.1))

    assert result.timed_out
    assert "connection lost" in result.output_tail


def test_it_leaves_no_other_current_directory(tmp_path: Path) -> None:
    before = Path.cwd()

    def call(task: Task, workspace: Workspace) -> None:
        os.chdir(workspace.path)
        raise ValueError

    with pytest.raises(AgentError):
        run(call, place(tmp_path))

    assert Path.cwd() == before


def test_processes_it_leaves_behind_are_ended(tmp_path: Path) -> None:
    started: list[subprocess.Popen[bytes]] = []

    def call(task: Task, workspace: Workspace) -> None:
        argv = [sys.executable, "-c", "import time; time.sleep(600)"]
        started.append(subprocess.Popen(argv, env=workspace.environ, start_new_session=True))

    result = run(call, place(tmp_path))

    assert result.survivors == 1
    assert started[0].wait() == -signal.SIGTERM
