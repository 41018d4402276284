"""A patch applied to a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.cases.examples import applying, patches, placing
from pytest_editbench.cases.examples.files import Files, Naming
from pytest_editbench.cases.examples.place import Place
from pytest_editbench.model import File, Tree

if TYPE_CHECKING:
    from pytest_editbench.cases.examples.diff import Diff

SUFFIXES = (".patch", ".diff")


def read(patch: bytes, where: str) -> Diff:
    """The diff of a patch file; `CaseError` as of `patches.read`."""
    return patches.read(patch.decode("utf-8", "surrogateescape"), Place(where))


def apply(diff: Diff, tree: Tree, url: str = "") -> Tree:
    """The tree after the diff, in path order; `CaseError` names the line that does not fit.

    `url` is that of the repository, whose folder's name paths may begin with.
    """
    held = {path: entry.data for path, entry in tree.items() if isinstance(entry, File)}
    outcome = applying.apply(diff, Files(held), Naming.of(url, diff.paths(), held))
    return laid(tree, outcome.files)


def apply_to_file(diff: Diff, file: File) -> File | None:
    """The one file after a diff of at most one file, however it is called there; None where it is deleted."""
    if not diff.files:
        return file
    if len(diff.files) != 1:
        told = ", ".join(sorted(set(diff.paths())))
        raise diff.place.error(1, f"is of several files ({told}); name the folder that holds them")
    [only] = diff.files
    after = placing.apply(only, file.data, diff.place).data
    return None if only.new is None else File(after, executable=file.executable)


def laid(tree: Tree, files: Files) -> Tree:
    """The tree with what was changed in files that lie on it, in path order."""
    found = dict(tree)
    for path, content in files.changed.items():
        old = found.pop(path, None)
        if content is not None:
            found[path] = File(content, executable=isinstance(old, File) and old.executable)
    return dict(sorted(found.items()))
