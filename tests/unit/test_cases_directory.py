"""Folders that are cases: telling them apart, opening them, reading them whole."""

import os
import shutil
from dataclasses import replace
from pathlib import Path, PurePosixPath

import pytest

from pytest_editbench.cases import directory, kinds, recognition, skeleton
from pytest_editbench.errors import CaseError
from pytest_editbench.model import Case, File, Link, MatchLevel, Metadata


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "one"
    skeleton.create(folder)
    return folder


def opened(folder: Path) -> Case:
    return directory.open_case(folder, "cases/one")


def refusal(folder: Path) -> str:
    with pytest.raises(CaseError) as caught:
        directory.read(opened(folder))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def write(place: Path, data: bytes = b"x\n") -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)


class TestIsCase:
    def test_a_prompt_and_two_trees_make_a_case(self, folder: Path) -> None:
        assert recognition.is_case(folder)

    @pytest.mark.parametrize("missing", ["input", "expected", "metadata.json", "prompt.md"])
    def test_a_case_that_lacks_one_member_is_a_case_still(self, folder: Path, missing: str) -> None:
        shutil.rmtree(folder / missing) if (folder / missing).is_dir() else (folder / missing).unlink()

        assert recognition.is_case(folder)

    def test_a_prompt_alone_is_no_case(self, tmp_path: Path) -> None:
        write(tmp_path / "prompt.md")

        assert not recognition.is_case(tmp_path)

    def test_trees_without_prompt_and_metadata_are_no_case(self, tmp_path: Path) -> None:
        write(tmp_path / "input" / "a")
        write(tmp_path / "expected" / "a")

        assert not recognition.is_case(tmp_path)

    def test_files_named_like_trees_make_no_case(self, tmp_path: Path) -> None:
        for name in ("prompt.md", "input", "expected"):
            write(tmp_path / name)

        assert not recognition.is_case(tmp_path)

    @pytest.mark.parametrize("stranger", ["test_a.py", "src", "data.csv", "readme.py"])
    def test_a_folder_with_anything_else_in_it_must_be_a_whole_case(
        self, folder: Path, stranger: str
    ) -> None:
        write(folder / stranger)
        assert recognition.is_case(folder)

        shutil.rmtree(folder / "expected")

        assert not recognition.is_case(folder)

    @pytest.mark.parametrize(
        "note", ["README.md", "LICENSE", "NOTICE.txt", ".DS_Store", "expected.2", "expected-2"]
    )
    def test_notes_and_other_answers_beside_a_broken_case_do_not_hide_it(
        self, folder: Path, note: str
    ) -> None:
        write(folder / note)
        shutil.rmtree(folder / "expected")

        assert recognition.is_case(folder)

    def test_each_kind_tells_which_folders_make_a_case(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(tmp_path / "prompt.md")
        (tmp_path / "repository").mkdir()
        assert not recognition.is_case(tmp_path)

        monkeypatch.setitem(
            kinds.KINDS, "commit", kinds.Kind("commit", ("repository",), ("repository",), "trees")
        )

        assert recognition.is_case(tmp_path)


class TestOpenCase:
    def test_the_folder_gives_the_id(self, folder: Path) -> None:
        case = opened(folder)

        assert (case.id, case.path, case.where, case.fault) == ("one", folder, "cases/one", None)
        assert case.metadata.category == "operator"

    def test_metadata_may_be_absent(self, folder: Path) -> None:
        (folder / "metadata.json").unlink()

        assert opened(folder) == Case("one", folder, "cases/one")

    def test_bad_metadata_is_a_fault_that_reading_raises(self, folder: Path) -> None:
        (folder / "metadata.json").write_text("{")

        case = opened(folder)

        assert case.metadata == Metadata()
        assert case.fault == refusal(folder)
        assert case.fault.startswith("cases/one/metadata.json: is not JSON: ")

    def test_metadata_that_is_a_folder_is_a_fault(self, folder: Path) -> None:
        (folder / "metadata.json").unlink()
        (folder / "metadata.json").mkdir()

        assert opened(folder).fault == "cases/one/metadata.json: cannot be read: it is not a regular file"

    def test_metadata_that_is_a_pipe_is_a_fault_and_no_hang(self, folder: Path) -> None:
        (folder / "metadata.json").unlink()
        os.mkfifo(folder / "metadata.json")

        assert "not a regular file" in str(opened(folder).fault)

    def test_huge_metadata_is_a_fault(self, folder: Path) -> None:
        (folder / "metadata.json").write_bytes(b" " * (1024 * 1024 + 1))

        assert "larger than 1,048,576 bytes" in str(opened(folder).fault)

    def test_nothing_but_the_metadata_is_read(self, folder: Path) -> None:
        (folder / "prompt.md").write_bytes(b"\xff")
        shutil.rmtree(folder / "input")

        assert opened(folder).fault is None

    def test_a_folder_name_that_cannot_be_printed_is_escaped(self, folder: Path) -> None:
        assert opened(folder.rename(folder.parent / "a\nb")).id == "a\\nb"


class TestRead:
    def test_prompt_and_trees_are_read(self, folder: Path) -> None:
        write(folder / "prompt.md", b"\xef\xbb\xbf\r\n  Do it.\n\n")
        shutil.rmtree(folder / "input")
        write(folder / "input/src/shipping.py", b"\xff\r\n")
        (folder / "input/src/shipping.py").chmod(0o755)
        (folder / "input/link").symlink_to("src/shipping.py")

        contents = directory.read(opened(folder))

        assert contents.prompt == "Do it."
        assert contents.input == {
            PurePosixPath("link"): Link("src/shipping.py"),
            PurePosixPath("src/shipping.py"): File(b"\xff\r\n", executable=True),
        }
        assert list(contents.answers) == ["expected"]

    def test_further_answers_come_in_natural_order(self, folder: Path) -> None:
        for number in (10, 2, 9):
            write(folder / f"expected.{number}" / "shipping.py", b"%d" % number)

        assert list(directory.read(opened(folder)).answers) == [
            "expected",
            "expected.2",
            "expected.9",
            "expected.10",
        ]

    @pytest.mark.parametrize(
        "name", ["expected.x", "expected.1", "expected.02", "expected.", "expected.2.bak"]
    )
    def test_a_name_that_is_almost_an_answer_is_refused(self, folder: Path, name: str) -> None:
        (folder / name).mkdir()

        assert refusal(folder).startswith(f"cases/one/{name}: is not a name for accepted trees")

    def test_an_empty_file_in_a_tree_is_fine(self, folder: Path) -> None:
        write(folder / "input/__init__.py", b"")

        assert directory.read(opened(folder)).input[PurePosixPath("__init__.py")] == File(b"")

    @pytest.mark.parametrize("name", ["input", "expected", "prompt.md"])
    def test_a_missing_member_is_named(self, folder: Path, name: str) -> None:
        shutil.rmtree(folder / name) if (folder / name).is_dir() else (folder / name).unlink()

        assert refusal(folder).startswith(f"cases/one/{name}: is missing")

    @pytest.mark.parametrize("name", ["input", "expected", "expected.2"])
    def test_a_tree_without_a_file_is_refused(self, folder: Path, name: str) -> None:
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name / "folder").mkdir(parents=True)

        assert refusal(folder) == f"cases/one/{name}: is empty; it must hold at least one file"

    def test_a_file_in_place_of_a_tree_is_refused(self, folder: Path) -> None:
        shutil.rmtree(folder / "expected")
        write(folder / "expected")

        assert refusal(folder).startswith("cases/one/expected: cannot be read")

    @pytest.mark.parametrize(
        ("data", "reason"),
        [
            (b" \n\t", "is blank"),
            (b"caf\xe9", "is not UTF-8 text (byte 4)"),
            (b"a\0b", "holds a NUL character"),
            (b"a" * 1_048_577, "larger than"),
        ],
    )
    def test_a_prompt_that_is_no_text_is_refused(self, folder: Path, data: bytes, reason: str) -> None:
        write(folder / "prompt.md", data)

        told = refusal(folder)

        assert told.startswith("cases/one/prompt.md: ")
        assert reason in told

    @pytest.mark.parametrize("target", ["/etc/passwd", "../prompt.md", "a/../../metadata.json"])
    def test_a_link_that_leaves_its_tree_is_refused(self, folder: Path, target: str) -> None:
        (folder / "input/link").symlink_to(target)

        assert refusal(folder) == "cases/one/input/link: is a link that leaves input/"

    def test_a_pipe_in_a_tree_is_refused(self, folder: Path) -> None:
        os.mkfifo(folder / "input/pipe")

        assert refusal(folder).startswith("cases/one/input: pipe: ")

    def test_metadata_that_names_no_file_of_the_case_is_refused(self, folder: Path) -> None:
        write(folder / "metadata.json", b'{"file_path": "src/other.py"}')

        assert refusal(folder).startswith('cases/one/metadata.json: "file_path" names other.py, ')

    def test_a_file_that_only_the_answer_holds_may_be_named(self, folder: Path) -> None:
        write(folder / "metadata.json", b'{"file_path": "src\\\\new.py"}')
        write(folder / "expected/lib/new.py")

        assert directory.read(opened(folder)).answers

    def test_a_vanished_case_is_refused(self, folder: Path) -> None:
        case = opened(folder)
        shutil.rmtree(folder)

        with pytest.raises(CaseError, match="cases/one: cannot be read: No such file"):
            directory.read(case)


