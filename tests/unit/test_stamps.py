"""Whether a folder is still as it was."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_editbench import stamps

TOUCHES: dict[str, Callable[[Path], object]] = {
    "other bytes": lambda folder: (folder / "in" / "a").write_text("b"),
    "the same bytes": lambda folder: (folder / "in" / "a").write_text("a"),
    "a mode": lambda folder: (folder / "in" / "a").chmod(0o755),
    "a new file": lambda folder: (folder / "in" / "b").touch(),
    "a new folder": lambda folder: (folder / "new").mkdir(),
    "a lost file": lambda folder: (folder / "in" / "a").unlink(),
    "a lost folder": lambda folder: shutil.rmtree(folder),
    "a link led elsewhere": lambda folder: (
        (folder / "link").unlink(),
        (folder / "link").symlink_to("elsewhere"),
    ),
    "old times set back": lambda folder: os.utime(folder / "in" / "a", ns=(0, 0)),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "folder"
    (place / "in").mkdir(parents=True)
    (place / "in" / "a").write_text("a")
    os.utime(place / "in" / "a", ns=(0, 0))
    (place / "link").symlink_to("in")
    return place


def test_a_folder_that_nobody_touches_keeps_its_stamp(folder: Path) -> None:
    before = stamps.of(folder)
    (folder / "in" / "a").read_bytes()

    assert stamps.of(folder) == before


@pytest.mark.parametrize("touch", TOUCHES)
def test_whatever_is_done_to_a_folder_changes_its_stamp(folder: Path, touch: str) -> None:
    before = stamps.of(folder)
    TOUCHES[touch](folder)

    assert stamps.of(folder) != before


def test_a_folder_that_is_moved_keeps_its_stamp(folder: Path) -> None:
    before = stamps.of(folder)

    assert stamps.of(folder.rename(folder.with_name("moved"))) == before


def test_only_what_counts_is_looked_at(folder: Path) -> None:
    before = stamps.of(folder, lambda name: name != "notes")
    (folder / "notes").write_text("x")

    assert stamps.of(folder, lambda name: name != "notes") == before

    (folder / "in" / "notes").write_text("x")

    assert stamps.of(folder, lambda name: name != "notes") != before


def test_a_place_where_no_folder_is_has_a_stamp_too(folder: Path) -> None:
    assert stamps.of(folder / "nowhere") == stamps.of(folder / "nowhere") != stamps.of(folder / "in" / "a")
