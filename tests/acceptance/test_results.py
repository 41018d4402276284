from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest
from harness import FIX, CaseTree, agent, records, trials

MIXED = "if 'good' in sys.stdin.read():\n    " + FIX


@pytest.fixture
def suite(pytester: pytest.Pytester) -> str:
    """Two cases, and an agent that gets one of them right."""
    told = {"category": "operator", "mutation_type": "swap-logical", "difficulty": "easy"}
    tree = CaseTree().told(told)
    for name in ("good", "bad"):
        CaseTree(name, prompt=tree.prompt + name).told(told).write(pytester.path / "cases")
    return f"--editbench-agent={agent(pytester.path, MIXED)}"


def test_the_table_counts_by_category_and_fits_80_columns(run, suite):
    result = run("cases", suite)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["category*cases*trials*passed*rate*", "operator*2*2*1/2*50.0 %*"])
    table = result.outlines[
        result.outlines.index("editbench".center(80, "=").replace("=editbench=", " editbench ")) :
    ]
    assert all(len(line) <= 80 for line in table)


def test_junit_holds_flat_properties_and_one_json_value(run, suite, pytester):
    run("cases", suite, "--junitxml=junit.xml")
    root = ET.parse(pytester.path / "junit.xml").getroot()
    found = {case.get("name"): case for case in root.iter("testcase")}
    assert set(found) == {"good", "bad"}
    properties = {each.get("name"): each.get("value") for each in found["bad"].iter("property")}
    assert properties["outcome"] == "unchanged"
    assert properties["category"] == "operator"
    assert properties["mutation"] == "swap-logical"
    assert properties["difficulty"] == "easy"
    assert properties["match_level"] == "none"
    assert json.loads(properties["editbench"] or "")["case"] == "bad"
    assert {"agent", "trial", "duration", "indent_score"} <= set(properties)


def test_junit_is_sound_xml_whatever_an_agent_prints_and_writes(run, pytester):
    CaseTree("one").write(pytester.path / "cases")
    odd = b"\x1b.js" if sys.platform == "darwin" else b"\xff\x1b.js"  # names are UTF-8 there
    body = (
        "sys.stdout.buffer.write(b'\\x1b[31m\\x00\\xff')\n"
        "open('app.js', 'wb').write(b'\\x1b[31mconst\\x07 \\xed\\xa0\\x80\\xef\\xbf\\xbf\\n')\n"
        f"open({odd!r}, 'w').close()\n"
    )
    run("cases", f"--editbench-agent={agent(pytester.path, body)}", "--junitxml=junit.xml").assert_outcomes(
        failed=1
    )
    text = (pytester.path / "junit.xml").read_text()
    ET.fromstring(text)
    assert "\x1b" not in text
    assert "#x1B" not in text.partition("<failure")[2].partition("</failure")[0]


def same(line: dict[str, object]) -> str:
    """A record line without what differs from run to run."""
    text = json.dumps(
        {key: value for key, value in line.items() if key not in ("started", "finished", "options")}
    )
    return json.dumps(json.loads(text, object_hook=lambda data: {**data, "duration": 0}), sort_keys=True)


def test_records_are_the_same_with_and_without_xdist_once_sorted_and_times_dropped(suite, pytester):
    broken = CaseTree("broken").write(pytester.path / "cases")
    (broken / "prompt.md").write_text("")
    for name, more in (("plain", []), ("xdist", ["-n2"])):
        pytester.runpytest("cases", suite, "--editbench-trials=2", f"--editbench-record={name}.jsonl", *more)
    plain, spread = (
        sorted(map(same, records(pytester.path / f"{name}.jsonl"))) for name in ("plain", "xdist")
    )
    assert plain == spread
    assert len(plain) == 8
    stored = [
        sorted(path.name for path in (pytester.path / f"{name}.jsonl.artifacts" / "changes").iterdir())
        for name in ("plain", "xdist")
    ]
    assert stored[0] == stored[1] != []


def test_a_stored_change_can_be_applied_by_git(run_plain, suite, pytester):
    run_plain("cases/good", suite, "--editbench-record=r.jsonl")
    [trial] = trials(pytester.path / "r.jsonl")
    digest = trial["attempts"][0]["change"]
    patch = pytester.path / "r.jsonl.artifacts" / "changes" / f"{digest}.patch"
    target = pytester.path / "cases" / "good" / "input"
    subprocess.run(["git", "apply", str(patch)], cwd=target, check=True)
    assert (target / "app.js").read_text() == "const limit = 2;\n"


