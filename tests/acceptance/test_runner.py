"""What becomes of a trial: its folders, what is kept, later attempts, and what could not be written."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pytest
from harness import FIX, CaseTree, agent, trials

WRONG = "pathlib.Path('app.js').write_text('const limit = 3;\\n')\n"


def record(pytester: pytest.Pytester) -> list[dict[str, object]]:
    return trials(pytester.path / "r.jsonl")


def folders(root: Path) -> list[Path]:
    return sorted(root.iterdir()) if root.is_dir() else []


def test_cases_of_equal_content_share_no_folder(run, pytester):
    CaseTree("same").write(pytester.path / "a")
    CaseTree("same").write(pytester.path / "b")
    command = agent(pytester.path, "print('hello')\n")
    run(f"--editbench-agent={command}", "--editbench-keep=failed", "--editbench-record=r.jsonl")
    artifacts = pytester.path / "r.jsonl.artifacts"
    assert len(folders(artifacts / "output")) == 2
    kept = [str(trial["kept"]) for trial in record(pytester)]
    assert sorted(kept) == [str(path) for path in folders(artifacts / "workspaces")]
    assert all(sorted(Path(path).iterdir()) == [Path(path) / "app.js"] for path in kept)


def test_a_test_of_the_users_own_sees_the_workspace_that_is_kept_afterwards(run, pytester):
    CaseTree("one").write(pytester.path / "data")
    pytester.makepyfile(
        test_own="import pytest\n"
        "@pytest.mark.editbench_case('data/one')\n"
        "def test_own(editbench_workspace, editbench_trial):\n"
        "    assert (editbench_workspace.path / 'app.js').read_text() == 'const limit = 2;\\n'\n"
    )
    options = ("--editbench-agent=oracle", "--editbench-keep=all", "--editbench-record=r.jsonl")
    run("test_own.py", *options).assert_outcomes(passed=1)
    [trial] = record(pytester)
    assert (Path(str(trial["kept"])) / "app.js").read_text() == "const limit = 2;\n"


@pytest.fixture
def other_file_system(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch):
    """Scratch on another file system than the artefacts."""
    places = [place for place in map(Path, ("/dev/shm", "/var/tmp")) if place.is_dir()]
    others = [place for place in places if place.stat().st_dev != pytester.path.stat().st_dev]
    if not others:
        pytest.skip("needs two file systems")
    with tempfile.TemporaryDirectory(dir=others[0]) as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield


@pytest.mark.usefixtures("other_file_system")
def test_keeping_what_cannot_be_copied_changes_no_verdict(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    body = "os.mkfifo('pipe'); os.symlink('app.js', 'link'); os.mkdir('x'); open('x/y', 'w').close()\n" + FIX
    command = agent(pytester.path, body)
    options = ("--editbench-keep=failed", "--editbench-record=r.jsonl")
    run_plain("cases", f"--editbench-agent={command}", *options).assert_outcomes(failed=1)
    [trial] = record(pytester)
    assert trial["outcome"] == "mismatch"
    assert "the workspace is kept in part: pipe: neither a file, " in str(trial["message"])
    kept = Path(str(trial["kept"]))
    assert sorted(path.name for path in kept.iterdir()) == ["app.js", "link", "x"]
    assert ((kept / "link").is_symlink(), (kept / "x" / "y").is_file()) == (True, True)


@pytest.mark.usefixtures("other_file_system")
def test_a_huge_file_is_not_copied(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    command = agent(pytester.path, "open('big', 'wb').truncate((1 << 28) + 1)\n" + FIX)
    options = ("--editbench-keep=all", "--editbench-record=r.jsonl")
    run_plain("cases", f"--editbench-agent={command}", *options).assert_outcomes(failed=1)
    [trial] = record(pytester)
    assert trial["outcome"] == "over-limit"
    assert [path.name for path in Path(str(trial["kept"])).iterdir()] == ["app.js"]


def test_a_link_in_place_of_the_workspace_is_not_kept(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    body = "here = os.getcwd(); os.rename('app.js', '../app.js'); os.rmdir(here); os.symlink('/etc', here)\n"
    command = agent(pytester.path, body)
    options = ("--editbench-keep=all", "--editbench-record=r.jsonl")
    run_plain("cases", f"--editbench-agent={command}", *options).assert_outcomes(failed=1)
    assert record(pytester)[0]["kept"] is None
    assert not folders(pytester.path / "r.jsonl.artifacts" / "workspaces")


SECOND = "second = 'not right' in sys.stdin.read()\n"


@pytest.mark.parametrize(
    "failure",
    [
        "sys.exit(75)\n",
        "open(os.environ['EDITBENCH_USAGE_FILE'], 'w').write('{\"error\": \"exit code 75\"}')\n",
    ],
    ids=["exit-code", "usage-file"],
)
def test_an_agent_that_cannot_be_asked_again_keeps_its_first_verdict(run, pytester, failure):
    CaseTree("one").write(pytester.path / "cases")
    command = agent(pytester.path, f"{SECOND}if second:\n    {failure}else:\n    {WRONG}")
    result = run(
        "cases", f"--editbench-agent={command}", "--editbench-attempts=3", "--editbench-record=r.jsonl"
    )
    result.assert_outcomes(failed=1)
    [trial] = record(pytester)
    assert (trial["outcome"], trial["match_level"]) == ("mismatch", "none")
    assert [attempt["outcome"] for attempt in trial["attempts"]] == ["mismatch", "agent-error"]
    assert "attempt 2 does not count:" in str(trial["message"])
    assert "exit code 75" in str(trial["message"])
    assert "+const limit = 3;" in str(trial["diff"])
    result.stdout.fnmatch_lines(["total *1 *1 *0/1*", "rate, 1st attempt *0.0 % of 1"])


def test_an_agent_that_cannot_be_asked_at_first_is_not_scored(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    command = agent(pytester.path, "sys.exit(75)\n")
    run_plain("cases", f"--editbench-agent={command}", "--editbench-attempts=3").assert_outcomes(errors=1)


def test_tampering_is_told_even_when_the_tree_cannot_be_read(run_plain, pytester):
    case = CaseTree("one").write(pytester.path / "cases")
    target = case / "expected" / "app.js"
    command = agent(
        pytester.path, f"os.mkfifo('pipe')\npathlib.Path({str(target)!r}).write_text('const limit = 1;\\n')\n"
    )
    run_plain("cases", f"--editbench-agent={command}", "--editbench-record=r.jsonl")
    [trial] = record(pytester)
    assert str(trial["message"]).startswith("tampered: the agent changed the case's own folder; restore it")
    assert "pipe" in str(trial["message"])


def test_an_agent_that_tampers_gets_no_second_attempt(run_plain, pytester):
    case = CaseTree("one").write(pytester.path / "cases")
    command = agent(pytester.path, f"pathlib.Path({str(case / 'input' / 'more')!r}).touch()\n")
    options = ("--editbench-attempts=2", "--editbench-record=r.jsonl")
    run_plain("cases", f"--editbench-agent={command}", *options)
    [trial] = record(pytester)
    assert [attempt["outcome"] for attempt in trial["attempts"]] == ["tampered"]


def test_a_time_limit_is_told_even_when_the_tree_cannot_be_read(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    command = agent(pytester.path, "os.mkfifo('pipe')\ntime.sleep(600)\n")
    options = ("--editbench-timeout=1", "--editbench-record=r.jsonl")
    run_plain("cases", f"--editbench-agent={command}", *options)
    [trial] = record(pytester)
    assert str(trial["message"]).startswith("timeout: ended at the time limit after 1 s; pipe: ")


@pytest.mark.parametrize(
    ("body", "outcome"),
    [("open('big', 'wb').truncate(1 << 40)\n", "over-limit"), ("os.mkfifo('pipe')\n", "mismatch")],
)
def test_a_tree_that_could_not_be_read_has_no_whole_change(run_plain, pytester, body, outcome):
    CaseTree("one").write(pytester.path / "cases")
    run_plain("cases", f"--editbench-agent={agent(pytester.path, body)}", "--editbench-record=r.jsonl")
    [trial] = record(pytester)
    assert trial["outcome"] == outcome
    assert [(each["change"], each["change_truncated"]) for each in trial["attempts"]] == [(None, True)]


def test_a_failure_tells_how_many_lines_and_characters_changed(run, pytester):
    CaseTree("one").write(pytester.path / "cases")
    result = run("cases", f"--editbench-agent={agent(pytester.path, WRONG)}", "--junitxml=junit.xml")
    result.stdout.fnmatch_lines(["*mismatch: *app.js*; 2 lines, 32 characters changed"])
    assert "2 lines, 32 characters changed" in (pytester.path / "junit.xml").read_text()


def test_exit_codes_other_than_0_are_listed_whatever_the_verdict(run, pytester):
    for name in ("fine", "odd", "wrong"):
        CaseTree(name, prompt=f"{CaseTree().prompt}{name}").write(pytester.path / "cases")
    body = "told = sys.stdin.read()\nif 'wrong' in told: sys.exit(1)\n" + FIX
    command = agent(pytester.path, body + "if 'odd' in told: sys.exit(7)\n")
    result = run("cases", f"--editbench-agent={command}", "--editbench-record=r.jsonl")
    result.assert_outcomes(passed=2, failed=1)
    listed = "exit code not 0: 2 of 3 trials, e.g. odd (7), wrong (1)"
    result.stdout.fnmatch_lines([listed])
    pytester.run(sys.executable, "-m", "pytest_editbench", "report", "r.jsonl").stdout.fnmatch_lines([listed])


def test_what_an_adapter_returns_is_bounded_in_the_record(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    pytester.makepyfile(
        mine="from pytest_editbench.model import AgentResult, Usage\n"
        "def chatty(task, workspace):\n"
        "    big = 'x' * 20_000_000\n"
        "    usage = Usage(model=big, tool_calls={f'{n}{big[:9999]}': 1 for n in range(2000)})\n"
        "    return AgentResult(text=big, output_tail=big + 'end', usage=usage)\n"
        "def loud(task, workspace):\n"
        "    raise ValueError('y' * 20_000_000)\n"
    )
    options = ("--editbench-agent=mine:chatty", "--editbench-agent=mine:loud")
    run_plain("cases", *options, "--editbench-record=r.jsonl").assert_outcomes(failed=1, errors=1)
    assert (pytester.path / "r.jsonl").stat().st_size < 4_000_000
    result = record(pytester)[0]["attempts"][0]["result"]
    assert (result["output_tail"][-4:], result["text"][:2]) == ("xend", "xx")


def test_a_python_agent_may_change_the_current_folder(run, pytester):
    CaseTree("one").write(pytester.path / "cases")
    CaseTree("two").write(pytester.path / "cases")
    pytester.makepyfile(
        mine="import os, pathlib\n"
        "def mover(task, workspace):\n"
        "    os.chdir(workspace.path)\n"
        "    pathlib.Path('app.js').write_text('const limit = 2;\\n')\n"
    )
    options = ("--editbench-artifacts=kept", "--editbench-keep=all", "--editbench-record=r.jsonl")
    run("cases", "--editbench-agent=mine:mover", *options).assert_outcomes(passed=2)
    assert len(folders(pytester.path / "kept" / "workspaces")) == 2
    assert len(folders(pytester.path / "kept" / "changes")) == 1


def test_an_agent_that_leaves_another_current_folder_loses_no_artefact(run_plain, pytester):
    """The built-in agents are not called through what puts the folder back, nor are tests of the user."""
    CaseTree("one").write(pytester.path / "data")
    pytester.makepyfile(
        test_own="import os, pytest\n"
        "@pytest.fixture\n"
        "def moved(tmp_path): os.chdir(tmp_path)\n"
        "@pytest.mark.editbench_case('data/one')\n"
        "def test_own(moved, editbench_trial): assert editbench_trial.outcome == 'passed'\n"
    )
    result = run_plain("test_own.py", "--editbench-agent=oracle", "--editbench-artifacts=kept")
    result.assert_outcomes(passed=1)
    assert folders(pytester.path / "kept" / "changes")


def test_a_python_agent_cannot_outrun_its_time(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    pytester.makepyfile(
        mine="import time\n"
        "def stubborn(task, workspace):\n"
        "    try:\n"
        "        time.sleep(60)\n"
        "    except BaseException:\n"
        "        (workspace.path / 'app.js').write_text('const limit = 2;\\n')\n"
    )
    options = ("--editbench-timeout=1", "--editbench-record=r.jsonl")
    run_plain("cases", "--editbench-agent=mine:stubborn", *options).assert_outcomes(failed=1)
    assert (record(pytester)[0]["outcome"], record(pytester)[0]["match_level"]) == ("timeout", "exact")


def test_paths_of_the_ini_file_start_at_the_root_typed_ones_at_the_current_folder(run, pytester, monkeypatch):
    CaseTree("one").write(pytester.path / "cases")
    (pytester.path / "sub").mkdir()
    agent(pytester.path, FIX)
    script = pytester.path / "fix.sh"
    script.write_text("#!/bin/sh\necho 'const limit = 2;' > app.js\n")
    script.chmod(0o755)
    ini = "[pytest]\neditbench_agent = ./fix.sh\neditbench_record = ini.jsonl\neditbench_artifacts = ini\n"
    pytester.makeini(ini)
    monkeypatch.chdir(pytester.path / "sub")
    run("../cases").assert_outcomes(passed=1)
    assert (pytester.path / "ini.jsonl").is_file()
    assert folders(pytester.path / "ini" / "changes")
    typed = ("--editbench-record=typed.jsonl", "--editbench-artifacts=typed")
    run("../cases", *typed, "--editbench-agent=../fix.sh").assert_outcomes(passed=1)
    assert (pytester.path / "sub" / "typed.jsonl").is_file()
    assert folders(pytester.path / "sub" / "typed" / "changes")


def test_artefacts_that_cannot_be_written_end_the_session_at_once(run, pytester):
    CaseTree("one").write(pytester.path / "cases")
    (pytester.path / "file").touch()
    result = run("cases", "--editbench-agent=oracle", "--editbench-artifacts=file/inside")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        ["ERROR: editbench: *file/inside cannot be used for artefacts: Not a directory"]
    )


def test_artefacts_that_vanish_are_told_in_one_line(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    artifacts = pytester.path / "r.jsonl.artifacts"
    body = f"import shutil; shutil.rmtree({str(artifacts)!r}); open({str(artifacts)!r}, 'w').close()\n"
    command = agent(pytester.path, FIX + body)
    options = ("--editbench-keep=all", "--editbench-record=r.jsonl")
    result = run_plain("cases", f"--editbench-agent={command}", *options)
    result.assert_outcomes(passed=1)
    [trial] = record(pytester)
    assert "the change is not stored: " in str(trial["message"])
    assert "the workspace is not kept: " in str(trial["message"])
    assert [(each["change"], each["change_truncated"]) for each in trial["attempts"]] == [(None, True)]


def test_output_that_cannot_be_stored_is_an_error_of_one_line(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    artifacts = pytester.path / "kept"
    pytester.makeconftest(
        "import pathlib, pytest\n"
        "@pytest.fixture(autouse=True)\n"
        f"def spoil(): pathlib.Path({str(artifacts / 'output')!r}).touch()\n"
    )
    command = agent(pytester.path, FIX)
    result = run_plain("cases", f"--editbench-agent={command}", f"--editbench-artifacts={artifacts}")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["agent-error: *output*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_workspace_that_cannot_be_made_is_an_error_of_one_line(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    pytester.makeconftest(
        "import pytest\n"
        "from pytest_editbench.stash import SCRATCH\n"
        "@pytest.fixture(autouse=True)\n"
        "def spoil(request): request.config.stash[SCRATCH].folder.touch()\n"
    )
    result = run_plain("cases", "--editbench-agent=oracle")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["agent-error: *no workspace can be made: *"])
    result.stdout.no_fnmatch_line("*Traceback*")
