"""The forms about whole files: create, rewrite, delete, rename."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from pytest_editbench.agents.solver.errors import NotUnderstood
from pytest_editbench.agents.solver.labels import Role
from pytest_editbench.agents.solver.orders import Bench, Changes, Drop, Order, Put, Rename


def create(order: Order, bench: Bench) -> Iterator[Changes]:
    """A new file, or the whole of one that stands, with a final line end."""
    name = order.words.get("path")
    path = _inside(name) if name else None
    if path is None or (known := bench.files.called(str(path))):
        known = known if path is not None else order.scope
        if len(known) != 1:
            raise NotUnderstood("a whole content is given, but not one file that it is for")
        doc = bench.document(known[0])
        yield (doc.replace_lines(0, len(doc.lines), order.blocks[Role.CONTENT]),)
        return
    yield (Put(path, "".join(f"{line}\n" for line in order.blocks[Role.CONTENT]).encode()),)


def delete_file(order: Order, bench: Bench) -> Iterator[Changes]:
    """The file goes."""
    for path in bench.files.called(order.words["path"]):
        yield (Drop(path),)


def rename_file(order: Order, bench: Bench) -> Iterator[Changes]:
    """The file gets another path; a bare name means the same folder."""
    target = _inside(order.words["to"])
    for path in bench.files.called(order.words["path"]):
        beside = path.with_name(target.name) if len(target.parts) == 1 and "/" not in order.words["path"] else target
        if beside in bench.tree:
            raise NotUnderstood(f"{beside} exists already")
        yield (Rename(path, beside),)


def _inside(name: str) -> PurePosixPath:
    path = PurePosixPath(name.removeprefix("./"))
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise NotUnderstood(f"`{name}` is no path inside the workspace")
    return path
