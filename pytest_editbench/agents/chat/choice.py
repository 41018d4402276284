"""A model as a user names it, and the agents that come of it."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_editbench.agents.chat import messages
from pytest_editbench.agents.chat.agent import ChatAgent
from pytest_editbench.errors import AgentError, UsageError
from pytest_editbench.terms import Terms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.agents.chat.settings import Settings
    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.model import AgentResult, Task, Workspace

CLIENT = "httpx2"
EXTRA = "pip install 'pytest-editbench[chat]'"


@dataclass(frozen=True, slots=True)
class ChatChoice:
    """A model that was named, before it is known how it is to be asked."""

    model: str

    def run(self, task: Task, workspace: Workspace) -> AgentResult:  # noqa: ARG002  # the shape of an agent
        """Always an `AgentError`."""
        raise AgentError(f"chat:{self.model}: it is not settled how this model is asked")


def agents(chosen: NamedAgent, settings: Settings) -> Iterator[NamedAgent]:
    """The agents that come of a chosen one: a model is one for each edit format.

    `UsageError` where there can be none.
    """
    if not isinstance(chosen.agent, ChatChoice):
        yield chosen
        return
    if importlib.util.find_spec(CLIENT) is None:
        raise UsageError(f"{chosen.command}: models are asked with {CLIENT}, which is missing; {EXTRA}")
    if not chosen.model:
        raise UsageError(f"{chosen.command} names no model: say chat:MODEL, or set --editbench-model")
    several = len(settings.edit_formats) > 1
    labels = [f"{chosen.label}-{name}" if several else chosen.label for name in settings.edit_formats]
    for label, name in zip(labels, settings.edit_formats, strict=True):
        yield replace(
            chosen,
            label=label,
            twin=None if label == labels[0] else labels[0],
            agent=ChatAgent(chosen.model, chosen.label, name, settings),
            version=messages.version(name),
            terms=_terms(name, settings),
        )


def _terms(edit_format: str, settings: Settings) -> Terms:
    return Terms(
        edit_format=edit_format,
        temperature=settings.temperature,
        seed=settings.seed,
        max_tokens=settings.max_tokens,
        tolerances=", ".join(settings.tolerances) or None,
        server=settings.server,
    )
