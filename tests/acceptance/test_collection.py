from __future__ import annotations

from pathlib import Path

import pytest
from harness import CaseTree

TOLD = {"mutation_type": "swap-if-else", "mutation_category": "structural", "difficulty": "hard"}


def collected(result: pytest.RunResult) -> list[str]:
    return [line for line in result.outlines if "::" in line]


def test_a_case_folder_is_one_item_with_a_node_id_that_can_be_pasted(run_plain, pytester):
    CaseTree("structural-swap-if-else-001").told(TOLD).write(pytester.path / "cases")
    listed = collected(run_plain("--collect-only", "-q", "cases"))
    assert listed == ["cases/structural-swap-if-else-001/prompt.md::structural-swap-if-else-001"]
    run_plain(listed[0], "--editbench-agent=oracle").assert_outcomes(passed=1)


def test_pytest_never_walks_into_the_trees_of_a_case(run_plain, pytester):
    trap = {"test_trap.py": "def test_trap(): assert False\n", "conftest.py": "raise SystemExit\n"}
    CaseTree("one").input(trap).expected({**trap, "more.py": "x = 1\n"}).write(pytester.path)
    run_plain("--editbench-agent=oracle").assert_outcomes(passed=1)


def test_trials_and_agents_make_items_of_their_own(run_plain, pytester):
    CaseTree("one").write(pytester.path)
    arguments = ("--collect-only", "-q")
    names = [
        [line.partition("::")[2] for line in collected(run_plain(*arguments, *more))]
        for more in (
            ["--editbench-trials=2"],
            ["--editbench-agent=oracle", "--editbench-agent=noop"],
            ["--editbench-agent=oracle", "--editbench-agent=noop", "--editbench-trials=2"],
        )
    ]
    assert names[0] == ["one[trial-1]", "one[trial-2]"]
    assert names[1] == ["one[oracle]", "one[noop]"]
    assert names[2] == [
        "one[oracle-trial-1]",
        "one[oracle-trial-2]",
        "one[noop-trial-1]",
        "one[noop-trial-2]",
    ]


@pytest.mark.parametrize(
    "selection",
    [
        ["-k", "swap-if-else"],
        ["-m", "structural and hard"],
        ["-m", "swap-if-else"],
        ["--deselect", "plain/prompt.md::plain"],
        ["structural-swap-if-else-001"],
        ["structural-swap-if-else-001/prompt.md"],
    ],
)
def test_pytests_own_selection_works(run, pytester, selection):
    CaseTree("structural-swap-if-else-001").told(TOLD).write(pytester.path)
    CaseTree("plain").told({"category": "literal", "difficulty": "easy"}).write(pytester.path)
    result = run("--strict-markers", "--editbench-agent=oracle", *selection)
    assert result.parseoutcomes()["passed"] == 1
    assert "failed" not in result.parseoutcomes()


def test_last_failed_runs_only_what_failed(pytester):
    CaseTree("one").write(pytester.path)
    CaseTree("two").write(pytester.path)
    pytester.makeconftest(
        "import pytest\n"
        "@pytest.fixture\n"
        "def editbench_agent(request):\n"
        "    def agent(task, workspace):\n"
        "        if 'two' in request.node.name:\n"
        "            (workspace.path / 'app.js').write_text('const limit = 2;\\n')\n"
        "    return agent\n"
    )
    pytester.runpytest().assert_outcomes(passed=1, failed=1)
    pytester.runpytest("--lf").assert_outcomes(failed=1)


def test_x_stops_at_the_first_failure(run_plain, pytester):
    CaseTree("one").write(pytester.path)
    CaseTree("two").write(pytester.path)
    run_plain("-x", "--editbench-agent=noop").assert_outcomes(failed=1)


def test_metadata_cannot_set_a_mark_with_a_meaning(run_plain, pytester):
    CaseTree("one").told({"category": "skip", "difficulty": "xfail"}).write(pytester.path)
    run_plain("--editbench-agent=noop").assert_outcomes(failed=1)


