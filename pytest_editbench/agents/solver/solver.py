"""The built-in agent that carries out what a prompt says, and nothing that it does not say."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING, assert_never

from pytest_editbench import trees
from pytest_editbench.agents.solver.documents import Document, Edit, overlap
from pytest_editbench.agents.solver.errors import NotUnderstood
from pytest_editbench.agents.solver.forms import FORMS
from pytest_editbench.agents.solver.orders import Bench, Change, Changes, Drop, Order, Put, Rename
from pytest_editbench.agents.solver.proposing import propose
from pytest_editbench.agents.solver.reading import Request, read
from pytest_editbench.agents.solver.regions import agree
from pytest_editbench.model import AgentResult, Entry, File, Task, Tree, Workspace

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path, PurePosixPath

_SLACK = 5  # lines by which an after-state may stand off its stated line, beside what the edits shift
_MOST_READINGS = 20_000  # combinations
_CARRY_OUT = {form.name: form.carry_out for form in FORMS}


def solve(prompt: str, tree: Tree) -> Tree:
    """The tree after what the prompt asks for; `NotUnderstood` unless there is exactly one way to do it."""
    bench = Bench(tree)
    request = read(prompt, bench.files)
    ways = [_ways(order, bench) for order in request.orders]
    if prod(map(len, ways)) > _MOST_READINGS:
        raise NotUnderstood("the instructions can be read in too many ways")
    results = {_Result.of(changes, bench) for changes in _consistent(request.orders, ways)}
    after = _only([result for result in results if result.agrees(request, bench)], request).applied(tree)
    if both := next((path for path in after if not after.keys().isdisjoint(path.parents)), None):
        raise NotUnderstood(f"{both} would lie below a file")
    return after


def _ways(order: Order, bench: Bench) -> list[Changes]:
    ways = list(dict.fromkeys(_CARRY_OUT[order.form](order, bench)))
    if not ways:
        raise NotUnderstood(
            f"{order.form}: what is named does not stand where it is said to be: {order.shown()}"
        )
    return ways


def _consistent(orders: Sequence[Order], ways: Sequence[Sequence[Changes]]) -> list[Changes]:
    """The combinations of readings whose edits do not touch.

    An edit told in two forms is one edit, and where there is such a one, the one form explains the other.
    Where forms only get in each other's way, none may choose for the other by that.
    """
    found: dict[Changes, int] = {}
    contested = False
    for combination in product(*ways):
        by_form: dict[str, list[Change]] = {}
        for order, changes in zip(orders, combination, strict=True):
            by_form.setdefault(order.form, []).extend(changes)
        if any(_touching(changes) for changes in by_form.values()):
            continue
        told = [change for changes in by_form.values() for change in changes]
        merged = tuple(dict.fromkeys(told))
        if _touching(merged):
            contested = True
        else:
            found[merged] = len(told) - len(merged)
    most = max(found.values(), default=0)
    return [] if contested and not most else [merged for merged, twice in found.items() if twice == most]


def _touching(changes: Sequence[Change]) -> bool:
    return overlap([change for change in changes if isinstance(change, Edit)])


@dataclass(frozen=True, slots=True)
class _Result:
    """What a tree becomes: edited files, and what happens to whole files."""

    edited: tuple[tuple[Document, int], ...]  # with the number of lines that the edits touch
    moved: tuple[Change, ...]

    @classmethod
    def of(cls, changes: Changes, bench: Bench) -> _Result:
        edits = [change for change in changes if isinstance(change, Edit)]
        edited = []
        for path in sorted({edit.path for edit in edits}):
            own, doc = [edit for edit in edits if edit.path == path], bench.document(path)
            touched = sum(edit.text.count("\n") + doc.text.count("\n", edit.start, edit.stop) for edit in own)
            edited.append((doc.edited(own), touched))
        return cls(tuple(edited), tuple(change for change in changes if not isinstance(change, Edit)))

    def agrees(self, request: Request, bench: Bench) -> bool:
        """Whether each region is shown by some file, and each file changed only where a region shows it."""
        regions, partial = request.regions, request.partial
        slacks = [(doc, _SLACK + touched) for doc, touched in self.edited]
        shown = all(
            any(region.starts_in(doc, slack) for doc, slack in slacks if region.about(doc.path))
            for region in regions
        )
        return shown and all(
            agree(bench.document(doc.path), doc, regions, slack, partial=partial) for doc, slack in slacks
        )

    def applied(self, tree: Tree) -> Tree:
        after = dict(tree)
        for doc, _ in self.edited:
            after[doc.path] = _with_data(tree[doc.path], doc.encode())
        for change in self.moved:
            match change:
                case Put(path, data):
                    after[path] = File(data)
                case Drop(path):
                    del after[path]
                case Rename(path, to):
                    after[to] = after.pop(path)
                case Edit():
                    pass
                case _:
                    assert_never(change)
        return after


def _with_data(entry: Entry, data: bytes) -> File:
    return File(data, executable=isinstance(entry, File) and entry.executable)


def _only(results: Sequence[_Result], request: Request) -> _Result:
    told = ", ".join(order.form for order in request.orders)
    if not results:
        shown = " that reads as the prompt shows" if request.regions else ""
        raise NotUnderstood(f"no way to carry out the instructions{shown} was found ({told})")
    if len(results) > 1:
        raise NotUnderstood(f"the instructions can be carried out in {len(results)} different ways ({told})")
    return results[0]


class Solver:
    """Reads the prompt alone, as an agent would; changes nothing where it would have to guess."""

    def run(self, task: Task, workspace: Workspace) -> AgentResult:
        """Carry out `task.prompt` in the workspace, or say why not; where an answer is asked for, give it."""
        before = trees.read(workspace.path, ignore=lambda path: path.parts[0] == ".git")
        try:
            if task.wants == "answer":
                return AgentResult(answered=True, text=propose(task.prompt, before))
            after = solve(task.prompt, before)
        except NotUnderstood as doubt:
            return _said(f"not understood: {doubt.reason}")
        changed = _write(before, after, workspace.path)
        return _said(f"changed {', '.join(map(str, changed))}")


def _said(text: str) -> AgentResult:
    return AgentResult(answered=True, text=text, output_tail=text)


def _write(before: Tree, after: Tree, root: Path) -> list[PurePosixPath]:
    """Bring the folder from one tree to the other, touching only the files that differ; their paths."""
    gone = sorted(before.keys() - after.keys())
    changed = [path for path, entry in after.items() if before.get(path) != entry]
    for path in gone:  # first: a file may take the place of a folder
        (root / path).unlink()
        _drop_empty(root, root / path.parent)
    for path in changed:
        entry, target = after[path], root / path
        if isinstance(entry, File):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(entry.data)
            if entry.executable:
                target.chmod(0o755)
    return gone + changed


def _drop_empty(root: Path, folder: Path) -> None:
    while folder != root and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
