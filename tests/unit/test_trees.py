"""A folder is held as a tree, whatever an agent left in it."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import pytest

from pytest_editbench import trees
from pytest_editbench.errors import TreeError, TreeLimitError
from pytest_editbench.model import Entry, File, Folder, Link, Tree
from pytest_editbench.trees import Limits

if TYPE_CHECKING:
    from collections.abc import Callable

takes_any_name = pytest.mark.skipif(
    sys.platform == "darwin", reason="this file system takes UTF-8 names only"
)
not_root = pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")


def at(path: str, entry: Entry) -> dict[PurePosixPath, Entry]:
    return {PurePosixPath(path): entry}


MANY_KINDS = (
    at(".hidden", File(b""))
    | at("a b/\n", File(b"\r\n\0"))
    | at("empty/folder", Folder())
    | at("link", Link("./src/../src"))
    | at("nowhere", Link("missing"))
    | at("out", Link("/etc/passwd"))
    | at("src/naïve.py", File(b"x = 1\n"))
    | at("src/run", File(b"#!/bin/sh\n", executable=True))
    | at("src/same", File(b"x = 1\n"))
)


class TestRead:
    def test_a_tree_comes_back_as_it_was_written(self, tmp_path: Path) -> None:
        trees.write(MANY_KINDS, tmp_path)

        assert trees.read(tmp_path) == MANY_KINDS

    def test_the_order_is_that_of_the_paths(self, tmp_path: Path) -> None:
        trees.write(MANY_KINDS, tmp_path)

        assert list(trees.read(tmp_path)) == sorted(MANY_KINDS)

    @takes_any_name
    def test_names_need_not_be_utf_8(self, tmp_path: Path) -> None:
        tree = at(os.fsdecode(b"caf\xe9/\xff"), Link(os.fsdecode(b"\xfe")))

        trees.write(tree, tmp_path)

        assert [os.fsencode(path.name) for path in tmp_path.iterdir()] == [b"caf\xe9"]
        assert trees.read(tmp_path) == tree

    def test_a_link_to_a_folder_is_not_entered(self, tmp_path: Path) -> None:
        (tmp_path / "secret").mkdir()
        (tmp_path / "secret/key").write_text("secret")
        (tmp_path / "root").mkdir()
        (tmp_path / "root/link").symlink_to(tmp_path / "secret")

        assert trees.read(tmp_path / "root") == at("link", Link(str(tmp_path / "secret")))

    def test_only_the_owners_executable_bit_counts(self, tmp_path: Path) -> None:
        for name, mode in (("a", 0o644), ("b", 0o655), ("c", 0o744)):
            (tmp_path / name).touch()
            (tmp_path / name).chmod(mode)

        found = trees.read(tmp_path)

        assert [entry.executable for entry in found.values() if isinstance(entry, File)] == [
            False,
            False,
            True,
        ]

    @pytest.mark.parametrize("kind", ["missing", "file", "link"])
    def test_a_root_that_is_no_folder_is_named(self, kind: str, tmp_path: Path) -> None:
        root = tmp_path / "root"
        if kind == "file":
            root.touch()
        if kind == "link":
            root.symlink_to(tmp_path)

        with pytest.raises(TreeError, match=f"{root}: cannot be read: "):
            trees.read(root)

    def test_a_fifo_is_named_and_not_waited_for(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")

        with pytest.raises(TreeError, match=r"^pipe: is neither a file, a folder nor a link$"):
            trees.read(tmp_path)

    def test_a_socket_is_named(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)  # a socket's path must be short

        with socket.socket(socket.AF_UNIX) as server:
            server.bind("ear")

            with pytest.raises(TreeError, match=r"^ear: is neither"):
                trees.read(tmp_path)

    @not_root
    @pytest.mark.parametrize("locked", ["src", "src/run"])
    def test_what_may_not_be_read_is_named(self, locked: str, tmp_path: Path) -> None:
        trees.write(MANY_KINDS, tmp_path)
        (tmp_path / locked).chmod(0)

        try:
            with pytest.raises(TreeError, match=f"^{locked}: cannot be read: Permission denied$"):
                trees.read(tmp_path)
        finally:
            (tmp_path / locked).chmod(0o700)

    def test_a_message_is_one_line_of_bounded_length(self, tmp_path: Path) -> None:
        place = tmp_path / ("long\n" * 30) / ("longer\n" * 30)
        place.mkdir(parents=True)
        os.mkfifo(place / "pipe")

        with pytest.raises(TreeError) as caught:
            trees.read(tmp_path)

        assert "\n" not in str(caught.value)
        assert "pipe" in str(caught.value)
        assert len(str(caught.value)) < 300

    def test_a_thousand_levels_are_read_and_written(self, tmp_path: Path) -> None:
        levels = sys.getrecursionlimit() + 100
        tree = at("/".join("d" * levels), File(b"deep"))
        try:
            trees.write(tree, tmp_path)

            assert trees.read(tmp_path) == tree
        finally:
            (tmp_path / next(iter(tree))).unlink()
            for level in range(levels - 1, 0, -1):  # too deep for pytest to clean up
                tmp_path.joinpath(*"d" * level).rmdir()


class TestIgnore:
    def test_what_is_ignored_is_not_there(self, tmp_path: Path) -> None:
        trees.write(at("keep/a", File(b"")) | at("keep/b", File(b"")) | at("drop/c", File(b"")), tmp_path)

        found = trees.read(tmp_path, ignore=lambda path: path.name in ("a", "drop"))

        assert found == at("keep/b", File(b""))

    def test_an_ignored_folder_is_not_entered(self, tmp_path: Path) -> None:
        (tmp_path / "drop").mkdir()
        os.mkfifo(tmp_path / "drop/pipe")

        assert trees.read(tmp_path, ignore=lambda path: path == PurePosixPath("drop")) == {}

    def test_a_folder_with_nothing_but_ignored_files_is_empty(self, tmp_path: Path) -> None:
        trees.write(at("folder/drop", File(b"")), tmp_path)

        assert trees.read(tmp_path, ignore=lambda path: path.name == "drop") == at("folder", Folder())

    def test_ignored_files_do_not_count(self, tmp_path: Path) -> None:
        trees.write({PurePosixPath(f"drop-{number}"): File(b"long") for number in range(9)}, tmp_path)

        assert trees.read(tmp_path, Limits(0, 0), ignore=lambda _: True) == {}


class TestLimits:
    def test_as_many_as_allowed_are_read(self, tmp_path: Path) -> None:
        tree = at("a", File(b"12")) | at("b", File(b"3"))
        trees.write(tree, tmp_path)

        assert trees.read(tmp_path, Limits(files=2, total_bytes=3)) == tree

    def test_one_file_more_is_refused(self, tmp_path: Path) -> None:
        trees.write(MANY_KINDS, tmp_path)

        with pytest.raises(TreeLimitError, match=r"more than 3 files and folders"):
            trees.read(tmp_path, Limits(files=3))

    def test_folders_count_as_well(self, tmp_path: Path) -> None:
        trees.write(at("a/b/c/d", Folder()), tmp_path)

        with pytest.raises(TreeLimitError):
            trees.read(tmp_path, Limits(files=3))

    def test_one_byte_more_is_refused(self, tmp_path: Path) -> None:
        trees.write(at("a", File(b"12")) | at("b", File(b"34")), tmp_path)

        with pytest.raises(TreeLimitError, match=r"more than 3 bytes in all"):
            trees.read(tmp_path, Limits(total_bytes=3))

    def test_a_file_of_a_terabyte_is_refused_by_its_size(self, tmp_path: Path) -> None:
        with (tmp_path / "huge").open("wb") as stream:
            stream.truncate(1 << 40)  # takes no room on the disk

        with pytest.raises(TreeLimitError, match=r"^huge: "):
            trees.read(tmp_path)


def remove(path: Path) -> None:
    path.unlink()


def become_a_fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def become_a_link(path: Path) -> None:
    path.unlink()
    path.symlink_to(__file__)


def become_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


class TestChangesWhileReading:
    @pytest.mark.parametrize("change", [remove, become_a_fifo, become_a_link, become_a_folder])
    def test_a_file_that_changes_is_an_error_that_names_it(
        self, change: Callable[[Path], None], tmp_path: Path
    ) -> None:
        trees.write(at("a", File(b"")) | at("b", File(b"")), tmp_path)
        listed: list[PurePosixPath] = []

        def meddle(path: PurePosixPath) -> bool:
            listed.append(path)
            if len(listed) == 2:  # both are listed, neither is read yet
                change(tmp_path / listed[0])
            return False

        with pytest.raises(TreeError, match=r"^[ab]: (cannot be read: |changed while it was read)"):
            trees.read(tmp_path, ignore=meddle)

    def test_a_folder_that_becomes_a_link_is_not_followed(self, tmp_path: Path) -> None:
        trees.write(at("root/a", Folder()) | at("root/b", Folder()) | at("secret/key", File(b"")), tmp_path)
        listed: list[PurePosixPath] = []

        def meddle(path: PurePosixPath) -> bool:
            listed.append(path)
            if len(listed) == 2:
                (tmp_path / "root" / listed[0]).rmdir()
                (tmp_path / "root" / listed[0]).symlink_to(tmp_path / "secret")
            return False

        with pytest.raises(TreeError, match=r"^[ab]: cannot be read: "):
            trees.read(tmp_path / "root", ignore=meddle)


class TestWrite:
    @pytest.mark.parametrize("path", ["/etc/x", "../x", "a/../../x", "."])
    def test_a_path_that_leaves_the_folder_is_refused(self, path: str, tmp_path: Path) -> None:
        with pytest.raises(TreeError, match=r"does not name a place inside the folder"):
            trees.write(at(path, File(b"")), tmp_path / "root")

    @pytest.mark.parametrize("above", [Link(".."), File(b"")])
    def test_nothing_is_written_beneath_a_link_or_a_file(self, above: Entry, tmp_path: Path) -> None:
        (tmp_path / "root").mkdir()

        with pytest.raises(TreeError, match=r"^a/b/c: lies beneath a file or a link"):
            trees.write(at("a", above) | at("a/b/c", File(b"")), tmp_path / "root")

        assert not (tmp_path / "b").exists()

    def test_a_link_that_stands_there_is_not_written_through(self, tmp_path: Path) -> None:
        (tmp_path / "root").mkdir()
        (tmp_path / "root/a").symlink_to(tmp_path / "victim")

        with pytest.raises(TreeError, match=r"^a: cannot be written: File exists"):
            trees.write(at("a", File(b"x")), tmp_path / "root")

        assert not (tmp_path / "victim").exists()

    @pytest.mark.parametrize("path", ["nul\0", "n" * 300])
    def test_a_name_that_the_system_refuses_is_an_error(self, path: str, tmp_path: Path) -> None:
        with pytest.raises(TreeError, match=r"cannot be written"):
            trees.write(at(path, File(b"")), tmp_path)

    def test_a_folder_may_be_named_beside_what_it_holds(self, tmp_path: Path) -> None:
        trees.write(at("a/b", File(b"")) | at("a", Folder()), tmp_path)

        assert trees.read(tmp_path) == at("a/b", File(b""))


class TestLeavingLinks:
    @pytest.mark.parametrize(
        "target",
        [
            "/",
            "/etc/passwd",
            "//x",
            "../..",
            "../../x",
            "../../src/a",
            "x/../../../y",
            "up/../../x",
            "jump/..",
        ],
    )
    def test_a_target_outside_is_found(self, target: str) -> None:
        tree = (
            at("src/link", Link(target))
            | at("src/up", Link(".."))  # stays inside by itself, at the very top
            | at("src/jump", Link("../src/up"))
        )

        assert PurePosixPath("src/link") in list(trees.leaving_links(tree))

    @pytest.mark.parametrize("target", ["a", "./a", "../src/a", "missing/..", "..", "deep/../..", "up/src/a"])
    def test_a_target_inside_is_not(self, target: str) -> None:
        tree = (
            at("top/src/link", Link(target))
            | at("top/src/up", Link(".."))
            | at("top/src/deep", Link("a/b/c"))
        )

        assert list(trees.leaving_links(tree)) == []

    def test_links_in_a_circle_come_to_an_end(self) -> None:
        tree = at("a", Link("b/x")) | at("b", Link("a/y"))

        assert list(trees.leaving_links(tree)) == []


class TestDigest:
    def test_the_order_does_not_matter(self) -> None:
        assert trees.digest(MANY_KINDS) == trees.digest(dict(reversed(MANY_KINDS.items())))

    def test_it_stays_the_same_from_release_to_release(self) -> None:
        assert trees.digest(at("a", File(b"x"))) == (
            "3244ee5bc31f141028a8f122257b7e594ae943d279fd2e273fd39c2c2129c230"
        )

    @pytest.mark.parametrize(
        "other",
        [
            {},
            at("b", File(b"x")),
            at("a", File(b"y")),
            at("a", File(b"x", executable=True)),
            at("a", Link("x")),
            at("a", Folder()),
            at("a", File(b"x")) | at("b", Folder()),
        ],
    )
    def test_every_difference_matters(self, other: Tree) -> None:
        assert trees.digest(other) != trees.digest(at("a", File(b"x")))

    def test_content_cannot_pass_for_another_file(self) -> None:
        two = at("a", File(b"")) | at("b", File(b""))

        assert trees.digest(two) != trees.digest(at("a", File(b"f1:b0:")))
