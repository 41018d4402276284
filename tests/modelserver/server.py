"""The server as tests hold it: loopback only, any number of requests at once."""

from __future__ import annotations

import socket
import sys
import threading
from collections import Counter
from dataclasses import dataclass
from http.server import ThreadingHTTPServer

from modelserver.conversation import Move, Usage
from modelserver.faults import Faults
from modelserver.handler import Handler
from modelserver.plan import Plan


@dataclass(frozen=True)
class Seen:
    """One request to the model, and what became of it."""

    protocol: str
    path: str
    model: str
    stream: bool
    aside: bool  # no part of the work: a title for the session, say
    status: int | None  # of HTTP; None where the connection was closed without an answer
    said: str = ""  # by the system and the user
    move: Move | None = None
    usage: Usage | None = None  # that was told; None where nothing was, or not to the end


class ModelServer:
    """Serves while it is open, as a context manager; `seen` is what was asked so far.

    What goes wrong in the server itself is raised at its end.
    """

    def __init__(self, plan: Plan | None = None) -> None:
        self.plan = plan or Plan()  # of prompts without one
        self.seen: list[Seen] = []
        self.broken: list[BaseException | None] = []
        self.ending = threading.Event()
        self._numbers = 0
        self._asked: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._http = _Http(self)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> ModelServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ending.set()
        self._http.shutdown()
        self._http.server_close()
        if self.broken:
            raise self.broken[0]

    def told(self) -> list[Usage]:
        """Usage of the requests that are part of the work, in order."""
        return [one.usage for one in self.seen if one.usage and not one.aside]

    def note(self, protocol: str, **rest: object) -> None:
        self.seen.append(Seen(protocol, **rest))

    def number(self) -> int:
        """Of the next answer, from 1."""
        with self._lock:
            self._numbers += 1
            return self._numbers

    def fails(self, wrong: Faults, together: str) -> bool:
        """Whether this request is one of those that fail; `together` tells which are counted as one row."""
        with self._lock:
            self._asked[together] += 1
            return wrong.status is not None and (wrong.first is None or self._asked[together] <= wrong.first)


class _Http(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, model: ModelServer) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.model = model

    def handle_error(self, *_: object) -> None:
        """Clients are ended in the middle of an answer: that is no error, as other exceptions are."""
        error = sys.exception()
        if not isinstance(error, ConnectionError):
            self.model.broken.append(error)


def closed_port() -> int:
    """A port that refuses."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]
