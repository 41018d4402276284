"""The patch of a commit case: the files it changes, and whether it fits the tree."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench.cases.examples import names, patches, treepatch
from pytest_editbench.cases.examples.place import Place
from pytest_editbench.commits.proposal import ChangedFile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.cases.examples.diff import FileDiff
    from pytest_editbench.commits.proposal import Status
    from pytest_editbench.model import Tree

_GIT = "diff --git "
_SECTION = re.compile(r"^(?=diff --git )", re.MULTILINE)
_BINARY = re.compile(r"^(?:Binary files .* differ|GIT binary patch)$", re.MULTILINE)
_NEW = re.compile(r"^new file mode ", re.MULTILINE)
_MOVED = re.compile(r"^rename from (?P<old>.+)\nrename to (?P<new>.+)$", re.MULTILINE)
_GONE = re.compile(r"^deleted file mode ", re.MULTILINE)


def sections(text: str) -> list[str]:
    """The parts of a patch of git, one for each file; what is not of git is one part."""
    return [part for part in _SECTION.split(text) if part.strip()]


def changed_files(text: str, where: str) -> tuple[ChangedFile, ...]:
    """The files that the patch changes, in its order; `CaseError` names the line that nobody can read."""
    told, binary = _parted(text)
    diff = patches.read(told, Place(where))
    found = [*map(_changed, diff.files), *filter(None, map(_changed_binary, binary))]
    return tuple(dict.fromkeys(found))


def check(text: str, tree: Tree, where: str) -> None:
    """`CaseError` where the patch does not fit the tree; of binary files that is not looked at."""
    told, _ = _parted(text)
    treepatch.apply(patches.read(told, Place(where)), tree)


def _parted(text: str) -> tuple[str, Sequence[str]]:
    """The patch without its binary files, and those."""
    parts = sections(text)
    binary = [part for part in parts if part.startswith(_GIT) and _BINARY.search(part)]
    return "".join(part for part in parts if part not in binary), binary


def _changed(file: FileDiff) -> ChangedFile:
    path = PurePosixPath(file.new or file.old or "")
    status = _status(file.old, file.new)
    return ChangedFile(path, status, _before(status, file.old))


def _before(status: Status, old: str | None) -> PurePosixPath | None:
    return PurePosixPath(old) if status == "renamed" and old else None


def _status(old: str | None, new: str | None) -> Status:
    if old is None:
        return "added"
    if new is None:
        return "deleted"
    return "modified" if old == new else "renamed"


def path_of(part: str) -> str | None:
    """The file that a part is about, after the change; None where its head does not tell."""
    pair = _pair(part)
    return pair[1] if pair else None


def _pair(part: str) -> tuple[str | None, str | None] | None:
    moved = _MOVED.search(part)
    if moved:
        return names.plain(moved["old"]), names.plain(moved["new"])
    return names.git_pair(part.partition("\n")[0].removeprefix(_GIT).rstrip())


def _changed_binary(part: str) -> ChangedFile | None:
    pair = _pair(part)
    if pair is None or pair[1] is None:
        return None
    old, new = None if _NEW.search(part) else pair[0], None if _GONE.search(part) else pair[1]
    status = _status(old, new)
    return ChangedFile(PurePosixPath(pair[1]), status, _before(status, old))
