"""Lines that hold messages of text, thinking, calls and results, as claude and qwen print them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.agents.logs import shapes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_editbench.agents.logs.tally import Tally


def blocks(line: Mapping[str, object]) -> list[Mapping[str, object]]:
    """The blocks of the line's message."""
    return list(shapes.objects(shapes.within(line, "message").get("content")))


def answered(tally: Tally, line: Mapping[str, object]) -> None:
    """What the model said, thought and called."""
    for block in blocks(line):
        match block.get("type"):
            case "text":
                tally.said(shapes.text(block.get("text")) or "")
            case "thinking":
                tally.thought(shapes.text(block.get("thinking")) or "")
            case "tool_use":
                arguments = shapes.written(block.get("input"))
                tally.called(block.get("id"), shapes.text(block.get("name")) or "", arguments)


def returned(tally: Tally, line: Mapping[str, object]) -> None:
    """What tools told the model."""
    for block in blocks(line):
        if block.get("type") == "tool_result":
            text = shapes.written(block.get("content"))
            tally.returned(block.get("tool_use_id"), text, ok=block.get("is_error") is not True)


def says(line: Mapping[str, object]) -> str:
    """The text of the line's message."""
    return "\n".join(filter(None, (shapes.text(block.get("text")) for block in blocks(line))))
