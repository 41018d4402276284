"""A new case to start from."""

from pathlib import Path

import pytest

from pytest_editbench.cases import directory, skeleton, validation
from pytest_editbench.errors import UsageError


def test_it_has_no_fault(tmp_path: Path) -> None:
    skeleton.create(tmp_path / "cases/my-first-001")

    case = directory.open_case(tmp_path / "cases/my-first-001", "my-first-001")

    assert case.fault is None
    assert validation.faults(case) == []


def test_its_prompt_says_how_to_get_from_input_to_expected(tmp_path: Path) -> None:
    from pytest_editbench.agents import solver

    skeleton.create(tmp_path / "one")
    contents = directory.read(directory.open_case(tmp_path / "one", "one"))

    assert solver.solve(contents.prompt, contents.input) == contents.answers["expected"]


def test_an_existing_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()

    with pytest.raises(UsageError, match="one: exists already"):
        skeleton.create(tmp_path / "one")

    assert list((tmp_path / "one").iterdir()) == []


@pytest.mark.parametrize("name", ["..", "-x", ".x", "a b", "a[1]", "a::b", "ü", "x" * 101, "a\n"])
def test_a_name_that_is_no_plain_word_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="cannot be a case id"):
        skeleton.create(tmp_path / name)

    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(UsageError, match="one: cannot be made: File exists"):
        skeleton.create(tmp_path / "file/one")