def test_the_records_header_and_closing_line_say_what_was_run(run, suite, pytester):
    run("cases", suite, "--editbench-record=r.jsonl")
    lines = records(pytester.path / "r.jsonl")
    header, closing = lines[0], lines[-1]
    assert header["options"]["match"] == "format"
    assert header["agents"][0]["label"]
    assert closing["counts"] == {"passed": 1, "unchanged": 1}
    assert len(closing["suite_digest"]) == 64


def test_the_case_digest_ignores_metadata_but_not_the_match_level(run_plain, pytester):
    for name, told in (("a", {}), ("b", {"category": "x"}), ("c", {"match": "exact"})):
        CaseTree(name).told(told).write(pytester.path / "cases")
    run_plain("cases", "--editbench-agent=oracle", "--editbench-record=r.jsonl")
    digests = {trial["case"]: trial["case_digest"] for trial in trials(pytester.path / "r.jsonl")}
    assert digests["a"] == digests["b"] != digests["c"]


def test_an_existing_record_or_artefact_folder_is_refused_and_left_as_it_was(run, suite, pytester):
    (pytester.path / "old.jsonl").write_text("mine\n")
    (pytester.path / "full").mkdir()
    (pytester.path / "full" / "mine").write_text("mine\n")
    for option in ("--editbench-record=old.jsonl", "--editbench-artifacts=full"):
        result = run("cases", suite, option)
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        result.stderr.fnmatch_lines(["ERROR: editbench: *"])
    assert (pytester.path / "old.jsonl").read_text() == "mine\n"


@pytest.mark.parametrize(
    ("rate", "code"), [("0.5", 0), ("50%", 0), ("0.51", 1)], ids=["share", "percent", "below"]
)
def test_fail_under_lets_the_pass_rate_decide(run, suite, rate, code):
    result = run("cases", suite, f"--editbench-fail-under={rate}")
    assert result.ret == code
    result.stdout.fnmatch_lines(["pass rate 50.0% * (--editbench-fail-under)*"])


def test_fail_under_forgives_no_error_and_no_other_failing_test(run, suite, pytester):
    pytester.makepyfile(test_own="def test_own(): assert False\n")
    assert run("cases", "test_own.py", suite, "--editbench-fail-under=0.1").ret == 1
    broken = CaseTree("broken").write(pytester.path / "cases")
    (broken / "prompt.md").write_text("")
    assert run("cases", suite, "--editbench-fail-under=0.1").ret == 1


def test_fail_under_forgives_no_collection_error(run, suite, pytester):
    pytester.makepyfile(test_lost="import no_such_module\n")
    arguments = ("cases", "test_lost.py", suite, "--continue-on-collection-errors")
    assert run(*arguments, "--editbench-fail-under=0.1").ret == 1


def test_fail_under_forgives_no_failure_of_a_users_test_whose_trial_passed(run, suite, pytester):
    pytester.makepyfile(
        test_own="import pytest\n"
        "@pytest.mark.editbench_case('cases/good')\n"
        "def test_own(editbench_trial): assert editbench_trial.duration < 0\n"
    )
    assert run("cases", "test_own.py", suite, "--editbench-fail-under=0.1").ret == 1


def test_fail_under_says_nothing_of_a_run_that_was_cut_short(run_plain, suite):
    result = run_plain("cases", suite, "--editbench-fail-under=0", "-x")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["pass rate * (--editbench-fail-under); the run was cut short, so it fails"])


def test_an_agent_without_scored_trials_does_not_decide_the_rate(run, suite, pytester):
    pytester.makepyfile(mine="def gone(task, workspace): raise OSError('no key')\n")
    result = run("cases", suite, "--editbench-agent=mine:gone", "--editbench-fail-under=50%")
    assert "pass rate 50.0% ≥ 50.0%" in result.stdout.str()
    assert result.ret == pytest.ExitCode.TESTS_FAILED  # for its errors


