"""Archives of cases: what is kept, and how often they are unpacked."""

import os
import shutil
import stat
import tarfile
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_editbench.cases import archive, directory, recognition, seal, skeleton
from pytest_editbench.errors import ArchiveError

SUFFIXES = [".tar.gz", ".tgz", ".tar", ".zip"]


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    suite = tmp_path / "suite"
    skeleton.create(suite / "fixtures/one")
    skeleton.create(suite / "fixtures/two")
    one = suite / "fixtures/one"
    (one / "input/run.sh").write_bytes(b"#!/bin/sh\r\n")
    (one / "input/run.sh").chmod(0o755)
    (one / "input/link").symlink_to("shipping.py")
    (one / "input/empty").mkdir()
    return suite


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def pack(folder: Path, suffix: str) -> Path:
    packed = folder.with_name(f"{folder.name}{suffix}")
    if suffix == ".zip":
        _zip(folder, packed)
    else:
        with tarfile.open(packed, "w" if suffix == ".tar" else "w:gz") as tar:
            tar.add(folder, ".")
    return packed


def _zip(folder: Path, packed: Path) -> None:
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out:
        for path in sorted(folder.rglob("*")):
            name = str(path.relative_to(folder))
            if path.is_symlink():
                member = zipfile.ZipInfo(name)
                member.external_attr = (stat.S_IFLNK | 0o777) << 16
                out.writestr(member, str(path.readlink()))
            else:
                out.write(path, name)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_every_kind_of_archive_keeps_contents_modes_and_links(suite: Path, cache: Path, suffix: str) -> None:
    root = archive.unpack(pack(suite, suffix), cache)

    assert [str(inner) for inner in archive.find(root)] == ["fixtures/one", "fixtures/two"]
    assert _contents(root / "fixtures/one") == _contents(suite / "fixtures/one")


def _contents(folder: Path) -> object:
    contents = directory.read(directory.open_case(folder, "one"))
    return contents.digest, contents.input


@pytest.mark.parametrize("name", ["a.tar.gz", "a.tgz", "a.tar", "A.ZIP"])
def test_an_archive_is_told_by_its_name(name: str) -> None:
    assert recognition.is_archive(Path(name))


@pytest.mark.parametrize("name", ["a.tar.bz2", "a.gz", "zip", "a.zip.txt"])
def test_other_names_are_no_archives(name: str) -> None:
    assert not recognition.is_archive(Path(name))


def test_the_content_decides_how_an_archive_is_read(suite: Path, cache: Path) -> None:
    packed = pack(suite, ".zip")
    misnamed = packed.rename(packed.with_suffix(".tar"))

    assert len(archive.find(archive.unpack(misnamed, cache))) == 2


def test_an_archive_is_unpacked_once_per_content(suite: Path, cache: Path) -> None:
    packed = pack(suite, ".tar.gz")
    copy = shutil.copy(packed, packed.with_name("copy.tar.gz"))
    first = archive.unpack(packed, cache)
    before = (first / "fixtures/one/prompt.md").stat()

    again = archive.unpack(Path(copy), cache)

    assert again == first
    assert (again / "fixtures/one/prompt.md").stat().st_ino == before.st_ino


def test_a_changed_archive_is_unpacked_anew(suite: Path, cache: Path) -> None:
    first = archive.unpack(pack(suite, ".tar"), cache)
    (suite / "fixtures/one/prompt.md").write_text("Something else.")

    second = archive.unpack(pack(suite, ".tar"), cache)

    assert (second / "fixtures/one/prompt.md").read_text() == "Something else."
    assert (first / "fixtures/one/prompt.md").read_text() != "Something else."


def _change(case: Path) -> None:
    prompt = case / "prompt.md"
    times = prompt.stat()
    prompt.write_bytes(prompt.read_bytes().replace(b"50", b"51"))
    os.utime(prompt, ns=(times.st_atime_ns, times.st_mtime_ns))


def _replace_by_pipe(case: Path) -> None:
    (case / "prompt.md").unlink()
    os.mkfifo(case / "prompt.md")


