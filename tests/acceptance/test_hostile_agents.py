"""What agents do to us, with real processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from harness import FIX, CaseTree, agent, records, trials


@pytest.fixture(autouse=True)
def one_case(pytester: pytest.Pytester) -> Path:
    return CaseTree("one").write(pytester.path / "cases")


def sleepers(token: str) -> list[psutil.Process]:
    """The living processes with this word on their command line."""
    found = []
    for process in psutil.process_iter():
        try:
            if token in process.cmdline() and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except psutil.Error:
            continue
    return found


def gone(token: str, seconds: float = 10) -> bool:
    """Whether no such process is left, given a little time to be reaped."""
    deadline = time.monotonic() + seconds
    while sleepers(token) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not sleepers(token)


def sleeper(token: str, setsid: bool = True) -> str:
    """Source of a grandchild that outlives its parent, in a session of its own."""
    code = "import time; time.sleep(600)"
    return f"subprocess.Popen([sys.executable, '-c', {code!r}, {token!r}], start_new_session={setsid})\n"


def test_a_time_limit_ends_the_agent_and_grandchildren_that_left_its_group(run, pytester, request):
    token = f"editbench-{os.getpid()}-{request.node.name}"
    command = agent(pytester.path, FIX + sleeper(token) + sleeper(token, setsid=False) + "time.sleep(600)\n")
    result = run(
        "cases", f"--editbench-agent={command}", "--editbench-timeout=2", "--editbench-record=r.jsonl"
    )
    result.assert_outcomes(failed=1)
    [trial] = trials(pytester.path / "r.jsonl")
    assert (trial["outcome"], trial["match_level"]) == ("timeout", "exact")
    assert gone(token)


def test_what_an_agent_leaves_running_after_a_normal_exit_is_ended(run, pytester, request):
    token = f"editbench-{os.getpid()}-{request.node.name}"
    command = agent(pytester.path, FIX + sleeper(token))
    run("cases", f"--editbench-agent={command}", "--editbench-record=r.jsonl").assert_outcomes(passed=1)
    [trial] = trials(pytester.path / "r.jsonl")
    assert trial["attempts"][0]["result"]["survivors"] == 1
    assert gone(token)


def test_fifty_megabytes_of_output_are_bounded_and_counted(run_plain, pytester):
    command = agent(
        pytester.path, FIX + "for _ in range(50):\n    sys.stdout.buffer.write(b'\\xff' * (1 << 20))\n"
    )
    result = run_plain("cases", f"--editbench-agent={command}", "--editbench-record=r.jsonl")
    result.assert_outcomes(passed=1)
    [trial] = trials(pytester.path / "r.jsonl")
    assert trial["attempts"][0]["result"]["output_bytes"] == 50 << 20
    stored = sum(
        path.stat().st_size for path in (pytester.path / "r.jsonl.artifacts").rglob("*") if path.is_file()
    )
    assert stored < 20 << 20
    assert (pytester.path / "r.jsonl").stat().st_size < 1 << 20


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        ("import shutil; shutil.rmtree(os.getcwd())\n", "mismatch"),
        (
            (
                "here = os.getcwd(); os.chdir('/'); import shutil; shutil.rmtree(here)\n"
                "os.symlink('/etc', here)\n"
            ),
            "mismatch",
        ),
        ("os.unlink('app.js'); os.symlink('/etc/passwd', 'app.js')\n", "mismatch"),
        ("os.symlink('/etc', 'secrets')\n", "mismatch"),
        ("os.mkfifo('pipe')\n" + FIX, "mismatch"),
        ("[open(f'f{n}', 'w').close() for n in range(20_000)]\n", "over-limit"),
        ("open('big', 'wb').truncate(1 << 40)\n", "over-limit"),
        ("open('app.js', 'wb').write(b'\\xff\\xfe\\x00const')\n", "mismatch"),
        pytest.param(
            "open(b'caf\\xe9.js', 'w').close()\n",
            "mismatch",
            marks=pytest.mark.skipif(sys.platform == "darwin", reason="names are UTF-8 there"),
        ),
        ("os.mkdir('empty')\n" + FIX, "mismatch"),
        (FIX + "os.chmod('app.js', 0o755)\n", "mismatch"),
        (FIX + "os.chmod('app.js', 0)\n", "passed" if os.geteuid() == 0 else "mismatch"),
        ("os.mkdir('.git'); open('.git/x', 'w').close()\n" + FIX, "passed"),
        ("open('.aider.chat.history.md', 'w').close()\n" + FIX, "passed"),
        ("open('notes.md', 'w').close()\n" + FIX, "mismatch"),
        ("os.kill(os.getpid(), signal.SIGKILL)\n", "unchanged"),
        ("d = '.'\nfor n in range(1200):\n    os.mkdir('d'); os.chdir('d')\n", "mismatch"),
    ],
    ids=[
        "deletes-workspace",
        "links-workspace",
        "links-file",
        "links-folder",
        "fifo",
        "many-files",
        "huge-file",
        "binary",
        "odd-name",
        "empty-folder",
        "mode",
        "unreadable",
        "git",
        "droppings",
        "stray",
        "killed",
        "deep",
    ],
)
def test_whatever_an_agent_leaves_is_a_verdict_and_no_secret_leaks(run_plain, pytester, body, outcome):
    command = agent(pytester.path, body)
    result = run_plain(
        "cases", f"--editbench-agent={command}", "--editbench-record=r.jsonl", "--junitxml=junit.xml"
    )
    [trial] = trials(pytester.path / "r.jsonl")
    assert trial["outcome"] == outcome, trial["message"]
    result.assert_outcomes(**{"passed" if outcome == "passed" else "failed": 1})
    secret = Path("/etc/passwd").read_text().splitlines()[0]
    written = [
        path.read_bytes() for path in pytester.path.rglob("*") if path.is_file() and not path.is_symlink()
    ]
    assert not any(secret.encode() in data for data in [*written, result.stdout.str().encode()])


def test_an_agent_that_touches_the_case_is_found_out_and_later_trials_do_not_count(
    run_plain, pytester, one_case
):
    target = one_case / "expected" / "app.js"
    command = agent(pytester.path, f"pathlib.Path({str(target)!r}).write_text('const limit = 1;\\n')\n")
    result = run_plain(
        "cases", f"--editbench-agent={command}", "--editbench-trials=2", "--editbench-record=r.jsonl"
    )
    result.assert_outcomes(failed=1, errors=1)
    assert [trial["outcome"] for trial in trials(pytester.path / "r.jsonl")] == ["tampered", "invalid-case"]


SPOILS = """
prompt = sys.stdin.read()
if 'case a' in prompt:
    time.sleep(1)
    pathlib.Path({target!r}).write_text('const limit = 9;\\n')
