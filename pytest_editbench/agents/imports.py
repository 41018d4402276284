"""Agents that are Python objects: imported, and fitted to the seam."""

from __future__ import annotations

import importlib
import re
import sys
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, cast

from pytest_editbench.agents.function import NOT_ITS_OWN, FunctionAgent, described
from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_editbench.agents.protocol import Agent

_GROUP = "pytest_editbench.agents"
_FORM = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")


def offered() -> tuple[EntryPoint, ...]:
    """The agents that installed packages offer, by name."""
    return tuple(sorted(entry_points(group=_GROUP), key=lambda point: point.name))


def is_import(text: str) -> bool:
    """Whether the text has the form `package.module:callable`."""
    return _FORM.fullmatch(text) is not None


def from_text(text: str, directory: Path) -> Agent:
    """The agent at `package.module:callable`; `directory` becomes and stays importable."""
    if str(directory) not in sys.path:
        sys.path.insert(0, str(directory))
    importlib.invalidate_caches()
    return from_entry_point(EntryPoint(text, text, _GROUP))


def from_entry_point(point: EntryPoint) -> Agent:
    """The agent that an entry point names; `UsageError` when it cannot be imported."""
    try:
        candidate: object = importlib.import_module(point.module)
        for name in filter(None, point.attr.split(".")):
            if not hasattr(candidate, name):
                raise UsageError(f"agent {point.name!r}: module {point.module!r} has no {point.attr!r}")
            candidate = getattr(candidate, name)
    except (UsageError, *NOT_ITS_OWN):
        raise
    except BaseException as error:  # exit, or pytest.skip, at the top of a module
        raise UsageError(f"agent {point.name!r} cannot be imported: {described(error)}") from error
    return adapt(point.name, candidate)


def adapt(name: str, candidate: object) -> Agent:
    """A callable, an object with `run`, or a class of either, as an agent; else a `UsageError`."""
    if isinstance(candidate, type):
        candidate = _instance(name, candidate)
    if type(candidate).__module__.startswith("pytest_editbench."):
        return cast("Agent", candidate)  # ours keep the time and raise what they should
    call = getattr(candidate, "run", candidate)
    if not callable(call):
        raise UsageError(f"agent {name!r} is neither callable nor has a method run(task, workspace)")
    return FunctionAgent(name, call)


def _instance(name: str, made: type) -> object:
    try:
        return made()
    except NOT_ITS_OWN:
        raise
    except BaseException as error:
        raise UsageError(f"agent {name!r}: {made.__name__}() failed: {described(error)}") from error
