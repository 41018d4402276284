from __future__ import annotations

import os
import shutil

import pytest
from harness import FIX, CaseTree, agent, trials


def test_a_command_line_agent_gets_the_prompt_on_standard_input_in_its_workspace(run, pytester):
    CaseTree("one").write(pytester.path / "cases")
    command = agent(
        pytester.path,
        "prompt = sys.stdin.read()\n"
        "assert 'Fix a bug in app.js' in prompt\n"
        "assert os.listdir('.') == ['app.js']\n" + FIX,
    )
    run("cases", f"--editbench-agent={command}").assert_outcomes(passed=1)


def test_placeholders_hand_over_prompt_file_workspace_and_model(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    command = agent(
        pytester.path,
        "prompt_file, workspace, model, other, prompt = sys.argv[1:]\n"
        "assert sys.stdin.read() == ''\n"
        "assert open(prompt_file).read() == prompt and 'Fix a bug' in prompt\n"
        "assert os.path.samefile(workspace, '.') and model == 'big-one' and other == '{other}'\n" + FIX,
    )
    words = "{prompt_file} {workspace} {model} {other} {prompt}"
    result = run_plain("cases", f"--editbench-agent={command} {words}", "--editbench-model=big-one")
    result.assert_outcomes(passed=1)


def test_the_environment_tells_nothing_of_the_case(run, pytester, monkeypatch):
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("KEPT_BY_THE_USER", "yes")
    CaseTree("secret-name-001").told({"category": "secret-word"}).write(pytester.path / "cases")
    command = agent(
        pytester.path,
        "told = repr(dict(os.environ)) + os.getcwd() + repr(sys.argv)\n"
        "assert 'secret' not in told, told\n"
        "assert not any(name.startswith(('PYTEST_', 'GIT_')) for name in os.environ)\n"
        "assert os.environ['KEPT_BY_THE_USER'] == 'yes'\n" + FIX,
    )
    run("cases", f"--editbench-agent={command}").assert_outcomes(passed=1)


def test_a_wrong_edit_is_a_failure_that_shows_where(run, pytester):
    CaseTree("one").write(pytester.path / "cases")
    command = agent(pytester.path, "pathlib.Path('app.js').write_text('const limit =  3;\\n')\n")
    result = run("cases", f"--editbench-agent={command}")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*mismatch: *app.js*", "--- expected/app.js", "+++ actual/app.js", "-const*limit*2;", "+const*3;"]
    )
    result.stdout.fnmatch_lines(["FAILED cases/one/prompt.md::one - mismatch: *"])


