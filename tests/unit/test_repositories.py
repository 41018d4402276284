"""Repositories that examples name: found under any spelling, read, and left as they are."""

from __future__ import annotations

import shutil
from pathlib import Path, PurePosixPath

import pytest
import repositories as made

from pytest_editbench import stamps, trees
from pytest_editbench.errors import CaseError, UnavailableError
from pytest_editbench.model import File, Link
from pytest_editbench.repositories import clones, snapshots, urls
from pytest_editbench.repositories.finding import Repositories

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

URL = "https://example.org/one/project.git"
FILES = {"a.py": b"one\n", "deep/b.py": b"two\n"}


@pytest.fixture(autouse=True)
def private_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITBENCH_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    made.commit(tmp_path / "project.git", FILES)
    return tmp_path / "project.git"


def head(clone: Path) -> str:
    return made.git(clone, "rev-parse", "HEAD")


def cloned(bare: Path, name: str, *options: str) -> Path:
    made.git(bare.parent, "clone", "--quiet", *options, f"file://{bare}", name)
    return bare.parent / name


def contents(clone: Path | None, revision: str, **settings: object) -> dict[str, bytes]:
    named = {urls.key(URL): clone} if clone else {}
    tree = Repositories(named, **settings).files(URL, revision, Path("/"))
    return {str(path): entry.data for path, entry in tree.items() if isinstance(entry, File)}


def nowhere(*_: object) -> None:
    """Finds nothing."""


@pytest.mark.parametrize(
    "spelling",
    [
        "https://example.org/one/project",
        "https://user:secret@EXAMPLE.org:443/one/project.git/",
        "git@example.org:one/project.git",
        "ssh://git@example.org:22/one/project",
        "git://example.org/one/project.git",
        "example.org:/one/project",
    ],
)
def test_spellings_of_one_repository_have_one_key(spelling):
    assert urls.key(spelling) == urls.key(URL) == "example.org/one/project"


@pytest.mark.parametrize(
    "other",
    [
        "https://example.org/two/project",
        "https://example.com/one/project",
        "https://example.org:8443/one/project",
        "https://example.org/one/project.git.git",
        "https://[nonsense/one/project",
        "/one/project",
    ],
)
def test_other_repositories_have_other_keys(other):
    assert urls.key(other) != urls.key(URL)


@pytest.mark.parametrize("options", [("--bare",), ("--depth=1",), ()], ids=["bare", "shallow", "whole"])
def test_the_commit_is_read_from_any_clone_which_stays_as_it_is(bare, options):
    made.commit(bare, {"a.py": b"newer\n"}, "Next")
    clone = cloned(bare, "clone", *options)
    if not (clone / "HEAD").exists():
        (clone / "a.py").write_bytes(b"not committed\n")
        (clone / "more.py").write_bytes(b"not known\n")
    hooks = clone / ("hooks" if (clone / "HEAD").exists() else ".git/hooks")
    hooks.mkdir(exist_ok=True)
    for name in ("post-checkout", "reference-transaction", "fsmonitor-watchman"):
        (hooks / name).write_text(f"#!/bin/sh\ntouch {clone}/called\n")
        (hooks / name).chmod(0o755)
    made.git(clone, "config", "core.fsmonitor", str(hooks / "fsmonitor-watchman"))
    before = stamps.of(clone)

    assert contents(clone, head(clone)) == {"a.py": b"newer\n"}
    assert stamps.of(clone) == before


def test_kinds_and_modes_are_kept_but_for_what_leads_outside(bare):
    blob = made.git(bare, "rev-parse", "main:a.py")
    link, outside = (
        made.git(bare, "hash-object", "-w", "--stdin", stdin=text) for text in (b"a.py", b"../../etc")
    )
    listing = (
        f"100755 blob {blob}\trun\n120000 blob {link}\tlink\n120000 blob {outside}\tout\n"
        f"160000 commit {head(bare)}\tsub\n"
    )
    tree = made.git(bare, "mktree", "--missing", stdin=listing.encode())

    commit = made.git(bare, "-c", "user.name=A", "-c", "user.email=a@b", "commit-tree", tree, "-m", "odd")

    found = Repositories({urls.key(URL): bare}).files(URL, commit, Path("/"))
    assert found == {
        PurePosixPath("run"): File(b"one\n", executable=True),
        PurePosixPath("link"): Link("a.py"),
    }


def test_a_clone_without_the_commit_is_named_and_the_cache_is_asked_next(bare, tmp_path):
    old = cloned(bare, "old")
    newer = made.commit(bare, {"a.py": b"newer\n"}, "Next")
    with pytest.raises(
        UnavailableError, match=f"no commit {newer} in {old}; fetch it there, or pass --x-clone"
    ):
        contents(old, newer, dashes="--x-")

    made.git(tmp_path, "clone", "--quiet", "--bare", str(bare), str(clones.place(URL)))
    assert contents(old, newer) == {"a.py": b"newer\n"}


