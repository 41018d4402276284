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
_OF_EDITS = ("edit-format", "tolerate")  # nothing else that is asked has such
_TOLD = ("base-url", "edit-format")  # by the agents themselves


def lines(agents: Sequence[NamedAgent], analyst: NamedAgent | None, options: Options) -> Iterator[str]:
    """How they are asked, and which options have no meaning; `analyst` is asked about changes."""
    models = [agent for agent in agents if agent.kind == "model"]
    given = [row for row in chat.ROWS if _value(options, row) != row.default]
    if models:
        formats = ", ".join(dict.fromkeys(str(agent.terms.edit_format) for agent in models))
        chosen = [f"{row.name} {_shown(_value(options, row))}" for row in given if row.name not in _TOLD]
        yield "; ".join((f"models are asked at {models[0].terms.server} for {formats}", *chosen))
    yield from idle(agents, analyst, options)


def idle(agents: Sequence[NamedAgent], analyst: NamedAgent | None, options: Options) -> Iterator[str]:
    """Which options have no meaning for those who are asked."""
    everyone = [*agents, *([analyst] if analyst else [])]
    kinds = {str(agent.kind) for agent in everyone}
    given = [row for row in chat.ROWS if _value(options, row) != row.default]
    if all(agent.kind != "model" for agent in agents):
        asked = _OF_PRESETS_TOO if "model" not in kinds else [row.name for row in chat.ROWS]
        rows = [row for row in given if row.name not in asked or row.name in _OF_EDITS]
        if rows:
            told = ", ".join(row.argument for row in rows)
            yield f"WARNING: there is no agent chat:MODEL, so nothing comes of {told}"
    if options.base_url is not None and not kinds & {"model", "preset"}:
        yield "WARNING: no agent is a model or a preset, so nothing comes of --editbench-base-url"
    if options.home == "private" and all(agent.home != "private" for agent in everyone):
        yield "WARNING: no agent is a program with a home, so nothing comes of --editbench-home=private"


def _value(options: Options, row: Option) -> object:
    return getattr(options, row.name.replace("-", "_"))


def _shown(value: object) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)
