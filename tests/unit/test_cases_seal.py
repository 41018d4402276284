"""Whether a case is still as it was."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_editbench.cases import seal, skeleton

NO_CHANGES: dict[str, Callable[[Path], object]] = {
    "a swap file": lambda folder: (folder / ".prompt.md.swp").touch(),
    "notes": lambda folder: (folder / "notes.txt").write_text("x"),
    "a folder of somebody's": lambda folder: (folder / "old").mkdir(),
    "touched": lambda folder: (folder / "prompt.md").touch(),
    "other modes": lambda folder: (folder / "prompt.md").chmod(0o600),
    "modes of folders": lambda folder: (folder / "input").chmod(0o700),
    "written again": lambda folder: rewritten(folder / "prompt.md"),
    "copied over": lambda folder: copied(folder / "input"),
}
CHANGES: dict[str, Callable[[Path], object]] = {
    "another prompt": lambda folder: (folder / "prompt.md").write_text("x"),
    "other metadata": lambda folder: (folder / "metadata.json").write_text("{}"),
    "no metadata": lambda folder: (folder / "metadata.json").unlink(),
    "a file more": lambda folder: (folder / "input" / "more").touch(),
    "an empty folder": lambda folder: (folder / "expected" / "more").mkdir(),
    "one more answer": lambda folder: (folder / "expected.2").mkdir(),
    "executable": lambda folder: first(folder / "expected").chmod(0o755),
    "a link instead": lambda folder: linked(first(folder / "expected")),
    "a FIFO instead": lambda folder: piped(first(folder / "expected")),
    "huge": lambda folder: os.truncate(first(folder / "expected"), 1 << 40),
    "gone": lambda folder: shutil.rmtree(folder),
    "bytes of the same number and times": lambda folder: forged(folder / "prompt.md"),
}


def first(folder: Path) -> Path:
    return next(path for path in sorted(folder.rglob("*")) if path.is_file())


def rewritten(path: Path) -> None:
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(data)


def copied(folder: Path) -> None:
    shutil.copytree(folder, folder.with_name("copy"))
    shutil.rmtree(folder)
    folder.with_name("copy").rename(folder)


def linked(path: Path) -> None:
    path.rename(path.with_name("other"))
    path.symlink_to("other")


def piped(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def forged(path: Path) -> None:
    status = path.stat()
    path.write_bytes(bytes(len(path.read_bytes())))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    skeleton.create(tmp_path / "one")
    time.sleep(0.02)  # a file system's clock may tick that slowly
    return tmp_path / "one"


@pytest.mark.parametrize("touch", NO_CHANGES)
def test_a_case_of_the_same_content_is_the_same(folder: Path, touch: str) -> None:
    earlier = seal.seal_case(folder)
    NO_CHANGES[touch](folder)

    assert seal.case_holds(folder, earlier)


@pytest.mark.parametrize("touch", CHANGES)
def test_a_case_of_another_content_is_another(folder: Path, touch: str) -> None:
    earlier = seal.seal_case(folder)
    CHANGES[touch](folder)

    assert not seal.case_holds(folder, earlier)


def test_a_place_where_no_case_is_has_a_seal_too(tmp_path: Path) -> None:
    earlier = seal.seal_case(tmp_path / "nowhere")

    assert seal.case_holds(tmp_path / "nowhere", earlier)

    skeleton.create(tmp_path / "nowhere")

    assert not seal.case_holds(tmp_path / "nowhere", earlier)


def test_of_a_huge_case_the_stamps_count(folder: Path) -> None:
    os.truncate(first(folder / "input"), 1 << 40)
    earlier = seal.seal_case(folder)

    assert seal.case_holds(folder, earlier)

    time.sleep(0.02)
    first(folder / "input").touch()

    assert not seal.case_holds(folder, earlier)
