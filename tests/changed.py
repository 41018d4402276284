"""Changes of several files for the tests, as git tells them, and agents that are asked about them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.agents import lookup
from pytest_editbench.analysis import patches
from pytest_editbench.analysis.asking import Settings
from pytest_editbench.analysis.change import Change, change

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_editbench.model import Task, Workspace

CHANGES = sorted((Path(__file__).parent / "changes").glob("*.patch"))
RIGHT = {"summary": "It tells the price.", "highlights": ["one is free", "tested"], "risks": ["rounding"]}


def read(path: Path) -> Change:
    """The change of a patch."""
    return of_text(path.read_bytes().decode("utf-8", "surrogateescape"), path.stem)


def of_text(text: str, name: str = "change") -> Change:
    """The change of a patch's text."""
    return change(name, patches.read(text, name))


def said(path: object) -> str:
    """A right answer that tells its file from others."""
    return json.dumps({**RIGHT, "summary": f"About {path}."})


def settings(folder: Path, agent: Callable[[Task, Workspace], object], **more: object) -> Settings:
    """How a callable is asked."""
    return Settings(lookup.named(agent), folder / "scratch", f"{folder.name}-", **more)  # type: ignore[arg-type]


def asked_about(prompt: str) -> str:
    """The file that a task is about."""
    return prompt.partition("Yours is `")[2].partition("`")[0]
