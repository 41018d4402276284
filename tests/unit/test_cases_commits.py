from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest
import repositories

from pytest_editbench.cases import directory, recognition, skeleton, validation, whole
from pytest_editbench.cases.commits import patch, prompt
from pytest_editbench.cases.commits.contents import CommitContents
from pytest_editbench.commits.proposal import ChangedFile
from pytest_editbench.commits.subject import Demands
from pytest_editbench.errors import CaseError, UnavailableError
from pytest_editbench.model import File

ADDED = """\
diff --git a/new.py b/new.py
new file mode 100644
--- /dev/null
+++ b/new.py
@@ -0,0 +1 @@
+one
"""
DELETED = (
    ADDED.replace("new file", "deleted file")
    .replace("--- /dev/null", "--- a/new.py")
    .replace("+++ b/new.py", "+++ /dev/null")
    .replace("-0,0 +1", "-1 +0,0")
    .replace("+one", "-one")
)
RENAMED = """\
diff --git a/old.py b/new.py
similarity index 100%
rename from old.py
rename to new.py
"""
MOVED = """\
diff --git a/tests/a b.png b/c.png
similarity index 99%
rename from tests/a b.png
rename to c.png
index 0d9765b..e800f18 100644
Binary files a/tests/a b.png and b/c.png differ
"""
BINARY = """\
diff --git a/logo.png b/logo.png
new file mode 100644
index 0000000..a7045ed
Binary files /dev/null and b/logo.png differ
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    skeleton.create(tmp_path / "cases" / "one", "commit")
    return tmp_path / "cases" / "one"


def read(folder: Path) -> CommitContents:
    found = whole.read(directory.open_case(folder, "one"))
    assert isinstance(found, CommitContents)
    return found


def told(folder: Path, **commit: object) -> Path:
    (folder / "metadata.json").write_text(json.dumps({"kind": "commit", "commit": commit}))
    return folder


def faults(folder: Path) -> list[str]:
    return [f"{fault.severity} {fault}" for fault in validation.faults(directory.open_case(folder, "one"))]


class TestReading:
    def test_the_agent_sees_the_tree_before_and_the_patch_and_no_answer(self, folder: Path) -> None:
        found = read(folder)

        assert list(found.input) == [PurePosixPath("change.patch"), PurePosixPath("shipping.py")]
        assert found.input[PurePosixPath("change.patch")] == File((folder / "change.patch").read_bytes())
        assert found.answers == {}

    def test_the_files_of_the_change_and_the_demands_are_known(self, folder: Path) -> None:
        found = read(folder)

        assert found.files == (ChangedFile(PurePosixPath("shipping.py"), "modified"),)
        assert found.demands == Demands(types=("fix",), scopes=("shipping", ""))

    @pytest.mark.parametrize(
        ("name", "old", "new"),
        [
            ("prompt.md", "exactly 50", "exactly 60"),
            ("metadata.json", '"fix"', '"feat"'),
            ("change.patch", ">= FREE", ">= 1 + FREE"),
            ("answer.json", "free of charge", "for nothing"),
            ("input/shipping.py", "parcel", "letter"),
        ],
    )
    def test_the_digest_is_over_all_that_the_verdict_depends_on(
        self, folder: Path, name: str, old: str, new: str
    ) -> None:
        before = read(folder).digest
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new))

        assert read(folder).digest != before

    @pytest.mark.parametrize("name", ["change.patch", "commit-proposal.json"])
    def test_the_input_must_not_hold_what_is_laid_beside_it(self, folder: Path, name: str) -> None:
        (folder / "input" / name).write_text("x")

        with pytest.raises(CaseError, match="has a name that is kept"):
            read(folder)

    def test_a_patch_that_does_not_fit_is_told_with_its_line(self, folder: Path) -> None:
        (folder / "input" / "shipping.py").write_text("other\n")

        with pytest.raises(CaseError, match=r"^one/change\.patch:4"):
            read(folder)

    @pytest.mark.parametrize("name", ["change.patch", "answer.json"])
    def test_a_missing_member_is_named(self, folder: Path, name: str) -> None:
        (folder / name).unlink()

        with pytest.raises(CaseError, match=f"^one/{name}: is missing; it holds "):
            read(folder)


class TestOfARepository:
    @pytest.fixture
    def told_elsewhere(self, tmp_path: Path) -> Iterator[Path]:
        place = tmp_path / "repository.git"
        repositories.commit(place, {"a.py": b"one\n", "b.md": b"b\n"})
        repositories.commit(place, {"a.py": b"two\n", "c.md": b"b\n"})
        (tmp_path / "one").mkdir()
        folder = told(tmp_path / "one", repository="../repository.git", range="main~1..main")
        (folder / "prompt.md").write_text("Propose; answer in commit-proposal.json")
        (folder / "answer.json").write_text('{"type": "feat", "summary": "renamed it"}')
        return folder

    def test_tree_and_patch_are_read_from_there(self, told_elsewhere: Path) -> None:
        found = read(told_elsewhere)

        assert [str(path) for path in found.input] == ["a.py", "b.md", "change.patch"]
        assert found.input[PurePosixPath("a.py")] == File(b"one\n")
        assert [(str(file.path), file.status) for file in found.files] == [
            ("a.py", "modified"),
            ("c.md", "renamed"),
        ]

    def test_it_is_a_case_and_has_no_fault(self, told_elsewhere: Path) -> None:
        assert recognition.is_case(told_elsewhere)
        assert faults(told_elsewhere) == []

    def test_a_repository_that_is_not_at_hand_is_a_warning(self, told_elsewhere: Path) -> None:
        told(told_elsewhere, repository="https://example.org/none.git", range="a..b")

        with pytest.raises(UnavailableError):
            read(told_elsewhere)
        assert [fault.split(": ")[0] for fault in faults(told_elsewhere)] == ["warning one/metadata.json"]

    def test_an_input_beside_it_is_an_error(self, told_elsewhere: Path) -> None:
        (told_elsewhere / "input").mkdir()
        (told_elsewhere / "input" / "a.py").write_text("one\n")

        assert any("stands beside a repository" in fault for fault in faults(told_elsewhere))


class TestRecognition:
    @pytest.mark.parametrize("name", ["prompt.md", "change.patch", "answer.json", "input"])
    def test_a_case_that_lacks_a_member_is_a_broken_one(self, folder: Path, name: str) -> None:
        (folder / name).rename(folder.parent / "away")

        assert recognition.is_case(folder)
        assert any(f"{name}: is missing" in fault for fault in faults(folder))

    def test_pytest_looks_for_tests_beside_a_patch_and_a_prompt(self, tmp_path: Path) -> None:
        for name in ("prompt.md", "change.patch", "test_a.py"):
            (tmp_path / name).write_text("")

        assert not recognition.is_case(tmp_path)

    def test_a_prompt_and_an_answer_alone_are_no_case(self, tmp_path: Path) -> None:
        for name in ("prompt.md", "answer.json"):
            (tmp_path / name).write_text("{}")

        assert not recognition.is_case(tmp_path)


class TestDemands:
    @pytest.mark.parametrize(
        ("commit", "key", "message"),
        [
            ({"type": ["fix"]}, "commit.type", "is no key; there are types"),
            ({"types": ["feature"]}, "commit.types", "must be a list of feat, fix"),
            ({"types": []}, "commit.types", "must be a list of feat, fix"),
            ({"scopes": "a"}, "commit.scopes", "must be a list of scopes"),
            ({"words": [""]}, "commit.words", "must be a list of texts"),
            ({"files": [1]}, "commit.files", "must be a list of paths"),
            ({"range": "a..b"}, "commit.range", 'needs "commit.repository" beside it'),
            ({"repository": "../r"}, "commit.repository", 'needs "commit.range" beside it'),
            ({"repository": "../r", "range": "a"}, "commit.range", "must be two revisions"),
        ],
    )
    def test_a_wrong_one_is_told_with_file_key_and_remedy(
        self, folder: Path, commit: dict[str, object], key: str, message: str
    ) -> None:
        with pytest.raises(CaseError) as caught:
            read(told(folder, **commit))

        assert str(caught.value).startswith(f'one/metadata.json: "{key}" {message}')

    def test_what_is_no_object_is_refused(self, folder: Path) -> None:
        (folder / "metadata.json").write_text('{"kind": "commit", "commit": []}')

        with pytest.raises(CaseError, match=r'"commit" must be an object, not \[\]'):
            read(folder)

    def test_null_demands_nothing(self, folder: Path) -> None:
        assert read(told(folder, types=None)).demands == Demands()


class TestValidation:
    def test_a_new_case_has_no_fault(self, folder: Path) -> None:
        assert faults(folder) == []

    def test_an_answer_that_breaks_a_rule_is_an_error(self, folder: Path) -> None:
        (folder / "answer.json").write_text('{"type": "fix", "summary": "various"}')

        assert [fault.partition(": ")[2].partition(":")[0] for fault in faults(folder)] == [
            "breaks the rule summary-past-tense",
            "breaks the rule filler-words",
        ]

    def test_a_demanded_file_must_be_one_of_the_change(self, folder: Path) -> None:
        found = faults(told(folder, files=["other.py"]))

        assert any(
            '"commit.files" names other.py, which the change does not touch' in fault for fault in found
        )

    def test_expected_trees_have_no_place(self, folder: Path) -> None:
        (folder / "expected").mkdir()

        assert [fault for fault in faults(folder) if "expected: has no place here" in fault]

    def test_a_prompt_that_does_not_tell_where_to_answer_is_warned_of(self, folder: Path) -> None:
        (folder / "prompt.md").write_text("Propose a commit.")

        assert ["does not tell that the answer" in fault for fault in faults(folder)] == [True]


class TestPatches:
    @pytest.mark.parametrize(
        ("text", "path", "status"),
        [
            (ADDED, "new.py", "added"),
            (DELETED, "new.py", "deleted"),
            (RENAMED, "new.py", "renamed"),
            (BINARY, "logo.png", "added"),
        ],
    )
    def test_it_tells_what_becomes_of_each_file(self, text: str, path: str, status: str) -> None:
        [found] = patch.changed_files(text, "change.patch")

        assert (str(found.path), found.status) == (path, status)

    @pytest.mark.parametrize(
        ("text", "before"), [(RENAMED, "old.py"), (MOVED, "tests/a b.png"), (ADDED, None), (DELETED, None)]
    )
    def test_it_tells_where_a_renamed_file_was(self, text: str, before: str | None) -> None:
        [found] = patch.changed_files(text, "change.patch")

        assert found.before == (PurePosixPath(before) if before else None)

    def test_text_and_binary_files_may_stand_in_one_patch(self) -> None:
        assert len(patch.changed_files(RENAMED + BINARY + ADDED.replace("new.py", "b.py"), "x")) == 3


class TestPrompt:
    def test_demanded_words_and_files_are_told_and_types_are_not(self) -> None:
        demands = Demands(("perf",), ("innermost",), ("fast",), ("slow",), ("new.py",))

        found = prompt.render(ADDED, demands, "It was needed.")

        assert '"fast"' in found
        assert '"slow"' in found
        assert "`new.py`" in found
        assert "It was needed." in found
        assert "innermost" not in found

    def test_a_long_patch_is_shortened_and_code_comes_first(self) -> None:
        long = ADDED.replace("new.py", "notes.md") + "+more\n" * 3000 + ADDED

        found = prompt.shortened(long, 500)

        assert len(found) <= 500
        assert found.startswith(ADDED)
        assert "lines left out" in found
        assert "shortened: all of it stands in `change.patch`" in prompt.render(long, Demands())