def test_a_right_tree_passes_whatever_the_exit_code_and_the_code_is_recorded(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    command = agent(pytester.path, FIX + "sys.exit(7)\n")
    run_plain("cases", f"--editbench-agent={command}", "--editbench-record=r.jsonl").assert_outcomes(passed=1)
    [trial] = trials(pytester.path / "r.jsonl")
    assert trial["attempts"][0]["result"]["exit_code"] == 7


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("sys.exit(75)\n", "exit code 75"),
        (
            "open(os.environ['EDITBENCH_USAGE_FILE'], 'w').write(json.dumps({'error': 'quota gone'}))\n",
            "quota gone",
        ),
    ],
    ids=["exit-code-75", "usage-file"],
)
def test_an_agent_that_could_not_be_asked_is_an_error_not_a_failure(run, pytester, body, said):
    CaseTree("one").write(pytester.path / "cases")
    CaseTree("two").write(pytester.path / "cases")
    fix_two = "if 'again' in os.listdir('.'): " + FIX + "else:\n    " + body
    CaseTree("again").input({"app.js": "const limit = 1;\n", "again": "x"}).expected(
        {"app.js": "const limit = 2;\n", "again": "x"}
    ).write(pytester.path / "cases")
    result = run("cases", f"--editbench-agent={agent(pytester.path, fix_two)}")
    result.assert_outcomes(passed=1, errors=2)
    result.stdout.fnmatch_lines([f"*agent-error*{said}*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_an_agent_that_does_not_exist_ends_the_session_at_once(run, pytester):
    CaseTree("one").write(pytester.path / "cases")
    result = run("cases", "--editbench-agent=no-such-agent-anywhere")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: editbench: *no-such-agent-anywhere*oracle, noop, solver*"])


def test_two_agents_of_one_label_are_refused(run_plain, pytester):
    result = run_plain("--editbench-agent=noop", "--editbench-agent=noop")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*LABEL=COMMAND*"])


def test_agents_are_labelled_and_get_a_column_each(run, pytester):
    CaseTree("one").write(pytester.path / "cases")
    result = run("cases", "--editbench-agent=lazy=noop", "--editbench-agent=oracle")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["agent*lazy*oracle*"])


def test_agents_come_from_a_hook_a_callable_and_an_environment_variable(run, pytester, monkeypatch):
    CaseTree("one").write(pytester.path / "cases")
    body = "def fixer(task, workspace):\n    (workspace.path / 'app.js').write_text('const limit = 2;\\n')\n"
    pytester.makepyfile(mine=body)
    pytester.makeconftest(f"{body}def pytest_editbench_agents():\n    return {{'hooked': fixer}}\n")
    run("cases", "--editbench-agent=hooked").assert_outcomes(passed=1)
    run("cases", "--editbench-agent=mine:fixer").assert_outcomes(passed=1)
    monkeypatch.setenv("EDITBENCH_AGENT", "oracle")
    run("cases").assert_outcomes(passed=1)


@pytest.mark.parametrize("named", [["noop"], ["noop", "oracle"]], ids=["one", "several"])
def test_an_overridden_agent_and_named_ones_are_an_error_and_nobody_is_measured(run, pytester, named):
    CaseTree("one").write(pytester.path / "cases")
    pytester.makeconftest("import pytest\n@pytest.fixture\ndef editbench_agent(): return 'solver'\n")
    result = run("cases", *(f"--editbench-agent={name}" for name in named), "--editbench-record=r.jsonl")
    result.assert_outcomes(errors=len(named))
    result.stdout.fnmatch_lines(
        [f"agent-error: --editbench-agent names {', '.join(named)}, but *editbench_agent is overridden*"]
    )
    assert sorted(str(trial["agent"]) for trial in trials(pytester.path / "r.jsonl")) == named


def test_a_fixture_that_hands_on_the_named_agent_is_no_other_agent(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    pytester.makeconftest(
        "import pytest\n@pytest.fixture\ndef editbench_agent(editbench_agent): return editbench_agent\n"
    )
    run_plain("cases", "--editbench-agent=oracle").assert_outcomes(passed=1)


def test_a_fixture_may_name_what_a_hook_registers_even_beside_the_cases(run, pytester):
    CaseTree("one").write(pytester.path / "cases")
    (pytester.path / "cases" / "conftest.py").write_text(
        "import pytest\n"
        "def mine(task, workspace):\n    (workspace.path / 'app.js').write_text('const limit = 2;\\n')\n"
        "def pytest_editbench_agents(): return {'mine': mine}\n"
        "@pytest.fixture\ndef editbench_agent(): return 'mine'\n"
    )
    run("cases", "--editbench-record=r.jsonl").assert_outcomes(passed=1)
    assert [trial["agent"] for trial in trials(pytester.path / "r.jsonl")] == ["mine"]


def test_a_fixture_that_gives_no_agent_is_one_clear_line(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    pytester.makeconftest("import pytest\n@pytest.fixture\ndef editbench_agent(): return 'nobody-here'\n")
    result = run_plain("cases")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["agent-error: *editbench_agent gives no agent: *nobody-here*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_git_that_does_not_work_ends_the_session_at_once(run, pytester, monkeypatch):
    for name in ("one", "two"):
        CaseTree(name).write(pytester.path / "cases")
    broken = pytester.path / "bin" / "git"
    broken.parent.mkdir()
    broken.write_text("#!/bin/sh\necho no licence >&2\nexit 3\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(broken.parent), prepend=os.pathsep)
    result = run("cases", "--editbench-agent=noop", "--editbench-git")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: editbench: git init failed*no licence*"])


def test_git_that_breaks_on_the_way_ends_the_session_with_the_trial_at_hand(run_plain, pytester, monkeypatch):
    for name in ("one", "three", "two"):
        CaseTree(name).write(pytester.path / "cases")
    fake, broken = pytester.path / "bin" / "git", pytester.path / "broken"
    fake.parent.mkdir()
    fake.write_text(f"#!/bin/sh\ntest -e '{broken}' && exit 3\nexec '{shutil.which('git')}' \"$@\"\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(fake.parent), prepend=os.pathsep)
    command = agent(pytester.path, FIX + f"open({str(broken)!r}, 'w').close()\n")
    result = run_plain("cases", f"--editbench-agent={command}", "--editbench-git")
    result.assert_outcomes(passed=1, errors=1)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*editbench: git init failed*"])


def test_an_adapter_that_raises_is_an_agent_error_that_names_the_place(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    pytester.makepyfile(mine="def broken(task, workspace):\n    raise ValueError('no key')\n")
    result = run_plain("cases", "--editbench-agent=mine:broken")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["agent-error: *ValueError: no key*mine.py:2*"])


def test_no_adapter_is_ever_given_the_answer(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    pytester.makepyfile(
        mine="import gc, types\n"
        "from pytest_editbench.model import Case, Contents, File\n"
        "def reachable(*roots):\n"
        "    met, pending = {}, list(roots)\n"
        "    while pending:\n"
        "        value = pending.pop()\n"
        "        if id(value) not in met and not isinstance(value, type | types.ModuleType):\n"
        "            met[id(value)] = value\n"
        "            pending += gc.get_referents(value)\n"
        "    return met.values()\n"
        "def nosy(task, workspace):\n"
        "    found = list(reachable(task, workspace))\n"
        "    files = [value.data for value in found if isinstance(value, File)]\n"
        "    assert files == [b'const limit = 1;\\n']\n"
        "    assert not any(isinstance(value, Case | Contents) for value in found)\n"
        "    assert not any('cases/one' in value for value in found if isinstance(value, str))\n"
        "    (workspace.path / 'app.js').write_text('const limit = 2;\\n')\n"
    )
    run_plain("cases", "--editbench-agent=mine:nosy").assert_outcomes(passed=1)


def test_a_second_attempt_is_told_what_a_user_could_see_and_both_results_are_kept(run, pytester):
    CaseTree("one").write(pytester.path / "cases")
    command = agent(
        pytester.path,
        "prompt = sys.stdin.read()\n"
        "target = pathlib.Path('app.js')\n"
        "if 'not right' in prompt:\n"
        "    assert '`stray.txt`' in prompt and '`app.js`' in prompt and 'syntax errors' in prompt\n"
        "    os.unlink('stray.txt')\n"
        "    target.write_text('const limit = 2;\\n')\n"
        "else:\n"
        "    pathlib.Path('stray.txt').write_text('x')\n"
        "    target.write_text('const limit = (2;\\n')\n",
    )
    result = run(
        "cases", f"--editbench-agent={command}", "--editbench-attempts=2", "--editbench-record=r.jsonl"
    )
    result.assert_outcomes(passed=1)
    [trial] = trials(pytester.path / "r.jsonl")
    assert [attempt["outcome"] for attempt in trial["attempts"]] == ["mismatch", "passed"]
    result.stdout.fnmatch_lines(["*1st attempt*0.0 %*"])


def test_usage_is_recorded_and_what_is_absent_stays_unknown(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    command = agent(
        pytester.path,
        FIX + "usage = {'input_tokens': 1000, 'output_tokens': 50, 'tool_calls': {'edit': 2}}\n"
        "open(os.environ['EDITBENCH_USAGE_FILE'], 'w').write(json.dumps(usage))\n",
    )
    result = run_plain("cases", f"--editbench-agent={command}", "--editbench-record=r.jsonl")
    [trial] = trials(pytester.path / "r.jsonl")
    usage = trial["attempts"][0]["result"]["usage"]
    assert (usage["input_tokens"], usage["output_tokens"], usage["cost"]) == (1000, 50, None)
    result.stdout.fnmatch_lines(["*input tokens*1*000*"])


def test_the_workspace_can_be_a_git_repository_with_one_commit(run, pytester):
    CaseTree("one").write(pytester.path / "cases")
    command = agent(
        pytester.path,
        "git = lambda *words: subprocess.check_output(['git', *words], text=True)\n"
        "assert git('rev-list', '--count', 'HEAD') == '1\\n' and git('status', '--porcelain') == ''\n" + FIX,
    )
    run("cases", f"--editbench-agent={command}", "--editbench-git").assert_outcomes(passed=1)
