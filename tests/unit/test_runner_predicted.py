"""What an adapter answers in place of edits, carried out."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

import pytest

from pytest_editbench.agents import answers
from pytest_editbench.errors import CaseError
from pytest_editbench.model import AgentResult, Contents, File, Tree
from pytest_editbench.predictions import Prediction
from pytest_editbench.runner import bounds, feedback, predicted

PATCH = "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-one\n+1\n"
TREE = {PurePosixPath("a.py"): File(b"one\ntwo\n", executable=True)}


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "a.py").write_bytes(b"one\ntwo\n")
    (tmp_path / "work" / "a.py").chmod(0o755)
    return tmp_path / "work"


def carry_out(work: Path, tree: Tree = TREE, **told: object) -> Prediction:
    return predicted.carry_out(Prediction(**told), Contents("Do it.", tree, {}, ""), work)


def test_a_patch_changes_makes_and_deletes_files_and_keeps_their_mode(work):
    (work / "old.py").write_text("x\n")
    more = (
        "diff --git a/new/b.py b/new/b.py\nnew file mode 100644\n"
        "--- /dev/null\n+++ b/new/b.py\n@@ -0,0 +1 @@\n+b\n"
        "--- a/old.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
    )
    carry_out(work, patch=PATCH + more)
    assert {path.name: path.read_text() for path in work.rglob("*.py")} == {"a.py": "1\ntwo\n", "b.py": "b\n"}
    assert os.access(work / "a.py", os.X_OK)
    assert not os.access(work / "new" / "b.py", os.X_OK)


def test_a_patch_is_of_the_files_as_the_adapter_left_them(work):
    (work / "a.py").write_text("zero\none\n")
    carry_out(work, patch=PATCH)
    assert (work / "a.py").read_text() == "zero\n1\n"


def test_a_marker_in_a_patch_tells_the_cursor_unless_the_adapter_does(work):
    marked = PATCH + "#^[CURSOR_POSITION]\n"
    told = carry_out(work, patch=marked)
    assert (told.path, told.cursor) == (PurePosixPath("a.py"), 0)
    (work / "a.py").write_text("one\n")
    assert carry_out(work, patch=marked, cursor=5).cursor == 5


def test_a_text_replaces_the_file_and_a_marker_in_it_is_the_cursor(work):
    told = carry_out(work, text="über<|user_cursor|> two\n")
    assert (work / "a.py").read_text() == "über two\n"
    assert (told.path, told.cursor) == (PurePosixPath("a.py"), 5)


def test_a_marker_that_the_file_had_before_is_content(work):
    tree = {PurePosixPath("a.py"): File(b"<|user_cursor|>")}
    told = carry_out(work, tree, text="<|user_cursor|>!")
    assert ((work / "a.py").read_text(), told.cursor) == ("<|user_cursor|>!", None)


def test_a_cursor_alone_changes_nothing(work):
    assert carry_out(work, cursor=3) == Prediction(path=PurePosixPath("a.py"), cursor=3)
    assert carry_out(work) == Prediction()
    assert (work / "a.py").read_text() == "one\ntwo\n"


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ({"patch": PATCH, "text": "x"}, "the answer is both a patch and a text; give one of them"),
        ({"patch": "Sorry."}, "the answer:1: holds no diff"),
        ({"patch": PATCH.replace("a.py", "../a.py")}, '"../a.py" leads out of the repository'),
        ({"patch": PATCH.replace("-one", "-uno")}, "the hunk does not fit a.py"),
        ({"text": "x", "path": PurePosixPath("/etc/x")}, "is no path inside the repository"),
        ({"text": "x", "path": PurePosixPath("a.py/b")}, "a.py/b cannot be written"),
        ({"text": "x", "path": PurePosixPath(".GIT/config")}, '".GIT/config" lies in a folder of git'),
        ({"text": "x", "path": PurePosixPath("a/.git")}, '"a/.git" lies in a folder of git'),
        ({"patch": PATCH.replace("a.py", ".Git/a.py")}, '".Git/a.py" lies in a folder of git'),
    ],
)
def test_what_nobody_could_carry_out_says_why(work, told, reason):
    with pytest.raises(CaseError) as raised:
        carry_out(work, **told)
    assert reason in str(raised.value)
    assert (work / "a.py").read_text() == "one\ntwo\n"


def test_of_several_files_the_one_that_is_meant_must_be_named(work):
    several = {**TREE, PurePosixPath("b.py"): File(b"")}
    with pytest.raises(CaseError, match="does not tell of which file it is"):
        carry_out(work, several, text="x")
    carry_out(work, several, text="x", path=PurePosixPath("deep/b.py"))
    assert (work / "deep" / "b.py").read_text() == "x"


def test_nothing_is_written_through_a_link(work):
    (work.parent / "outside").write_text("safe\n")
    (work / "link").symlink_to("../outside")
    carry_out(work, text="x", path=PurePosixPath("link"))
    assert (work.parent / "outside").read_text() == "safe\n"
    assert (work / "link").read_text() == "x"


def test_nothing_is_read_through_a_linked_folder(work):
    (work.parent / "a.py").write_text("one\n")
    (work / "up").symlink_to("..")
    with pytest.raises(CaseError, match=r"up/a\.py is not in the repository"):
        carry_out(work, patch=PATCH.replace("/a.py", "/up/a.py"))


def test_a_reason_is_one_line_and_quotes_as_it_was_told():
    told = bounds.bounded(AgentResult(malformed='line 6 is "  x", not "   x"\n  \x1b[31mred\ta  b'))
    assert told.malformed == 'line 6 is "  x", not "   x" \\x1b[31mred\\ta  b'
    assert feedback.line(told.malformed) == told.malformed


def test_what_is_recorded_of_an_answer_is_bounded():
    told = bounds.prediction(Prediction(patch="x" * (bounds.TEXT + 10), cursor=1))
    assert told.patch == "x" * bounds.TEXT + "\n… 10 more characters not kept"
    assert (told.text, told.cursor) == (None, 1)


def test_what_a_prediction_cannot_hold_is_unknown_and_noted():
    odd = Prediction(patch=b"x", text=["x"], path="a/b.py", cursor=-1)
    found = answers.checked(AgentResult(prediction=odd))
    assert found.prediction == Prediction(path=PurePosixPath("a/b.py"))
    assert found.output_tail == (
        'AgentResult: "prediction.patch" ignored: must be text; "prediction.text" ignored: must be text; '
        '"prediction.cursor" ignored: must be a whole number ≥ 0'
    )
    assert answers.checked(AgentResult(prediction="x")).prediction is None


def test_a_text_with_two_cursors_is_refused_and_nothing_is_written(work):
    with pytest.raises(CaseError, match="the answer marks 2 cursors"):
        carry_out(work, text="1<|user_cursor|>\n<|user_cursor|>2\n")
    assert (work / "a.py").read_text() == "one\ntwo\n"