class TestDigest:
    def test_it_does_not_depend_on_place_or_free_metadata(self, folder: Path, tmp_path: Path) -> None:
        before = directory.read(opened(folder)).digest
        moved = folder.rename(tmp_path / "two")
        write(moved / "metadata.json", b'{"category": "other", "x": 1}')

        assert directory.read(opened(moved)).digest == before

    def test_it_depends_on_match_level(self, folder: Path) -> None:
        case = opened(folder)
        strict = replace(case, metadata=replace(case.metadata, match=MatchLevel.EXACT))

        assert directory.read(case).digest != directory.read(strict).digest

    @pytest.mark.parametrize(
        "name", ["prompt.md", "input/shipping.py", "expected/shipping.py", "expected.2/a"]
    )
    def test_it_depends_on_prompt_and_trees(self, folder: Path, name: str) -> None:
        before = directory.read(opened(folder)).digest
        write(folder / name, b"changed")

        assert directory.read(opened(folder)).digest != before

    def test_it_tells_a_second_answer_from_a_changed_first_one(self, folder: Path) -> None:
        shutil.copytree(folder / "expected", folder / "expected.2")
        both = directory.read(opened(folder)).digest
        (folder / "expected.2").rename(folder / "expected.3")

        assert directory.read(opened(folder)).digest != both


class TestWalk:
    def test_cases_are_found_in_path_order_and_never_inside_trees_or_cases(self, tmp_path: Path) -> None:
        for name in ("b/2", "b/10", "a", "b/2/input/inner", "input/x", "expected.2/x", ".hidden/x"):
            skeleton.create(tmp_path / name)

        found = [str(case.relative_to(tmp_path)) for case in directory.walk(tmp_path)]

        assert found == ["a", "b/10", "b/2"]

    def test_a_case_itself_is_found(self, folder: Path) -> None:
        assert list(directory.walk(folder)) == [folder]

    def test_links_are_not_followed(self, folder: Path, tmp_path: Path) -> None:
        (tmp_path / "loop").symlink_to(tmp_path)

        assert list(directory.walk(tmp_path)) == [folder]
