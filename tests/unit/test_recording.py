"""A record file that others can reach."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_editbench.recording import Recording


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "r.jsonl"


@pytest.fixture
def recording(path: Path) -> Recording:
    recording = Recording(path)
    recording.write({"kind": "header", "agents": []})
    recording.write({"kind": "trial", "case": "é\ud800"})
    return recording


def swapped(path: Path, make: Callable[[Path], object]) -> None:
    path.rename(path.with_name("other"))
    make(path)


SPOILS: dict[str, Callable[[Path], object]] = {
    "removed": lambda path: path.unlink(),
    "emptied": lambda path: path.write_text(""),
    "replaced": lambda path: swapped(path, lambda path: path.write_text("{}\n")),
    "linked": lambda path: swapped(path, lambda path: path.symlink_to("other")),
    "a FIFO": lambda path: swapped(path, os.mkfifo),
    "a folder": lambda path: swapped(path, Path.mkdir),
    "lines more": lambda path: path.write_bytes(path.read_bytes() + b"{}\n" * 99),
    "edited": lambda path: path.write_bytes(path.read_bytes().replace(b"trial", b"taste")),
    "huge": lambda path: os.truncate(path, 1 << 40),
}


def test_what_only_the_session_wrote_is_whole(recording: Recording, path: Path) -> None:
    recording.write({"kind": "closing"})
    recording.close()
    path.touch()

    assert recording.is_whole()


@pytest.mark.parametrize("spoil", SPOILS)
def test_what_somebody_else_did_is_seen(recording: Recording, path: Path, spoil: str) -> None:
    SPOILS[spoil](path)
    recording.write({"kind": "closing"})
    recording.close()

    assert not recording.is_whole()
