"""Cases that ask for a commit proposal, from the agent to the record and what is made of it."""

from __future__ import annotations

import json
import os
import shutil

import pytest
import repositories
from harness import CaseTree, agent, trials

from pytest_editbench.cases import skeleton
from pytest_editbench.cli import main

RIGHT = {
    "type": "fix",
    "summary": "sent orders of exactly 50 free of charge",
    "details": ["It was left out."],
}
AGENTS = f"""
import json, os
RIGHT = {RIGHT!r}

def answer(workspace, text):
    (workspace.path / "commit-proposal.json").write_text(text)

def by_file(task, workspace):
    assert task.wants == "answer"
    assert "shipping.py" in (workspace.path / "change.patch").read_text()
    assert not list(workspace.path.parent.rglob("answer.json"))
    answer(workspace, json.dumps(RIGHT))
    return "done"

def by_text(task, workspace):
    return f"My proposal:\\n```json\\n{{json.dumps(RIGHT)}}\\n```"

def by_message(task, workspace):
    return "fix(shipping): " + RIGHT["summary"] + "\\n\\n- It was left out.\\n"

def warned(task, workspace):
    return json.dumps({{**RIGHT, "details": ["Various orders were charged."]}})

def silent(task, workspace):
    pass

def meddling(task, workspace):
    (workspace.path / "shipping.py").write_text("FREE = 50\\n")
    answer(workspace, json.dumps(RIGHT))

def breaking(task, workspace):
    return json.dumps({{**RIGHT, "type": "feat", "summary": "Fix it."}})

def folder(task, workspace):
    (workspace.path / "commit-proposal.json").mkdir()
    return json.dumps(RIGHT)

def link(task, workspace):
    os.symlink("/etc/hostname", workspace.path / "commit-proposal.json")
    return json.dumps(RIGHT)

def learning(task, workspace):
    if task.attempt == 1:
        answer(workspace, json.dumps({{**RIGHT, "summary": "Fix it"}}))
        return None
    assert "past tense" in task.prompt and "What was asked for, once more" in task.prompt
    return json.dumps(RIGHT)
"""


@pytest.fixture
def case(pytester):
    skeleton.create(pytester.path / "cases" / "one", "commit")
    pytester.makepyfile(mine=AGENTS)
    return pytester.path / "cases" / "one"


def named(*names):
    return [f"--editbench-agent={name}=mine:{name}" for name in names]


def test_answer_and_tree_decide_together(case, run_plain, pytester):
    names = ("by_file", "by_text", "by_message", "warned", "silent", "meddling", "breaking", "folder", "link")

    result = run_plain("cases", *named(*names), "--editbench-record=r.jsonl")

    done = {trial["agent"]: trial for trial in trials(pytester.path / "r.jsonl")}
    assert {name: trial["outcome"] for name, trial in done.items()} == {
        **dict.fromkeys(("by_file", "by_text", "by_message", "warned"), "passed"),
        **dict.fromkeys(("silent", "folder", "link"), "malformed"),
        "meddling": "mismatch",
        "breaking": "rejected",
    }
    assert {trial["match_level"] for trial in done.values()} == {None}
    assert done["warned"]["message"].startswith("1 warning: various says little")
    assert done["silent"]["message"].startswith("malformed: the answer is missing")
    assert done["meddling"]["message"] == "mismatch: no file was to be changed, but these were: shipping.py"
    assert "-FREE_SHIPPING_FROM = 50" in done["meddling"]["diff"]
    assert [each["rule"] for each in done["breaking"]["attempts"][0]["breaches"]] == [
        *("summary-period", "summary-past-tense", "case-type")
    ]
    assert json.loads(done["by_message"]["attempts"][0]["result"]["text"])["scope"] == "shipping"
    assert done["link"]["message"] == "malformed: commit-proposal.json cannot be read: it is a link"
    assert done["folder"]["message"].startswith("malformed: commit-proposal.json cannot be read: it is not")
    result.stdout.fnmatch_lines(["warnings *", "rate: commit *"])