@pytest.mark.parametrize("word", ["_x", "__class__", "parametrise", "slow", "x y", "xdist_group", "[", "é"])
def test_a_word_that_cannot_be_a_mark_or_means_something_to_others_is_none(run_plain, pytester, word):
    pytester.makeconftest(
        "import pytest\n"
        "def pytest_configure(config): config.addinivalue_line('markers', 'slow(why): left out')\n"
        "def pytest_runtest_setup(item):\n"
        "    if item.get_closest_marker('slow'): pytest.skip('slow')\n"
    )
    CaseTree("one").told({"category": word, "difficulty": "easy"}).write(pytester.path / "cases")
    result = run_plain("cases", "--strict-markers", "--editbench-agent=oracle", "-m", "easy")
    result.assert_outcomes(passed=1)


def test_a_word_of_a_suites_own_is_a_mark(run_plain, pytester):
    CaseTree("one").told({"category": "our-own"}).write(pytester.path)
    CaseTree("two").write(pytester.path)
    result = run_plain("--strict-markers", "--editbench-agent=oracle", "-m", "our-own")
    result.assert_outcomes(passed=1, deselected=1)


def test_fixtures_of_every_scope_of_the_user_work(run, pytester):
    CaseTree("one").write(pytester.path / "cases")
    scopes = ("function", "class", "module", "package", "session")
    fixtures = "".join(
        f"@pytest.fixture(autouse=True, scope={scope!r})\ndef auto_{scope}(request): request.node\n"
        for scope in scopes
    )
    pytester.makeconftest(f"import pytest\n{fixtures}")
    run("cases", "--editbench-agent=oracle").assert_outcomes(passed=1)


def test_a_conftest_beside_the_cases_can_override_the_agent(run, pytester):
    CaseTree("one").write(pytester.path / "cases")
    (pytester.path / "cases" / "conftest.py").write_text(
        "import pytest\n"
        "@pytest.fixture\n"
        "def editbench_agent():\n"
        "    def fixer(task, workspace):\n"
        "        (workspace.path / 'app.js').write_text('const limit = 2;\\n')\n"
        "    return fixer\n"
    )
    result = run("cases")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*= editbench =*"])


def test_without_an_agent_the_cases_are_skipped_and_the_reason_says_how_to_set_one(run, pytester):
    CaseTree("one").write(pytester.path)
    CaseTree("broken").told("{").write(pytester.path)
    result = run("-rs")
    result.assert_outcomes(skipped=2)
    result.stdout.fnmatch_lines(["*--editbench-agent=NAME*"])
    assert result.ret == 0


def test_the_ini_file_names_cases_and_agent(run, pytester):
    CaseTree("one").write(pytester.path / "suite")
    pytester.makeini("[pytest]\neditbench_agent = oracle\neditbench_cases = suite\ntestpaths = nowhere\n")
    run().assert_outcomes(passed=1)


def test_the_cases_option_starts_at_the_current_folder_the_ini_key_at_the_root(run, pytester, monkeypatch):
    CaseTree("one").write(pytester.path / "sub" / "suite")
    CaseTree("two").write(pytester.path / "suite")
    pytester.makeini("[pytest]\neditbench_agent = oracle\neditbench_cases = suite\n")
    monkeypatch.chdir(pytester.path / "sub")
    run("--editbench-cases=suite", "-v").stdout.fnmatch_lines(["*suite/one/prompt.md::one*"])
    run("-v").stdout.fnmatch_lines(["*suite/two/prompt.md::two*"])


def test_typed_arguments_win_over_the_ini_files_cases(run_plain, pytester):
    CaseTree("one").write(pytester.path / "suite")
    CaseTree("two").write(pytester.path / "typed")
    pytester.makeini("[pytest]\neditbench_agent = oracle\neditbench_cases = suite\n")
    result = run_plain("typed", "-v")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["typed/two/*"])


def test_the_cases_option_joins_typed_arguments(run, pytester):
    CaseTree("one").write(pytester.path / "suite")
    CaseTree("two").write(pytester.path / "typed")
    run("typed", "--editbench-cases=suite", "--editbench-agent=oracle").assert_outcomes(passed=2)


def test_two_cases_of_one_id_both_run_and_their_records_differ(run, pytester):
    from harness import trials

    CaseTree("same").write(pytester.path / "a")
    CaseTree("same").write(pytester.path / "b")
    options = ("--editbench-record=run.jsonl", "--editbench-keep=all")
    run("--editbench-agent=oracle", *options).assert_outcomes(passed=2)
    told = {trial["case"]: trial for trial in trials(pytester.path / "run.jsonl")}
    assert set(told) == {"a/same", "b/same"}
    assert told["a/same"]["case_digest"] == told["b/same"]["case_digest"]
    assert told["a/same"]["kept"] != told["b/same"]["kept"]
    assert all((Path(trial["kept"]) / "app.js").is_file() for trial in told.values())