def test_a_skipped_case_is_the_only_agents_even_if_a_fixture_gives_that(run, pytester):
    for name in ("one", "two"):
        CaseTree(name).write(pytester.path / "cases")
    pytester.makeconftest(
        "import pytest\n"
        "def pytest_collection_modifyitems(items): items[0].add_marker(pytest.mark.skip)\n"
        "def fixer(task, workspace):\n    (workspace.path / 'app.js').write_text('const limit = 2;\\n')\n"
        "@pytest.fixture\ndef editbench_agent(): return fixer\n"
    )
    result = run("cases", "--editbench-fail-under=50%", "--editbench-record=r.jsonl")
    result.assert_outcomes(passed=1, skipped=1)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["total * 2 * 2 *1/1 *"])
    printed = pytester.run(sys.executable, "-m", "pytest_editbench", "report", "r.jsonl")
    printed.stdout.fnmatch_lines(["total * 2 * 2 *1/1 *"])


def test_a_users_own_test_of_a_broken_case_is_an_error_of_the_named_agent(run, pytester):
    (CaseTree("one").write(pytester.path / "data") / "prompt.md").write_text("")
    pytester.makepyfile(
        test_own="import pytest\n"
        "@pytest.mark.editbench_case('data/one')\n"
        "def test_own(editbench_trial): pass\n"
    )
    run("test_own.py", "--editbench-agent=oracle", "--editbench-record=r.jsonl").assert_outcomes(errors=1)
    [trial] = trials(pytester.path / "r.jsonl")
    assert (trial["agent"], trial["outcome"]) == ("oracle", "invalid-case")


def test_no_scored_trial_is_never_green(run, pytester):
    broken = CaseTree("broken").write(pytester.path / "cases")
    (broken / "prompt.md").write_text("")
    result = run("cases", "--editbench-agent=oracle")
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    result.stdout.fnmatch_lines(["none of 1 trials was scored*"])


def test_skipped_trials_are_counted_and_do_not_make_a_run_green(run, pytester):
    CaseTree("one").write(pytester.path / "cases")
    pytester.makeconftest(
        "import pytest\n@pytest.fixture(autouse=True)\ndef never(): pytest.skip('not today')\n"
    )
    result = run("cases", "--editbench-agent=oracle", "--editbench-record=r.jsonl")
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    assert [trial["outcome"] for trial in trials(pytester.path / "r.jsonl")] == ["skipped"]


def test_a_failing_fixture_of_the_user_is_an_error_and_recorded_as_such(run, pytester):
    CaseTree("one").write(pytester.path / "cases")
    pytester.makeconftest(
        "import pytest\n@pytest.fixture(autouse=True)\ndef broken(): raise RuntimeError('no database')\n"
    )
    result = run("cases", "--editbench-agent=oracle", "--editbench-record=r.jsonl")
    result.assert_outcomes(errors=1)
    [trial] = trials(pytester.path / "r.jsonl")
    assert trial["outcome"] == "agent-error"
    assert "no database" in trial["message"]


