"""Commands that read examples and tell scores: validate, show, judge."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import repositories

from pytest_editbench.cli import main

HELLO = repositories.EXAMPLES / "hello-world.md"
SLOPPY = repositories.EXAMPLES / "sloppy.md"
BEFORE, RIGHT, WRONG = "a = 1\nb = 2\nc = 3\n", "a = 1\nb = 20\nc = 3\n", "a = 1\nb = 2\nc = 30\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EDITBENCH_CACHE", str(tmp_path / "cache"))
    for name, text in (("before", BEFORE), ("right", RIGHT), ("wrong", WRONG)):
        Path(f"{name}.py").write_text(text)
        Path(name).mkdir()
        Path(name, "x.py").write_text(text)
    Path("right.patch").write_text("--- a/x.py\n+++ b/x.py\n@@ -2 +2 @@\n-b = 2\n+b = 20\n")
    Path("wrong.diff").write_text("--- a/x.py\n+++ b/x.py\n@@ -3 +3 @@\n-c = 3\n+c = 30\n")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    code = main([*map(str, arguments)])
    said = capsys.readouterr()
    return code, said.out + said.err


def judged(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    return json.loads(run(capsys, "judge", *arguments, "--scores", "--json")[1])


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_validate_says_what_was_mended(capsys, tmp_path):
    folder = tmp_path / "clones"
    folder.mkdir()
    repositories.build(folder, ("shapes",))
    code, said = run(capsys, "validate", SLOPPY, f"--repo={repositories.url('shapes')}={folder}/shapes.git")
    assert code == 0
    assert f"{SLOPPY}:18: the hunk's line counts do not add up; read up to the next header" in said
    assert f'{SLOPPY}:47: the repository\'s folder name, "shapes/", is taken off the paths' in said
    assert said.endswith("1 case, 0 errors, 9 warnings\n")


def test_validate_lists_an_error_for_each_broken_record(capsys):
    record = {"cursor_path": "a.py", "cursor_position": "<|user_cursor|>"}
    Path("x.jsonl").write_text(
        "".join(f"{json.dumps(each)}\n" for each in (record, {**record, "tags": 1}, {}))
    )
    code, said = run(capsys, "validate", "x.jsonl", "--json")
    faults = json.loads(said)["faults"]
    assert code == 1
    assert [fault["where"] for fault in faults if fault["severity"] == "error"] == ["x.jsonl:2", "x.jsonl:3"]


def test_show_prints_the_prompt_and_what_each_patch_changes(capsys):
    code, said = run(capsys, "show", HELLO, "--excerpt")
    assert code == 0
    assert "# Predict the next edit" in said
    assert "input → expected.2" in said
    code, said = run(capsys, "show", HELLO)
    assert (code, "pass --excerpt to take the excerpt for the whole file" in said) == (2, True)


@pytest.mark.parametrize(
    ("right", "wrong", "given"),
    [
        ("right.py", "wrong.py", "before.py"),
        ("right", "wrong", "before"),
        ("right.patch", "wrong.diff", "before"),
        ("right.patch", "wrong.diff", "before.py"),
        ("right", "wrong.diff", "before"),
        ("right.patch", "wrong", "before"),
    ],
)
def test_scores_are_of_files_folders_and_patches_alike(capsys, right, wrong, given):
    found = judged(capsys, right, wrong, f"--input={given}")
    assert found["passed"] is False
    assert found["scores"]["lines-right"] == 0
    assert found["scores"]["lines-wrong"] == found["scores"]["lines-missing"] == 2
    same = judged(capsys, right, right, f"--input={given}")
    assert (same["passed"], same["scores"]["delta-chrf"], same["scores"]["f1"]) == (True, 100, 1)


def test_a_patch_can_delete_what_is_judged(capsys):
    Path("gone.patch").write_text(
        "--- a/x.py\n+++ /dev/null\n@@ -1,3 +0,0 @@\n" + "".join(f"-{line}\n" for line in BEFORE.splitlines())
    )
    assert judged(capsys, "right", "gone.patch", "--input=before")["missing"] == ["x.py"]
    assert judged(capsys, "right.py", "gone.patch", "--input=before.py")["missing"] == ["right.py"]


def test_scores_for_people_stand_below_the_verdict(capsys):
    code, said = run(capsys, "judge", "right.py", "wrong.py", "--input=before.py", "--scores")
    assert code == 1
    assert said.splitlines()[1].startswith("delta-chrf ")
    assert "delta-chrf" not in run(capsys, "judge", "right.py", "wrong.py", "--input=before.py")[1]


def test_scores_need_what_was_before(capsys):
    assert "--scores tells how near two changes are" in run(capsys, "judge", "right", "wrong", "--scores")[1]
    Path("list.tsv").write_text("1\tright\twrong\n2\tright\twrong\tbefore\n")
    lines = run(capsys, "judge", "--batch", "list.tsv", "--scores")[1].splitlines()
    assert [bool(json.loads(line)["scores"]) for line in lines] == [False, True]


def test_a_patch_that_does_not_fit_is_told_with_its_line(capsys):
    Path("odd.patch").write_text(Path("right.patch").read_text().replace("-b = 2", "-b = 7"))
    code, said = run(capsys, "judge", "right", "odd.patch", "--input=before")
    assert (code, said.startswith("editbench: odd.patch:3: the hunk does not fit x.py")) == (2, True)
    both = Path("right.patch").read_text() + Path("right.patch").read_text().replace("x.py", "y.py")
    Path("both.patch").write_text(both)
    code, said = run(capsys, "judge", "right.py", "both.patch", "--input=before.py")
    assert (code, "is of several files (x.py, y.py)" in said) == (2, True)


def test_patches_without_an_input_are_files_like_any_other(capsys):
    assert run(capsys, "judge", "right.patch", "right.patch")[0] == 0
    assert run(capsys, "judge", "right.patch", "wrong.diff", "--input=right.patch")[0] == 1


def test_an_empty_patch_is_judged_as_no_change(tmp_path, capsys):
    (tmp_path / "none.patch").write_bytes(b"")
    (tmp_path / "a.py").write_bytes(b"x = 1\n")
    one, none = str(tmp_path / "a.py"), str(tmp_path / "none.patch")
    assert main(["judge", one, none, "--input", one]) == 0
    assert "equal (level exact" in capsys.readouterr().out
