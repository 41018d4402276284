"""Edit cases: the files before a commit, and after it; kept only if the prompt alone leads there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.agents.solver import NotUnderstood, reading, solve
from pytest_editbench.agents.solver.orders import Bench
from pytest_editbench.cases.examples import treepatch
from pytest_editbench.cases.kinds import EXPECTED, LOOSE
from pytest_editbench.errors import CaseError
from pytest_editbench.history import surplus, wording
from pytest_editbench.history.leaving import LeftOutError, Reason
from pytest_editbench.history.request import HUNKS, Product, folder, under

if TYPE_CHECKING:
    from pytest_editbench.history.past import Past
    from pytest_editbench.history.request import Request
    from pytest_editbench.model import Tree

_SOLVER, _PATCH = "solver", "patch"  # who found the change in the prompt

_EMPTY = "it is empty"
_NO_ORDER = "it tells no edit of a known form"
_DOUBT = "it tells an edit that cannot be made, or in several ways"
_ANOTHER = "carried out to the letter, it makes another change"


def make(past: Past, request: Request) -> Product:
    """The case of a commit; `LeftOutError` where its prompt does not determine the change."""
    if past.changes_mode:
        raise LeftOutError(Reason.MODE)
    before, after = request.before(past), request.after(past)
    prompt, told = (_of_blocks if request.prompt == HUNKS else _of_message)(past, before, after, request)
    paths = {*past.before, *past.after}
    metadata = {
        "mutation_category": "history",
        "file_path": str(next(iter(paths))) if len(paths) == 1 else None,
        **told,
        "source": request.source(past),
    }
    known = {key: value for key, value in metadata.items() if value is not None}
    name = f"edit-{past.commit.id[:12]}"
    return Product(name, folder(name, prompt, before, known, under(EXPECTED, after)), told)


def _of_message(past: Past, before: Tree, after: Tree, request: Request) -> tuple[str, dict[str, object]]:
    prompt = wording.message(past)
    try:
        by = determined(past, prompt, before, after)
    except LeftOutError:
        if not (request.allow_loose and past.subject):
            raise
        return wording.loose(past), {LOOSE: True}
    return prompt, {"determined_by": by}


def determined(past: Past, prompt: str, before: Tree, after: Tree) -> str:
    """Who finds the change in a message, given the prompt made of it and the files before, nothing else.

    Either the message holds a patch that makes it, or one order that the solver carries out to the byte;
    beside it stands the subject, and no more. `LeftOutError` says why nobody does.
    """
    if not past.commit.message.strip():
        raise LeftOutError(Reason.MESSAGE, _EMPTY)
    told = wording.body(past.commit.message)
    if _patched(f"\n{told}\n", before) == after:
        if surplus.beside_patch(told) or _contradicted(past, before, after):
            raise LeftOutError(Reason.MORE)
        return _PATCH
    files = Bench(before).files
    try:
        result, orders = solve(prompt, before), len(reading.read(prompt, files).orders)
    except NotUnderstood as doubt:
        known = not doubt.reason.startswith("no instruction")
        raise LeftOutError(Reason.MESSAGE, _DOUBT if known else _NO_ORDER) from None
    if result != after:
        raise LeftOutError(Reason.MESSAGE, _ANOTHER)
    alone = orders == 1 and surplus.is_order(told or past.subject, files)
    if not alone or (told and surplus.against(past.subject)):
        raise LeftOutError(Reason.MORE)
    return _SOLVER


def _contradicted(past: Past, before: Tree, after: Tree) -> bool:
    """Whether the subject speaks against the patch, or orders another change than it."""
    try:
        return surplus.against(past.subject) or solve(past.subject, before) != after
    except NotUnderstood as doubt:
        return not doubt.reason.startswith("no instruction")


def _of_blocks(past: Past, before: Tree, after: Tree, _: Request) -> tuple[str, dict[str, object]]:
    doubts: list[str] = []
    for prompt in wording.of_blocks(past):
        try:
            if solve(prompt, before) == after:
                return prompt, {"determined_by": _SOLVER}
            doubts.append(_ANOTHER)
        except NotUnderstood:
            doubts.append(_DOUBT)
    raise LeftOutError(Reason.BLOCKS, doubts[-1])


def _patched(message: str, before: Tree) -> Tree | None:
    """What the patch in a message makes of the files; None without one that fits."""
    if not ("\n--- " in message and "\n+++ " in message and "\n@@" in message):
        return None
    try:
        return treepatch.apply(treepatch.read(message.encode("utf-8", "surrogateescape"), "message"), before)
    except CaseError:
        return None
