"""What agents say of themselves: bounded, printable, and never believed where it cannot be."""

from __future__ import annotations

import json
import re

import pytest
from harness import FIX, CaseTree, agent, trials

NASTY = r"\x1b[2J\n\rTraceback\x07"


@pytest.mark.parametrize(
    "body",
    [
        f"return AgentResult(error='{NASTY}' + 'x' * 9999)",
        f"raise ValueError('{NASTY}')",
        f"raise AgentError('{NASTY}')",
        f"pytest.fail('{NASTY}')",
        f"pytest.skip('{NASTY}')",
        f"workspace.usage_file.write_text(json.dumps({{'error': '{NASTY}'}}))",
    ],
    ids=["result", "exception", "agent-error", "pytest.fail", "pytest.skip", "usage-file"],
)
def test_why_an_agent_could_not_be_asked_is_one_printable_line(run, pytester, body):
    CaseTree("one").write(pytester.path / "cases")
    pytester.makepyfile(
        mine="import json, pytest\nfrom pytest_editbench.errors import AgentError\n"
        f"from pytest_editbench.model import AgentResult\ndef bad(task, workspace):\n    {body}\n"
    )
    options = ("--editbench-agent=mine:bad", "--editbench-record=r.jsonl", "--junitxml=junit.xml")
    result = run("cases", *options)
    result.assert_outcomes(errors=1)
    [trial] = trials(pytester.path / "r.jsonl")
    message = str(trial["message"])
    assert (trial["outcome"], message.isprintable()) == ("agent-error", True)
    assert len(message) < 600
    assert r"\x1b[2J" in message
    assert message in result.outlines
    assert "\x1b" not in result.stdout.str() + (pytester.path / "junit.xml").read_text()


@pytest.mark.parametrize(
    "answer",
    [
        "AgentResult(usage=Usage(tool_calls=[1], cost=float('nan'), input_tokens=-1))",
        "AgentResult(usage={}, survivors=None, output_tail=b'x')",
        "AgentResult(error='', exit_code=float('inf'), output_bytes='many', text=3)",
    ],
)
def test_figures_that_cannot_be_are_unknown_and_records_stay_json(run_plain, pytester, answer):
    CaseTree("one").write(pytester.path / "cases")
    pytester.makepyfile(
        mine="from pytest_editbench.model import AgentResult, Usage\ndef odd(task, workspace):\n"
        "    (workspace.path / 'app.js').write_text('const limit = 2;\\n')\n"
        f"    return {answer}\n"
    )
    result = run_plain("cases", "--editbench-agent=mine:odd", "--editbench-record=r.jsonl")
    result.assert_outcomes(passed=1)
    assert not re.search(r"\bNaN\b|Infinity", (pytester.path / "r.jsonl").read_text())
    [trial] = trials(pytester.path / "r.jsonl")
    told = trial["attempts"][0]["result"]
    assert "ignored: must be" in told["output_tail"]
    assert set(told["usage"].values()) == {None}
    assert (told["survivors"], told["exit_code"], told["output_bytes"]) == (0, None, None)


@pytest.mark.parametrize(
    ("usage", "outcome"),
    [
        ({"tool_calls": {}}, "agent-error"),
        ({"tool_calls": {"x": 0}}, "agent-error"),
        ({"output_tokens": 0}, "agent-error"),
        ({"error": ""}, "timeout"),
        ({"output_tokens": 0, "tool_calls": {"x": 1}}, "timeout"),
    ],
    ids=json.dumps,
)
def test_no_calls_and_no_tokens_are_no_sign_of_an_answer(run_plain, pytester, usage, outcome):
    CaseTree("one").write(pytester.path / "cases")
    command = agent(
        pytester.path,
        f"open(os.environ['EDITBENCH_USAGE_FILE'], 'w').write(json.dumps({usage!r}))\ntime.sleep(600)\n",
    )
    options = ("--editbench-timeout=0.5", "--editbench-record=r.jsonl")
    result = run_plain("cases", f"--editbench-agent={command}", *options)
    [trial] = trials(pytester.path / "r.jsonl")
    assert trial["outcome"] == outcome
    if outcome == "timeout":
        result.stdout.fnmatch_lines(["timeout: ended at the time limit after 0.5*s*"])


def test_a_failure_ends_with_what_the_agent_said_last(run, pytester):
    for name in ("bad", "good", "ugly"):
        files = {"app.js": "const limit = 1;\n", "name": name}
        expected = {**files, "app.js": "const limit = 2;\n"}
        CaseTree(name).input(files).expected(expected).write(pytester.path / "cases")
    command = agent(
        pytester.path,
        "name = open('name').read()\n"
        "print('+ said by', name, '\\x1b[31m')\n"
        "if name == 'ugly': sys.exit(75)\n"
        "if name == 'good': " + FIX,
    )
    result = run("cases", f"--editbench-agent={command}", "--junitxml=junit.xml")
    result.assert_outcomes(passed=1, failed=1, errors=1)
    result.stdout.fnmatch_lines(
        ["+const limit = 1;", "agent's last output:", "  + said by bad \\x1b[[]31m"], consecutive=True
    )
    result.stdout.fnmatch_lines(
        ["agent-error: *exit code 75", "agent's last output:", "  + said by ugly *"], consecutive=True
    )
    assert result.stdout.str().count("agent's last output:") == 2
    report = (pytester.path / "junit.xml").read_text()
    assert "\nagent's last output:\n  + said by ugly \\x1b[31m</error>" in report
    assert "\nagent's last output:\n  + said by bad \\x1b[31m</failure>" in report


def test_in_ci_the_summary_names_each_case_with_its_whole_reason(run, pytester, monkeypatch):
    monkeypatch.setenv("CI", "true")
    for name in ("bad", "ugly"):
        CaseTree(name, prompt=name).write(pytester.path / "cases")
    reason = "the provider refused: " + "quota used up, " * 9 + "try again later"
    usage = f"open(os.environ['EDITBENCH_USAGE_FILE'], 'w').write(json.dumps({{'error': {reason!r}}}))\n"
    command = agent(pytester.path, "if sys.stdin.read() == 'ugly':\n    print('tired')\n    " + usage)
    result = run("cases", f"--editbench-agent={command}")
    result.assert_outcomes(failed=1, errors=1)
    error, failure = sorted(line for line in result.outlines if line.startswith(("ERROR ", "FAILED ")))
    assert error.startswith("ERROR cases/ugly/prompt.md::ugly - ")
    assert error.endswith(f"agent-error: provider failure: {reason}")
    assert failure == "FAILED cases/bad/prompt.md::bad - unchanged: the agent changed nothing"


def test_trials_run_by_each_worker_are_refused(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    result = run_plain("cases", "--editbench-agent=noop", "-n2", "--dist=each")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: editbench: --dist each would run every trial on every worker*"])


@pytest.mark.parametrize("path", ["/", ".", ""])
def test_a_record_that_can_be_no_file_is_a_usage_error(run_plain, pytester, path):
    CaseTree("one").write(pytester.path / "cases")
    result = run_plain("cases", "--editbench-agent=noop", f"--editbench-record={path}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: editbench: --editbench-record must *"])