pathlib.Path('app.js').write_text('const limit = 9;\\n')
"""


@pytest.mark.parametrize("workers", [(), ("-n1",)], ids=["plain", "xdist"])
def test_a_case_that_an_agent_changed_before_it_was_read_is_not_passed(pytester, workers):
    folders = {name: CaseTree(name, prompt=f"case {name}").write(pytester.path / "more") for name in "ab"}
    command = agent(pytester.path, SPOILS.format(target=str(folders["b"] / "expected" / "app.js")))
    result = pytester.runpytest(
        "more", f"--editbench-agent={command}", "--editbench-record=r.jsonl", *workers
    )
    result.assert_outcomes(failed=1, errors=1)
    found = {trial["case"]: trial for trial in trials(pytester.path / "r.jsonl")}
    assert (found["a"]["outcome"], found["b"]["outcome"]) == ("mismatch", "invalid-case")
    assert "changed since this session collected them" in str(found["b"]["message"])


@pytest.mark.parametrize("workers", [(), ("-n1",)], ids=["plain", "xdist"])
def test_the_case_of_a_users_own_test_is_watched_as_well(pytester, workers):
    folders = {name: CaseTree(name, prompt=f"case {name}").write(pytester.path / "data") for name in "ab"}
    command = agent(pytester.path, SPOILS.format(target=str(folders["b"] / "expected" / "app.js")))
    pytester.makepyfile(
        test_own="import pytest\n"
        "@pytest.mark.editbench_case('data/a')\n"
        "def test_a(editbench_trial): pass\n"
        "@pytest.mark.editbench_case('data/b')\n"
        "def test_b(editbench_trial): pass\n"
    )
    result = pytester.runpytest("test_own.py", f"--editbench-agent={command}", *workers)
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["invalid-case: data/b: *changed since this session collected them*"])


def test_no_file_beside_the_workspace_tells_of_the_answer(pytester):
    secret = f"secret-{os.getpid()}-{time.monotonic_ns()}"
    told = {"original_snippet": secret, "mutated_snippet": "const limit = 1;"}
    CaseTree("told").told(told).write(pytester.path / "more")
    body = (
        "scratch = pathlib.Path.cwd().parents[1]\n"
        "assert [path.name for path in scratch.iterdir()] == [pathlib.Path.cwd().parent.name]\n"
        "near = [scratch, *scratch.parent.glob('running-*'), *scratch.parent.glob('editbench-*')]\n"
        "files = [path for place in near for path in place.rglob('*') if path.is_file()]\n"
        f"assert not any({secret!r}.encode() in path.read_bytes() for path in files)\n" + FIX
    )
    command = agent(pytester.path, body)
    pytester.runpytest("more", "-n1", f"--editbench-agent={command}").assert_outcomes(passed=1)


def start(pytester: pytest.Pytester, scratch: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """A real pytest in a session of its own, as a shell starts it."""
    argv = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "cases", *arguments]
    return subprocess.Popen(
        argv,
        cwd=pytester.path,
        env={**os.environ, "TMPDIR": str(scratch)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def await_sleeper(token: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 60
    while not sleepers(token):
        assert process.poll() is None, process.stdout and process.stdout.read().decode()
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.parametrize("workers", [(), ("-n2",)], ids=["plain", "xdist"])
@pytest.mark.parametrize("everyone", [True, False], ids=["terminal", "controller-only"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "sigterm"])
def test_an_interrupt_leaves_no_process_and_no_scratch_and_a_readable_record(
    pytester, request, workers, everyone, number, tmp_path
):
    token = f"editbench-{os.getpid()}-{request.node.name}"
    command = agent(pytester.path, sleeper(token) + "time.sleep(600)\n")
    CaseTree("two").write(pytester.path / "cases")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    process = start(
        pytester,
        scratch,
        f"--editbench-agent={command}",
        "--editbench-record=r.jsonl",
        *workers,
        f"--basetemp={tmp_path / 'base'}",
    )
    await_sleeper(token, process)
    os.killpg(process.pid, number) if everyone else process.send_signal(number)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == pytest.ExitCode.INTERRUPTED, output.decode()
    assert gone(token)
    assert not list(scratch.iterdir())
    header, closing = records(pytester.path / "r.jsonl")
    assert (header["kind"], closing["kind"], closing["interrupted"]) == ("header", "closing", True)


def test_a_worker_that_dies_yields_an_error_record_and_leaves_no_process(pytester, request):
    token = f"editbench-{os.getpid()}-{request.node.name}"
    CaseTree("deadly").told({"category": "literal"}).write(pytester.path / "cases")
    body = sleeper(token) + "os.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(600)\n"
    command = agent(pytester.path, body)
    result = pytester.runpytest_subprocess(
        "cases/deadly",
        f"--editbench-agent=killer={command}",
        "-n1",
        "--max-worker-restart=0",
        "--editbench-record=r.jsonl",
    )
    result.assert_outcomes(errors=1)
    [trial] = trials(pytester.path / "r.jsonl")
    assert (trial["case"], trial["agent"], trial["outcome"]) == ("deadly", "killer", "agent-error")
    assert trial["metadata"]["category"] == "literal"
    assert gone(token)


def test_a_worker_that_dies_in_a_users_own_test_yields_a_record_too(pytester, request):
    token = f"editbench-{os.getpid()}-{request.node.name}"
    body = sleeper(token) + "os.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(600)\n"
    command = agent(pytester.path, body)
    pytester.makepyfile(
        test_own="import pytest\n"
        "@pytest.mark.editbench_case('cases/one')\n"
        "def test_own(editbench_trial): pass\n"
    )
    result = pytester.runpytest_subprocess(
        "test_own.py",
        f"--editbench-agent=killer={command}",
        "-n1",
        "--max-worker-restart=0",
        "--editbench-record=r.jsonl",
    )
    result.assert_outcomes(errors=1)
    [trial] = trials(pytester.path / "r.jsonl")
    assert (trial["case"], trial["agent"], trial["outcome"]) == ("one", "killer", "agent-error")
    assert gone(token)


def test_a_worker_that_dies_in_a_test_of_something_else_yields_no_trial(pytester):
    pytester.makepyfile(test_own="import os\ndef test_own(): os.kill(os.getpid(), 9)\n")
    result = pytester.runpytest_subprocess(
        "cases", "test_own.py", "--editbench-agent=oracle", "-n1", "--editbench-record=r.jsonl"
    )
    result.assert_outcomes(passed=1, failed=1)
    assert [trial["outcome"] for trial in trials(pytester.path / "r.jsonl")] == ["passed"]


@pytest.mark.parametrize("more", [(), ("--editbench-fail-under=0",)], ids=["plain", "fail-under"])
def test_a_full_disk_under_the_record_ends_the_run_with_one_clear_line(pytester, monkeypatch, more):
    monkeypatch.delenv("COVERAGE_PROCESS_START", raising=False)  # it could not write its figures either
    for number in range(20):
        CaseTree(f"more-{number}").write(pytester.path / "cases")
    script = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000)); import sys, pytest; "
    script += "sys.exit(pytest.main(sys.argv[1:]))"
    result = pytester.run(
        sys.executable,
        "-c",
        script,
        "cases",
        "-p",
        "no:cacheprovider",
        "--editbench-agent=noop",
        "--tb=no",
        "--editbench-record=r.jsonl",
        *more,
    )
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert "r.jsonl cannot be written: File too large; the run stops here" in result.stdout.str()
    assert "Traceback" not in result.stdout.str() + result.stderr.str()
    kept = (pytester.path / "r.jsonl").read_text().splitlines()
    assert kept[0].startswith('{"kind":"header"')
