"""OpenAI's responses."""

from __future__ import annotations

import json
from collections.abc import Iterator

from modelserver.chat import failure
from modelserver.conversation import Conversation, Reply, Say, Tool, halves, text

__all__ = ["events", "failure", "read", "whole"]

Body = dict[str, object]


def read(body: Body, path: str) -> Conversation:
    given = body.get("input", [])
    items = [{"role": "user", "content": given}] if isinstance(given, str) else given
    told = [item for item in items if item.get("role") in ("system", "developer", "user")]
    return Conversation(
        model=body.get("model", ""),
        stream=bool(body.get("stream")),
        tools=tuple(_tool(tool) for tool in body.get("tools") or [] if "name" in tool),
        texts=(text(body.get("instructions")), *(text(item.get("content")) for item in told)),
        results=sum(str(item.get("type")).endswith("_call_output") for item in items),
        answers=tuple(text(item.get("content")) for item in items if item.get("role") == "assistant"),
    )


def whole(reply: Reply) -> Body:
    return {**_head(reply, "completed"), "output": [_item(reply, "completed")], "usage": _usage(reply)}


def events(reply: Reply) -> Iterator[tuple[str, Body]]:
    """The stream: name and data of each event."""
    begun, done = _item(reply, "in_progress"), _item(reply, "completed")
    kind, told, field = _spoken(reply)
    begun[field] = [] if isinstance(reply.move, Say) else ""
    place = {"item_id": done["id"], "output_index": 0}
    bodies: list[tuple[str, Body]] = [
        ("response.created", {"response": _head(reply, "in_progress")}),
        ("response.output_item.added", {"output_index": 0, "item": begun}),
        *((f"{kind}.delta", {**place, "content_index": 0, "delta": piece}) for piece in halves(told)),
        ("response.output_item.done", {"output_index": 0, "item": done}),
        ("response.completed", {"response": whole(reply)}),
    ]
    for number, (name, body) in enumerate(bodies):
        yield name, {"type": name, "sequence_number": number, **body}


def _tool(tool: Body) -> Tool:
    return Tool(tool["name"], tool.get("parameters") or {}, freeform=tool.get("type") == "custom")


def _head(reply: Reply, status: str) -> Body:
    head = {"id": f"resp_{reply.id}", "object": "response", "created_at": 1_700_000_000}
    return {**head, "status": status, "model": reply.model, "output": []}


def _item(reply: Reply, status: str) -> Body:
    move = reply.move
    if isinstance(move, Say):
        content = [{"type": "output_text", "text": move.text, "annotations": []}]
        head = {"id": f"msg_{reply.id}", "type": "message", "role": "assistant"}
        return {**head, "status": status, "content": content}
    head = {"call_id": f"call_{reply.id}", "name": move.tool.name, "status": status}
    if move.tool.freeform:
        return {**head, "id": f"ctc_{reply.id}", "type": "custom_tool_call", "input": move.arguments}
    return {**head, "id": f"fc_{reply.id}", "type": "function_call", "arguments": json.dumps(move.arguments)}


def _spoken(reply: Reply) -> tuple[str, str, str]:
    """Front of the name of the events that tell it in pieces, the whole, and where the item holds it."""
    if isinstance(reply.move, Say):
        return "response.output_text", reply.move.text, "content"
    if reply.move.tool.freeform:
        return "response.custom_tool_call_input", str(reply.move.arguments), "input"
    return "response.function_call_arguments", json.dumps(reply.move.arguments), "arguments"


def _usage(reply: Reply) -> Body:
    used = reply.usage
    return {
        "input_tokens": used.input,
        "input_tokens_details": {"cached_tokens": used.cached},
        "output_tokens": used.output,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": used.input + used.output,
    }