def test_trials_give_pass_at_k_and_flaky_cases(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    flag = pytester.path / "flag"
    body = f"flag = pathlib.Path({str(flag)!r})\nif flag.exists():\n    {FIX}flag.touch()\n"
    result = run_plain("cases", f"--editbench-agent={agent(pytester.path, body)}", "--editbench-trials=2")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*pass@1*50.0 %*", "*pass@2*100.0 %*", "*flaky*1 of 1*"])


def test_the_report_command_prints_the_same_table_from_a_record(run, suite, pytester):
    shown = run("cases", suite, "--editbench-record=r.jsonl").outlines
    printed = pytester.run(sys.executable, "-m", "pytest_editbench", "report", "r.jsonl").outlines
    start = next(number for number, line in enumerate(shown) if line.startswith("category"))
    assert printed == shown[start : start + len(printed)]
    markdown = pytester.run(sys.executable, "-m", "pytest_editbench", "report", "--markdown", "r.jsonl")
    markdown.stdout.fnmatch_lines(["| category*|*", "| operator*|*1/2*|*"])


def test_a_record_that_was_cut_short_is_still_reported_and_the_reader_is_told(run_plain, suite, pytester):
    run_plain("cases", suite, "--editbench-record=r.jsonl")
    whole = (pytester.path / "r.jsonl").read_text().splitlines(keepends=True)
    (pytester.path / "torn.jsonl").write_text("".join(whole[:-1])[:-20])
    result = pytester.run(sys.executable, "-m", "pytest_editbench", "report", "torn.jsonl")
    assert result.ret == 0
    result.stderr.fnmatch_lines(["*cut short*"])


@pytest.mark.parametrize("more", ["record.clear(); record['metadata'] = 0", "raise RuntimeError('mine')"])
def test_a_record_hook_can_neither_change_nor_lose_the_record(run, suite, pytester, more):
    pytester.makeconftest(
        f"def pytest_editbench_record(config, record):\n    record['metadata'].clear()\n    {more}\n"
    )
    run("cases/good", suite, "--editbench-record=r.jsonl")
    [trial] = trials(pytester.path / "r.jsonl")
    assert trial["outcome"] == "passed"
    assert trial["metadata"]["category"] == "operator"


def test_a_run_that_stops_early_says_so_in_the_closing_line(run, suite, pytester):
    run("cases", suite, "-x", "--editbench-record=r.jsonl")
    assert records(pytester.path / "r.jsonl")[-1]["interrupted"] is True
    result = pytester.run(sys.executable, "-m", "pytest_editbench", "report", "r.jsonl")
    result.stderr.fnmatch_lines(["*cut short*"])


def test_a_run_that_selects_nothing_was_not_cut_short(run_plain, suite, pytester):
    run_plain("cases", suite, "-k", "nothing", "--editbench-record=r.jsonl")
    assert records(pytester.path / "r.jsonl")[-1]["interrupted"] is False


def test_the_report_command_keeps_the_order_in_which_the_agents_were_named(run_plain, suite, pytester):
    run_plain(
        "cases", "--editbench-agent=zeta=noop", "--editbench-agent=alpha=noop", "--editbench-record=r.jsonl"
    )
    lines = (pytester.path / "r.jsonl").read_text().splitlines(keepends=True)
    (pytester.path / "other.jsonl").write_text("".join([lines[0], *reversed(lines[1:-1]), lines[-1]]))
    result = pytester.run(sys.executable, "-m", "pytest_editbench", "report", "other.jsonl")
    result.stdout.fnmatch_lines(["agent*zeta*alpha*"])


def test_a_failure_in_one_line_names_the_case(run, suite):
    result = run("cases", suite, "--tb=line")
    result.stdout.fnmatch_lines(["cases/bad/prompt.md:1: unchanged: the agent changed nothing*"])
    result.stdout.no_fnmatch_line("*namespace(*")


def test_every_trial_reaches_the_record_hook_on_the_controller(run, suite, pytester):
    pytester.makeconftest(
        "import os\n"
        "def pytest_editbench_record(config, record):\n"
        "    assert not hasattr(config, 'workerinput')\n"
        "    with open('heard', 'a') as file: file.write(record['case'] + ' ' + record['outcome'] + '\\n')\n"
    )
    run("cases", suite)
    assert sorted((pytester.path / "heard").read_text().splitlines()) == ["bad unchanged", "good passed"]


@pytest.mark.parametrize(("keep", "count"), [("none", 0), ("failed", 1), ("all", 2)])
def test_workspaces_are_kept_as_asked(run_plain, suite, pytester, keep, count):
    run_plain("cases", suite, f"--editbench-keep={keep}", "--editbench-artifacts=kept")
    found = list((pytester.path / "kept").glob("workspaces/*"))
    assert len(found) == count
    assert all((place / "app.js").exists() for place in found)


def test_a_users_own_test_can_use_every_fixture(run, pytester):
    CaseTree("one").write(pytester.path / "data")
    pytester.makepyfile(
        test_own="import pytest\n"
        "@pytest.mark.editbench_case('data/one')\n"
        "def test_own(editbench_case, editbench_task, editbench_workspace, editbench_trial):\n"
        "    assert editbench_case.id == 'one'\n"
        "    assert 'Fix a bug' in editbench_task.prompt\n"
        "    assert (editbench_workspace.path / 'app.js').exists()\n"
        "    assert editbench_trial.outcome == 'passed'\n"
    )
    result = run("test_own.py", "--strict-markers", "--editbench-agent=oracle")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["total *1 *1 *1/1*"])


