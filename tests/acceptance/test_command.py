"""The `editbench` command prints whatever a terminal can take, and says so in one line where it cannot."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from harness import CaseTree


def editbench(
    folder: Path, *arguments: str, stdout: int = subprocess.PIPE, **environ: str
) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(
        [sys.executable, "-m", "pytest_editbench", *arguments],
        cwd=folder,
        env={**kept, **environ},
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        check=False,
    )


@pytest.fixture
def case(tmp_path: Path) -> Path:
    return CaseTree("one", prompt="# Vertausche ≤ und é\n").write(tmp_path / "cases")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_what_the_encoding_of_the_output_lacks_is_escaped(case: Path, tmp_path: Path, encoding: str) -> None:
    shown = editbench(tmp_path, "show", "cases/one", PYTHONIOENCODING=encoding)
    missing = editbench(tmp_path, "show", "cases/≤", PYTHONIOENCODING=encoding)

    assert (shown.returncode, shown.stderr) == (0, "")
    assert r"# Vertausche \u2264 und " in shown.stdout
    assert missing.returncode == 2
    assert missing.stderr == "editbench: cases/\\u2264: there is no such folder or archive\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "arguments",
    [("show", "cases/one"), ("validate", "cases"), ("agents",), ("--help",)],
    ids=lambda arguments: arguments[0],
)
def test_output_that_cannot_be_written_is_one_line_and_exit_code_2(
    case: Path, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    with Path("/dev/full").open("wb") as full:
        ended = editbench(tmp_path, *arguments, stdout=full.fileno())

    assert ended.returncode == 2
    assert ended.stderr == "editbench: the output cannot be written: No space left on device\n"


def test_a_reader_that_has_seen_enough_hears_no_complaint_nor_exit_code_0(case: Path, tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = editbench(tmp_path, "show", "cases/one", stdout=writing)
    finally:
        os.close(writing)

    assert (ended.returncode, ended.stderr) == (141, "")


def test_what_an_error_says_of_a_path_cannot_drive_the_terminal(tmp_path: Path) -> None:
    ended = editbench(tmp_path, "report", "\x1b[31m\nred")

    assert ended.returncode == 2
    assert ended.stderr == "editbench: \\x1b[31m\\nred cannot be read: No such file or directory\n"


@pytest.mark.parametrize(
    "name", ["cases/one/prompt.md::one", "cases/one/prompt.md::one[slow-trial-2]", "cases::one"]
)
def test_a_case_is_shown_by_its_pytest_id(case: Path, tmp_path: Path, name: str) -> None:
    CaseTree("two").write(tmp_path / "cases")

    assert editbench(tmp_path, "show", name).stdout.startswith("# one (cases/one), digest ")


def test_a_case_of_an_archive_is_shown_by_its_pytest_id(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        CaseTree("same").write(tmp_path / folder)
    CaseTree("other").write(tmp_path / "a")
    with tarfile.open(tmp_path / "suite.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "a", "a")
        archive.add(tmp_path / "b", "b")
    environ = {"EDITBENCH_CACHE": str(tmp_path / "cache")}

    other = editbench(tmp_path, "show", "suite.tar.gz::other", **environ)
    same = editbench(tmp_path, "show", "suite.tar.gz::b/same[trial-2]", **environ)
    nobody = editbench(tmp_path, "show", "suite.tar.gz::same", **environ)

    assert other.stdout.startswith("# other (suite.tar.gz!a/other), digest ")
    assert same.stdout.startswith("# b/same (suite.tar.gz!b/same), digest ")
    assert (nobody.returncode, nobody.stderr) == (
        2,
        "editbench: suite.tar.gz has no case same; it has: other, a/same, b/same\n",
    )
