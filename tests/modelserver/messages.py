"""Anthropic's messages."""

from __future__ import annotations

import json
from collections.abc import Iterator

from modelserver.conversation import Conversation, Reply, Say, Tool, halves, text

Body = dict[str, object]


def read(body: Body, path: str) -> Conversation:
    messages = body.get("messages", [])
    tools = (tool for tool in body.get("tools") or [] if "name" in tool)
    parts = [part for m in messages if isinstance(m["content"], list) for part in m["content"]]
    return Conversation(
        model=body.get("model", ""),
        stream=bool(body.get("stream")),
        tools=tuple(Tool(tool["name"], tool.get("input_schema") or {}) for tool in tools),
        texts=(text(body.get("system")), *(_words(m["content"]) for m in messages if m["role"] == "user")),
        results=sum(part.get("type") == "tool_result" for part in parts),
        answers=tuple(text(m["content"]) for m in messages if m["role"] == "assistant"),
    )


def whole(reply: Reply) -> Body:
    return {
        **_head(reply),
        "content": [_block(reply)],
        "stop_reason": _reason(reply),
        "usage": _usage(reply, reply.usage.output),
    }


def events(reply: Reply) -> Iterator[tuple[str, Body]]:
    """The stream: name and data of each event."""
    block = _block(reply)
    if isinstance(reply.move, Say):
        begun = {**block, "text": ""}
        deltas = [{"type": "text_delta", "text": piece} for piece in halves(reply.move.text)]
    else:
        begun = {**block, "input": {}}
        pieces = halves(json.dumps(reply.move.arguments))
        deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in pieces]
    ended = {"stop_reason": _reason(reply), "stop_sequence": None}
    yield _event("message_start", message={**_head(reply), "usage": _usage(reply, 1)})
    yield _event("content_block_start", index=0, content_block=begun)
    for delta in deltas:
        yield _event("content_block_delta", index=0, delta=delta)
    yield _event("content_block_stop", index=0)
    yield _event("message_delta", delta=ended, usage={"output_tokens": reply.usage.output})
    yield _event("message_stop")


def failure(status: int, message: str) -> Body:
    kinds = {401: "authentication_error", 429: "rate_limit_error"}
    return {"type": "error", "error": {"type": kinds.get(status, "api_error"), "message": message}}


def _event(name: str, **body: object) -> tuple[str, Body]:
    return name, {"type": name, **body}


def _words(content: object) -> str:
    """What the user said, without the results of tools."""
    if isinstance(content, list):
        return text([part for part in content if part.get("type") == "text"])
    return text(content)


def _head(reply: Reply) -> Body:
    head = {"id": f"msg_{reply.id}", "type": "message", "role": "assistant", "model": reply.model}
    return {**head, "content": [], "stop_reason": None, "stop_sequence": None}


def _block(reply: Reply) -> Body:
    move = reply.move
    if isinstance(move, Say):
        return {"type": "text", "text": move.text}
    return {"type": "tool_use", "id": f"toolu_{reply.id}", "name": move.tool.name, "input": move.arguments}


def _reason(reply: Reply) -> str:
    return "end_turn" if isinstance(reply.move, Say) else "tool_use"


def _usage(reply: Reply, output: int) -> Body:
    return {
        "input_tokens": reply.usage.input - reply.usage.cached,
        "cache_read_input_tokens": reply.usage.cached,
        "cache_creation_input_tokens": 0,
        "output_tokens": output,
    }
