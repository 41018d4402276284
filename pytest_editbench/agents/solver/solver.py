"""The built-in agent that carries out what a prompt says, and nothing that it does not say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from pathlib import PurePosixPath

from pytest_editbench import trees
from pytest_editbench.agents.solver.documents import Edit, overlap
from pytest_editbench.agents.solver.errors import NotUnderstood
from pytest_editbench.agents.solver.forms import FORMS
from pytest_editbench.agents.solver.orders import Bench, Change, Changes, Drop, Order, Put, Rename
from pytest_editbench.agents.solver.reading import Request, read
from pytest_editbench.agents.solver.regions import Region
from pytest_editbench.model import AgentResult, Entry, File, Task, Tree, Workspace

_MOST_READINGS = 20_000
_CARRY_OUT = {form.name: form.carry_out for form in FORMS}


def solve(prompt: str, tree: Tree) -> Tree:
    """The tree after what the prompt asks for; `NotUnderstood` unless there is exactly one way to do it."""
    bench = Bench(tree)
    request = read(prompt, bench.files)
    ways = [_ways(order, bench) for order in request.orders]
    if prod(map(len, ways)) > _MOST_READINGS:
        raise NotUnderstood("the prompt can be read in too many ways")
    results: dict[tuple[tuple[str, str], ...], Tree] = {}
    for changes in _consistent(request, ways):
        if all(_shown(region, changes, bench) for region in request.regions):
            result = _applied(changes, bench)
            results.setdefault(tuple(sorted((str(path), repr(entry)) for path, entry in result.items())), result)
    return _only(list(results.values()), request)


def _ways(order: Order, bench: Bench) -> list[Changes]:
    ways = list(dict.fromkeys(_CARRY_OUT[order.form](order, bench)))
    if not ways:
        raise NotUnderstood(f"{order.form}: what is named was not found where it is said to be ({order.said[:200]})")
    return ways


def _consistent(request: Request, ways: Sequence[Sequence[Changes]]) -> Iterator[Changes]:
    """Every combination of readings whose edits do not touch; an edit told twice, in two forms, is one."""
    forms = [order.form for order in request.orders]
    for combination in product(*ways):
        merged: dict[Change, str] = {}
        clash = False
        for form, changes in zip(forms, combination, strict=True):
            clash |= any(merged.get(change) == form for change in changes)
            merged.update(dict.fromkeys(changes, form))
        if not clash and not overlap([change for change in merged if isinstance(change, Edit)]):
            yield tuple(merged)


def _shown(region: Region, changes: Changes, bench: Bench) -> bool:
    edits = [change for change in changes if isinstance(change, Edit)]
    paths = region.scope or tuple(dict.fromkeys(edit.path for edit in edits))
    for path in paths:
        doc = bench.document(path)
        own = [edit for edit in edits if edit.path == path]
        slack = 5 + sum(edit.text.count("\n") + doc.text.count("\n", edit.start, edit.stop) for edit in own)
        if region.shown_by(doc.edited(own), slack):
            return True
    return False


def _applied(changes: Changes, bench: Bench) -> Tree:
    tree: dict[PurePosixPath, Entry] = dict(bench.tree)
    edited = {change.path: bench.document(change.path) for change in changes if isinstance(change, Edit)}
    for path, doc in edited.items():
        data = doc.edited([change for change in changes if isinstance(change, Edit) and change.path == path]).encode()
        tree[path] = _with_data(tree[path], data)
    for change in changes:
        match change:
            case Put(path, data):
                tree[path] = File(data)
            case Drop(path):
                del tree[path]
            case Rename(path, to):
                tree[to] = tree.pop(path)
            case Edit():
                pass
    return tree


def _with_data(entry: Entry, data: bytes) -> File:
    return File(data, executable=isinstance(entry, File) and entry.executable)


def _only(results: Sequence[Tree], request: Request) -> Tree:
    told = "; ".join(order.form for order in request.orders)
    if not results:
        shown = " that reads as the prompt shows" if request.regions else ""
        raise NotUnderstood(f"no way of carrying out the instructions{shown} was found ({told})")
    if len(results) > 1:
        raise NotUnderstood(f"the instructions can be carried out in {len(results)} different ways ({told})")
    return results[0]


class Solver:
    """Reads the prompt alone, as an agent would; changes nothing where it would have to guess."""

    def run(self, task: Task, workspace: Workspace) -> AgentResult:
        """Carry out `task.prompt` in the workspace, or say why not."""
        before = trees.read(workspace.path)
        try:
            after = solve(task.prompt, before)
        except NotUnderstood as doubt:
            said = f"not understood: {doubt.reason}"
            return AgentResult(answered=True, text=said, output_tail=said)
        _write(before, after, workspace)
        return AgentResult(answered=True, text="done", output_tail="done")


def _write(before: Tree, after: Tree, workspace: Workspace) -> None:
    for path in before.keys() - after.keys():
        (workspace.path / path).unlink()
    for path, entry in after.items():
        if isinstance(entry, File) and before.get(path) != entry:
            target = workspace.path / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(entry.data)
            target.chmod(0o755 if entry.executable else 0o644)
