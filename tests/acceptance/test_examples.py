"""Files of edit-prediction examples: collected, run, judged and recorded beside other cases."""

from __future__ import annotations

import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import repositories
from harness import CaseTree, trials

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

SHAPES = {"shapes.py": b"def area(w, h):\n    return w * h\n\n\ndef edge(w, h):\n    return 2 * (w + h)\n"}
HISTORY = "--- a/shapes.py\n+++ b/shapes.py\n@@ -1 +1 @@\n-def area(w, h):\n+def area(wide, h):\n"
FIRST = "--- a/shapes.py\n+++ b/shapes.py\n@@ -2 +2 @@\n-    return w * h\n+    return wide * h\n"
CURSOR = "#               ^[CURSOR_POSITION]\n"
SECOND = (
    "--- a/shapes.py\n+++ b/shapes.py\n@@ -1,2 +1,2 @@\n-def area(wide, h):\n-    return w * h\n"
    "+def area(wide, high):\n+    return wide * high\n"
)
REJECTED = FIRST.replace("+    return wide * h", "+    return h")
EXCERPT = "def area(wide, h):\n    return <|user_cursor|>w * h\n"


@pytest.fixture(scope="module")
def clones(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("clones")
    repositories.build(folder)
    return folder


def named(clones: Path) -> list[str]:
    """The options that tell where the clones are, by SSH spellings of their URLs."""
    spellings = [f"git@example.org:editbench/{name}={clones}/{name}.git" for name in repositories.NAMES]
    return [f"--editbench-repo={each}" for each in spellings]


@pytest.fixture
def one(pytester: pytest.Pytester) -> str:
    """An example over a repository of its own; the option that tells where that is."""
    revision = repositories.commit(pytester.path / "shapes.git", SHAPES)
    (pytester.path / "one.md").write_text(page(revision))
    return f"--editbench-repo=https://example.org/editbench/shapes={pytester.path}/shapes.git"


def page(revision: str = "0" * 40, name: str = "Follow the name", rejected: str = REJECTED) -> str:
    told = f'repository_url = "{repositories.url("shapes")}"\nrevision = "{revision}"\ntags = ["python"]\n'
    parts = {
        "Edit History": [HISTORY],
        "Expected Patch": [FIRST + CURSOR, SECOND],
        "Rejected Patch": [rejected],
    }
    fences = {title: "".join(f"```diff\n{text}```\n\n" for text in texts) for title, texts in parts.items()}
    sections = "".join(f"## {title}\n\n{text}" for title, text in fences.items())
    return f"+++\n{told}+++\n\n# {name}\n\n## Cursor Position\n\n```shapes.py\n{EXCERPT}```\n\n{sections}"


def adapter(body: str) -> str:
    return (
        "from pytest_editbench.predictions import Prediction\n"
        "from pytest_editbench.model import AgentResult\n"
        f"PATCH = {FIRST!r}\n"
        "def adapter(task, workspace):\n"
        f"    {body}\n"
    )


def answer(run_plain, pytester, one, body):
    """What a record tells of a trial of an adapter that does this."""
    pytester.makepyfile(mine=adapter(body))
    run_plain("one.md", one, "--editbench-agent=mine:adapter", "--editbench-record=r.jsonl")
    [trial] = trials(pytester.path / "r.jsonl")
    [attempt] = trial["attempts"]
    return trial, attempt


# --- the examples of this project -------------------------------------------------------------------


def test_the_oracle_passes_each_expected_patch_in_turn_and_its_scores_are_perfect(run, pytester, clones):
    examples = sorted(repositories.EXAMPLES.glob("*.md"))
    result = run(
        *(str(path) for path in examples),
        *named(clones),
        "--editbench-excerpt",
        "--editbench-agent=oracle",
        "--editbench-trials=2",
        "--editbench-record=r.jsonl",
    )

    result.assert_outcomes(passed=2 * len(examples))
    assert len(examples) >= 15
    found = trials(pytester.path / "r.jsonl")
    answers = {(trial["case"], trial["attempts"][0]["comparison"]["answer"]) for trial in found}
    assert len({case for case, _ in answers}) == len(examples)
    assert {answer for _, answer in answers} == {"expected", "expected.2"}
    for trial in found:
        scores = trial["scores"]
        assert (scores["delta-chrf"], scores["f1"], scores["kept-rate"]) == (100, 1, 1)
        assert scores.get("cursor-distance", 0) == 0
    assert sum("cursor-distance" in trial["scores"] for trial in found) >= 5


def test_who_does_nothing_fails_all_of_them_and_the_solver_does_not_guess(run_plain, pytester, clones):
    run_plain(
        *(str(path) for path in sorted(repositories.EXAMPLES.glob("*.md"))),
        *named(clones),
        "--editbench-excerpt",
        "--editbench-agent=noop",
        "--editbench-agent=solver",
        "--editbench-record=r.jsonl",
    ).assert_outcomes(failed=2 * len(list(repositories.EXAMPLES.glob("*.md"))))

    found = trials(pytester.path / "r.jsonl")
    assert {trial["outcome"] for trial in found} == {"unchanged"}
    said = [trial["attempts"][0]["result"]["text"] for trial in found if trial["agent"] == "solver"]
    assert all(text.startswith("not understood: ") for text in said)


# --- where they come from ---------------------------------------------------------------------------


def test_names_in_a_file_of_many_are_distinct(run, pytester, one):
    pages = [pytester.path / "a.md", pytester.path / "b.md"]
    for path in pages:
        path.write_text((pytester.path / "one.md").read_text())
    lines = converted(pytester, "one.md").splitlines()
    (pytester.path / "all.jsonl").write_text(f"{lines[0]}\n\n{lines[0]}\n")
    result = run("all.jsonl", "a.md", "b.md", one, "--editbench-agent=oracle", "--editbench-record=r.jsonl")

    result.assert_outcomes(passed=4)
    assert {trial["case"] for trial in trials(pytester.path / "r.jsonl")} == {
        *(f"{where}::Follow the name" for where in ("all.jsonl:1", "a.md", "b.md")),
        "Follow the name#2",
    }
    ids = {trial["test"] for trial in trials(pytester.path / "r.jsonl")}
    assert ids == {f"{name}::Follow the name" for name in ("all.jsonl", "a.md", "b.md")} | {
        "all.jsonl::Follow the name#2"
    }


def converted(pytester: pytest.Pytester, source: str) -> str:
    from pytest_editbench.cases.examples import data, loading

    readings = loading.read((pytester.path / source).read_bytes(), source)
    return data.write_lines(reading.example for reading in readings)


def test_patterns_of_the_ini_file_and_the_cases_option_find_examples_and_no_readme(run_plain, pytester, one):
    CaseTree("case").write(pytester.path)
    folder = pytester.path / "examples" / "deep"
    folder.mkdir(parents=True)
    (pytester.path / "one.md").rename(folder / "one.md")
    (folder / "README.md").write_text("# Examples\n\n```\n## Cursor Position\n```\n")
    (folder / "note.md").write_text("# Follow me\n")
    pytester.makeini("[pytest]\neditbench_examples =\n    examples/**/*.md\n")

    run_plain(one, "--editbench-agent=oracle").assert_outcomes(passed=2)
    run_plain("--editbench-cases=examples/deep/one.md", one, "--editbench-agent=oracle").assert_outcomes(
        passed=1
    )
    run_plain("-k", "follow", "-m", "python", one, "--editbench-agent=oracle").assert_outcomes(
        passed=1, deselected=1
    )


def test_another_plugin_may_collect_the_same_file(run_plain, pytester, one):
    text = (pytester.path / "one.md").read_text()
    (pytester.path / "one.md").write_text(text + "\n>>> 1 + 1\n2\n")
    result = run_plain("one.md", "--doctest-glob=*.md", one, "--editbench-agent=oracle", "-v")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines_random(["one.md::one.md PASSED*", "one.md::Follow the name PASSED*"])


def test_a_broken_example_is_an_error_of_one_line_and_the_others_run(run_plain, pytester, one):
    (pytester.path / "bad.md").write_text(page().replace("## Cursor Position", "## Cursor"))
    line = converted(pytester, "one.md")
    (pytester.path / "all.jsonl").write_text('{"cursor_path": 1}\n' + line)
    result = run_plain("bad.md", "all.jsonl", one, "--editbench-agent=oracle")
    result.assert_outcomes(passed=1, errors=2)
    result.stdout.fnmatch_lines(["invalid-case: bad.md:*no cursor fence*"])
    result.stdout.fnmatch_lines(['invalid-case: all.jsonl:1: "cursor_path" must be a text*'])


def test_without_its_repository_an_example_is_skipped_and_told_what_to_pass(run_plain, one):
    result = run_plain("one.md", "--editbench-agent=oracle", "-rs")
    result.assert_outcomes(skipped=1)
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    result.stdout.fnmatch_lines(["*no clone of https://example.org/editbench/shapes.git is at hand;*"])
    result.stdout.fnmatch_lines(["*--editbench-repo https://example.org/editbench/shapes.git=PATH*"])


def test_a_clone_that_is_not_there_ends_the_session_at_once(run_plain, one):
    result = run_plain("one.md", "--editbench-repo=https://x/y=nowhere", "--editbench-agent=oracle")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--editbench-repo https://x/y: there is no folder*nowhere"])


def test_a_clone_is_named_in_the_ini_file_from_its_root(run_plain, pytester, one):
    pytester.makeini("[pytest]\neditbench_repos = ssh://git@example.org/editbench/shapes=shapes.git\n")
    run_plain("one.md", "--editbench-agent=oracle").assert_outcomes(passed=1)


def test_a_url_may_name_a_folder_of_this_machine(run_plain, pytester, one):
    text = (pytester.path / "one.md").read_text()
    (pytester.path / "one.md").write_text(text.replace("https://example.org/editbench/shapes.git", "LOCAL"))
    url = f"file://{pytester.path}/moved/shapes.git"
    (pytester.path / "moved").mkdir()
    (pytester.path / "shapes.git").rename(pytester.path / "moved" / "shapes.git")
    (pytester.path / "one.md").write_text((pytester.path / "one.md").read_text().replace("LOCAL", f"{url}/"))
    run_plain("one.md", "--editbench-agent=oracle").assert_outcomes(passed=1)


# --- what an adapter may answer ---------------------------------------------------------------------


def test_a_patch_is_carried_out_and_its_cursor_scored(run_plain, pytester, one):
    trial, attempt = answer(run_plain, pytester, one, "return Prediction(patch=PATCH, cursor=36)")
    assert (trial["outcome"], attempt["comparison"]["answer"]) == ("passed", "expected")
    assert attempt["scores"]["cursor_distance"] == 2
    assert attempt["result"]["prediction"]["path"] == "shapes.py"


def test_a_new_text_stands_for_the_file_and_its_marker_for_the_cursor(run_plain, pytester, one):
    body = (
        "old = task.input[task.cursor.path].data.decode(); "
        "return Prediction(text=old.replace('return w', 'return wide<|user_cursor|>', 1))"
    )
    trial, attempt = answer(run_plain, pytester, one, body)
    assert (trial["outcome"], attempt["scores"]["cursor_distance"]) == ("passed", 0)


def test_edits_in_place_may_come_with_a_cursor(run_plain, pytester, one):
    body = (
        "file = workspace.path / 'shapes.py'; file.write_text(file.read_text().replace('w * h', 'wide * h'));"
        " return AgentResult(prediction=Prediction(cursor=0))"
    )
    trial, attempt = answer(run_plain, pytester, one, body)
    assert (trial["outcome"], attempt["scores"]["cursor_distance"]) == ("passed", 34)


def test_a_patch_that_fits_nowhere_is_malformed_and_scored_all_the_same(run_plain, pytester, one):
    trial, attempt = answer(
        run_plain, pytester, one, "return Prediction(patch=PATCH.replace('return w *', 'return q *'))"
    )
    assert trial["outcome"] == "malformed"
    assert trial["message"].startswith("malformed: the answer:3: the hunk does not fit shapes.py")
    assert attempt["scores"]["delta_chrf"] < 20


def test_the_rejected_patch_is_flagged(run_plain, pytester, one):
    trial, attempt = answer(
        run_plain,
        pytester,
        one,
        "return Prediction(patch=PATCH.replace('+    return wide * h', '+    return h'))",
    )
    assert (trial["outcome"], attempt["rejected"]) == ("mismatch", True)
    assert "this is the patch that the user rejected" in trial["message"]


def test_the_fields_of_an_example_are_given_and_nothing_that_hints_at_its_answer(run_plain, pytester, one):
    body = (
        "assert type(task).__name__ == 'EditPredictionTask'; "
        "assert (str(task.cursor.path), task.cursor.line, task.cursor.column) == ('shapes.py', 2, 11); "
        "assert task.excerpt_line == 1 and 'CURSOR' not in task.excerpt; "
        "assert [edit.accepted for edit in task.history] == [False]; "
        "seen = repr(task); "
        "assert not any(word in seen for word in ('wide *', 'Follow', 'example.org', 'high')); "
        "return Prediction(patch=PATCH)"
    )
    trial, _ = answer(run_plain, pytester, one, body)
    assert trial["outcome"] == "passed", trial["message"]


def test_a_second_attempt_may_send_a_sound_patch(run_plain, pytester, one):
    body = "return Prediction(patch=PATCH if task.attempt > 1 else 'no patch')"
    pytester.makepyfile(mine=adapter(body))
    run_plain("one.md", one, "--editbench-agent=mine:adapter", "--editbench-attempts=2").assert_outcomes(
        passed=1
    )


def test_an_agent_that_changes_the_file_of_its_example_is_found_out(run_plain, pytester, one):
    trial, _ = answer(
        run_plain, pytester, one, "open('one.md', 'a').write('x'); return Prediction(patch=PATCH)"
    )
    assert trial["outcome"] == "tampered"


# --- what is told of them ---------------------------------------------------------------------------


def test_columns_of_scores_join_the_table_and_junit_names_the_answer(run_plain, pytester, one):
    result = run_plain(
        "one.md",
        one,
        "--editbench-agent=oracle",
        "--editbench-trials=2",
        "--editbench-columns=delta-chrf, cursor-distance",
        "--junitxml=junit.xml",
    )
    result.stdout.fnmatch_lines(["category*delta-chrf*", "python*100.00*"])
    result.stdout.fnmatch_lines(["category*cursor-distance*", "python*0.00 (1)*"])
    told = [
        each.get("value")
        for each in ET.parse(pytester.path / "junit.xml").iter("property")
        if each.get("name") == "answer"
    ]
    assert sorted(told) == ["expected", "expected.2"]


def test_ordinary_cases_have_scores_too(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    run_plain("cases", "--editbench-agent=noop", "--editbench-record=r.jsonl")
    [trial] = trials(pytester.path / "r.jsonl")
    assert (trial["scores"]["delta-chrf"], trial["scores"]["lines-missing"]) == (0, 2)


def test_an_unknown_column_is_refused_with_the_known_ones(run_plain):
    result = run_plain("--editbench-columns=speed")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*must be names with commas between, of delta-chrf,*not 'speed'"])


def test_a_record_is_judged_again_with_the_clones_it_names(run_plain, pytester, one, capsys):
    from pytest_editbench.cli import main

    pytester.makepyfile(mine=adapter("return Prediction(patch=PATCH, cursor=36)"))
    run_plain("one.md", one, "--editbench-agent=mine:adapter", "--editbench-record=r.jsonl")
    assert main(["rejudge", "r.jsonl", "one.md", "-o", "again.jsonl"]) == 0
    first, again = ((pytester.path / name) for name in ("r.jsonl", "again.jsonl"))
    assert [trial["attempts"] for trial in trials(again)] == [trial["attempts"] for trial in trials(first)]
    capsys.readouterr()
    assert main(["report", "--columns=f1", "again.jsonl"]) == 0
    assert "f1: mean over scored trials" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["report", "--columns=speed", "again.jsonl"])


# --- which of them run ------------------------------------------------------------------------------


def test_cases_of_any_kind_are_chosen_before_they_are_counted(run, pytester, one):
    for name in ("alpha", "beta", "gamma"):
        CaseTree(name).write(pytester.path / "cases")
    arguments = ("cases", "one.md", one, "--editbench-agent=oracle", "--editbench-trials=2")
    chosen = ("--editbench-name=a*", "--editbench-name=eta", "--editbench-offset=1", "--editbench-limit=1")
    run(*arguments, *chosen, "--editbench-record=r.jsonl").assert_outcomes(passed=2)
    assert {trial["case"] for trial in trials(pytester.path / "r.jsonl")} == {"beta"}


def test_a_part_of_its_repository_chooses_an_example(run_plain, pytester, one):
    CaseTree("alpha").write(pytester.path / "cases")
    arguments = ("cases", "one.md", one, "--editbench-agent=oracle")
    run_plain(*arguments, "--editbench-repo-filter=Editbench/Shapes").assert_outcomes(passed=1, deselected=1)


def test_only_what_did_not_pass_in_a_record_runs_again(run_plain, pytester, one):
    CaseTree("one").write(pytester.path / "cases")
    pytester.makepyfile(mine=adapter("return Prediction(patch=PATCH) if hasattr(task, 'history') else None"))
    arguments = ("cases", "one.md", one, "--editbench-agent=mine:adapter")
    run_plain(*arguments, "--editbench-record=r.jsonl").assert_outcomes(passed=1, failed=1)
    result = run_plain(*arguments, "--editbench-failed-from=r.jsonl")
    result.assert_outcomes(failed=1, deselected=1)


def test_of_examples_at_one_place_only_so_many_run(run_plain, pytester, one):
    text = (pytester.path / "one.md").read_text()
    for name in ("two", "three"):
        (pytester.path / f"{name}.md").write_text(text)
    moved = text.replace("return <|user_cursor|>w", "return w").replace(
        "def area(wide, h)", "def area(<|user_cursor|>wide, h)", 1
    )
    (pytester.path / "moved.md").write_text(moved.replace("    return <", "    return <"))
    run_plain(
        *("one.md", "two.md", "three.md", "moved.md", one),
        *("--editbench-agent=oracle", "--editbench-max-duplicates=2"),
    ).assert_outcomes(passed=3, deselected=1)


# --- the documentation ------------------------------------------------------------------------------

DOCUMENT = Path(__file__).parents[2] / "docs" / "examples.md"


def shown(name: str) -> str:
    """The code below the mark of that name."""
    fenced = DOCUMENT.read_text().split(f"<!-- test: {name} -->\n")[1]
    marks, _, rest = fenced.partition("\n")
    return rest.split(f"\n{marks.rstrip('abcdefghijklmnopqrstuvwxyz')}\n")[0] + "\n"


def test_the_example_and_the_adapter_of_the_documentation_run(run_plain, pytester):
    revision = repositories.commit(pytester.path / "shapes.git", SHAPES)
    (pytester.path / "follow.md").write_text(shown("example").replace("0a5c3f1d" * 5, revision))
    pytester.makepyfile(mine=shown("prediction"))
    clone = f"--editbench-repo=https://example.org/editbench/shapes={pytester.path}/shapes.git"
    run_plain("follow.md", clone, "--editbench-agent=mine:complete").assert_outcomes(passed=1)


def test_the_table_of_scores_is_that_of_the_program():
    from pytest_editbench.editscores import FIGURES

    table = DOCUMENT.read_text().split("\n| score |")[1].split("\n\n")[0]
    assert [line.split("`")[1] for line in table.splitlines()[2:]] == list(FIGURES)


def test_the_table_of_sections_is_that_of_the_program():
    from pytest_editbench.cases.examples.page import SECTIONS

    table = DOCUMENT.read_text().split("\n| section |")[1].split("\n\n")[0]
    named = [name for line in table.splitlines()[2:] for name in line.split("|")[1].strip().split(", ")]
    assert sorted(named) == sorted(SECTIONS)


def test_a_folder_of_nothing_but_examples_says_how_to_name_them(pytester: pytest.Pytester) -> None:
    (pytester.path / "examples").mkdir()
    (pytester.path / "examples" / "one.md").write_text(page())
    (pytester.path / "examples" / "README.md").write_text("# Examples\n")
    result = pytester.runpytest("examples", "--editbench-agent=noop")
    result.stdout.fnmatch_lines(
        ["editbench: 1 file looks like edit-prediction examples*: name the files, or*editbench_examples"]
    )
    named = pytester.runpytest("examples/one.md", "--editbench-agent=noop")
    named.stdout.no_fnmatch_line("*file looks like*")
