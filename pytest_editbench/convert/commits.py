"""Commits and patches as pieces: the change itself is the answer, and the prompt says it word for word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_editbench import templating
from pytest_editbench.cases.examples import diffing, treepatch
from pytest_editbench.cases.examples.example import Example
from pytest_editbench.cases.examples.markdown import fenced
from pytest_editbench.convert import narrowed, proven, spotted
from pytest_editbench.convert.piece import CaseFolder
from pytest_editbench.errors import CaseError, UsageError
from pytest_editbench.model import File
from pytest_editbench.repositories import origins, snapshots

if TYPE_CHECKING:
    from pathlib import Path, PurePosixPath

    from pytest_editbench.model import Tree
    from pytest_editbench.repositories.git import Repository

_ANSWER = "expected"


@dataclass(frozen=True, slots=True)
class Origin:
    """The tree that a change starts from."""

    tree: Tree
    url: str = ""  # of its repository, if it is one's
    revision: str = ""


@dataclass(frozen=True, slots=True)
class OfChange:
    """A change of a tree, and what is said of it."""

    name: str
    message: str
    origin: Origin
    after: Tree

    def example(self) -> Example:
        """The change as the one expected patch, with the cursor where it begins."""
        old, new = (_texts(tree, self.name) for tree in self._sides())
        path = next((path for path in sorted(old) if path in new), None)
        if path is None:
            raise CaseError(
                f"{self.name}: changes no file that stays, so that there is no place for a cursor"
            )
        if not self.origin.url and len({*old, *new}) > 1:
            raise CaseError(f"{self.name}: changes several files; an example of them needs a repository")
        example = Example(
            name=self.message.partition("\n")[0] or self.name,
            cursor_path=str(path),
            cursor_position=spotted.excerpt(path, old[path], new[path], whole=not self.origin.url),
            repository_url=self.origin.url,
            revision=self.origin.revision,
            reasoning=proven.reasoning(self.message),
            expected_patches=(diffing.unified(old, new),),
        )
        sides = (_files(tree) for tree in (self.origin.tree, self.after)) if self.origin.url else (old, new)
        given, after = sides
        return proven.proven(example, given, [after])

    def folder(self, *, whole: bool) -> CaseFolder:
        """The files that change, or all of them, before and after."""
        old, new = self._sides()
        texts = [_texts(tree, self.name) for tree in (old, new)]
        title = self.message.partition("\n")[0].strip()
        prompt = templating.render(
            "change.md.j2",
            quoted=_quoted(title) if title else "",  # the rest could order more than the patch
            diff=fenced("diff", diffing.unified(*texts)).rstrip("\n"),
        )
        given, after = (self.origin.tree, self.after) if whole else (old, new)
        if not given:
            raise CaseError(
                f"{self.name}: only makes new files; use --whole to give it something to start from"
            )
        told = {"repository_url": self.origin.url, "revision": self.origin.revision}
        metadata = {key: value for key, value in told.items() if value}
        return CaseFolder(prompt, given, {_ANSWER: after}, metadata)

    def _sides(self) -> tuple[Tree, Tree]:
        """What differs, before and after."""
        changed = narrowed.changed(self.origin.tree, {_ANSWER: self.after})
        if not changed:
            raise CaseError(f"{self.name}: changes nothing that a case can hold")
        return narrowed.only(self.origin.tree, changed), narrowed.only(self.after, changed)


def of_commit(repository: Repository, revision: str) -> OfChange:
    """The change of a commit from its first parent; `UsageError` where there is none."""
    commit, parent = repository.commit(revision), repository.commit(f"{revision}^1")
    if commit is None or parent is None:
        what = "names no commit there" if commit is None else "has no parent, or not in this clone"
        raise UsageError(f"{repository.place}: {revision} {what}")
    message = repository.ask("show", "--no-patch", "--format=%B", commit).decode("utf-8", "replace").strip()
    origin = Origin(snapshots.read(repository, parent), origins.of(repository), parent)
    return OfChange(f"commit-{commit[:12]}", message, origin, snapshots.read(repository, commit))


def of_patch(path: Path, origin: Origin) -> OfChange:
    """What a patch file does to a tree; `CaseError` names the line that does not fit."""
    content = path.read_bytes()
    after = treepatch.apply(treepatch.read(content, str(path)), origin.tree, origin.url)
    return OfChange(path.stem, _subject(content), origin, after)


def _subject(patch: bytes) -> str:
    """The subject of a mailed patch."""
    lines = patch.decode("utf-8", "replace").split("\n")
    found = next((line for line in lines if line.startswith(("Subject: ", "--- ", "diff "))), "")
    subject = found.removeprefix("Subject: ") if found.startswith("Subject: ") else ""
    return subject.partition("] ")[2] if subject.startswith("[PATCH") else subject


def _quoted(title: str) -> str:
    """A line as a code span, which nobody takes for an order."""
    ticks = "`" * (1 + max(map(len, re.findall("`+", title)), default=0))
    pad = " " if title.startswith("`") or title.endswith("`") else ""
    return f"{ticks}{pad}{title}{pad}{ticks}"


def _texts(tree: Tree, name: str) -> dict[PurePosixPath, bytes]:
    """The files of a tree; a patch of text cannot tell of other entries."""
    odd = [path for path, entry in tree.items() if not isinstance(entry, File) or b"\0" in entry.data]
    if odd:
        raise CaseError(f"{name}: {odd[0]} is no text")
    return _files(tree)


def _files(tree: Tree) -> dict[PurePosixPath, bytes]:
    return {path: entry.data for path, entry in tree.items() if isinstance(entry, File)}
