"""What a worker leaves for the controller."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_editbench import announcements
from pytest_editbench.cases import skeleton
from pytest_editbench.model import Outcome


@pytest.fixture
def told(tmp_path: Path) -> announcements.Announcement:
    skeleton.create(tmp_path / "one")
    path = str(tmp_path / "one")
    return announcements.Announcement("one/prompt.md::one", "one", "here/one", path, "mycli", 2)


def test_the_trial_is_read_again_from_the_case(told: announcements.Announcement, tmp_path: Path) -> None:
    announcements.write(tmp_path / "new" / "gw0", told)
    read = announcements.read(tmp_path / "new" / "gw0", told.nodeid)

    assert read == told
    assert (read.blank.case, read.blank.agent, read.blank.number) == ("one", "mycli", 2)
    assert (read.blank.outcome, read.blank.metadata.category) == (Outcome.SKIPPED, "operator")


def test_what_is_written_tells_nothing_that_is_in_the_case(
    told: announcements.Announcement, tmp_path: Path
) -> None:
    announcements.write(tmp_path / "gw0", told)

    assert set(json.loads((tmp_path / "gw0").read_text())) == {
        "nodeid",
        "case",
        "where",
        "path",
        "agent",
        "trial",
    }


@pytest.mark.parametrize("content", ["", "{", "[]", '{"nodeid": "one/prompt.md::one"}', None])
def test_what_is_torn_or_missing_is_none(
    told: announcements.Announcement, tmp_path: Path, content: str | None
) -> None:
    if content is not None:
        (tmp_path / "gw0").write_text(content)

    assert announcements.read(tmp_path / "gw0", told.nodeid) is None


def test_the_announcement_of_another_test_is_none(told: announcements.Announcement, tmp_path: Path) -> None:
    announcements.write(tmp_path / "gw0", told)

    assert announcements.read(tmp_path / "gw0", "test_own.py::test_own") is None