def test_a_new_case_can_be_made_shown_and_checked(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    assert [main(words.split()) for words in ("new one --kind commit", "validate one", "show one")] == [
        0,
        0,
        0,
    ]

    out = capsys.readouterr().out
    assert "1 case, 0 errors, 0 warnings" in out
    assert "modified: shipping.py" in out
    assert '"summary": "sent orders of exactly 50 free of charge"' in out


def test_what_a_command_prints_is_its_answer(case, run, pytester):
    command = agent(pytester.path, f"print('Here:', {json.dumps(RIGHT)!r}, 'Bye.')")

    run("cases", f"--editbench-agent={command}").assert_outcomes(passed=1)


def test_a_second_attempt_hears_of_the_rules_and_is_judged_by_its_own_answer(case, run_plain):
    run_plain("cases", *named("learning"), "--editbench-attempts=2").assert_outcomes(passed=1)


def test_commit_cases_are_counted_apart_from_edits(case, run_plain, pytester):
    CaseTree("two").write(pytester.path / "cases")

    result = run_plain("cases", "--editbench-agent=oracle")

    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["(commit) * 1 *1/1*", "total * 1 *1/1*", "in parentheses: *"])


def test_the_demanded_rate_is_asked_of_both(case, run_plain, pytester):
    CaseTree("two").write(pytester.path / "cases")
    options = ("--editbench-fail-under=0.5", f"--editbench-agent=half={agent(pytester.path, FIX)}")

    result = run_plain("cases", *options)

    assert result.ret == 1
    result.stdout.fnmatch_lines(["*pass rate 0.0% < 50.0%*"])


FIX = "import pathlib\nfor each in pathlib.Path().glob('app.js'): each.write_text('const limit = 2;\\n')\n"


@pytest.fixture
def record(case, run_plain, pytester, monkeypatch):
    run_plain("cases", *named("by_text", "breaking"), "--editbench-record=r.jsonl", "--tb=no")
    monkeypatch.chdir(pytester.path)
    return pytester.path / "r.jsonl"


