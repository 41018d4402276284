"""A kept workspace runs nothing with the rights of who ran the session."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_editbench import workspace
from pytest_editbench.runner import artifacts, rights


def mode(path: Path) -> int:
    """Its permissions and special bits."""
    return stat.S_IMODE(path.lstat().st_mode)


def tree(place: Path) -> Path:
    """A folder with special bits on it and in it, and a link out of it."""
    work = place / "work"
    (work / "sub").mkdir(parents=True)
    (work / "sub/tool").touch()
    (work / "plain").touch()
    (place / "outside").touch()
    (work / "link").symlink_to(place / "outside")
    (work / "link-to-folder").symlink_to(place)
    for path, bits in {"plain": 0o640, "sub/tool": 0o6755, "sub": 0o3755, ".": 0o2755}.items():
        (work / path).chmod(bits)
    (place / "outside").chmod(0o4755)
    return work


def moved(work: Path, target: Path) -> None:
    """Kept by a move."""
    artifacts.keep(work, str(target))


def copied(work: Path, target: Path) -> None:
    """Kept by a copy."""
    assert artifacts.copy(work, target) == ""


@pytest.mark.parametrize("kept", [moved, copied])
def test_no_special_bit_is_kept_and_no_link_followed(
    tmp_path: Path, kept: Callable[[Path, Path], None]
) -> None:
    target = tmp_path / "kept"
    kept(tree(tmp_path), target)

    found = {name: mode(target / name) for name in (".", "plain", "sub", "sub/tool")}
    assert found == {".": 0o755, "plain": 0o640, "sub": 0o755, "sub/tool": 0o755}
    assert mode(tmp_path / "outside") == 0o4755
    assert (target / "link").is_symlink()


def test_what_is_locked_is_opened_to_its_owner(tmp_path: Path) -> None:
    work = tree(tmp_path)
    (work / "sub").chmod(0o2011)
    rights.settle(work)
    assert (mode(work / "sub"), mode(work / "sub/tool")) == (0o711, 0o755)


def test_no_nesting_is_too_deep(tmp_path: Path) -> None:
    handle = os.open(tmp_path, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=handle)
        inner = os.open("d", os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = inner
    os.close(os.open("tool", os.O_CREAT | os.O_WRONLY, dir_fd=handle))
    os.chmod("tool", 0o4755, dir_fd=handle)

    rights.settle(tmp_path)

    assert stat.S_IMODE(os.stat("tool", dir_fd=handle).st_mode) == 0o755
    os.close(handle)
    workspace.remove(tmp_path / "d")


def test_what_is_no_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "tool").touch()
    (tmp_path / "tool").chmod(0o4755)
    (tmp_path / "link").symlink_to(tmp_path / "folder")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/tool").touch()
    shutil.copymode(tmp_path / "tool", tmp_path / "folder/tool")
    for place in ("tool", "link", "nowhere"):
        rights.settle(tmp_path / place)
    assert mode(tmp_path / "tool") == 0o4755
    assert mode(tmp_path / "folder/tool") == 0o4755
