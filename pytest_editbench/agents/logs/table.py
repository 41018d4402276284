"""The PARSERS table: which parser reads the output of which tool."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pytest_editbench.agents.logs.aider import Aider
from pytest_editbench.agents.logs.claude import Claude
from pytest_editbench.agents.logs.codex import Codex
from pytest_editbench.agents.logs.gemini import Gemini
from pytest_editbench.agents.logs.mini import Mini
from pytest_editbench.agents.logs.opencode import OpenCode
from pytest_editbench.agents.logs.pi import Pi
from pytest_editbench.agents.logs.qwen import Qwen
from pytest_editbench.agents.logs.streams import Stream

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_editbench.agents.logs.protocol import Parser

PARSERS: Mapping[str, Callable[[], Parser]] = {
    "claude": lambda: Stream(Claude()),
    "codex": lambda: Stream(Codex()),
    "opencode": lambda: Stream(OpenCode()),
    "pi": lambda: Stream(Pi()),
    "gemini": lambda: Stream(Gemini()),
    "qwen": lambda: Stream(Qwen()),
    "mini": Mini,
    "aider": Aider,
    "aider-streaming": partial(Aider, streams=True),
}