class TestRecords:
    @pytest.mark.usefixtures("record")
    def test_reports_and_comparisons_take_them(self, capsys):
        assert main(["report", "r.jsonl"]) == 0
        assert main(["report", "--markdown", "r.jsonl"]) == 0
        assert main(["report", "--html", "page.html", "r.jsonl"]) == 0
        assert "commit" in capsys.readouterr().out
        assert main(["compare", "r.jsonl#by_text", "r.jsonl#breaking"]) == 0
        assert "broken   1/1 → 0/1   rejected" in capsys.readouterr().out

    def test_they_are_judged_again_by_the_case_as_it_is_now(self, record, case):
        told = json.loads((case / "metadata.json").read_text())
        told["commit"] = {"types": ["feat"]}
        (case / "metadata.json").write_text(json.dumps(told))

        assert main(["rejudge", "r.jsonl", "cases", "-o", "new.jsonl"]) in (0, 1)

        found = {trial["agent"]: trial for trial in trials(record.with_name("new.jsonl"))}
        assert found["by_text"]["outcome"] == "rejected"
        assert "is not the type of this change" in found["by_text"]["message"]
        assert [each["rule"] for each in found["breaking"]["attempts"][0]["breaches"]] == [
            *("summary-period", "summary-past-tense")
        ]


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
class TestCommitCheck:
    @pytest.fixture
    def clone(self, tmp_path, monkeypatch):
        place = tmp_path / "r" / ".git"
        place.parent.mkdir()
        repositories.commit(place, {"a.py": b"1\n"}, "feat: added a")
        repositories.commit(place, {"a.py": b"2\n"}, "docs: described a")
        repositories.commit(place, {"a.py": b"2\n", "README": b"2\n"}, "docs: described a\n\n- All of it.")
        repositories.git(place, "config", "core.bare", "false")
        monkeypatch.chdir(place.parent)
        return place.parent

    @pytest.mark.usefixtures("clone")
    def test_a_range_is_judged_commit_by_commit(self, capsys):
        assert main(["commit-check", "--range", "main~2..main"]) == 1

        lines = capsys.readouterr().out.splitlines()
        assert lines[0].endswith(": docs: described a")
        assert lines[1].startswith('  error: the type is "docs", but no documentation is changed')
        assert lines[-1] == "2 messages, 1 error, 0 warnings"
        assert all(len(line) <= 80 for line in lines)

    @pytest.mark.usefixtures("clone")
    def test_sound_commits_end_well(self, capsys):
        assert main(["commit-check", "--range", "main~1..main", "--json"]) == 0

        found = json.loads(capsys.readouterr().out)
        [told] = found["messages"]
        assert (told["subject"], told["breaches"]) == ("docs: described a", [])
        assert found["totals"] == {"messages": 1, "errors": 0, "warnings": 0, "passed_over": 0}

    @pytest.mark.usefixtures("clone")
    def test_a_revision_alone_is_its_whole_history(self, capsys):
        assert main(["commit-check", "--range", "main"]) == 1

        assert capsys.readouterr().out.endswith("\n3 messages, 1 error, 0 warnings\n")

    def test_what_is_passed_over_is_counted_apart(self, clone, capsys):
        repositories.commit(clone / ".git", {"a.py": b"3\n"}, f'Revert "{"x" * 90}"')

        assert main(["commit-check", "--range", "main~2..main"]) == 0

        told, counts = capsys.readouterr().out.splitlines()
        assert (len(told), counts) == (80, "1 message, 0 errors, 0 warnings; 1 passed over")

    def test_of_an_empty_commit_no_file_is_asked_for(self, clone, capsys):
        same = {"a.py": b"2\n", "README": b"2\n"}
        repositories.commit(clone / ".git", same, "ci: changed nothing")

        assert main(["commit-check", "--range", "main~1..main"]) == 0
        assert "1 message, 0 errors" in capsys.readouterr().out

    def test_a_long_diff_below_the_scissors_is_no_long_message(self, clone):
        head = "fix: mended a\n# ------------------------ >8 ------------------------\n"
        (clone / "message").write_text(head + "+ long\n" * 300_000)

        assert main(["commit-check", "message"]) == 0

    def test_a_hook_judges_the_message_by_what_is_staged(self, clone, capsys):
        repositories.git(clone, "reset", "--quiet", "--hard")
        (clone / "a.py").write_text("3\n")
        repositories.git(clone, "add", "a.py")
        (clone / "message").write_text("docs: described a\n# Please enter …\n")

        assert main(["commit-check", "message"]) == 1
        assert "no documentation is changed" in capsys.readouterr().out

    def test_a_test_that_is_moved_out_of_its_folder_is_a_change_of_a_test(self, clone, capsys):
        repositories.commit(clone / ".git", {"tests/test_b.py": b"1\n2\n"}, "test: tested b")
        repositories.git(clone, "reset", "--quiet", "--hard")
        repositories.git(clone, "mv", "tests/test_b.py", "b.py")
        (clone / "message").write_text("test: moved b\n")
        assert main(["commit-check", "message"]) == 0

        repositories.commit(clone / ".git", {"b.py": b"1\n2\n"}, "test: moved b")
        assert main(["commit-check", "--range", "main~1..main"]) == 0
        assert "no test is changed" not in capsys.readouterr().out

    def test_outside_of_a_repository_files_are_not_asked_for(self, tmp_path, capsys, monkeypatch):
        monkeypatch.chdir(tmp_path)
        (tmp_path / "message").write_text("docs: described a\n")

        assert main(["commit-check", "message"]) == 0
        assert "rules that ask for files are left out" in capsys.readouterr().err

    def test_what_git_words_itself_is_passed_over(self, clone, capsys):
        (clone / "message").write_text("fixup! docs: described a\n")

        assert main(["commit-check", "message"]) == 0
        assert "passed over (to be melted into an earlier commit)" in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            ([], "name a MESSAGE-FILE"),
            (["message", "--range", "a..b"], "name a MESSAGE-FILE"),
            (["missing"], "missing: cannot be read"),
            (["--range", "none"], "none names no commit there"),
            (["--range", "a b..c"], "is no range of commits"),
            (["pipe"], "pipe: is no file"),
            (["."], ".: is no file"),
            (["huge"], "huge: has more than 1,048,576 bytes"),
            (["--range", "--output=x..y"], "expected one argument"),
            (["--range", "none..main"], "bad revision"),
            (["--range", "main..main"], "holds no commit"),
            (["message", "--repo", "missing"], "there is no such folder"),
        ],
    )
    def test_wrong_use_is_told_in_a_line(self, clone, capsys, words, told):
        os.mkfifo(clone / "pipe")
        (clone / "huge").write_bytes(b"x" * 2_000_000)

        try:
            code = main(["commit-check", *words])
        except SystemExit as ended:
            code = ended.code

        assert code == 2
        assert told in capsys.readouterr().err
