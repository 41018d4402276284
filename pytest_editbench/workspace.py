"""The scratch tree of a trial: laid, read back, destroyed."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import chain, count
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench import processes, trees
from pytest_editbench.errors import AgentError, TreeError, UsageError
from pytest_editbench.model import Folder, Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

# What well-known agents and the tools they start leave beside their work. None of it is an edit, and a
# path that the input holds is judged whatever its name. Leftovers of an edit that went wrong (`*.orig`,
# `*.rej`, `*.bak`, editor backups) are left out on purpose: those are stray files of the agent's making.
DROPPINGS: tuple[str, ...] = (
    # state and history folders of agents
    ".aider*",
    ".claude/",
    ".cline/",
    ".codex/",
    ".continue/",
    ".crush/",
    ".cursor/",
    ".gemini/",
    ".goose/",
    ".kilocode/",
    ".opencode/",
    ".openhands/",
    ".pi/",
    ".qwen/",
    ".roo/",
    # aider, with its default flags, makes a repository of any folder and writes this
    "/.gitignore",
    # caches of interpreters, test runners and checkers, and what a package manager installs
    "__pycache__/",
    "*.pyc",
    ".mypy_cache/",
    ".pytest_cache/",
    ".ruff_cache/",
    "node_modules/",
    # folder settings of the desktop
    ".DS_Store",
)

_REPOSITORY = ".git"
_STRANGER = "editbench"  # author of the one commit; tells nothing of the user
_LONG_AGO = "2000-01-01T00:00:00Z"
_GIT_TIMEOUT = 120.0  # seconds
_GIT_SETTINGS = ("-c", "init.defaultBranch=main", "-c", "core.autocrlf=false", "-c", "commit.gpgSign=false")


def lay(tree: Tree, scratch: Path, git: bool = False) -> Path:
    """A fresh private folder that holds the tree; its path tells nothing of what is in it.

    With `git` it is a repository with exactly one commit, untouched by the user's git settings.
    `TreeError` for a link that leaves the tree, `UsageError` where git is asked for and not to be had,
    `AgentError` where no folder can be made.
    """
    for path in trees.leaving_links(tree):
        raise TreeError(f"{path}: a link that leads out of the tree; make it point inside, or drop it")
    try:
        scratch.mkdir(mode=0o700, parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix="", dir=scratch)) / "work"
        work.mkdir()
    except OSError as error:
        raise AgentError(f"{scratch}: no workspace can be made: {error.strerror}") from error
    trees.write(tree, work)
    if git:
        _commit(tree, work)
    return work


def read_back(
    work: Path,
    given: Tree,
    ignore: Sequence[str] = DROPPINGS,
    limits: trees.Limits | None = None,
    wanted: Collection[PurePosixPath] = (),
) -> Tree:
    """The tree that an agent left, given the tree that it found.

    `.git` at the top and what `ignore` matches is passed over, but for paths of `given` and those `wanted`
    (that an accepted answer holds). A pattern without a slash matches a name at any depth, one that ends
    in a slash only folders, one with a slash inside or in front a whole path; `*` never spans a slash.
    A folder whose last file was deleted is no stray folder, nor is a new one that holds only what is
    passed over. A workspace that is gone, or that was replaced by a file or a link, is an empty tree.
    `TreeError` and `TreeLimitError` as from `trees.read`.
    """
    if not (_is_folder(work.parent) and _is_folder(work)):
        return {}
    judged = _with_parents(chain(given, wanted))
    found = trees.read(work, limits, _ignoring(work, (f"/{_REPOSITORY}", *ignore), judged))
    emptied = judged.difference(given, wanted)
    return {
        path: entry
        for path, entry in found.items()
        if not isinstance(entry, Folder)
        or not (path in emptied or (path not in judged and _holds(work / path)))
    }


def lay_anew(work: Path, tree: Tree, git: bool = False) -> None:
    """Lay the tree as `lay` did, whatever has become of the folder meanwhile; errors as those of `lay`."""
    remove(work)
    work.mkdir()
    trees.write(tree, work)
    if git:
        _commit(tree, work)


def replace(work: Path, tree: Tree) -> None:
    """Lay the tree in place of what the workspace holds; the repository stays."""
    spared = {_REPOSITORY}.difference(path.parts[0] for path in tree)
    _discard([entry for entry in work.iterdir() if entry.name not in spared], work.parent)
    trees.write(tree, work)


def destroy(work: Path) -> None:
    """Remove the workspace and all that stands beside it in its private folder."""
    remove(work.parent)


def remove(place: Path) -> None:
    """Remove a folder and all in it, or what was put in its place.

    Links are not followed, locked folders are opened; what is gone or cannot be removed is passed over.
    """
    if not _is_folder(place):  # rmtree would wait for whoever writes into a FIFO
        return _discard([place], place.parent)
    try:
        shutil.rmtree(place)
    except (OSError, RecursionError):  # locked, too deep, or gone: the slow way copes
        _discard([place], place.parent)


def _commit(tree: Tree, work: Path) -> None:
    if any(path.parts[0] == _REPOSITORY for path in tree):
        raise TreeError(f"{_REPOSITORY}: the input holds a repository; leave out --editbench-git")
    _git(work, "init", "--quiet", "--template=")
    with (work / _REPOSITORY / "config").open("a") as config:
        config.write("[core]\n\tautocrlf = false\n")  # for the agent's own commands as well
    _git(work, "add", "--all", "--force", ".")
    _git(work, "commit", "--quiet", "--allow-empty", "--no-verify", "--message=Start")


def _git(work: Path, *arguments: str) -> None:
    if shutil.which("git") is None:
        raise UsageError("git is not on PATH; leave out --editbench-git or install git")
    with tempfile.TemporaryDirectory(dir=work.parent) as output:
        ended = processes.run(
            ["git", *_GIT_SETTINGS, *arguments],
            cwd=work,
            environ=_git_environment(work.parent.name),
            stdin=b"",
            timeout=_GIT_TIMEOUT,
            output=Path(output),
            limit=0,  # its last words come with the result
            marker=work.parent.name,
        )
    if ended.exit_code != 0:
        reason = "out of time" if ended.timed_out else " ".join(ended.tail.split())
        raise UsageError(f"git {arguments[0]} failed; leave out --editbench-git: {reason[:300]}")


def _git_environment(marker: str) -> dict[str, str]:
    people = {
        f"GIT_{role}_{key}": value
        for role in ("AUTHOR", "COMMITTER")
        for key, value in (("NAME", _STRANGER), ("EMAIL", f"{_STRANGER}@localhost"), ("DATE", _LONG_AGO))
    }
    return {
        **processes.clean_environment(os.environ),
        **people,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        processes.MARKER: marker,
    }


@dataclass(frozen=True, slots=True)
class _Pattern:
    parts: tuple[str, ...]
    anchored: bool
    folders_only: bool

    @classmethod
    def parse(cls, text: str) -> _Pattern:
        body = text.strip().rstrip("/")
        return cls(tuple(body.strip("/").split("/")), "/" in body, text.strip().endswith("/"))

    def matches(self, path: PurePosixPath) -> bool:
        parts = path.parts if self.anchored else path.parts[-1:]
        return len(parts) == len(self.parts) and all(map(fnmatchcase, parts, self.parts))


def _ignoring(
    work: Path, patterns: Iterable[str], judged: set[PurePosixPath]
) -> Callable[[PurePosixPath], bool]:
    parsed = [_Pattern.parse(text) for text in patterns]
    lost = {PurePosixPath(): False}  # whether it matches or lies in what does

    def matched(path: PurePosixPath) -> bool:
        return any(
            pattern.matches(path) and (not pattern.folders_only or _is_folder(work / path))
            for pattern in parsed
        )

    def ignored(path: PurePosixPath) -> bool:
        # A folder that matches is entered all the same where the input has something in it.
        if path in judged:
            return False
        unknown = []
        while path not in lost:
            unknown.append(path)
            path = path.parent
        for each in reversed(unknown):
            lost[each] = lost[path] or matched(each)
            path = each
        return lost[path]

    return ignored


def _with_parents(paths: Iterable[PurePosixPath]) -> set[PurePosixPath]:
    return {each for path in paths for each in (path, *path.parents)}


def _holds(folder: Path) -> bool:
    """Whether there is anything in the folder, be it only what is passed over."""
    with suppress(OSError):
        return any(True for _ in folder.iterdir())
    return False


def _is_folder(path: Path) -> bool:
    """Whether a real folder stands there; a link to one does not count."""
    try:
        return stat.S_ISDIR(path.lstat().st_mode)
    except OSError:
        return False


def _discard(entries: Iterable[Path], beside: Path) -> None:
    """Remove files, links and folders; `beside` lies on the same file system.

    Each folder found is first moved up into a yard: so no nesting is too deep to be named.
    """
    with suppress(OSError):
        yard = Path(tempfile.mkdtemp(prefix="", dir=beside))
        places = (yard / str(number) for number in count())
        waiting = _clear(entries, places)
        while waiting:
            folder = waiting.pop()
            with suppress(OSError):
                waiting += _clear(list(folder.iterdir()), places)
                folder.rmdir()
        yard.rmdir()


def _clear(entries: Iterable[Path], places: Iterator[Path]) -> list[Path]:
    """Unlink what is no folder; move the folders to the next places and return those."""
    folders = []
    for entry in entries:
        with suppress(OSError):
            if _is_folder(entry):
                entry.chmod(0o700)  # as its owner: a locked folder can neither be emptied nor moved
                folders.append(entry.rename(next(places)))
            else:
                entry.unlink()
    return folders
