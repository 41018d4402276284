"""The forms about whole files: write, delete, rename."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench.agents.solver.errors import NotUnderstood
from pytest_editbench.agents.solver.labels import Role
from pytest_editbench.agents.solver.orders import Bench, Changes, Drop, Order, Put, Rename

if TYPE_CHECKING:
    from collections.abc import Iterator


def write(order: Order, bench: Bench) -> Iterator[Changes]:
    """A new file that ends in a line end, or the whole content of one that stands."""
    content = order.blocks[Role.CONTENT]
    name = order.words.get("path")
    known = bench.files.called(name) if name else order.scope
    if name and not known:
        yield (Put(_free(name, bench), "".join(f"{line}\n" for line in content).encode()),)
    for path in known:
        doc = bench.document(path)
        yield (doc.replace_lines(0, len(doc.lines), content),)


def delete(order: Order, bench: Bench) -> Iterator[Changes]:
    """The file goes."""
    for path in bench.files.called(order.words["path"]):
        yield (Drop(path),)


def rename(order: Order, bench: Bench) -> Iterator[Changes]:
    """The file gets another path; where both are bare names, it stays in its folder."""
    old, new = order.words["path"], order.words["to"]
    for path in bench.files.called(old):
        beside = "/" not in old + new
        yield (Rename(path, _free(str(path.with_name(new)) if beside else new, bench)),)


def _free(name: str, bench: Bench) -> PurePosixPath:
    """A path inside the workspace at which nothing stands, and no file or link above it."""
    path = PurePosixPath(name.removeprefix("./"))
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise NotUnderstood(f"`{name}` is no path inside the workspace")
    if path in bench.tree or any(parent in bench.tree for parent in path.parents):
        raise NotUnderstood(f"`{name}` is taken already")
    return path
