"""Presets in a session: what its head says, what its record holds, what becomes of a provider's failures."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from harness import CaseTree, records, trials

from pytest_editbench import caches

# Stands for the program of a preset; it fails as often as the file `fails` beside it says.
TOOL = f"""#!{sys.executable} -IS
import json, os, sys
here = os.path.dirname(os.path.abspath(__file__))
if "--version" in sys.argv:
    open(here + "/asked", "a").write("x")
    sys.exit(print("2.1.332 (Claude Code)"))
home = os.environ["CLAUDE_CONFIG_DIR"]
assert not os.listdir(home), "the home is not a fresh one"
open(home + "/memory", "w").write("of an earlier trial")
os.makedirs(".claude", exist_ok=True)
open(".claude/log", "w").write("litter")
usage = {{"input_tokens": 10, "cache_read_input_tokens": 5, "output_tokens": 3}}
said = {{"type": "result", "subtype": "success", "num_turns": 1, "usage": usage, "total_cost_usd": 0.25}}
left = int(open(here + "/fails").read() or 0)
if left:
    open(here + "/fails", "w").write(str(left - 1))
    said |= {{"is_error": True, "api_error_status": 529, "result": "API Error: 529 overloaded"}}
    print(json.dumps(said))
    sys.exit()
model = sys.argv[sys.argv.index("--model") + 1]
assert "Fix a bug" in sys.stdin.read()
open("app.js", "w").write("const limit = 2;\\n")
print(json.dumps({{**said, "is_error": False, "result": "Done with " + model}}))
"""


@pytest.fixture
def tool(pytester, monkeypatch):
    """The folder of a program `claude` that is on PATH."""
    folder = pytester.path / "programs"
    folder.mkdir()
    (folder / "claude").write_text(TOOL)
    (folder / "claude").chmod(0o755)
    (folder / "fails").write_text("")
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(pytester.mkdir("user")))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    return folder


@pytest.mark.parametrize("options", [[], ["-n2"]])
def test_a_cache_folder_that_cannot_be_used_is_told_at_once(pytester, monkeypatch, tool, options):
    CaseTree("one").write(pytester.path / "cases")
    monkeypatch.setenv("EDITBENCH_CACHE", str(tool / "claude"))

    result = pytester.runpytest_subprocess("cases", "--editbench-agent=claude", *options)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        ["ERROR: editbench: *cannot be used as a cache folder: *; set EDITBENCH_CACHE to *"]
    )
    result.stderr.no_fnmatch_line("*Traceback*")


@pytest.mark.parametrize("spec", ["claude", "true", "chat:m-1"])
def test_a_server_with_a_password_is_refused_for_any_agent(run, pytester, tool, spec):
    CaseTree("one").write(pytester.path / "cases")
    words = [f"--editbench-agent={spec}", "--editbench-base-url=http://me:s3cret@localhost:1/v1"]

    result = run("cases", *words, "--editbench-record=r.jsonl")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--editbench-base-url must hold no user name or password*"])
    assert "s3cret" not in f"{result.stdout}{result.stderr}"
    assert not (pytester.path / "r.jsonl").exists()


def test_a_password_in_the_address_of_a_repository_stands_in_no_record(run, pytester):
    CaseTree("one").write(pytester.path / "cases")
    (pytester.path / "clone").mkdir()

    run(
        "cases",
        "--editbench-agent=oracle",
        "--editbench-repo=https://me:s3cret@example.org/x.git=clone",
        "--editbench-record=r.jsonl",
    )

    assert records(pytester.path / "r.jsonl")[0]["options"]["repo"] == [
        f"https://example.org/x.git={pytester.path / 'clone'}"
    ]


def test_a_preset_runs_and_its_version_model_home_and_usage_are_recorded(run, pytester, tool):
    for name in ("one", "two"):
        CaseTree(name).write(pytester.path / "cases")

    result = run(
        "cases",
        "--editbench-agent=claude --effort low",
        "--editbench-model=noop=x",
        "--editbench-model=claude=m-1",
        "--editbench-agent=noop",
        "--editbench-record=r.jsonl",
    )

    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines(
        [
            "editbench: 2 agents; match format, *",
            "editbench: claude (claude --effort low, 2.1.332, private home)",
            "editbench: noop (built-in)",
        ]
    )
    header = records(pytester.path / "r.jsonl")[0]
    assert header["agents"] == [
        {
            "label": "claude",
            "command": "claude --effort low",
            "version": "2.1.332",
            "model": "m-1",
            "home": "private",
        },
        {"label": "noop", "command": None, "version": None, "model": "x", "home": None},
    ]
    (first, _) = [trial for trial in trials(pytester.path / "r.jsonl") if trial["agent"] == "claude"]
    assert {"model": "m-1", "version": "2.1.332", "home": "private"}.items() <= first["terms"].items()
    used = first["attempts"][0]["result"]
    assert (used["usage"]["input_tokens"], used["usage"]["cost"]) == (10, 0.25)
    assert used["text"] == "Done with m-1"
    assert (tool / "asked").read_text() == "x"  # once, whatever the number of workers
    assert not [*caches.store("homes").iterdir()]
    assert not [*(pytester.path / "user").iterdir()]


def test_litter_of_a_preset_is_passed_over_where_the_ini_key_replaces_the_list(run_plain, pytester, tool):
    CaseTree("one").write(pytester.path / "cases")
    pytester.makeini("[pytest]\neditbench_ignore = *.log\n")

    run_plain("cases", "--editbench-agent=claude", "--editbench-model=m").assert_outcomes(passed=1)


def test_a_provider_that_fails_is_an_error_and_asked_again_where_that_is_wanted(run_plain, pytester, tool):
    CaseTree("one").write(pytester.path / "cases")
    words = ["cases", "--editbench-agent=claude", "--editbench-model=m"]

    (tool / "fails").write_text("1")
    result = run_plain(*words)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["agent-error: provider failure: API Error: 529 overloaded*"])

    (tool / "fails").write_text("1")
    result = run_plain(*words, "--editbench-provider-retries=2", "--editbench-record=r.jsonl")
    result.assert_outcomes(passed=1)
    (trial,) = trials(pytester.path / "r.jsonl")
    assert [attempt["provider_retries"] for attempt in trial["attempts"]] == [1]


def test_an_inherited_home_is_told_with_what_stays_as_it_is(run_plain, pytester, tool, monkeypatch):
    CaseTree("one").write(pytester.path / "cases")
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(pytester.mkdir("mine")))

    result = run_plain("cases", "--editbench-agent=claude", "--editbench-model=m", "--editbench-home=inherit")

    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(
        [
            "editbench: claude (claude, 2.1.332, inherit home); *",
            "editbench: claude: your home folder is inherited: what you set up holds too: hooks, *",
        ]
    )
    assert [place.name for place in (pytester.path / "mine").iterdir()] == ["memory"]


def test_a_preset_of_the_users_may_stand_in_the_ini_file_and_want_a_repository(run_plain, pytester, tool):
    CaseTree("one").write(pytester.path / "cases")
    own = {"extends": "claude", "git": True, "argv": ["-p", "--model", "own"]}
    text = "\n".join(f"{key} = {json.dumps(value)}" for key, value in own.items())
    (pytester.path / "own.toml").write_text(f"[mine]\n{text}\n")
    pytester.makeini("[pytest]\neditbench_presets = own.toml\neditbench_agent = mine\n")
    (tool / "claude").write_text(TOOL.replace("os.makedirs(", 'assert os.path.isdir(".git")\nos.makedirs('))

    run_plain("cases").assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--editbench-agent=qwen"], "qwen: there is no program qwen on PATH; install it: npm install *"),
        (
            ["--editbench-agent=noop", "--editbench-model=x=y"],
            "--editbench-model x=y: no agent is labelled 'x'; there is noop",
        ),
        (
            ["--editbench-agent=noop", "--editbench-presets=no.toml"],
            "*no.toml: the presets cannot be read: *",
        ),
    ],
)
def test_what_cannot_be_run_ends_the_session_at_once(run_plain, pytester, monkeypatch, words, said):
    CaseTree("one").write(pytester.path / "cases")
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))

    result = run_plain("cases", *words)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: editbench: {said}"])


def test_the_task_fixture_has_the_model_of_its_agent(run_plain, pytester):
    CaseTree("one").write(pytester.path)
    pytester.makepyfile(
        test_mine=(
            "import pytest\n"
            "@pytest.mark.editbench_case('one')\n"
            "def test_task(editbench_task, editbench_agent):\n"
            "    assert editbench_task.model == {'a': 'all', 'b': 'own'}[editbench_agent.label]\n"
        )
    )

    run_plain(
        "test_mine.py",
        "--editbench-agent=a=noop",
        "--editbench-agent=b=noop",
        "--editbench-model=all",
        "--editbench-model=b=own",
    ).assert_outcomes(passed=2)
