"""All faults of a case at once."""

import json
import os
import shutil
from pathlib import Path

import pytest

from pytest_editbench.cases import directory, skeleton, validation
from pytest_editbench.cases.validation import Severity

ERROR, WARNING = Severity.ERROR, Severity.WARNING


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "one"
    skeleton.create(folder)
    return folder


def faults(folder: Path) -> list[tuple[Severity, str]]:
    found = validation.faults(directory.open_case(folder, folder.name))
    return [(fault.severity, str(fault)) for fault in found]


def metadata(folder: Path, **keys: object) -> None:
    (folder / "metadata.json").write_text(json.dumps(keys))


def test_a_sound_case_has_none(folder: Path) -> None:
    assert faults(folder) == []


def test_all_are_told_at_once(folder: Path) -> None:
    (folder / "metadata.json").write_text('{"line_number": 0, "match": "x"}')
    (folder / "prompt.md").write_text(" ")
    shutil.rmtree(folder / "input")
    (folder / "expected/shipping.py").unlink()
    (folder / "expected.x").mkdir()

    assert [told.split(": ")[0] for _, told in faults(folder)] == [
        "one/metadata.json",
        "one/metadata.json",
        "one/prompt.md",
        "one/input",
        "one/expected",
        "one/expected.x",
    ]
    assert {severity for severity, _ in faults(folder)} == {ERROR}


@pytest.mark.parametrize("damage", ["{", '{"line_number": "x"}', "[]"])
def test_what_reading_raises_is_the_first_error(folder: Path, damage: str) -> None:
    (folder / "metadata.json").write_text(damage)

    assert faults(folder)[0] == (ERROR, directory.open_case(folder, "one").fault)


def test_metadata_that_cannot_be_read_is_an_error(folder: Path) -> None:
    (folder / "metadata.json").unlink()
    os.mkfifo(folder / "metadata.json")

    assert faults(folder) == [(ERROR, "one/metadata.json: cannot be read: it is not a regular file")]


def test_a_vanished_case_is_an_error(folder: Path) -> None:
    case = directory.open_case(folder, "one")
    shutil.rmtree(folder)

    assert [str(fault) for fault in validation.faults(case)] == [
        "one: cannot be read: No such file or directory"
    ]


def test_a_fault_names_its_key(folder: Path) -> None:
    metadata(folder, line_number=-3)

    (fault,) = validation.faults(directory.open_case(folder, "one"))

    assert (fault.where, fault.key) == ("one/metadata.json", "line_number")


def test_an_answer_equal_to_the_input_is_an_error(folder: Path) -> None:
    shutil.copytree(folder / "input", folder / "expected.2")

    assert faults(folder) == [(ERROR, "one/expected.2: is the same as input/: there is nothing to do")]


def test_two_equal_answers_are_a_warning(folder: Path) -> None:
    shutil.copytree(folder / "expected", folder / "expected.2")

    assert faults(folder) == [(WARNING, "one/expected.2: is the same as expected/")]


def test_an_empty_file_is_a_warning(folder: Path) -> None:
    (folder / "input/__init__.py").touch()

    assert faults(folder) == [(WARNING, "one/input/__init__.py: is empty")]


def test_an_executable_bit_that_differs_is_a_warning(folder: Path) -> None:
    (folder / "expected/shipping.py").chmod(0o755)

    assert faults(folder) == [(WARNING, "one/expected/shipping.py: is executable, unlike in input/")]


def test_a_long_prompt_is_a_warning(folder: Path) -> None:
    (folder / "prompt.md").write_text("x" * 20_001)

    ((severity, told),) = faults(folder)

    assert severity is WARNING
    assert told.startswith("one/prompt.md: has 20,001 characters")


def test_a_line_beyond_the_file_is_a_warning(folder: Path) -> None:
    metadata(folder, file_path="shipping.py", line_number=10)

    assert faults(folder) == [(WARNING, 'one/metadata.json: "line_number" is 10, but the file has 9 lines')]


def test_a_snippet_that_is_elsewhere_is_a_warning(folder: Path) -> None:
    metadata(folder, line_number=6, mutated_snippet="    if total > FREE_SHIPPING_FROM:")

    assert faults(folder) == [
        (WARNING, 'one/metadata.json: "mutated_snippet" does not stand at line 6 of the file')
    ]


def test_a_snippet_of_several_lines_is_looked_for_at_its_line(folder: Path) -> None:
    metadata(folder, line_number=7, mutated_snippet="if total > FREE_SHIPPING_FROM:\n        return 0.0\n")

    assert faults(folder) == []


def test_of_files_that_share_a_name_one_has_to_fit(folder: Path) -> None:
    metadata(folder, file_path="shipping.py", line_number=7, mutated_snippet="if total > FREE_SHIPPING_FROM:")
    for tree in ("input", "expected"):
        (folder / tree / "a").mkdir()
        (folder / tree / "a" / "shipping.py").write_text("one line\n")

    assert faults(folder) == []


def test_ids_that_come_twice_are_warnings(folder: Path, tmp_path: Path) -> None:
    skeleton.create(tmp_path / "more/one")
    cases = [directory.open_case(folder, "one"), directory.open_case(tmp_path / "more/one", "more/one")]

    (fault,) = validation.repeated_ids(cases)

    assert (fault.severity, str(fault)) == (WARNING, "more/one: has the same id as one")


def test_faults_of_sound_keys_are_told_beside_those_of_broken_ones(tmp_path: Path) -> None:
    folder = tmp_path / "one"
    for name, text in (("input", "a\n"), ("expected", "b\n")):
        (folder / name).mkdir(parents=True)
        (folder / name / "a.js").write_text(text)
    (folder / "prompt.md").write_text("Do it.\n")
    (folder / "metadata.json").write_text('{"line_number": "12a", "match": "loose", "fileName": "nope.py"}')
    told = " ".join(map(str, validation.faults(directory.open_case(folder, "one"))))
    assert all(word in told for word in ('"line_number"', '"match"', "nope.py"))
