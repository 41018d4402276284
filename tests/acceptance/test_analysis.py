"""Changes told file by file: `editbench analyze`, and what a session asks when its trials are over."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
import repositories
from harness import CaseTree

from pytest_editbench.analysis import answers, prompt, results, stored
from pytest_editbench.cli import main

AGENTS = """
import json, os
SAID = {"summary": "It tells the limit.", "highlights": ["two now", "as asked"], "risks": ["callers <b>"]}

def right(task, workspace):
    return json.dumps(SAID)

def modelled(task, workspace):
    return json.dumps({**SAID, "summary": f"{task.model} was asked."})

def but_for_one(task, workspace):
    return "?" if "`b.js`" in task.prompt.partition("The other files")[0] else json.dumps(SAID)

def flaky(task, workspace):
    if not os.path.exists("mended"):
        raise RuntimeError("out of order")
    return json.dumps(SAID)

def edits(task, workspace):
    for path in workspace.path.iterdir():
        path.write_text("mine")
    return json.dumps(SAID)

def both(task, workspace):
    for name in ("app.js", "b.js"):
        if (workspace.path / name).exists():
            (workspace.path / name).write_text("const limit = 2;\\n")
"""
TWO = CaseTree("two-files-001").input({"app.js": "const limit = 1;\n", "b.js": "const limit = 1;\n"})
TWO = TWO.expected({"app.js": "const limit = 2;\n", "b.js": "const limit = 2;\n"})


@pytest.fixture(autouse=True)
def forgotten(monkeypatch):
    """No other test meets what the command imports in this process."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    sys.modules.pop("talkers", None)


@pytest.fixture
def suite(pytester) -> Path:
    pytester.makepyfile(talkers=AGENTS)
    TWO.write(pytester.path / "cases")
    CaseTree("one-file-001").write(pytester.path / "cases")
    return pytester.path


def lines(record: Path) -> list[dict]:
    return [data for data in map(json.loads, record.read_text().splitlines()) if data["kind"] == "analysis"]


def test_a_session_asks_about_changes_of_several_files_once_its_trials_are_over(suite, run):
    result = run(
        "cases",
        "--editbench-agent=talkers:both",
        "--editbench-record=r.jsonl",
        "--editbench-analyze=talkers:right",
    )

    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(
        [
            "editbench: asking talkers.right about 2 changed files",
            "analysis by talkers.right: 1 change",
            "  2 files: 2 analysed; 2 risks",
            "  * s in 2 asks; *",
        ]
    )
    (line,) = lines(suite / "r.jsonl")
    assert line["trials"] == [{"case": "two-files-001", "agent": "talkers.both", "trial": 1}]
    assert [(file["path"], file["lines"], file["summary"]) for file in line["files"]] == [
        ("app.js", 2, "It tells the limit."),
        ("b.js", 2, "It tells the limit."),
    ]
    assert json.loads((suite / "r.jsonl").read_text().splitlines()[-1])["kind"] == "closing"


def test_all_changes_are_asked_about_and_one_that_fails_changes_no_verdict(suite, run_plain):
    result = run_plain(
        "cases",
        "--editbench-agent=talkers:both",
        "--editbench-record=r.jsonl",
        "--editbench-analyze=talkers:but_for_one",
        "--editbench-analyze-all",
        "--editbench-analyze-jobs=2",
    )

    assert result.ret == 0
    assert [len(line["files"]) for line in lines(suite / "r.jsonl")] == [1, 2]
    result.stdout.fnmatch_lines(["WARNING: b.js: unusable-answer: the answer holds no JSON object *"])


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--editbench-analyze=talkers:right"], "*asks about stored changes: set --editbench-record as well"),
        (["--editbench-analyze-all"], "*--editbench-analyze-all says of which changes*"),
        (["--editbench-analyze=noop", "--editbench-record=r.jsonl"], "*noop answers no questions*"),
        (["--editbench-analyze=no-such", "--editbench-record=r.jsonl"], "*no agent 'no-such'*"),
        (["--editbench-analyze=talkers:right", "--editbench-analyze-jobs=0"], "*whole number from 1 to 256*"),
    ],
)
def test_what_cannot_be_asked_ends_the_session_before_it_begins(suite, run_plain, more, message):
    result = run_plain("cases", "--editbench-agent=talkers:both", *more)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([message])


