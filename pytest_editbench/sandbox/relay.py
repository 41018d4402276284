"""The outer half of a relay: a Unix socket that leads to a port of this machine's loopback."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from pytest_editbench.errors import AgentError
from pytest_editbench.sandbox.inside import pass_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_PATIENCE = 10.0  # seconds for a connection, and for a thread to end


@contextmanager
def relayed(folder: Path, ports: Sequence[int]) -> Iterator[None]:
    """Sockets in `folder`, named by their ports, for as long as the context lasts.

    Whoever connects to one is connected to that port of `localhost`, or cut off at once when nobody
    listens there. `AgentError` where a socket cannot be made.
    """
    relays: list[_Relay] = []
    try:
        for port in ports:
            relays.append(_Relay(folder / str(port), port))  # noqa: PERF401 - those made are closed if one fails
        yield
    finally:
        for relay in relays:
            relay.close()


class _Relay:
    """One socket, the thread that waits at it, and what is connected through it."""

    def __init__(self, path: Path, port: int) -> None:
        self._port = port
        self._open: set[socket.socket] = set()
        self._server = socket.socket(socket.AF_UNIX)
        try:
            self._server.bind(str(path))
        except OSError as error:
            self._server.close()
            reason = error.strerror or error
            remedy = "set TMPDIR to a short path"
            raise AgentError(f"{path}: no socket can be made for the relay: {reason}; {remedy}") from None
        self._server.listen()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Cut what is connected; nobody is let in any more."""
        for each in (self._server, *tuple(self._open)):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        self._thread.join(_PATIENCE)
        self._server.close()

    def _serve(self) -> None:
        with suppress(OSError):  # closed
            while True:
                client, _ = self._server.accept()
                threading.Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client: socket.socket) -> None:
        try:
            target = socket.create_connection(("localhost", self._port), timeout=_PATIENCE)
        except OSError:
            return client.close()
        target.settimeout(None)
        self._open |= {client, target}
        try:
            pass_on(client, target)
        finally:
            self._open -= {client, target}
