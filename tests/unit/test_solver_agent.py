"""The solver as an agent: a real workspace on disk."""

from pathlib import Path

import pytest

from pytest_editbench.agents.solver import Solver
from pytest_editbench.model import AgentResult, Task, Workspace

REPLACE = "Replace this block:\n```\na\n```\nWith this:\n```\nb\n```\n"


def run(prompt: str, root: Path) -> AgentResult:
    workspace = Workspace(
        path=root,
        usage_file=root.parent / "usage.json",
        output=root.parent / "output",
        environ={},
        marker="",
        timeout=10,
    )
    return Solver().run(Task(prompt=prompt, input={}), workspace)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    folder.mkdir()
    (folder / "a.py").write_bytes(b"a\r\n")
    return folder


def test_the_solver_edits_the_workspace_and_says_which_files(root: Path) -> None:
    result = run(REPLACE, root)
    assert (root / "a.py").read_bytes() == b"b\r\n"
    assert result.answered
    assert result.text == "changed a.py"


def test_what_it_does_not_understand_it_says_and_changes_nothing(root: Path) -> None:
    before = (root / "a.py").stat().st_mtime_ns
    result = run("Make it nicer.", root)
    assert (root / "a.py").stat().st_mtime_ns == before
    assert result.answered
    assert result.text
    assert result.text.startswith("not understood: ")
    assert result.output_tail == result.text


def test_a_git_repository_in_the_workspace_is_not_searched(root: Path) -> None:
    (root / ".git").mkdir()
    (root / ".git" / "a.py").write_bytes(b"a\n")
    run(REPLACE, root)
    assert (root / ".git" / "a.py").read_bytes() == b"a\n"
    assert (root / "a.py").read_bytes() == b"b\r\n"


def test_files_that_are_not_named_are_not_written(root: Path) -> None:
    (root / "other.py").write_bytes(b"x\n")
    before = (root / "other.py").stat().st_mtime_ns
    run(REPLACE, root)
    assert (root / "other.py").stat().st_mtime_ns == before


def test_a_moved_file_leaves_no_empty_folder_and_keeps_its_mode(root: Path) -> None:
    (root / "old").mkdir()
    (root / "old" / "run.sh").write_bytes(b"x\n")
    (root / "old" / "run.sh").chmod(0o755)
    result = run("Move the file `old/run.sh` to `new/bin/run.sh`.", root)
    moved = root / "new" / "bin" / "run.sh"
    assert moved.read_bytes() == b"x\n", result.text
    assert moved.stat().st_mode & 0o100
    assert not (root / "old").exists()


def test_a_file_takes_the_place_of_a_folder_and_only_then(root: Path) -> None:
    (root / "b.py").mkdir()
    (root / "b.py/c.py").write_bytes(b"x\n")
    create = "Create the new file `b.py` with exactly this content:\n\n```\ny\n```\n"

    assert run(create, root).text.startswith("not understood: ")
    assert run(f"{create}\nDelete the file `b.py/c.py`.\n", root).answered
    assert (root / "b.py").read_bytes() == b"y\n"
