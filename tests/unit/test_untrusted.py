"""What an agent could have touched is read without following, waiting, or taking more than asked for."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from pytest_editbench import untrusted


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "told"


def test_a_regular_file_is_read_up_to_the_limit(place: Path) -> None:
    place.write_bytes(b"abcdef")

    assert untrusted.read(place, 4) == b"abcd"


def test_a_link_is_not_followed(place: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    place.symlink_to("secret")

    with pytest.raises(OSError, match="symbolic links"):
        untrusted.read(place, 10)


def test_a_pipe_is_not_waited_for(place: Path) -> None:
    os.mkfifo(place)

    with pytest.raises(OSError, match="not a regular file"):
        untrusted.read(place, 10)


def test_a_folder_is_no_file(place: Path) -> None:
    place.mkdir()

    with pytest.raises(OSError, match="not a regular file"):
        untrusted.read(place, 10)


def test_a_socket_is_no_file(place: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(place))

        with pytest.raises(OSError, match=r"such device|not supported"):
            untrusted.read(place, 10)


def test_a_refused_file_leaves_no_handle_open(place: Path) -> None:
    place.mkdir()
    before = len([*Path("/dev/fd").iterdir()])

    for _ in range(3):
        with pytest.raises(OSError, match="not a regular file"):
            untrusted.read(place, 10)

    assert len([*Path("/dev/fd").iterdir()]) == before


def test_a_new_file_is_never_written_through_a_link(place: Path, tmp_path: Path) -> None:
    (tmp_path / "other").write_text("kept")
    place.symlink_to("other")

    with pytest.raises(FileExistsError):
        untrusted.created(place)

    assert (tmp_path / "other").read_text() == "kept"