@pytest.mark.parametrize("has_prompt", [True, False])
def test_a_folder_of_somebody_else_keeps_its_tests(run_plain, pytester, has_prompt):
    (pytester.path / "input").mkdir()
    (pytester.path / "prompt.md").write_text("Say hello.\n")
    if not has_prompt:
        (pytester.path / "prompt.md").rename(pytester.path / "metadata.json")
        (pytester.path / "expected").mkdir()
    (pytester.path / "test_a.py").write_text("def test_a(): assert False\n")
    (pytester.path / "input" / "test_b.py").write_text("def test_b(): assert False\n")
    run_plain("--editbench-agent=oracle").assert_outcomes(failed=2)


def test_an_ordinary_test_tree_is_left_alone(run_plain, pytester):
    (pytester.path / "input").mkdir()
    (pytester.path / "expected").mkdir()
    (pytester.path / "input" / "test_inside.py").write_text("def test_inside(): pass\n")
    run_plain("--strict-markers", "-Werror").assert_outcomes(passed=1)


def test_an_id_with_a_dot_is_shown_so_that_it_can_be_pasted(run, pytester):
    CaseTree("v1.2-x").write(pytester.path / "cases")
    options = ("--editbench-agent=noop", "--editbench-agent=a.b=noop", "--editbench-trials=2", "-v")
    shown = run("cases", *options, "-k", "a.b and trial-2").outlines
    [line] = {word for line in shown for word in line.split() if word.startswith("cases/v1.2-x/prompt.md")}
    assert line == "cases/v1.2-x/prompt.md::v1.2-x[a.b-trial-2]"
    run(line, *options).assert_outcomes(failed=1)


@pytest.mark.parametrize("value", ["3", "None", "['cases/one']", "b'one'", "'a\\0b'", "object()"])
@pytest.mark.parametrize("fixture", ["editbench_case", "editbench_trial"])
def test_a_marker_that_names_no_path_is_a_failure_of_one_line(run_plain, pytester, value, fixture):
    pytester.makepyfile(
        test_own=f"import pytest\n@pytest.mark.editbench_case({value})\ndef test_own({fixture}): pass\n"
    )
    result = run_plain("test_own.py", "--editbench-agent=oracle")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["@pytest.mark.editbench_case(*) names no case: *"])
    result.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.parametrize("how", ["option", "ini"])
def test_what_is_neither_archive_nor_folder_holds_no_cases(run_plain, pytester, how):
    (pytester.path / "n.sh").write_text("#!/bin/sh\n")
    pytester.makeini("[pytest]\neditbench_cases = n.sh\n" if how == "ini" else "[pytest]\n")
    result = run_plain(*(["--editbench-cases=n.sh"] if how == "option" else []))
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: editbench: n.sh: no file or folder of cases*"])


def test_the_cases_option_takes_a_node_id_and_a_prompt(run, pytester):
    for name in ("one", "two"):
        CaseTree(name).write(pytester.path / "cases")
    cases = ("--editbench-cases=cases/one/prompt.md::one", "--editbench-cases=cases/two/prompt.md")
    run(*cases, "--editbench-agent=oracle").assert_outcomes(passed=2)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("['mine']", "gives list; it must give agents by name, as a mapping"),
        ("'mine'", "gives str; it must give agents by name, as a mapping"),
        ("{'mine': 3}", "gives 'mine', which is neither callable nor has a method run(task, workspace)"),
        ("{3: print}", "gives an agent by the name 3; names are text"),
    ],
)
def test_a_hook_that_gives_no_agents_is_a_usage_error_that_names_it(run, pytester, given, said):
    CaseTree("one").write(pytester.path / "cases")
    pytester.makeconftest(f"def pytest_editbench_agents(): return {given}\n")
    result = run("cases", "--editbench-agent=oracle")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: editbench: plugin *conftest.py: pytest_editbench_agents {said}"])
    assert "INTERNALERROR" not in result.stdout.str() + result.stderr.str()
