"""HTTP: from the bytes of a request to those of its answer."""

from __future__ import annotations

import json
import re
import socket
from http.server import BaseHTTPRequestHandler
from types import ModuleType

from modelserver import chat, faults, gemini, messages, plan, responses
from modelserver.conversation import Conversation, Reply
from modelserver.faults import Faults
from modelserver.moves import aside, next_move
from modelserver.plan import Plan

Body = dict[str, object]

PROTOCOLS: dict[str, ModuleType] = {  # end of the path (a pattern) → what speaks there
    r"/chat/completions": chat,
    r"/responses": responses,
    r"/messages": messages,
    r"/models/[^/]+:(?:generate|streamGenerate)Content": gemini,
}
COUNTED = re.compile(r"/messages/count_tokens|:countTokens")
COUNTS = {"input_tokens": 1000, "totalTokens": 1000}
MODELS = {"object": "list", "data": [{"id": "scripted", "object": "model", "owned_by": "tests"}]}


class Handler(BaseHTTPRequestHandler):
    """One connection, for one request."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Nothing on standard error: what was asked is in `ModelServer.seen`."""

    def do_HEAD(self) -> None:
        self._body(200, {})

    def do_GET(self) -> None:
        if self.path.partition("?")[0].endswith("/models"):
            self._body(200, MODELS)
        else:
            self._body(404, chat.failure(404, "nothing here"))

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        front, path = faults.read(self.path.partition("?")[0])
        if COUNTED.search(path):
            return self._body(200, COUNTS)
        spoken = next((one for ends, one in PROTOCOLS.items() if re.search(f"{ends}$", path)), None)
        if spoken is None:
            return self._body(404, chat.failure(404, f"nothing at {path}"))
        asked = spoken.read(body, path)
        try:
            planned = plan.found(asked.said, self.server.model.plan)
        except (ValueError, TypeError) as error:
            return self._refuse(spoken, asked, 400, f"no plan can be read from the prompt: {error}")
        wrong = faults.read(planned.faults)[0] if planned.faults else front
        return self._model(spoken, asked, planned, wrong)

    def _model(self, spoken: ModuleType, asked: Conversation, planned: Plan, wrong: Faults) -> None:
        self.server.model.ending.wait(wrong.wait)
        if wrong.drop:
            self._note(spoken, asked, None)
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
        elif self.server.model.fails(wrong, planned.faults or self.path):
            self._refuse(spoken, asked, wrong.status or 500, f"planned failure {wrong.status}")
        else:
            self._move(spoken, asked, planned, cut=wrong.cut)

    def _move(self, spoken: ModuleType, asked: Conversation, planned: Plan, *, cut: bool) -> None:
        try:
            move = next_move(asked, planned)
        except LookupError as error:
            return self._refuse(spoken, asked, 400, str(error))
        reply = Reply(self.server.model.number(), asked.model, move, planned.usage)
        self._note(spoken, asked, 200, move=move, usage=None if cut else planned.usage)
        if asked.stream:
            data = b"".join(map(_event, spoken.events(reply)))
            return self._send(200, "text/event-stream", data[: len(data) // 2] if cut else data, None)
        data = json.dumps(spoken.whole(reply)).encode()
        return self._send(200, "application/json", data[: len(data) // 2] if cut else data, len(data))

    def _refuse(self, spoken: ModuleType, asked: Conversation, status: int, message: str) -> None:
        self._note(spoken, asked, status)
        self._body(status, spoken.failure(status, message))

    def _note(self, spoken: ModuleType, asked: Conversation, status: int | None, **rest: object) -> None:
        kind = {"model": asked.model, "stream": asked.stream, "aside": aside(asked), "said": asked.said}
        name = spoken.__name__.rpartition(".")[2]
        self.server.model.note(name, path=self.path, **kind, status=status, **rest)

    def _body(self, status: int, body: Body) -> None:
        data = json.dumps(body).encode()
        self._send(status, "application/json", data, len(data))

    def _send(self, status: int, kind: str, data: bytes, length: int | None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Connection", "close")
        if length is not None:
            self.send_header("Content-Length", str(length))
        if status == 429:
            self.send_header("Retry-After", "1")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)


def _event(event: tuple[str | None, Body | str]) -> bytes:
    """One event of a stream; without a length in front, the end of the connection ends the stream."""
    name, data = event
    line = data if isinstance(data, str) else json.dumps(data)
    return (f"event: {name}\n" if name else "").encode() + f"data: {line}\n\n".encode()
