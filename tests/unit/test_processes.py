"""Processes are run to their end, or ended, and nothing of them is left; all of it with real ones."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from pytest_editbench import clock, processes
from pytest_editbench.errors import AgentError
from pytest_editbench.processes import descendants, running
from pytest_editbench.processes import pipes as holders
from pytest_editbench.processes.streams import TAIL, Pump, Sink

SLEEPER = [sys.executable, "-c", "import time; time.sleep(600)"]
STUBBORN = [
    sys.executable,
    "-c",
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)\nopen('ready', 'w')\ntime.sleep(600)",
]
IMPORTS = "import os, signal, subprocess, sys, time\nfrom pathlib import Path\n"
READY = "Path('ready').touch()\n"
WAIT = "while not Path('ready').exists(): time.sleep(0.01)\n"


@dataclass(frozen=True)
class Place:
    """Where the scripts of a test run."""

    folder: Path
    marker: str

    @property
    def work(self) -> Path:
        return self.folder / "work"

    @property
    def output(self) -> Path:
        return self.folder / "output"

    @property
    def environ(self) -> dict[str, str]:
        return processes.environment(os.environ, self.folder / "usage.json", self.marker)

    def run(
        self, script: str | list[str], stdin: bytes = b"", timeout: float = 60, limit: int = 1000
    ) -> processes.Completed:
        argv = [sys.executable, "-c", IMPORTS + script] if isinstance(script, str) else script
        return processes.run(
            argv,
            cwd=self.work,
            environ=self.environ,
            stdin=stdin,
            timeout=timeout,
            output=self.output,
            limit=limit,
            marker=self.marker,
        )

    def pid(self) -> int:
        return int((self.work / "pid").read_text())


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path, f"test-{os.getpid()}-{tmp_path.name}-")
    made.work.mkdir()
    yield made
    assert processes.reap(made.marker) == 0, "the test left a process behind"


@pytest.fixture
def impatient(place: Place, monkeypatch: pytest.MonkeyPatch) -> float:
    """A time limit in seconds that is over as soon as the file `ready` exists."""

    def monotonic() -> float:
        return time.monotonic() + (1000 if (place.work / "ready").exists() else 0)

    monkeypatch.setattr(clock, "monotonic", monotonic)
    return 500


def gone(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def leaving(options: str, argv: list[str] = SLEEPER) -> str:
    """A script that starts a process, writes down its id, and ends at once."""
    return f"child = subprocess.Popen({argv!r}, {options})\nPath('pid').write_text(str(child.pid))\n"


def eventually(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline, "never came true"
        time.sleep(0.01)


# --- environment ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "PYTEST_CURRENT_TEST",
        "PYTEST_XDIST_WORKER",
        "PWD",
        "OLDPWD",
        "GIT_DIR",
        "COV_CORE_SOURCE",
        "COVERAGE_PROCESS_START",
        "EDITBENCH_AGENT",
    ],
)
def test_the_environment_does_not_tell(name: str) -> None:
    assert name not in processes.clean_environment({name: "secret", "HOME": "/home/me"})


def test_the_rest_of_the_environment_is_the_users() -> None:
    mine = {"HOME": "/home/me", "API_KEY": "k", "GITHUB_TOKEN": "t", "MYPWD": "x", "PYTHONPATH": "lib"}

    assert processes.clean_environment(mine) == mine


def test_the_marker_of_an_outer_run_is_replaced() -> None:
    environ = processes.environment({processes.MARKER: "outer"}, Path("/x/usage.json"), "inner")

    assert environ == {"EDITBENCH_USAGE_FILE": "/x/usage.json", "EDITBENCH_MARKER": "inner"}


# --- an ordinary end --------------------------------------------------------------------------------


def test_the_exit_code_is_told(place: Place) -> None:
    ended = place.run("sys.exit(3)")

    assert (ended.exit_code, ended.signal, ended.timed_out, ended.survivors) == (3, None, False, 0)


def test_a_death_by_signal_is_told(place: Place) -> None:
    ended = place.run("os.kill(os.getpid(), 9)")

    assert (ended.exit_code, ended.signal, ended.timed_out) == (None, signal.SIGKILL, False)


def test_a_program_runs_in_its_folder_in_a_session_of_its_own(place: Place) -> None:
    place.run("print(os.getcwd(), os.getsid(0) == os.getpid())")

    assert (place.output / "stdout").read_text() == f"{place.work.resolve()} True\n"


# --- streams ----------------------------------------------------------------------------------------


def test_fifty_megabytes_on_each_stream_are_counted_and_only_their_head_is_stored(place: Place) -> None:
    ended = place.run(
        "out, err = sys.stdout.buffer, sys.stderr.buffer\n"
        "out.write(b'start')\n"
        "for _ in range(50):\n    out.write(b'o' * 2**20)\n    err.write(b'e' * 2**20)\n"
        "out.write(b'the end')\n"
    )

    assert (ended.stdout_bytes, ended.stderr_bytes) == (50 * 2**20 + 12, 50 * 2**20)
    assert (place.output / "stdout").read_bytes() == b"start" + b"o" * 995
    assert (place.output / "stderr").read_bytes() == b"e" * 1000
    assert "the end\neee" in ended.tail
    assert len(ended.tail) <= TAIL + 1


def test_invalid_utf_8_is_stored_as_it_is_and_shown_replaced(place: Place) -> None:
    ended = place.run(r"sys.stdout.buffer.write(b'caf\xe9 \xff\x00.')")

    assert (place.output / "stdout").read_bytes() == b"caf\xe9 \xff\x00."
    assert ended.tail == "caf� �\0."


def test_the_tail_holds_both_streams(place: Place) -> None:
    ended = place.run("print('printed'); print('complained', file=sys.stderr)")

    assert ended.tail == "printed\ncomplained\n"


def test_a_program_gets_all_of_a_long_standard_input(place: Place) -> None:
    place.run("print(len(sys.stdin.buffer.read()))", stdin=b"x" * 5_000_000)

    assert (place.output / "stdout").read_text() == "5000000\n"


def test_a_program_that_never_reads_its_standard_input_does_not_block(place: Place) -> None:
    ended = place.run("print('done')", stdin=b"x" * 5_000_000)

    assert (ended.exit_code, ended.timed_out, ended.tail) == (0, False, "done\n")


def test_a_program_that_answers_while_it_reads_does_not_block(place: Place) -> None:
    script = "while data := sys.stdin.buffer.read(4096): sys.stdout.buffer.write(data)"

    ended = place.run(script, stdin=b"x" * 5_000_000)

    assert (ended.exit_code, ended.stdout_bytes) == (0, 5_000_000)


def test_without_a_prompt_standard_input_is_empty(place: Place) -> None:
    place.run("print(repr(sys.stdin.read()))")

    assert (place.output / "stdout").read_text() == "''\n"


def test_a_program_that_closes_its_streams_is_waited_for(place: Place) -> None:
    ended = place.run("os.close(1); os.close(2); time.sleep(0.5); os._exit(4)")

    assert (ended.exit_code, ended.timed_out) == (4, False)
    assert ended.duration >= 0.5


def test_what_was_printed_before_the_time_was_over_is_kept(place: Place, impatient: float) -> None:
    ended = place.run(f"print('so far', flush=True)\n{READY}time.sleep(600)", timeout=impatient)

    assert (ended.timed_out, ended.tail) == (True, "so far\n")


def test_what_is_left_in_the_pipes_is_taken_after_the_end(tmp_path: Path) -> None:
    argv = [sys.executable, "-c", "print('last words')"]
    with (
        Sink(tmp_path / "out", 100) as out,
        Sink(tmp_path / "err", 100) as err,
        subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process,
        closing(Pump(process, b"", out, err)) as pump,
    ):
        process.wait()
        pump.drain()

    assert out.text == "last words\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_costs_the_stored_output_and_nothing_else(place: Place) -> None:
    place.output.mkdir()
    (place.output / "stdout").symlink_to("/dev/full")

    ended = place.run("print('printed')")

    assert (ended.exit_code, ended.stdout_bytes, ended.tail) == (0, 8, "printed\n")


def test_an_output_folder_that_cannot_be_made_is_an_agent_error(place: Place) -> None:
    place.output.write_text("in the way")

    with pytest.raises(AgentError, match="output cannot be stored"):
        place.run("")


# --- what is left behind ----------------------------------------------------------------------------


@pytest.mark.parametrize("options", ["", "start_new_session=True", "stdout=subprocess.DEVNULL"])
def test_a_sleeping_grandchild_is_ended_after_a_normal_exit(place: Place, options: str) -> None:
    ended = place.run(leaving(options))

    assert gone(place.pid())
    assert (ended.exit_code, ended.timed_out, ended.survivors) == (0, False, 1)


def test_a_daemon_forked_twice_is_ended(place: Place) -> None:
    ended = place.run(
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        "        Path('new').write_text(str(os.getpid()))\n"
        "        os.rename('new', 'pid')\n"
        "        time.sleep(600)\n"
        "    os._exit(0)\n"
        "while not Path('pid').exists(): time.sleep(0.01)\n"
    )

    assert gone(place.pid())
    assert (ended.exit_code, ended.survivors) == (0, 1)


def test_a_survivor_that_ignores_sigterm_is_killed(place: Place) -> None:
    ended = place.run(leaving("start_new_session=True", STUBBORN) + WAIT)

    assert gone(place.pid())
    assert ended.survivors == 1


def test_many_survivors_are_all_ended(place: Place) -> None:
    ended = place.run(f"for _ in range(20): subprocess.Popen({SLEEPER!r}, start_new_session=True)")

    assert ended.survivors == 20


def test_what_is_ending_by_itself_is_no_survivor(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(descendants, "_ESCALATION", ((None, 60), *descendants._ESCALATION[1:]))

    ended = place.run("subprocess.Popen(['cat'], stdin=subprocess.PIPE)")

    assert ended.survivors == 0


def test_a_group_member_without_the_marker_is_ended_after_a_normal_exit(place: Place) -> None:
    ended = place.run(leaving("env={}"))

    eventually(lambda: gone(place.pid()))
    assert ended.survivors == 1


def test_a_group_member_without_the_marker_that_ends_by_itself_is_no_survivor(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(descendants, "_ESCALATION", ((None, 60), *descendants._ESCALATION[1:]))

    ended = place.run("subprocess.Popen(['cat'], stdin=subprocess.PIPE, env={})")

    assert ended.survivors == 0


linux = pytest.mark.skipif(sys.platform != "linux", reason="open files are told by /proc")


@linux
@pytest.mark.parametrize("kept", ["stdout", "stderr"])
def test_who_hides_from_all_else_is_found_by_the_stream_that_it_holds(place: Place, kept: str) -> None:
    other = {"stdout": "stderr", "stderr": "stdout"}[kept]

    ended = place.run(leaving(f"env={{}}, start_new_session=True, {other}=subprocess.DEVNULL"))

    assert gone(place.pid())
    assert (ended.exit_code, ended.survivors) == (0, 1)


@linux
def test_who_only_reads_from_a_pipe_or_is_a_child_of_this_process_is_no_holder_of_it() -> None:
    reading, writing = os.pipe()
    pipes = {os.fstat(reading).st_ino}
    sleeper = [sys.executable, "-c", "input()"]
    options: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL}
    with (
        subprocess.Popen(sleeper, pass_fds=[reading], **options) as reader,
        subprocess.Popen(sleeper, pass_fds=[writing], **options) as child,
    ):
        found = holders.writers(pipes)
        for process in (reader, child):
            process.communicate(b"\n")
    os.close(reading)
    os.close(writing)
    assert found == set()


# --- the end of the time ----------------------------------------------------------------------------


def test_a_program_whose_time_is_over_is_asked_to_end(place: Place, impatient: float) -> None:
    ended = place.run(
        "def leave(*_):\n"
        "    print('bye')\n"
        "    sys.exit(7)\n"
        f"signal.signal(signal.SIGTERM, leave)\n{READY}time.sleep(600)\n",
        timeout=impatient,
    )

    assert (ended.timed_out, ended.exit_code, ended.tail) == (True, 7, "bye\n")
    assert ended.duration >= impatient


def test_a_program_that_ignores_sigterm_is_killed(
    place: Place, impatient: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_GRACE", 0.2)

    ended = place.run(STUBBORN, timeout=impatient)

    assert (ended.timed_out, ended.exit_code, ended.signal) == (True, None, signal.SIGKILL)


@pytest.mark.parametrize("options", ["", "start_new_session=True", "start_new_session=True, env={}"])
def test_a_grandchild_ends_with_the_time(place: Place, impatient: float, options: str) -> None:
    ended = place.run(f"{leaving(options)}{READY}child.wait()", timeout=impatient)

    assert ended.timed_out
    assert gone(place.pid())


def test_a_flood_of_output_does_not_outlast_the_time(place: Place) -> None:
    ended = place.run("while True: os.write(1, b'x' * 65536)", timeout=1)

    assert (ended.timed_out, ended.signal) == (True, signal.SIGTERM)


def test_ctrl_c_ends_everything_and_passes(place: Place) -> None:
    def interrupt() -> None:
        eventually((place.work / "ready").exists)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()

    with pytest.raises(KeyboardInterrupt):
        place.run(leaving("start_new_session=True") + READY + "time.sleep(600)")

    eventually(lambda: gone(place.pid()))


# --- finding processes ------------------------------------------------------------------------------


@pytest.fixture
def sleeper(place: Place) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(SLEEPER, env=place.environ) as process:
        yield process
        process.kill()


def test_reap_ends_what_starts_with_the_prefix(place: Place, sleeper: subprocess.Popen[bytes]) -> None:
    assert processes.reap(place.marker[:-1]) == 1
    assert sleeper.wait() == -signal.SIGTERM


def test_end_spares_a_longer_marker(place: Place, sleeper: subprocess.Popen[bytes]) -> None:
    assert processes.end(place.marker[:-1]) == 0
    assert sleeper.poll() is None


def test_reap_spares_itself_and_those_it_descends_from(place: Place) -> None:
    inner = f"from pytest_editbench import processes; print(processes.reap({place.marker!r}))"
    outer = f"print(subprocess.run([sys.executable, '-c', {inner!r}], capture_output=True).stdout)"
    place_of_package = str(Path(processes.__file__).parents[2])

    ended = place.run(f"os.environ['PYTHONPATH'] = {place_of_package!r}\n{outer}")

    assert (ended.exit_code, ended.tail) == (0, "b'0\\n'\n")


def test_without_proc_the_marker_is_found_as_well(
    place: Place, sleeper: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(descendants, "_PROC", place.folder / "no-proc")

    assert processes.end(place.marker) == 1
    assert sleeper.wait() == -signal.SIGTERM


def test_without_proc_nobody_is_asked_who_is_older_than_this_process(
    place: Place, sleeper: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(descendants, "_PROC", place.folder / "no-proc")
    monkeypatch.setattr(descendants, "_SLACK", -3600)

    assert processes.end(place.marker) == 0
    assert sleeper.poll() is None


# --- what cannot start ------------------------------------------------------------------------------


def program(place: Place, text: str, mode: int = 0o755) -> list[str]:
    path = place.folder / "agent"
    path.write_text(text)
    path.chmod(mode)
    return [str(path)]


def test_a_vanished_program_is_an_agent_error(place: Place) -> None:
    with pytest.raises(AgentError, match="nowhere: the program is no longer there"):
        place.run([str(place.folder / "nowhere")])


def test_a_program_that_may_not_be_executed_is_an_agent_error(place: Place) -> None:
    with pytest.raises(AgentError, match=r"chmod \+x"):
        place.run(program(place, "#!/bin/sh\n", mode=0o644))


def test_a_script_without_its_first_line_is_an_agent_error(place: Place) -> None:
    with pytest.raises(AgentError, match="needs a first line such as #!/bin/sh"):
        place.run(program(place, "echo hello\n"))


def test_a_script_with_a_missing_interpreter_is_an_agent_error(place: Place) -> None:
    with pytest.raises(AgentError, match="the interpreter that its first line names"):
        place.run(program(place, "#!/nowhere/sh\n"))


def test_a_workspace_that_is_gone_is_an_agent_error(place: Place) -> None:
    place.work.rmdir()

    with pytest.raises(AgentError, match="workspace is no longer there"):
        place.run(["/bin/sh", "-c", ""])


def test_arguments_that_are_too_long_are_an_agent_error(place: Place) -> None:
    with pytest.raises(AgentError, match=r"\{prompt_file\}"):
        place.run(["/bin/sh", "-c", "", "x" * 20_000_000])


def test_a_nul_in_an_argument_is_an_agent_error(place: Place) -> None:
    with pytest.raises(AgentError, match="cannot be passed"):
        place.run(["/bin/sh", "-c", "a\0b"])


def test_a_failed_start_leaves_no_open_file(place: Place) -> None:
    before = psutil.Process().num_fds()

    with pytest.raises(AgentError):
        place.run([str(place.folder / "nowhere")])

    assert psutil.Process().num_fds() == before
