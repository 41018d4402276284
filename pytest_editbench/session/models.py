"""What the head of a session says of models that are asked without an agent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.options import chat

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.options import Options
    from pytest_editbench.options.option import Option

_OF_PRESETS_TOO = ("base-url",)
_TOLD = ("base-url", "edit-format")  # by the agents themselves


def lines(agents: Sequence[NamedAgent], options: Options) -> Iterator[str]:
    """How they are asked; or which options have no meaning, where there are none."""
    models = [agent for agent in agents if agent.kind == "model"]
    given = [row for row in chat.ROWS if _value(options, row) != row.default]
    if models:
        formats = ", ".join(dict.fromkeys(str(agent.terms.edit_format) for agent in models))
        chosen = [f"{row.name} {_shown(_value(options, row))}" for row in given if row.name not in _TOLD]
        yield "; ".join((f"models are asked at {models[0].terms.server} for {formats}", *chosen))
        return
    idle = [row.argument for row in given if row.name not in _OF_PRESETS_TOO]
    if idle:
        yield f"WARNING: there is no agent chat:MODEL, so nothing comes of {', '.join(idle)}"


def _value(options: Options, row: Option) -> object:
    return getattr(options, row.name.replace("-", "_"))


def _shown(value: object) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)
