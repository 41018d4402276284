"""An example read whole: where it starts, what passes, what an agent is told, what is wrong with it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path, PurePosixPath

import pytest

from pytest_editbench.cases import validation, whole
from pytest_editbench.cases.examples import checking, contents, opening
from pytest_editbench.errors import CaseError, UnavailableError
from pytest_editbench.model import AgentResult, Attempt, Comparison, File, Link, MatchLevel, Outcome
from pytest_editbench.repositories.finding import Repositories
from pytest_editbench.runner import feedback

PATH = PurePosixPath("a.py")
TREE = {
    PATH: File(b"one\ntwo\nthree\n", executable=True),
    PurePosixPath("b.py"): File(b"b\n"),
    PurePosixPath("link"): Link("a.py"),
}
REVISION = "0" * 40
FRONT = (
    f'+++\nrepository_url = "https://host/one/project"\nrevision = "{REVISION}"\ntags = ["secret-tag"]\n+++\n'
)
HISTORY = "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-one\n+1\n"
SECOND = "--- a/a.py\n+++ b/a.py\n@@ -2 +2 @@\n-two\n+2\n# ^[CURSOR_POSITION]\n"
EXCERPT = "1\n<|user_cursor|>two\nthree\n"


def case(
    excerpt: str = EXCERPT, front: str = FRONT, history: str = HISTORY, **patches: object
) -> opening.ExampleCase:
    sections = {"Edit_History": [history], "Expected_Patch": [SECOND], **patches}
    parts = [front, "# A telling name\n\n## Reasoning\n\nSecret reasons.\n\n"]
    for title, texts in sections.items():
        fences = "".join(f"```diff\n{text}```\n" for text in texts if text)
        parts.append(f"## {title.replace('_', ' ')}\n\n{fences}\n")
    parts.append(f"## Cursor Position\n\n```a.py\n{excerpt}```\n")
    return opening.of_content("".join(parts).encode(), Path("x.md"), "x.md")[0]


class Stocked(Repositories):
    """Has the one repository at hand."""

    def files(self, url: str, revision: str, base: Path) -> dict[PurePosixPath, object]:
        assert (url, revision, base) == ("https://host/one/project", REVISION, Path())
        return TREE


def read(example: opening.ExampleCase) -> contents.ExampleContents:
    found = whole.read(example, Stocked())
    assert isinstance(found, contents.ExampleContents)
    return found


def test_the_input_is_the_buffer_and_each_patch_makes_an_answer_of_it():
    deletion = "--- a/b.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n"
    found = read(case(Expected_Patch=[SECOND, deletion]))

    assert found.input == {**TREE, PATH: File(b"1\ntwo\nthree\n", executable=True)}
    assert found.before[PATH] == b"one\ntwo\nthree\n"
    assert found.answers["expected"][PATH] == File(b"1\n2\nthree\n", executable=True)
    assert list(found.answers) == ["expected", "expected.2"]
    assert PurePosixPath("b.py") not in found.answers["expected.2"]


def test_the_wished_cursor_and_the_rejected_tree_are_kept_for_judging():
    found = read(case(Rejected_Patch=[HISTORY.replace("-one", "-1").replace("+1\n", "+one\n")]))
    assert {name: spot.offset for name, spot in found.cursors.items()} == {"expected": 3}
    assert found.rejected == TREE


def test_what_an_agent_is_told_holds_no_answer_and_no_hint():
    found = read(case())
    told = f"{found.prompt} {found.task!r}"
    assert "two" in told
    assert not any(word in told for word in ("+2", "telling", "Secret", "secret-tag", "host/one", REVISION))
    assert (found.task.prompt, found.task.input) == (found.prompt, found.input)


def test_the_prompt_shows_edits_files_and_the_cursor_and_says_where_they_are():
    accepted = f"// User accepted prediction:\n\n```diff\n{HISTORY}"
    record = case(Recently_Opened_Files=["b.py\t1\n", "b.py\n"])
    text = read(record).prompt
    assert "In the file `a.py`, on line 2. These are the lines from line 1 on;" in text
    assert "```\n1\n<|user_cursor|>two\nthree\n```" in text
    assert "## Files that were opened last\n\n- `b.py`\n\n## Where" in text
    assert "viewed" not in text
    page = record.source.text.replace(f"```diff\n{HISTORY}", accepted)
    [marked] = opening.of_content(page.encode(), Path("x.md"), "x.md")
    assert "who accepted it:\n\n```diff\n--- a/a.py" in read(marked).prompt


def test_a_fence_of_the_prompt_is_longer_than_any_in_it():
    fenced = case("one\n<|user_cursor|>two\n", history="--- a/b.py\n+++ b/b.py\n@@ -1 +1 @@\n-b\n+````\n")
    text = fenced.source.text.replace("```diff\n--- a/b.py", "`````diff\n--- a/b.py").replace(
        "+````\n```", "+````\n`````"
    )
    found = read(replace(fenced, source=replace(fenced.source, text=text)))
    assert "`````diff\n--- a/b.py" in found.prompt


def test_no_history_is_said_in_words():
    found = read(case("one\n<|user_cursor|>two\n", history=""))
    assert "Nothing that is known of." in found.prompt
    assert "suggested" not in found.prompt


def test_paths_with_the_folder_of_the_repository_are_explained():
    inside = [
        text.replace("a/a.py", "a/project/a.py").replace("b/a.py", "b/project/a.py")
        for text in (HISTORY, SECOND)
    ]
    found = read(case(history=inside[0], Expected_Patch=[inside[1]]))
    assert "begin with the name of the project's folder, `project/`" in found.prompt
    assert found.answers["expected"][PATH].data == b"1\n2\nthree\n"


def test_the_digest_is_of_what_is_asked_and_what_passes():
    one = read(case()).digest
    assert read(case(front=FRONT.replace("secret-tag", "other"))).digest == one
    assert read(case(Expected_Patch=[SECOND.replace("+2", "+3")])).digest != one
    assert read(case(Rejected_Patch=[SECOND])).digest != one


def test_without_an_expected_patch_nothing_could_pass():
    with pytest.raises(CaseError, match=r"x\.md: has no expected patch"):
        read(case(Expected_Patch=[]))


def test_an_excerpt_stands_for_its_file_only_with_leave():
    alone = case("1\n<|user_cursor|>two\nthree\n", front="")
    with pytest.raises(UnavailableError, match=r"x\.md: names no repository; pass --editbench-excerpt"):
        whole.read(alone)
    found = whole.read(alone, excerpt=True)
    assert found.input == {PATH: File(b"1\ntwo\nthree\n")}
    assert found.answers["expected"] == {PATH: File(b"1\n2\nthree\n")}


def test_a_patch_that_needs_more_than_the_excerpt_asks_for_the_repository(monkeypatch, tmp_path):
    monkeypatch.setenv("EDITBENCH_CACHE", str(tmp_path))
    more = case("1\n<|user_cursor|>two\nthree\n", Expected_Patch=[SECOND.replace("a.py", "b.py")])
    with pytest.raises(
        UnavailableError, match=r"no clone of .*; the excerpt alone will not do: x.md:\d+: b.py"
    ):
        whole.read(more, excerpt=True)


def faults(example: opening.ExampleCase, **settings: object) -> list[str]:
    return [f"{fault.severity}: {fault}" for fault in validation.faults(example, Stocked(), **settings)]


def test_a_sound_example_has_no_faults():
    assert faults(case()) == []


def test_all_that_was_mended_is_told_with_its_line():
    sloppy = SECOND.replace("@@ -2 +2 @@", "@@ -7,9 +2 @@")
    assert faults(case(Expected_Patch=[sloppy])) == [
        "warning: x.md:27: the hunk stands at line 2, not 7",
        "warning: x.md:27: the hunk's line counts do not add up; read up to the next header",
    ]


def test_patches_that_do_nothing_or_the_same_are_told():
    nothing = "--- a/a.py\n+++ b/a.py\n@@ -2 +2 @@\n-two\n+two\n"
    assert faults(case(Expected_Patch=[nothing, SECOND, SECOND])) == [
        "error: x.md: the patch expected changes nothing",
        "warning: x.md: the patches expected.2 and expected.3 lead to the same",
    ]


def test_a_patch_that_does_not_fit_is_an_error_of_its_line():
    [found] = faults(case(Expected_Patch=[SECOND.replace("-two", "-2.0")]))
    assert found.startswith("error: x.md:27: the hunk does not fit a.py, which has no line `2.0`")


def test_habits_that_will_not_last_are_warned_of():
    loose = case(front=FRONT.replace(REVISION, "main"), Expected_Patch=[])
    found = [f"{fault.severity}: {fault}" for fault in validation.faults(loose, Repositories(dashes="--"))]
    assert found[0].startswith(
        "warning: x.md: its patches were not tried: no clone of https://host/one/project"
    )
    assert found[1:] == [
        "warning: x.md: has no expected patch: it can be read and converted, not run",
        "warning: x.md: \"revision\" 'main' is no whole commit id: what it names may change",
    ]


def test_a_repository_without_a_revision_is_a_fault_of_the_example():
    bare = case(front=FRONT.replace(REVISION, ""))
    with pytest.raises(CaseError, match=r"x\.md: https://host/one/project is named without a revision"):
        whole.read(bare)


def test_the_prompt_tells_of_the_folder_by_the_history_alone():
    inside = SECOND.replace("a/a.py", "a/project/a.py").replace("b/a.py", "b/project/a.py")
    found = read(case(Expected_Patch=[inside]))
    assert "project's folder" not in found.prompt
    assert found.answers["expected"][PATH].data == b"1\n2\nthree\n"


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("a.py/x", "a.py/x cannot be beside a.py: a path is a file or a folder"),
        ("link/x", "link/x would lie below link, a link"),
        (".git/hooks/x", '".git/hooks/x" lies in a folder of git'),
    ],
)
def test_a_patch_whose_file_no_folder_can_hold_is_a_fault(path, told):
    patch = f"--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+x\n"
    broken = case(Expected_Patch=[patch])
    with pytest.raises(CaseError, match=re.escape(told)):
        read(broken)
    faults = list(checking.faults(broken, Stocked(), excerpt=False))
    assert any(told in fault.message for fault in faults)


def test_a_file_may_make_way_for_a_folder_of_its_name():
    patch = "diff --git a/b.py b/b.py/x\nrename from b.py\nrename to b.py/x\n"
    found = read(case(Expected_Patch=[patch]))
    assert found.answers["expected"][PurePosixPath("b.py/x")].data == b"b\n"


def test_a_retry_prompt_names_no_file():
    found = read(case())
    compared = Comparison("expected", MatchLevel.NONE, (), missing=(PATH,))
    attempt = Attempt(1, Outcome.MISMATCH, 1.0, AgentResult(), compared)
    text = feedback.retry_prompt(found, attempt, MatchLevel.FORMAT, {PATH: File(b"def (:\n")})
    head = text.partition("What was asked for, once more")[0]
    assert "The result is not what was asked for." in head
    assert "a.py" not in head
