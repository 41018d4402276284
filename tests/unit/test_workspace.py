"""A trial's scratch tree: what the agent finds, what is read back, what is left behind."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from pathlib import Path, PurePosixPath

import pytest

from pytest_editbench import trees, workspace
from pytest_editbench.errors import TreeError, TreeLimitError, UsageError
from pytest_editbench.model import Entry, File, Folder, Link
from pytest_editbench.trees import Limits

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

INPUT: dict[PurePosixPath, Entry] = {
    PurePosixPath("src/app.py"): File(b"x = 1\r\n"),
    PurePosixPath("src/run"): File(b"#!/bin/sh\n", executable=True),
    PurePosixPath("link"): Link("./src/app.py"),
}


def at(path: str, entry: Entry | bytes = b"") -> dict[PurePosixPath, Entry]:
    return {PurePosixPath(path): File(entry) if isinstance(entry, bytes) else entry}


def path_set(*paths: str) -> set[PurePosixPath]:
    return set(map(PurePosixPath, paths))


def git(work: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=work, capture_output=True, text=True, check=True)
    return done.stdout


def dig(folder: Path, levels: int) -> None:
    here = os.open(folder, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir("deep", dir_fd=here)
        above, here = here, os.open("deep", os.O_RDONLY, dir_fd=here)
        os.close(above)
    os.close(here)


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    return tmp_path / "scratch"


@pytest.fixture
def work(scratch: Path) -> Path:
    return workspace.lay(INPUT, scratch)


class TestLay:
    def test_the_tree_stands_in_a_folder_of_its_own(self, scratch: Path) -> None:
        one, other = (workspace.lay(INPUT, scratch) for _ in range(2))

        assert one.parent != other.parent
        assert trees.read(one) == trees.read(other) == INPUT

    def test_nobody_else_may_look_inside(self, work: Path, scratch: Path) -> None:
        assert stat.S_IMODE(work.parent.stat().st_mode) == 0o700
        assert stat.S_IMODE(scratch.stat().st_mode) == 0o700

    def test_the_path_is_the_same_but_for_its_random_part(self, work: Path, scratch: Path) -> None:
        assert work == scratch / work.parent.name / "work"

    def test_a_link_that_leads_out_is_refused(self, scratch: Path) -> None:
        with pytest.raises(TreeError, match=r"^a/b: a link that leads out of the tree"):
            workspace.lay(at("a/b", Link("../../secret")), scratch)


@needs_git
class TestRepository:
    def test_it_has_one_commit_and_nothing_to_add(self, scratch: Path) -> None:
        tree = {**INPUT, **at(".gitignore", b"*.log\n"), **at("kept.log", b"1\n")}

        work = workspace.lay(tree, scratch, git=True)

        assert git(work, "rev-list", "--count", "--all") == "1\n"
        assert git(work, "status", "--porcelain") == ""
        assert set(git(work, "ls-files").split()) == {str(path) for path in tree}

    def test_contents_are_stored_as_they_are(self, scratch: Path) -> None:
        work = workspace.lay(INPUT, scratch, git=True)

        assert git(work, "ls-files", "--eol", "src/app.py").split()[:2] == ["i/crlf", "w/crlf"]
        assert git(work, "config", "core.autocrlf") == "false\n"

    def test_an_empty_tree_has_a_commit_too(self, scratch: Path) -> None:
        work = workspace.lay({}, scratch, git=True)

        assert git(work, "rev-list", "--count", "HEAD") == "1\n"

    def test_it_is_the_same_every_time(self, scratch: Path) -> None:
        heads = {git(workspace.lay(INPUT, scratch, git=True), "rev-parse", "HEAD") for _ in range(2)}

        assert len(heads) == 1

    def test_the_user_leaves_no_trace_in_it(
        self, scratch: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plain = git(workspace.lay(INPUT, scratch, git=True), "rev-parse", "HEAD")
        hooks = tmp_path / "hooks"
        hooks.mkdir()
        (hooks / "pre-commit").write_text("#!/bin/sh\nexit 1\n")
        (hooks / "pre-commit").chmod(0o755)
        config = tmp_path / ".gitconfig"
        config.write_text(
            f"[core]\n hooksPath = {hooks}\n autocrlf = input\n[user]\n name = Somebody\n"
            "[commit]\n gpgSign = true\n[init]\n defaultBranch = other\n"
        )
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
        monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
        monkeypatch.setenv("GIT_AUTHOR_NAME", "Somebody")

        work = workspace.lay(INPUT, scratch, git=True)

        monkeypatch.delenv("GIT_DIR")
        assert git(work, "rev-parse", "HEAD") == plain
        assert git(work, "branch", "--show-current") == "main\n"
        assert not (tmp_path / "elsewhere").exists()

    def test_it_is_not_read_back(self, scratch: Path) -> None:
        assert workspace.read_back(workspace.lay(INPUT, scratch, git=True), INPUT) == INPUT

    def test_an_input_that_is_one_already_is_refused(self, scratch: Path) -> None:
        with pytest.raises(TreeError, match="leave out --editbench-git"):
            workspace.lay(at(".git/HEAD"), scratch, git=True)

    def test_what_git_refuses_is_told(self, scratch: Path) -> None:
        half_a_repository = at("sub/.git/HEAD", b"ref: refs/heads/x\n") | at("sub/.git/objects/x")
        tree = half_a_repository | at("sub/.git/refs/x")

        with pytest.raises(UsageError, match=r"git add failed; leave out --editbench-git: .*sub"):
            workspace.lay(tree, scratch, git=True)


def test_without_git_the_message_says_what_to_do(scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")

    with pytest.raises(UsageError, match="git is not on PATH; leave out --editbench-git or install git"):
        workspace.lay(INPUT, scratch, git=True)


class TestReadBack:
    def test_an_untouched_workspace_is_the_input(self, work: Path) -> None:
        assert workspace.read_back(work, INPUT) == INPUT

    def test_edits_new_files_and_deletions_are_seen(self, work: Path) -> None:
        (work / "src/app.py").write_bytes(b"x = 2\n")
        (work / "new").write_bytes(b"1")
        (work / "link").unlink()

        found = workspace.read_back(work, INPUT)

        assert found.keys() == path_set("src/app.py", "src/run", "new")
        assert found[PurePosixPath("src/app.py")] == File(b"x = 2\n")

    @pytest.mark.parametrize(
        "stray",
        [
            ".git/HEAD",
            ".aider.chat.history.md",
            ".aider.tags.cache.v4/cache.db",
            ".claude/settings.json",
            ".gitignore",
            "src/__pycache__/app.cpython-311.pyc",
            "deep/node_modules/left-pad/index.js",
            "src/.DS_Store",
        ],
    )
    def test_droppings_are_no_stray_files(self, stray: str, work: Path) -> None:
        (work / stray).parent.mkdir(parents=True, exist_ok=True)
        (work / stray).touch()

        found = workspace.read_back(work, INPUT)

        assert {path for path, entry in found.items() if entry != Folder()} == INPUT.keys()

    @pytest.mark.parametrize(
        "stray", ["src/.git/HEAD", "app.py.orig", "src/app.py.rej", "notes.md", "src/.gitignore"]
    )
    def test_other_files_are(self, stray: str, work: Path) -> None:
        (work / stray).parent.mkdir(exist_ok=True)
        (work / stray).touch()

        assert PurePosixPath(stray) in workspace.read_back(work, INPUT)

    @pytest.mark.parametrize(
        ("pattern", "dropped"),
        [
            ("*.log", {"a.log", "sub/a.log"}),
            ("log", {"log", "sub/log/x"}),
            ("log/", {"sub/log/x"}),
            ("/log", {"log"}),
            ("sub/log", {"sub/log/x"}),
            ("sub/log/", {"sub/log/x"}),
            ("*/a.log", {"sub/a.log"}),
            ("sub/*", {"sub/a.log", "sub/log/x"}),
            ("[ls]*", {"log", "sub/a.log", "sub/log/x"}),
            ("sub*x", set()),
            ("", set()),
            ("/", set()),
        ],
    )
    def test_a_pattern_drops_what_it_says(self, pattern: str, dropped: set[str], scratch: Path) -> None:
        files = {"log", "a.log", "sub/a.log", "sub/log/x"}
        work = workspace.lay({PurePosixPath(file): File(b"") for file in files}, scratch)

        found = workspace.read_back(work, {}, (pattern,))

        left = {str(path) for path, entry in found.items() if isinstance(entry, File)}
        assert left == files - dropped

    def test_what_the_input_holds_is_judged_whatever_its_name(self, scratch: Path) -> None:
        given = at(".claude/settings.json", b"{}") | at(".gitignore", b"x\n")
        work = workspace.lay(given, scratch)
        (work / ".claude/settings.json").write_bytes(b"[]")
        (work / ".claude/history").touch()
        (work / ".gitignore").write_bytes(b"")

        found = workspace.read_back(work, given)

        assert found == at(".claude/settings.json", b"[]") | at(".gitignore", b"")

    def test_what_an_answer_holds_is_judged_too(self, work: Path) -> None:
        (work / ".claude").mkdir()
        (work / ".claude/settings.json").write_bytes(b"{}")

        found = workspace.read_back(work, INPUT, wanted=path_set(".claude/settings.json"))

        assert found == INPUT | at(".claude/settings.json", b"{}")

    def test_the_folder_of_a_deleted_file_is_no_stray_folder(self, scratch: Path) -> None:
        given = at("a/b/file")
        work = workspace.lay(given, scratch)
        (work / "a/b/file").unlink()

        assert workspace.read_back(work, given) == {}

    def test_nor_is_it_with_a_cache_inside(self, scratch: Path) -> None:
        given = at("a/file.py")
        work = workspace.lay(given, scratch)
        (work / "a/file.py").unlink()
        (work / "a/__pycache__").mkdir()

        assert workspace.read_back(work, given) == {}

    def test_other_empty_folders_are_seen(self, scratch: Path) -> None:
        given = at("before", Folder()) | at("a/file")
        work = workspace.lay(given, scratch)
        (work / "new").mkdir()
        (work / "a/file").unlink()

        found = workspace.read_back(work, given, wanted=path_set("a"))

        assert found == at("before", Folder()) | at("new", Folder()) | at("a", Folder())

    def test_a_deleted_workspace_is_an_empty_tree(self, work: Path) -> None:
        shutil.rmtree(work)

        assert workspace.read_back(work, INPUT) == {}

    def test_a_deleted_scratch_folder_too(self, work: Path) -> None:
        shutil.rmtree(work.parent)

        assert workspace.read_back(work, INPUT) == {}

    def test_a_workspace_that_became_a_file_too(self, work: Path) -> None:
        shutil.rmtree(work)
        work.touch()

        assert workspace.read_back(work, INPUT) == {}

    def test_a_workspace_that_became_a_link_is_not_followed(self, work: Path, tmp_path: Path) -> None:
        shutil.rmtree(work)
        trees.write(at("secret"), tmp_path)
        work.symlink_to(tmp_path)

        assert workspace.read_back(work, INPUT) == {}

    def test_nor_is_a_link_in_place_of_its_parent(self, work: Path, tmp_path: Path) -> None:
        work.parent.rename(tmp_path / "moved")
        work.parent.symlink_to(tmp_path / "moved")

        assert workspace.read_back(work, INPUT) == {}

    def test_a_link_to_a_secret_is_kept_as_a_link(self, work: Path, tmp_path: Path) -> None:
        (tmp_path / "secret").write_text("secret")
        (work / "src/app.py").unlink()
        (work / "src/app.py").symlink_to(tmp_path / "secret")

        assert workspace.read_back(work, INPUT)[PurePosixPath("src/app.py")] == Link(str(tmp_path / "secret"))

    def test_limits_are_kept_to(self, work: Path) -> None:
        with pytest.raises(TreeLimitError):
            workspace.read_back(work, INPUT, limits=Limits(files=2))

    def test_droppings_do_not_count_towards_them(self, work: Path) -> None:
        (work / "node_modules").mkdir()
        for number in range(10):
            (work / "node_modules" / str(number)).touch()

        assert workspace.read_back(work, INPUT, limits=Limits(files=5)) == INPUT


class TestReplace:
    def test_another_tree_takes_its_place(self, work: Path) -> None:
        (work / "src/locked").mkdir(mode=0)

        workspace.replace(work, at("src", b"a file now") | at("link/new"))

        assert trees.read(work) == at("src", b"a file now") | at("link/new")
        assert list(work.parent.iterdir()) == [work]

    @needs_git
    def test_the_repository_stays(self, scratch: Path) -> None:
        work = workspace.lay(INPUT, scratch, git=True)

        workspace.replace(work, at("only"))

        assert workspace.read_back(work, INPUT) == at("only")
        assert git(work, "rev-list", "--count", "HEAD") == "1\n"

    def test_but_not_one_that_belongs_to_the_tree(self, scratch: Path) -> None:
        work = workspace.lay(at(".git/HEAD", b"1"), scratch)

        workspace.replace(work, at(".git/HEAD", b"2"))

        assert trees.read(work) == at(".git/HEAD", b"2")


class TestDestroy:
    def test_nothing_is_left(self, work: Path, scratch: Path) -> None:
        (work.parent / "output").mkdir()
        (work.parent / "output/log").touch()

        workspace.destroy(work)

        assert list(scratch.iterdir()) == []

    def test_locked_folders_are_no_obstacle(self, work: Path, scratch: Path) -> None:
        (work / "src/run").chmod(0)
        (work / "src").chmod(0)
        work.chmod(0o500)
        work.parent.chmod(0)

        workspace.destroy(work)

        assert list(scratch.iterdir()) == []

    def test_links_are_removed_and_not_followed(self, work: Path, tmp_path: Path) -> None:
        victim = tmp_path / "victim"
        victim.mkdir(mode=0o500)
        (work / "src/out").symlink_to(victim)

        workspace.destroy(work)

        assert stat.S_IMODE(victim.stat().st_mode) == 0o500
        assert not work.parent.exists()

    def test_a_scratch_folder_that_became_a_link_is_not_followed(self, work: Path, tmp_path: Path) -> None:
        work.parent.rename(tmp_path / "moved")
        work.parent.symlink_to(tmp_path / "moved")

        workspace.destroy(work)

        assert trees.read(tmp_path / "moved/work") == INPUT
        assert not work.parent.is_symlink()

    def test_folders_too_deep_to_be_named_are_no_obstacle(self, work: Path, scratch: Path) -> None:
        dig(work, levels=1200)  # their path is longer than any system takes

        with pytest.raises(TreeError, match="too long"):
            workspace.read_back(work, INPUT)

        workspace.destroy(work)

        assert list(scratch.iterdir()) == []

    def test_what_is_gone_is_gone(self, work: Path, scratch: Path) -> None:
        workspace.destroy(work)
        workspace.destroy(work)
        scratch.rmdir()
        workspace.destroy(work)

        assert not scratch.exists()

    def test_other_workspaces_stay(self, scratch: Path) -> None:
        one, other = (workspace.lay(INPUT, scratch) for _ in range(2))

        workspace.destroy(one)

        assert trees.read(other) == INPUT
        assert os.listdir(scratch) == [other.parent.name]  # noqa: PTH208 - names, not paths


def test_a_new_folder_that_holds_only_what_is_ignored_is_no_stray_folder(tmp_path: Path) -> None:
    work = workspace.lay({}, tmp_path)
    (work / "logs").mkdir()
    (work / "logs" / "run.log").touch()
    (work / "empty").mkdir()
    assert set(workspace.read_back(work, {}, ("*.log",))) == {PurePosixPath("empty")}
