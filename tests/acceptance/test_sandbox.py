"""`--editbench-sandbox`: what is refused at once, what is told, and that an agent works in it as ever."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
import sandboxes
from harness import FIX, CaseTree, agent, records, trials

from pytest_editbench.cli import main


@pytest.fixture(autouse=True)
def one_case(pytester: pytest.Pytester) -> Path:
    return CaseTree("one").write(pytester.path / "cases")


SANDBOX = "--editbench-sandbox=bwrap"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--editbench-network=off"], "*--editbench-network=off needs a sandbox*"),
        ([SANDBOX, "--editbench-relay=8080"], "*--editbench-relay is for --editbench-network=off*"),
        ([SANDBOX, "--editbench-relay=80"], "*the number of a port, from 1024 to 65535*"),
        ([SANDBOX, "--editbench-sandbox-read=/no/where"], "*--editbench-sandbox-read /no/where: *"),
        ([SANDBOX, "--editbench-sandbox-read=/"], "*--editbench-sandbox-read /: that is the whole*"),
        (
            [SANDBOX, "--editbench-sandbox-read=cases"],
            "*-read *cases: the cases are there*",
        ),
        (["--editbench-sandbox=docker"], "*must be one of none, bwrap*"),
    ],
)
def test_what_goes_not_together_ends_the_session_at_once(run_plain, options, reason):
    if "read" in options[-1]:
        sandboxes.needed()
    result = run_plain("cases", "--editbench-agent=noop", *options)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: editbench: {reason}"])


def test_an_agent_inside_pytest_is_refused(run_plain, pytester):
    pytester.makepyfile(mine="def agent(task, workspace): pass\n")
    result = run_plain("cases", "--editbench-agent=mine:agent", SANDBOX)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*agent 'mine.agent' runs inside pytest, where no sandbox can hold it*"])


def test_an_agent_of_a_fixture_is_refused_as_well(run_plain, pytester):
    sandboxes.needed()
    pytester.makeconftest(
        "import pytest\n@pytest.fixture\ndef editbench_agent(): return lambda task, workspace: None\n"
    )
    result = run_plain("cases", SANDBOX, "--editbench-record=r.jsonl")
    result.assert_outcomes(errors=1)
    [trial] = trials(pytester.path / "r.jsonl")
    assert trial["outcome"] == "agent-error"
    assert "no sandbox can hold it" in str(trial["message"])


def test_a_confined_agent_edits_and_sees_neither_case_nor_record(run, pytester):
    sandboxes.needed()
    body = (
        f"assert not os.path.exists({str(pytester.path / 'cases')!r})\n"
        f"assert os.listdir({str(pytester.path)!r}) == ['agent.py']\n"
        f"assert not os.path.exists({os.path.realpath(__file__)!r})\n" + FIX
    )
    command = agent(pytester.path, body)
    result = run(
        "cases",
        f"--editbench-agent={command}",
        SANDBOX,
        "--editbench-network=off",
        "--editbench-record=r.jsonl",
    )
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["editbench: *, sandbox bwrap, network off"])
    [trial] = trials(pytester.path / "r.jsonl")
    header, *_ = records(pytester.path / "r.jsonl")
    assert trial["terms"]["sandbox"] == "bwrap, network off"
    assert (header["options"]["sandbox"], header["options"]["network"]) == ("bwrap", "off")


def test_no_record_that_the_session_reads_or_writes_is_seen_in_a_folder_that_is_shown(run_plain, pytester):
    sandboxes.needed()
    shown = pytester.mkdir("shown")
    names = [f"{name}.jsonl" for name in ("resumed", "baseline", "failed", "shards")]
    for name in names:
        run_plain("cases", "--editbench-agent=noop", f"--editbench-record={shown / name}")
    body = (
        f"found = [os.path.join(at, name) for at, _, names in os.walk({str(shown)!r}) for name in names]\n"
        "assert found\n"
        "assert not [path for path in found if os.path.getsize(path)], found\n" + FIX
    )
    resumed, baseline, failed, shards = (shown / name for name in names)
    result = run_plain(
        "cases",
        f"--editbench-agent={agent(pytester.path, body)}",
        SANDBOX,
        f"--editbench-sandbox-read={shown}",
        f"--editbench-resume={resumed}",
        f"--editbench-baseline={baseline}#noop",
        f"--editbench-failed-from={failed}",
        "--editbench-shard=1/1",
        f"--editbench-shard-by={shards}",
        f"--editbench-store={shown / 'store'}",
        f"--junit-xml={shown / 'junit.xml'}",
    )
    result.assert_outcomes(passed=1)


def test_an_agent_named_by_a_way_up_works_though_the_folder_it_leaves_does_not_exist(run_plain, pytester):
    sandboxes.needed()
    agent(pytester.mkdir("agents"), FIX)
    (pytester.path / "run").mkdir()
    os.chdir(pytester.path / "run")
    command = f"{sys.executable} ../agents/agent.py"
    run_plain("../cases", f"--editbench-agent={command}", SANDBOX).assert_outcomes(passed=1)


def test_another_level_is_another_run_when_it_is_continued(run_plain, pytester):
    sandboxes.needed()
    run_plain("cases", "--editbench-agent=oracle", "--editbench-record=old.jsonl")
    result = run_plain("cases", "--editbench-agent=oracle", "--editbench-resume=old.jsonl", SANDBOX)
    result.stdout.fnmatch_lines(["*sandbox was none, is bwrap*"])


def test_a_doctor_whose_sandbox_is_not_usable_says_why(monkeypatch, capsys):
    monkeypatch.setenv("PATH", "/nowhere")
    assert main(["doctor", "--sandbox", "bwrap"]) == 2
    assert "--editbench-sandbox=bwrap" in capsys.readouterr().err


def test_the_doctor_tells_each_control_agent_and_its_exit_code_tells_of_surprises(monkeypatch, capsys):
    from pytest_editbench.doctor import corpus
    from pytest_editbench.doctor.controls import running, table

    control, pairs = table.CONTROLS[0], [next(corpus.pairs())]
    monkeypatch.setattr(corpus, "pairs", lambda: pairs)
    for happened, code in (("passed at level exact", 0), ("mismatch", 1)):
        verdict = running.Verdict(control, happened, ())
        monkeypatch.setattr(running, "examine", lambda _, told=verdict: (told,))
        assert main(["doctor"]) == code
        assert happened in capsys.readouterr().out
        assert main(["doctor", "--json"]) == code
        assert f'"healthy": {str(code == 0).lower()}' in capsys.readouterr().out