@pytest.mark.parametrize(
    "damage",
    [
        _change,
        _replace_by_pipe,
        lambda case: shutil.rmtree(case),
        lambda case: (case / "prompt.md").unlink(),
        lambda case: (case / "input/run.sh").chmod(0o644),
        lambda case: (case / "input/more").touch(),
        lambda case: (case / "input/empty").rmdir(),
        lambda case: (case.parents[2] / "seal.json").write_text("{}"),
        lambda case: (case.parents[2] / "seal.json").write_text("["),
        lambda case: (case.parents[2] / "seal.json").unlink(),
        lambda case: shutil.rmtree(case.parents[2]),
    ],
)
def test_a_copy_that_was_damaged_is_made_anew(
    suite: Path, cache: Path, damage: Callable[[Path], object]
) -> None:
    packed = pack(suite, ".tar.gz")
    one = archive.unpack(packed, cache) / "fixtures/one"
    whole = _contents(one)
    damage(one)

    archive.unpack(packed, cache)

    assert _contents(one) == whole


def test_a_copy_whose_times_alone_changed_is_used(suite: Path, cache: Path) -> None:
    packed = pack(suite, ".tar.gz")
    prompt = archive.unpack(packed, cache) / "fixtures/one/prompt.md"
    before = prompt.stat()
    os.utime(prompt, (1, 1))

    archive.unpack(packed, cache)

    assert prompt.stat().st_ino == before.st_ino
    assert prompt.stat().st_mtime == 1


def test_a_seal_sees_a_link_led_elsewhere(suite: Path) -> None:
    earlier = seal.seal(suite)
    link = suite / "fixtures/one/input/link"
    link.unlink()
    link.symlink_to("elsewhere")

    assert not seal.holds(suite, earlier)


def test_what_an_interrupted_unpacking_left_is_cleared(suite: Path, cache: Path) -> None:
    packed = pack(suite, ".tar.gz")
    entry = archive.unpack(packed, cache).parent
    entry.rename(entry.with_suffix(".draft"))

    archive.unpack(packed, cache)

    assert sorted(path.suffix for path in entry.parent.iterdir()) == ["", ".lock"]


def test_many_at_once_share_one_copy(suite: Path, cache: Path) -> None:
    packed = pack(suite, ".tar.gz")
    roots: list[Path] = []
    threads = [threading.Thread(target=lambda: roots.append(archive.unpack(packed, cache))) for _ in range(8)]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(roots) == 8
    assert len(set(roots)) == 1


def test_the_cache_is_private(suite: Path, cache: Path) -> None:
    (cache / "unpacked-1").mkdir(parents=True)
    (cache / "unpacked-1").chmod(0o777)

    root = archive.unpack(pack(suite, ".zip"), cache)

    assert stat.S_IMODE(root.parents[1].stat().st_mode) == 0o700


def test_a_cache_that_is_a_link_is_refused(suite: Path, cache: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    cache.mkdir()
    (cache / "unpacked-1").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(ArchiveError, match="set EDITBENCH_CACHE to another place"):
        archive.unpack(pack(suite, ".zip"), cache)


def test_a_cache_that_cannot_be_made_is_told(suite: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(
        ArchiveError, match="cannot be used as a cache folder: Not a directory; set EDITBENCH_CACHE"
    ):
        archive.unpack(pack(suite, ".zip"), tmp_path / "file/cache")


def test_the_environment_may_name_the_cache(
    suite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITBENCH_CACHE", str(tmp_path / "mine"))

    assert archive.unpack(pack(suite, ".tar")).is_relative_to(tmp_path / "mine")


def test_without_it_the_user_s_cache_folder_is_used(
    suite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("EDITBENCH_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))

    assert "pytest-editbench" in archive.unpack(pack(suite, ".tar")).relative_to(tmp_path).parts


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, Path.exists])
def test_what_is_no_file_is_refused(tmp_path: Path, cache: Path, make: Callable[[Path], object]) -> None:
    make(tmp_path / "suite.zip")

    with pytest.raises(ArchiveError, match=r"suite\.zip: (it is not a|there is no such) file"):
        archive.unpack(tmp_path / "suite.zip", cache)