def test_a_record_with_analyses_is_shown_merged_and_drawn(suite, run_plain, capsys):
    run_plain(
        "cases",
        "--editbench-agent=talkers:both",
        "--editbench-record=r.jsonl",
        "--editbench-analyze=talkers:right",
    )
    capsys.readouterr()

    assert main(["analyze", "r.jsonl", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["totals"]["analysed"] == 2
    assert main(["report", "r.jsonl", "--html", "page.html"]) == 0
    page = (suite / "page.html").read_text()
    assert "two-files-001 (talkers.both, trial 1)" in page
    assert "<li><strong>Risk:</strong> callers &lt;b&gt;</li>" in page
    assert main(["rejudge", "r.jsonl", "cases", "-o", "again.jsonl"]) == 0
    assert lines(suite / "again.jsonl") == lines(suite / "r.jsonl")


def test_analyses_of_shards_are_merged(suite, run_plain, capsys):
    for shard in ("1", "2"):
        run_plain(
            "cases",
            "--editbench-agent=talkers:both",
            f"--editbench-record={shard}.jsonl",
            f"--editbench-shard={shard}/2",
            "--editbench-analyze=talkers:right",
            "--editbench-analyze-all",
        )

    assert main(["merge", "1.jsonl", "2.jsonl", "-o", "both.jsonl"]) == 0
    assert {str(line) for line in lines(suite / "both.jsonl")} == {
        str(line) for shard in ("1", "2") for line in lines(suite / f"{shard}.jsonl")
    }
    assert len(lines(suite / "both.jsonl")) == 2


@pytest.mark.parametrize("again", ["talkers:right", "talkers:modelled", None])
def test_what_was_said_of_trials_taken_over_is_carried_along_and_not_asked_again(suite, run_plain, again):
    words = ["cases", "--editbench-agent=talkers:both"]
    run_plain(*words, "--editbench-record=r.jsonl", "--editbench-analyze=talkers:right")
    analyst = [f"--editbench-analyze={again}"] if again else []
    result = run_plain(*words, "--editbench-record=s.jsonl", "--editbench-resume=r.jsonl", *analyst)

    said = lines(suite / "s.jsonl")
    assert lines(suite / "r.jsonl")[0] in said
    assert len(said) == (2 if again == "talkers:modelled" else 1)
    asking = "editbench: asking * about 2 changed files"
    (result.stdout.fnmatch_lines if len(said) == 2 else result.stdout.no_fnmatch_line)(
        [asking] if len(said) == 2 else asking
    )


def test_an_analysis_that_failed_is_asked_for_again(suite, run_plain):
    words = ["cases", "--editbench-agent=talkers:both", "--editbench-analyze=judge=talkers:flaky"]
    run_plain(*words, "--editbench-record=r.jsonl")
    (suite / "mended").touch()
    run_plain(*words, "--editbench-record=s.jsonl", "--editbench-resume=r.jsonl")

    assert {file["outcome"] for file in lines(suite / "r.jsonl")[0]["files"]} == {"agent-error"}
    (line,) = lines(suite / "s.jsonl")
    assert {file["outcome"] for file in line["files"]} == {"analysed"}


def test_who_is_asked_may_have_a_model_of_its_own(suite, run_plain):
    run_plain(
        "cases",
        "--editbench-agent=talkers:both",
        "--editbench-record=r.jsonl",
        "--editbench-analyze=judge=talkers:modelled",
        "--editbench-model=judge=large",
    )

    (line,) = lines(suite / "r.jsonl")
    assert (line["agent"], line["files"][0]["summary"]) == ("judge", "large was asked.")


def test_a_line_that_nobody_can_read_is_passed_over_with_its_number(suite, run_plain, capsys):
    run_plain(
        "cases",
        "--editbench-agent=talkers:both",
        "--editbench-record=r.jsonl",
        "--editbench-analyze=talkers:right",
    )
    text = (suite / "r.jsonl").read_text()
    line = next(line for line in text.splitlines(keepends=True) if '"kind":"analysis"' in line)
    for fault, bad, told in (
        ("figures", line.replace('"asks":1', '"asks":-1'), ":4 is not an analysis: $.files[0].asks must be"),
        ("schema", line.replace('"schema":2', '"schema":99'), ":4 has schema 99; this version reads 1 to 2"),
        ("twice", line * 2, ":5: this analysis stands in line 4 already"),
    ):
        (suite / f"{fault}.jsonl").write_text(text.replace(line, bad))
        shutil.copytree(suite / "r.jsonl.artifacts", suite / f"{fault}.jsonl.artifacts")
        for words in (
            ["report", f"{fault}.jsonl", "--html", "page.html"],
            ["compare", "r.jsonl", f"{fault}.jsonl"],
            ["merge", f"{fault}.jsonl", "-o", f"merged-{fault}.jsonl"],
            ["rejudge", f"{fault}.jsonl", "cases", "-o", f"again-{fault}.jsonl"],
        ):
            capsys.readouterr()
            assert main(words) in (0, 1)
            told_once = capsys.readouterr().err
            assert told_once.count(f"editbench: WARNING: {suite / fault}.jsonl{told}") == 1 or (
                told_once.count(f"editbench: WARNING: {fault}.jsonl{told}") == 1
            )
            assert "; passed over" in told_once
        assert len(lines(suite / f"merged-{fault}.jsonl")) == (fault == "twice")


def test_stored_changes_can_be_asked_about_later(suite, run_plain, capsys):
    run_plain("cases", "--editbench-agent=talkers:both", "--editbench-record=r.jsonl")
    capsys.readouterr()

    assert main(["analyze", "r.jsonl", "--agent", "talkers:edits", "--json"]) == 0
    (change,) = json.loads(capsys.readouterr().out)["changes"]
    assert [file["path"] for file in change["files"]] == ["app.js", "b.js"]
    assert main(["analyze", "r.jsonl", "--agent", "talkers:right", "--all", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["changes"]) == 2
    assert main(["analyze", "r.jsonl"]) == 2
    assert "holds no analysis that can be read; say who is asked" in capsys.readouterr().err


@pytest.fixture
def repository(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "talkers.py").write_text(AGENTS)
    place = tmp_path / "one.git"
    repositories.commit(place, {"a.js": b"1\n", "b.js": b"1\n", "logo.png": b"\0a"})
    repositories.commit(place, {"a.js": b"2\n", "b.js": b"2\n", "logo.png": b"\0b"})
    return place


def test_a_range_is_told_as_a_table(repository, capsys):
    assert main(["analyze", "--range", "main~1..main", "--repo", "one.git", "--agent", "talkers:right"]) == 0
    told = capsys.readouterr().out
    assert "a.js      implementation      2  analysed\n" in told
    assert "logo.png     binary file      –  analysed\n" in told
    assert "3 files: 3 analysed; 3 risks\n" in told


def test_an_unusable_answer_is_a_finding(repository, capsys):
    words = ["analyze", "--range", "main~1..main", "--repo", "one.git", "--markdown"]
    assert main([*words, "--agent", "talkers:but_for_one"]) == 1
    assert "| b.js | implementation | 2 | unusable-answer |" in capsys.readouterr().out


def test_a_patch_may_come_on_standard_input(repository, capsys, monkeypatch):
    patch = repository.parent / "one.patch"
    patch.write_text(repositories.git(repository, "diff", "main~1", "main") + "\n")
    with patch.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert main(["analyze", "--patch", "-", "--agent", "talkers:right", "--json"]) == 0
    by_name = capsys.readouterr().out
    assert [file["path"] for file in json.loads(by_name)["changes"][0]["files"]] == [
        "a.js",
        "b.js",
        "logo.png",
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "name one change: --range A..B, --patch FILE, or a RECORD"),
        (["--patch", "x", "--range", "a..b"], "name one change"),
        (["--patch", "no-such.patch"], "no-such.patch: cannot be read: No such file or directory"),
        (["--patch", "talkers.py"], "talkers.py:1: holds no diff"),
        (["--patch", "talkers.py", "--repo", "one.git"], "--repo says where --range is"),
        (["--patch", "talkers.py", "--all"], "--all is about the trials of a RECORD"),
        (["--range", "main..main", "--repo", "one.git"], "main..main changes no file"),
        (["--range", "main", "--repo", "one.git"], "'main' is no range"),
        (["--range", "main~1..main", "--repo", "nowhere"], "nowhere: there is no such folder"),
        (
            ["--range", "main~1..", "--repo", "one.git", "--model", ""],
            "--editbench-model must not be empty\n",
        ),
    ],
)
def test_what_cannot_be_asked_about_is_a_message(repository, capsys, words, message):
    assert main(["analyze", *words, "--agent", "talkers:right"]) == 2
    assert message in capsys.readouterr().err


def test_two_histories_with_no_common_ancestor_are_a_message(repository, capsys):
    repositories.git(repository, "update-ref", "refs/heads/alone", _alone(repository))
    assert main(["analyze", "--range", "alone...main", "--repo", "one.git", "--agent", "talkers:right"]) == 2
    assert "one.git: alone...main: no common ancestor of both is there" in capsys.readouterr().err


def _alone(repository) -> str:
    tree = repositories.git(repository, "rev-parse", "main^{tree}").strip()
    who = ("-c", "user.name=x", "-c", "user.email=x@y")
    return repositories.git(repository, *who, "commit-tree", tree, "-m", "alone").strip()


def test_options_that_nothing_comes_of_are_told(repository, capsys):
    words = ["analyze", "--range", "main~1..main", "--repo", "one.git", "--agent", "talkers:right"]
    assert main([*words, "--base-url", "http://localhost:1/v1", "--home", "private"]) == 0
    told = capsys.readouterr().err
    assert "WARNING: nothing comes of --base-url for talkers.right" in told
    assert "WARNING: nothing comes of --home private for talkers.right" in told


def test_stored_changes_that_are_gone_are_said_to_be(suite, run_plain, capsys):
    run_plain("cases", "--editbench-agent=talkers:both", "--editbench-record=r.jsonl")
    shutil.rmtree(suite / "r.jsonl.artifacts")
    assert main(["analyze", "r.jsonl", "--agent", "talkers:right"]) == 2
    assert "r.jsonl: no stored change is left to ask about" in capsys.readouterr().err


def test_an_unknown_edit_format_is_refused_whoever_is_asked(suite, run_plain):
    result = run_plain("cases", "--editbench-agent=talkers:both", "--editbench-edit-format=nosuch")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--editbench-edit-format: there is no 'nosuch', only *"])


@pytest.mark.parametrize("more", [[], ["-q"]])
def test_an_option_without_a_chat_agent_is_told_once_with_a_head_and_without(suite, run_plain, more):
    result = run_plain("cases", "--editbench-agent=talkers:both", "--editbench-seed=1", *more)
    told = [line for line in result.outlines if "nothing comes of --editbench-seed" in line]
    assert len(told) == 1


def test_who_is_asked_must_be_said(repository, capsys):
    assert main(["analyze", "--range", "main~1..main", "--repo", "one.git"]) == 2
    assert "say who is asked: --agent AGENT" in capsys.readouterr().err


def test_the_documentation_tells_every_outcome_and_the_limits_of_the_schema():
    text = Path(__file__).parents[2].joinpath("docs/analysis.md").read_text()
    assert all(f"| `{verdict}` |" in text for verdict in results.Verdict)
    keys = json.loads(answers.schema())["properties"]
    assert f"one line of at most {keys['summary']['maxLength']} characters" in text
    assert f"{keys['highlights']['minItems']} to {keys['highlights']['maxItems']} texts" in text
    assert f"up to {keys['risks']['maxItems']} texts" in text
    assert f"{prompt.BUDGET:,} characters" in text
    assert f"{stored.MOST:,} bytes" in text
