"""A server of chat completions for tests: real sockets, answers by a function, faults on demand."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Asked:
    """A request that came in."""

    number: int  # 1-based
    path: str
    headers: Mapping[str, str]  # by lower-case name
    body: Mapping[str, object]
    moment: float  # seconds on a clock that never goes back

    @property
    def told(self) -> str:
        """The text of all messages."""
        return "\n".join(str(message["content"]) for message in self.body["messages"])  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Told:
    """What the server sends back."""

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0  # seconds
    cut: bool = False  # the connection ends in the middle of the body
    drip: float = 0.0  # seconds between two bytes


Answer = Callable[[Asked], Told]


def said(text: str | None, finish: str = "stop", usage: object = None, **more: object) -> Told:
    """A completion with this text."""
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text, **more}}
    used = {"prompt_tokens": 120, "completion_tokens": 30, "total_tokens": 150} if usage is None else usage
    told = {"id": "one", "object": "chat.completion", "model": "tiny-1", "choices": [choice], "usage": used}
    return Told(json.dumps(told).encode())


def refused(status: int, message: str = "no", headers: Mapping[str, str] | None = None, **more: str) -> Told:
    """An error as servers tell it."""
    return Told(json.dumps({"error": {"message": message, **more}}).encode(), status, headers or {})


@dataclass
class Server:
    """A running server, and what it has seen."""

    url: str  # base URL
    asked: list[Asked] = field(default_factory=list)
    most_at_once: int = 0
    _at_once: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def entered(self, path: str, headers: Mapping[str, str], body: bytes) -> Iterator[Asked]:
        """Count a request for as long as it is answered."""
        with self._lock:
            number = len(self.asked) + 1
            asked = Asked(number, path, headers, json.loads(body), time.monotonic())
            self.asked.append(asked)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            yield asked
        finally:
            with self._lock:
                self._at_once -= 1


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that go away are part of the tests."""


@contextmanager
def serving(answer: Answer) -> Iterator[Server]:
    """A server on a free port of loopback."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            with server.entered(self.path, headers, body) as asked:
                told = answer(asked)
                time.sleep(told.delay)
            self._send(told)

        def _send(self, told: Told) -> None:
            self.send_response(told.status)
            self.send_header("Content-Length", str(len(told.body)))
            for name, value in told.headers.items():
                self.send_header(name, value)
            self.end_headers()
            if told.cut:
                self.wfile.write(told.body[: len(told.body) // 2])
                self.close_connection = True
                return
            step = 1 if told.drip else len(told.body) or 1
            for start in range(0, len(told.body), step):
                self.wfile.write(told.body[start : start + step])
                time.sleep(told.drip)

        def log_message(self, *_: object) -> None:
            """Tests read `asked`."""

    http = _Quiet(("127.0.0.1", 0), Handler)
    server = Server(f"http://127.0.0.1:{http.server_port}/v1")
    thread = threading.Thread(target=http.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