def test_the_cache_folder_is_called_by_host_and_path(tmp_path):
    assert clones.place("git@example.org:one/project") == (
        tmp_path / "cache" / "repositories-1" / "example.org" / "one" / "project.git"
    )
    assert clones.place("https://example.org/../../evil").parent.name == "repositories-1"


def test_what_was_fetched_with_leave_serves_when_its_source_is_gone(bare, monkeypatch):
    revision = made.git(bare, "rev-parse", "main")
    url = f"file://{bare}"
    monkeypatch.setattr(urls, "local", nowhere)  # as if it were far away
    with pytest.raises(UnavailableError, match=r"no clone of file:.* is at hand"):
        Repositories().files(url, revision, Path("/"))

    found = Repositories(clone=True).files(url, revision[:12], Path("/"))
    shutil.rmtree(bare)

    assert set(found) == {PurePosixPath(name) for name in FILES}
    assert Repositories().files(url, revision, Path("/")) == found


def test_a_fetch_that_fails_says_why(tmp_path, monkeypatch):
    monkeypatch.setattr(urls, "local", nowhere)
    with pytest.raises(UnavailableError, match="git fetch: fatal: "):
        Repositories(clone=True).files(f"file://{tmp_path}/absent", "0" * 40, Path("/"))


def test_a_clone_with_gaps_is_not_filled_behind_the_users_back(bare):
    made.git(bare, "config", "uploadpack.allowFilter", "true")
    gappy = cloned(bare, "gappy", "--filter=blob:none", "--no-checkout")
    before = stamps.of(gappy)

    with pytest.raises(UnavailableError):
        contents(gappy, head(gappy))
    assert stamps.of(gappy) == before


def test_a_folder_inside_a_repository_is_no_clone(bare):
    clone = cloned(bare, "clone")
    with pytest.raises(UnavailableError, match="git rev-parse: fatal: not a git repository"):
        contents(clone / "deep", head(clone))


def test_a_url_may_be_a_folder_from_the_example_on(bare):
    commit = head(bare)
    found = Repositories().files("./project.git", commit, bare.parent)
    assert found == Repositories().files(str(bare), commit, Path("/elsewhere"))


def test_a_repository_without_a_revision_is_a_fault_of_the_example(bare):
    with pytest.raises(CaseError, match="is named without a revision"):
        contents(bare, "")


@pytest.mark.parametrize("revision", ["--help", "main:a.py", "no such"])
def test_what_cannot_name_a_commit_names_none(bare, revision):
    with pytest.raises(UnavailableError, match="no commit "):
        contents(bare, revision)


def test_without_git_the_reason_says_so(bare, monkeypatch):
    monkeypatch.setattr(shutil, "which", nowhere)
    with pytest.raises(UnavailableError, match="git is not on PATH"):
        contents(bare, "main")


def test_the_built_repositories_are_those_that_the_examples_pin(tmp_path):
    found = made.build(tmp_path)
    pinned = {
        line.split('"')[1]
        for path in made.EXAMPLES.glob("*.md")
        for line in path.read_text().splitlines()
        if line.startswith("revision = ")
    }
    assert pinned == set(found.values())


def test_more_than_a_trial_can_hold_is_refused_with_the_sizes(bare, monkeypatch):
    monkeypatch.setattr(snapshots, "LIMITS", trees.Limits(files=1))
    with pytest.raises(
        UnavailableError, match=r"2 files of 8 bytes in .*; at most 1 and 268,435,456 are laid"
    ):
        contents(bare, "main")


def test_an_object_that_is_gone_is_named(bare):
    tree = made.git(bare, "mktree", "--missing", stdin=f"100644 blob {'1' * 40}\ta.py\n".encode())
    commit = made.git(bare, "-c", "user.name=A", "-c", "user.email=a@b", "commit-tree", tree, "-m", "odd")
    with pytest.raises(UnavailableError, match=r"the clone lacks object 1{40}; fetch it whole"):
        contents(bare, commit)


def test_of_the_trees_in_memory_only_the_latest_stay(bare):
    commits = [made.commit(bare, {"a.py": b"%d\n" % number}, "Next") for number in range(3)]
    found = Repositories({urls.key(URL): bare})
    for commit in commits:
        found.files(URL, commit, Path("/"))
    first, _, last = (found.files(URL, commit, Path("/")) for commit in commits)
    assert last == {PurePosixPath("a.py"): File(b"2\n")}
    assert first == {PurePosixPath("a.py"): File(b"0\n")}


def test_no_command_is_run_for_a_url(tmp_path):
    url = f"ext::touch% {tmp_path}/called"
    with pytest.raises(UnavailableError, match="transport 'ext' not allowed"):
        Repositories(clone=True).files(url, "main", Path("/"))
    assert not (tmp_path / "called").exists()
