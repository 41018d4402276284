"""Where kept things are kept: a folder that is the user's own, or words that say what to do."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from pytest_editbench import caches
from pytest_editbench.errors import UsageError


def test_the_folder_is_made_and_nobody_elses(tmp_path: Path) -> None:
    folder = caches.store("things", tmp_path / "cache")

    assert folder == tmp_path / "cache" / "things"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("place", ["file", "/proc/editbench", "x" * 300])
def test_a_place_where_nothing_can_be_kept_is_told_with_its_remedy(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(caches.VARIABLE, str(tmp_path / place))

    with pytest.raises(
        UsageError, match=r"cannot be used as a cache folder: .*; set EDITBENCH_CACHE to another"
    ):
        caches.store("things")


def test_a_folder_that_may_not_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)

    with pytest.raises(UsageError, match="nothing can be written there"):
        caches.store("things", tmp_path)


def test_a_link_is_nobodys_folder(tmp_path: Path) -> None:
    (tmp_path / "things").symlink_to(tmp_path)

    with pytest.raises(UsageError, match="is not this user's own folder"):
        caches.store("things", tmp_path)
