"""What a worker leaves for the controller."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_editbench import announcements
from pytest_editbench.cases import skeleton
from pytest_editbench.model import Outcome

KEY = "0f" * 32


@pytest.fixture
def told(tmp_path: Path) -> announcements.Announcement:
    skeleton.create(tmp_path / "one")
    path = str(tmp_path / "one")
    return announcements.Announcement("one/prompt.md::one", "one", "here/one", path, "mycli", 2)


def test_the_trial_is_read_again_from_the_case(told: announcements.Announcement, tmp_path: Path) -> None:
    announcements.write(tmp_path / "new" / "gw0", told, KEY)
    read = announcements.read(tmp_path / "new" / "gw0", told.nodeid, KEY)

    assert read == told
    assert (read.blank.case, read.blank.agent, read.blank.number) == ("one", "mycli", 2)
    assert (read.blank.outcome, read.blank.metadata.category) == (Outcome.SKIPPED, "operator")


def test_what_is_written_tells_nothing_that_is_in_the_case(
    told: announcements.Announcement, tmp_path: Path
) -> None:
    announcements.write(tmp_path / "gw0", told, KEY)
    signature, _, text = (tmp_path / "gw0").read_text().partition("\n")

    assert set(json.loads(text)) == {"nodeid", "case", "where", "path", "agent", "trial"}
    assert KEY not in signature


def edit(place: Path) -> None:
    place.write_text(place.read_text().replace('"mycli"', '"other"'))


def sparse(place: Path) -> None:
    place.touch()
    os.truncate(place, 1 << 40)


def swap(make: Callable[[Path], object]) -> Callable[[Path], None]:
    def swapped(place: Path) -> None:
        place.unlink()
        make(place)

    return swapped


SPOILS: dict[str, Callable[[Path], object]] = {
    "nothing": lambda place: place.write_text(""),
    "torn": lambda place: os.truncate(place, 70),
    "not signed": lambda place: place.write_text(place.read_text().partition("\n")[2]),
    "odd bytes": lambda place: place.write_bytes(b"\xff\n\xff"),
    "deep": lambda place: place.write_text("[" * 200_000),
    "edited": edit,
    "gone": lambda place: place.unlink(),
    "a FIFO": swap(os.mkfifo),
    "a folder": swap(Path.mkdir),
    "a link": swap(lambda place: place.symlink_to("/dev/zero")),
    "huge": swap(sparse),
}


@pytest.mark.parametrize("spoil", SPOILS)
def test_what_was_spoilt_is_none(told: announcements.Announcement, tmp_path: Path, spoil: str) -> None:
    announcements.write(tmp_path / "gw0", told, KEY)
    SPOILS[spoil](tmp_path / "gw0")

    assert announcements.read(tmp_path / "gw0", told.nodeid, KEY) is None


def test_the_announcement_of_another_test_or_session_is_none(
    told: announcements.Announcement, tmp_path: Path
) -> None:
    announcements.write(tmp_path / "gw0", told, KEY)

    assert announcements.read(tmp_path / "gw0", "test_own.py::test_own", KEY) is None
    assert announcements.read(tmp_path / "gw0", told.nodeid, "f0" * 32) is None


@pytest.mark.parametrize("make", [os.mkfifo, Path.touch, lambda place: place.symlink_to("gw1")])
def test_what_stands_where_the_draft_goes_is_put_aside(
    told: announcements.Announcement, tmp_path: Path, make: Callable[[Path], object]
) -> None:
    make(tmp_path / "gw0.draft")
    announcements.write(tmp_path / "gw0", told, KEY)

    assert announcements.read(tmp_path / "gw0", told.nodeid, KEY) == told
    assert not (tmp_path / "gw1").exists()


@pytest.mark.parametrize("name", ["gw0", "gw0.draft", "folder"])
def test_what_cannot_be_written_is_left(told: announcements.Announcement, tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").touch() if name == "folder" else (tmp_path / "folder" / name).mkdir(parents=True)
    announcements.write(tmp_path / "folder" / "gw0", told, KEY)

    assert announcements.read(tmp_path / "folder" / "gw0", told.nodeid, KEY) is None


class TestOfNodeId:
    def known(self, nodeid: str, root: Path, *suffixes: str) -> tuple[str, str, int] | None:
        numbered = {suffix: (f"label{suffix}", number) for number, suffix in enumerate(suffixes or [""], 1)}
        told = announcements.of_node_id(nodeid, root, numbered)
        return (told.case, told.agent, told.trial) if told else None

    @pytest.mark.usefixtures("told")
    def test_a_case_is_told_by_its_folder(self, tmp_path: Path) -> None:
        guessed = announcements.of_node_id("one/prompt.md::one", tmp_path, {"": (None, 1)})

        assert guessed is not None
        assert (guessed.case, guessed.agent, guessed.trial) == ("one", "-", 1)
        assert guessed.blank.metadata.category == "operator"

    def test_the_root_may_be_the_case(self, tmp_path: Path) -> None:
        assert self.known("prompt.md::one", tmp_path / "one") == ("one", "label", 1)

    def test_the_suffix_tells_agent_and_trial(self, tmp_path: Path) -> None:
        nodeid = "a/x[b]/prompt.md::x[b][trial-2]"

        assert self.known(nodeid, tmp_path, "[trial-1]", "[trial-2]") == ("x[b]", "label[trial-2]", 2)

    def test_a_case_of_an_archive_is_told_by_its_name(self, tmp_path: Path) -> None:
        assert self.known("s.tar.gz::v1/one[b]", tmp_path, "[a]", "[b]") == ("v1/one", "label[b]", 2)

    @pytest.mark.parametrize(
        "nodeid", ["test_own.py::test_own", "one/prompt.md::two", "one/prompt.md", "s.zip", "docs/x.md::one"]
    )
    def test_what_is_no_case_is_none(self, tmp_path: Path, nodeid: str) -> None:
        assert self.known(nodeid, tmp_path, "", "[b]") is None