def test_a_users_own_test_runs_once_for_each_agent(run_plain, pytester):
    CaseTree("one").write(pytester.path / "data")
    pytester.makepyfile(
        test_own="import pytest\n"
        "@pytest.mark.editbench_case('data/one')\n"
        "def test_own(editbench_trial): assert editbench_trial.outcome == 'passed'\n"
    )
    result = run_plain("test_own.py", "--editbench-agent=oracle", "--editbench-agent=noop")
    result.assert_outcomes(passed=1, failed=1)


def test_a_match_level_can_be_demanded_by_option_or_by_the_case(run_plain, pytester):
    ends = CaseTree("ends").input({"app.js": "a\n"}).expected({"app.js": "b\n"})
    ends.write(pytester.path / "cases")
    ends.named("strict").told({"match": "exact"}).write(pytester.path / "cases")
    command = agent(pytester.path, "open('app.js', 'wb').write(b'b\\r\\n')\n")
    run_plain("cases", f"--editbench-agent={command}").assert_outcomes(passed=1, failed=1)
    run_plain("cases", f"--editbench-agent={command}", "--editbench-match=exact").assert_outcomes(failed=2)


def test_the_best_of_several_answers_counts_and_is_named(run_plain, pytester):
    tree = (
        CaseTree("two").expected({"app.js": "x\n"}).expected({"app.js": "const limit = 2;\n"}, "expected.2")
    )
    tree.write(pytester.path / "cases")
    command = agent(pytester.path, FIX)
    run_plain("cases", f"--editbench-agent={command}", "--editbench-record=r.jsonl").assert_outcomes(passed=1)
    [trial] = trials(pytester.path / "r.jsonl")
    assert trial["attempts"][0]["comparison"]["answer"] == "expected.2"


def test_options_that_make_no_sense_are_refused_with_what_is_allowed(run_plain):
    for option, said in (
        ("--editbench-trials=0", "whole number"),
        ("--editbench-timeout=soon", "seconds"),
        ("--editbench-match=close", "exact, eol, lines, format"),
        ("--editbench-keep=some", "none, failed, all"),
        ("--editbench-fail-under=80", "percentage"),
    ):
        result = run_plain(option)
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        result.stderr.fnmatch_lines([f"ERROR: editbench: {option.partition('=')[0]}*{said}*"])


@pytest.mark.parametrize(
    "damage",
    [
        "os.unlink(record)",
        "os.truncate(record, 0)",
        "os.unlink(record); open(record, 'w').write('{}')",
        "os.unlink(record); os.mkfifo(record)",
        "text = open(record).read(); open(record, 'w').write(text.replace('started', 'stopped'))",
    ],
    ids=["removed", "emptied", "replaced", "fifo", "edited"],
)
def test_a_record_that_somebody_else_changed_is_told_and_fails_the_run(run, pytester, damage):
    CaseTree("one").write(pytester.path / "cases")
    command = agent(pytester.path, f"record = {str(pytester.path / 'r.jsonl')!r}\n{damage}\n{FIX}")
    result = run("cases", f"--editbench-agent={command}", "--editbench-record=r.jsonl")
    result.assert_outcomes(passed=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["WARNING: the record was changed by somebody else*"])


def test_a_record_that_was_only_read_is_not_told_of(run, pytester):
    CaseTree("one").write(pytester.path / "cases")
    body = f"record = pathlib.Path({str(pytester.path / 'r.jsonl')!r})\nrecord.read_text(); record.touch()\n"
    result = run(
        "cases", f"--editbench-agent={agent(pytester.path, body + FIX)}", "--editbench-record=r.jsonl"
    )
    assert result.ret == 0
    result.stdout.no_fnmatch_line("*WARNING*")


def test_none_scored_is_never_green_by_one_rule_wherever_the_agent_comes_from(run, pytester):
    CaseTree("one").write(pytester.path / "cases")
    pytester.makeconftest(
        "import pytest\n"
        "def broken(task, workspace): raise OSError('no key')\n"
        "@pytest.fixture\ndef editbench_agent(): return broken\n"
    )
    result = run("cases")
    result.assert_outcomes(errors=1)
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    result.stdout.fnmatch_lines(["none of 1 trials was scored*"])
