"""OpenAI's chat completions."""

from __future__ import annotations

import json
from collections.abc import Iterator

from modelserver.conversation import Conversation, Reply, Say, Tool, halves, text

Body = dict[str, object]
DONE = "[DONE]"


def read(body: Body, path: str) -> Conversation:
    messages = body.get("messages", [])
    functions = (tool["function"] for tool in body.get("tools") or [])
    return Conversation(
        model=body.get("model", ""),
        stream=bool(body.get("stream")),
        tools=tuple(Tool(each["name"], each.get("parameters") or {}) for each in functions),
        texts=tuple(text(m["content"]) for m in messages if m["role"] in ("system", "developer", "user")),
        results=sum(m["role"] == "tool" for m in messages),
        answers=tuple(text(m.get("content")) for m in messages if m["role"] == "assistant"),
    )


def whole(reply: Reply) -> Body:
    message: Body = {"role": "assistant", "content": None}
    if isinstance(reply.move, Say):
        message["content"] = reply.move.text
    else:
        message["tool_calls"] = [_call(reply, json.dumps(reply.move.arguments))]
    choice = {"index": 0, "message": message, "finish_reason": _reason(reply)}
    return {**_head(reply, "chat.completion"), "choices": [choice], "usage": _usage(reply)}


def events(reply: Reply) -> Iterator[tuple[None, Body | str]]:
    """The stream: name (none here) and data of each event."""
    deltas: list[Body] = [{"role": "assistant", "content": ""}]
    if isinstance(reply.move, Say):
        deltas += ({"content": piece} for piece in halves(reply.move.text))
    else:
        deltas.append({"tool_calls": [{"index": 0, **_call(reply, "")}]})
        pieces = halves(json.dumps(reply.move.arguments))
        deltas += ({"tool_calls": [{"index": 0, "function": {"arguments": piece}}]} for piece in pieces)
    head = _head(reply, "chat.completion.chunk")
    for delta in deltas:
        yield None, {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    yield None, {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": _reason(reply)}]}
    yield None, {**head, "choices": [], "usage": _usage(reply)}
    yield None, DONE


def failure(status: int, message: str) -> Body:
    kinds = {401: "invalid_request_error", 429: "rate_limit_error"}
    return {
        "error": {"message": message, "type": kinds.get(status, "server_error"), "code": None, "param": None}
    }


def _head(reply: Reply, kind: str) -> Body:
    return {"id": f"chatcmpl-{reply.id}", "object": kind, "created": 1_700_000_000, "model": reply.model}


def _call(reply: Reply, arguments: str) -> Body:
    return {
        "id": f"call_{reply.id}",
        "type": "function",
        "function": {"name": reply.move.tool.name, "arguments": arguments},
    }


def _reason(reply: Reply) -> str:
    return "stop" if isinstance(reply.move, Say) else "tool_calls"


def _usage(reply: Reply) -> Body:
    used = reply.usage
    return {
        "prompt_tokens": used.input,
        "completion_tokens": used.output,
        "total_tokens": used.input + used.output,
        "prompt_tokens_details": {"cached_tokens": used.cached},
    }
