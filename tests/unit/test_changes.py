"""A change is stored as a patch that git takes, and comes back as it was."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from base64 import b85encode
from pathlib import Path, PurePosixPath

import pytest

from pytest_editbench import changes, trees
from pytest_editbench.errors import RecordError, TreeError
from pytest_editbench.model import Entry, File, Folder, Link, Tree

PLENTY = 1 << 20
LATIN_1 = os.fsdecode(b"caf\xe9.txt")  # not UTF-8


def at(path: str, entry: Entry | bytes) -> dict[PurePosixPath, Entry]:
    return {PurePosixPath(path): File(entry) if isinstance(entry, bytes) else entry}


CHANGES: dict[str, tuple[Tree, Tree]] = {
    "text": (at("a.txt", b"one\ntwo\n"), at("a.txt", b"one\n2\n")),
    "CRLF": (at("a.txt", b"one\r\ntwo\r\n"), at("a.txt", b"one\ntwo\r\n")),
    "no final newline": (at("a.txt", b"one\n"), at("a.txt", b"one")),
    "NUL bytes": (at("a.bin", b"\0\1\2"), at("a.bin", bytes(range(256)) * 9)),
    "a line of exactly 52 bytes": (at("a", b""), at("a", random.Random(1).randbytes(41))),
    "many lines": (at("a", b"x"), at("a", random.Random(2).randbytes(5000))),
    "executable now": (at("run", File(b"go\n")), at("run", File(b"go\n", executable=True))),
    "executable no more": (at("run", File(b"go\n", executable=True)), at("run", File(b"stay\n"))),
    "created": ({}, at("deep/er/new.txt", b"x\n")),
    "created empty": ({}, at("__init__.py", b"")),
    "created executable": ({}, at("run", File(b"x", executable=True))),
    "deleted": (at("deep/er/old.txt", b"x\n"), {}),
    "deleted empty": (at("__init__.py", b""), {}),
    "emptied": (at("a.txt", b"x\n"), at("a.txt", b"")),
    "filled": (at("a.txt", b""), at("a.txt", b"x\n")),
    "link created": ({}, at("l", Link("./a/../b"))),
    "link retargeted": (at("l", Link("a")), at("l", Link("b"))),
    "link deleted": (at("l", Link("a")), {}),
    "file to link": (at("a", b"x\n"), at("a", Link("b"))),
    "link to file": (at("a", Link("b")), at("a", File(b"b", executable=True))),
    "file to folder": (at("a", b"x\n"), at("a/b", b"x\n")),
    "folder to file": (at("a/b", b"x\n"), at("a", b"y\n")),
    "folder to link": (at("a/b", b"x\n"), at("a", Link("c"))),
    "space": (at("a b b/a", b"1"), at("a b b/a", b"2")),
    "trailing space": (at("a ", b"1"), at("a ", b"2")),
    "quotes and backslash": (at('"q\\n"', b"1"), at('"q\\n"', b"2")),
    "tab and line end": (at("t\tn\n", b"1"), at("t\tn\n", b"2")),
    "unicode": (at("naïve/日本語.md", b"1"), at("naïve/日本語.md", b"2")),
    "two files": (at("a", b"1") | at("b", b"1"), at("a", b"2") | at("c", b"1")),
}
if sys.platform != "darwin":  # whose file system takes names in UTF-8 only
    CHANGES["not UTF-8"] = (at(LATIN_1, b"1") | at("l", Link(LATIN_1)), at(LATIN_1, b"2"))


def git_apply(patch: bytes, folder: Path, *options: str) -> None:
    environ = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CEILING_DIRECTORIES": str(folder.parent),
    }
    done = subprocess.run(
        ["git", "-c", "core.autocrlf=false", "apply", *options],
        cwd=folder, env=environ, input=patch, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode(errors="replace")


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
@pytest.mark.parametrize("name", CHANGES)
def test_git_applies_the_patch_forwards_and_in_reverse(name: str, tmp_path: Path) -> None:
    before, after = CHANGES[name]
    trees.write(before, tmp_path)
    patch = changes.write(before, after, PLENTY).patch

    git_apply(patch, tmp_path)
    forwards = trees.read(tmp_path)
    git_apply(patch, tmp_path, "--reverse")

    assert forwards == after
    assert trees.read(tmp_path) == before


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_comes_back_as_it_was(name: str) -> None:
    before, after = CHANGES[name]

    assert changes.apply(changes.write(before, after, PLENTY).patch, before) == after


def test_a_patch_reads_as_git_would_write_it() -> None:
    change = changes.write(at("a b", b"1\n"), at("a b", File(b"2\n", executable=True)), PLENTY)

    assert change.patch.decode().splitlines()[1:7] == [
        'diff --git "a/a b" "b/a b"',
        "old mode 100644",
        "new mode 100755",
        "index d00491fd7e5bb6fa28c517a0bb32b8b506539d4d..0cfbf08886fca9a91cb753ec8734c84fcbe52c9f",
        "GIT binary patch",
        "literal 2",
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, at("empty", Folder())),
        (at("empty", Folder()), {}),
        (at("a", Folder()), at("a", b"x")),
        (at("a", b"x"), at("a", Folder())),
        (at("a", Folder()), at("a/b", b"x")),
        (at("a/b", b"x"), at("a", Folder())),
        (at("a\nb", Link("x")), at("a\nb", Folder())),
    ],
)
def test_empty_folders_come_back_too(before: Tree, after: Tree) -> None:
    assert changes.apply(changes.write(before, after, PLENTY).patch, before) == after


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_git_passes_over_the_lines_on_empty_folders(tmp_path: Path) -> None:
    change = changes.write({}, at("empty", Folder()) | at("a", b"x"), PLENTY)

    git_apply(change.patch, tmp_path)

    assert trees.read(tmp_path) == at("a", b"x")


def test_no_change_is_no_patch_but_its_title() -> None:
    same = at("a", b"x") | at("empty", Folder())

    change = changes.write(same, same, PLENTY)

    assert change.patch == f"editbench-change 1 {change.digest}\n".encode()
    assert changes.apply(change.patch, same) == same


def test_the_order_of_the_trees_does_not_matter() -> None:
    after = at("a", b"1") | at("b", b"2") | at("c", Folder())
    turned = dict(reversed(after.items()))

    assert changes.write({}, after, PLENTY) == changes.write({}, turned, PLENTY)


@pytest.mark.parametrize(
    "other",
    [
        at("a", b"y"),
        at("b", b"x"),
        at("a", File(b"x", executable=True)),
        at("a", Link("x")),
        at("a", Folder()),
        at("a", b"x") | at("b", Folder()),
    ],
)
def test_different_changes_have_different_digests(other: Tree) -> None:
    one = changes.write({}, at("a", b"x"), PLENTY)

    assert changes.write({}, other, PLENTY).digest != one.digest


def test_the_same_result_from_another_tree_is_another_change() -> None:
    after = at("a", b"x")

    assert changes.write({}, after, PLENTY).digest != changes.write(at("a", b"w"), after, PLENTY).digest


def test_above_the_limit_the_largest_files_are_left_out() -> None:
    noise = random.Random(3).randbytes
    after = at("big", noise(5000)) | at("small", b"x") | at("huge", noise(9000))

    change = changes.write({}, after, 8000)

    assert change.truncated
    assert len(change.patch) <= 8000
    assert b"editbench-left-out 1\n" in change.patch
    assert b"a/small" in change.patch
    assert b"a/big" in change.patch
    assert b"a/huge" not in change.patch
    assert change.digest == changes.write({}, after, PLENTY).digest


def test_a_truncated_change_is_not_applied_as_if_it_were_whole() -> None:
    change = changes.write({}, at("big", random.Random(4).randbytes(5000)), 500)

    with pytest.raises(RecordError, match="without 1 of its files"):
        changes.apply(change.patch, {})


def test_a_change_is_refused_on_another_tree() -> None:
    before = at("src/a b", b"1")
    patch = changes.write(before, at("src/a b", b"2"), PLENTY).patch

    for other in (
        {},
        at("src/a b", b"3"),
        at("src/a b", File(b"1", executable=True)),
        at("src/a b", Link("1")),
    ):
        with pytest.raises(TreeError, match="src/a b"):
            changes.apply(patch, other)


def test_a_new_file_is_refused_where_one_stands() -> None:
    with pytest.raises(TreeError, match="what the change was made from"):
        changes.apply(changes.write({}, at("a", b"1"), PLENTY).patch, at("a", b"1"))


@pytest.mark.parametrize(
    "patch", [b"", b"diff --git a/a b/a\n", b"\0\xff", b"editbench-change 2 " + b"0" * 64 + b"\n"]
)
def test_a_patch_of_another_making_is_refused(patch: bytes) -> None:
    with pytest.raises(RecordError, match="editbench wrote"):
        changes.apply(patch, {})


def test_a_patch_that_was_cut_short_is_told_wherever_it_was_cut() -> None:
    patch = changes.write({}, at("a", b"1") | at("b", b"2") | at("c", Folder()), PLENTY).patch
    forwards_end = patch.rindex(b"literal 0")  # the rest is for reverse only

    for end in range(forwards_end):
        with pytest.raises(RecordError):
            changes.apply(patch[:end], {})


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"literal 5", b"literal 6"),
        (b"literal 5", b"literal " + b"9" * 30),
        (b"literal 5", b"literal " + b"9" * 5000),
        (b"literal 5", b"delta 5"),
        (b"Mc", b"Md"),
        (b"Mc", b"M\xff"),
        (b"index ", b"indes "),
        (b"new file mode", b"rename mode"),
        (b"b6fc4c620b67d95f953a5c1c1230aaab5db5a1b0", b"0" * 40),
    ],
)
def test_a_damaged_patch_is_told_and_not_applied(old: bytes, new: bytes) -> None:
    patch = changes.write({}, at("a", b"hello"), PLENTY).patch
    assert old in patch

    with pytest.raises(RecordError, match="damaged"):
        changes.apply(patch.replace(old, new, 1), {})


def test_what_cannot_fit_is_neither_packed_whole_nor_put_into_letters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lettered: list[int] = []

    def encode(data: bytes, *, pad: bool) -> bytes:
        lettered.append(len(data))
        return b85encode(data, pad=pad)

    monkeypatch.setattr(changes, "b85encode", encode)
    noise = {**at("big", random.Random(3).randbytes(3 << 20)), **at("small", b"x")}

    change = changes.write({}, noise, 1 << 20)

    assert change.truncated
    assert max(lettered) < 100


def test_large_data_comes_back_as_it_was() -> None:
    large = at("big", random.Random(4).randbytes(1 << 20) + b"x" * (2 << 20))

    assert changes.apply(changes.write({}, large, 8 << 20).patch, {}) == large
