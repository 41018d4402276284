"""Google's generateContent."""

from __future__ import annotations

import re
from collections.abc import Iterator

from modelserver.conversation import Conversation, Reply, Say, Tool, text

Body = dict[str, object]


def read(body: Body, path: str) -> Conversation:
    contents = body.get("contents", [])
    declared = (each for tool in body.get("tools") or [] for each in tool.get("functionDeclarations", []))
    parts = [part for content in contents for part in content.get("parts", [])]
    told = [content for content in contents if content.get("role") != "model"]
    named = re.search(r"models/([^/:]+)", path)
    return Conversation(
        model=named[1] if named else "",
        stream=":stream" in path,
        tools=tuple(Tool(each["name"], _schema(each)) for each in declared),
        texts=(text(body.get("systemInstruction")), *map(text, told)),
        results=sum("functionResponse" in part for part in parts),
        answers=tuple(text(content) for content in contents if content.get("role") == "model"),
    )


def whole(reply: Reply) -> Body:
    move = reply.move
    called = None if isinstance(move, Say) else {"name": move.tool.name, "args": move.arguments}
    part = {"text": move.text} if isinstance(move, Say) else {"functionCall": called}
    content = {"role": "model", "parts": [part]}
    return {
        "candidates": [{"index": 0, "content": content, "finishReason": "STOP"}],
        "usageMetadata": _usage(reply),
        "modelVersion": reply.model,
        "responseId": reply.id,
    }


def events(reply: Reply) -> Iterator[tuple[None, Body]]:
    """The stream: name (none here) and data of its one event."""
    yield None, whole(reply)


def failure(status: int, message: str) -> Body:
    kinds = {401: "UNAUTHENTICATED", 429: "RESOURCE_EXHAUSTED"}
    return {"error": {"code": status, "message": message, "status": kinds.get(status, "INTERNAL")}}


def _schema(declared: Body) -> Body:
    """Kinds are written in capitals in one of the two ways to tell a schema."""
    schema = declared.get("parametersJsonSchema") or declared.get("parameters") or {}
    kinds = schema.get("properties", {}).items()
    return {**schema, "properties": {name: {**each, "type": _kind(each)} for name, each in kinds}}


def _kind(schema: Body) -> str:
    return str(schema.get("type", "")).lower()


def _usage(reply: Reply) -> Body:
    used = reply.usage
    return {
        "promptTokenCount": used.input,
        "cachedContentTokenCount": used.cached,
        "candidatesTokenCount": used.output,
        "totalTokenCount": used.input + used.output,
    }
