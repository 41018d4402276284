"""xdist workers that need not load pytest and the plugin first: forks of one process that has.

`python forkserver.py serve SOCKET` loads both, says so, and serves until its standard input ends.
`python forkserver.py ask SOCKET …` stands for `python …`: a fork of the server takes over its current
folder, environment and standard streams, and it ends when the fork does.
"""

from __future__ import annotations

import os
import socket
import sys

STREAMS = (0, 1, 2)
CHUNK = 1 << 16  # bytes


def ask(place: str) -> None:
    here = os.getcwdb()  # noqa: PTH109  # pathlib would take most of the time
    told = b"\0".join([here, *(b"%b=%b" % pair for pair in os.environb.items())])
    with socket.socket(socket.AF_UNIX) as server:
        server.connect(place)
        socket.send_fds(server, [b"!"], STREAMS)
        server.sendall(told)
        server.shutdown(socket.SHUT_WR)
        server.recv(1)  # comes to an end with the fork, who holds the other side for as long as it lives


def serve(place: str) -> None:
    import gc
    import selectors
    import signal

    load()
    gc.freeze()  # the forks share what is loaded until they write to it
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for a fork
    with socket.socket(socket.AF_UNIX) as listener, selectors.DefaultSelector() as events:
        listener.bind(place)
        listener.listen()
        events.register(listener, selectors.EVENT_READ)
        events.register(sys.stdin, selectors.EVENT_READ)
        print("ready", flush=True)
        while [key.fileobj for key, _ in events.select()] == [listener]:
            client, _ = listener.accept()
            with client:
                if os.fork() == 0:
                    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                    try:
                        run(client)
                    finally:
                        os._exit(0)  # an orderly end of all that is loaded takes longer than most sessions


def run(client: socket.socket) -> None:
    """Do what the first line of the client's standard input says, as `python -c` would."""
    _, streams, _, _ = socket.recv_fds(client, 1, len(STREAMS))
    folder, *variables = b"".join(iter(lambda: client.recv(CHUNK), b"")).split(b"\0")
    for stream, given in zip(STREAMS, streams, strict=True):
        os.dup2(given, stream)
        os.close(given)
    os.chdir(folder)
    os.environb.clear()
    os.environb.update(variable.split(b"=", 1) for variable in variables)
    sys.argv = ["-c"]
    sys.stdin, sys.stdout, sys.stderr = (
        open(stream, "w" if stream else "r", buffering=1, closefd=False)  # noqa: SIM115  # stay open
        for stream in STREAMS
    )
    try:
        exec(eval(sys.stdin.readline()), {"__name__": "__main__"})
    except BaseException:
        sys.excepthook(*sys.exc_info())
    sys.stdout.flush()


def load() -> None:
    """Load what a session loads before its first test, in a session that has none."""
    import contextlib
    import tempfile
    from importlib import import_module

    import pytest
    from harness import load_the_package

    class Loading:
        def pytest_sessionstart(self) -> None:
            import_module("xdist.remote")
            load_the_package()

    with tempfile.TemporaryDirectory() as empty, contextlib.redirect_stdout(sys.stderr):
        options = ("-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", empty)
        ended = pytest.main([*options, empty], plugins=[Loading()])
    assert ended == pytest.ExitCode.NO_TESTS_COLLECTED
    tempfile.tempdir = None  # a fork may have another TMPDIR


if __name__ == "__main__":
    {"ask": ask, "serve": serve}[sys.argv[1]](sys.argv[2])
