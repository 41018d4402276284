"""What starts an agent inside a sandbox: a program by itself, run by a Python that sees no packages.

`python -IS inside.py STATUS RELAYS PORTS PROGRAM WORDS…`: how the program ended goes to the file descriptor
STATUS as one JSON object; PORTS (with commas between) of loopback are relayed to the Unix sockets of these
names in the folder RELAYS.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import struct
import sys
import threading
import time
from contextlib import suppress

_CHUNK = 1 << 16  # bytes
_PATIENCE = 0.05  # seconds for what is ending anyway
_GRACE = 0.5  # seconds between asking what was left behind to end, and ending it
_PAUSE = 0.005  # seconds
_IGNORED = (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2)
_RESTORED = (*_IGNORED, signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ)

_KEYCTL = {"x86_64": 250, "aarch64": 219, "riscv64": 219, "s390x": 280, "ppc64le": 271}  # system calls
_JOIN_SESSION_KEYRING = 1
_CREATE_RULESET, _RESTRICT_SELF = 444, 446  # system calls of Landlock, by the same numbers everywhere
_SCOPED = struct.pack("=QQQ", 0, 0, 1)  # no files, no ports, but abstract sockets
_NO_CORE = 1  # bytes; Linux hands no core to a program of the machine then, as it does at 0


def main(argv: list[str]) -> int:
    """Start the program, wait for it, tell how it ended; the exit code as a shell has it."""
    status, relays, ports, *command = argv
    _keep_apart()
    listening = [each for port in filter(None, ports.split(",")) for each in _listen(int(port))]
    pid = os.fork()
    if pid == 0:
        _become(command, int(status))
    signal.signal(signal.SIGTERM, lambda *_: _send(signal.SIGTERM, pid))
    for number in _IGNORED:
        signal.signal(number, signal.SIG_IGN)
    for server, port in listening:
        threading.Thread(target=_serve, args=(server, f"{relays}/{port}"), daemon=True).start()
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    _tell(int(status), {"code": code, "survivors": _end_the_others()})
    return code if code >= 0 else 128 - code


def pass_on(one: socket.socket, other: socket.socket) -> None:
    """Carry bytes both ways until both sides have said all; both are closed then."""
    with one, other:
        back = threading.Thread(target=_copy, args=(other, one), daemon=True)
        back.start()
        _copy(one, other)
        back.join()


def _keep_apart() -> None:
    """Leave what no namespace parts: cores that the machine takes, the session keyring, abstract sockets.

    What the kernel is too old for is passed over.
    """
    with suppress(OSError, ValueError):  # a lower limit cannot be raised
        resource.setrlimit(resource.RLIMIT_CORE, (_NO_CORE, _NO_CORE))
    with suppress(ImportError, OSError):  # a Python without ctypes
        import ctypes

        call = ctypes.CDLL(None).syscall
        if number := _KEYCTL.get(os.uname().machine):
            call(number, _JOIN_SESSION_KEYRING, None)
        rules = call(_CREATE_RULESET, _SCOPED, len(_SCOPED), 0)
        if rules >= 0:
            call(_RESTRICT_SELF, rules, 0)
            os.close(rules)


def _become(command: list[str], status: int) -> None:
    """Turn into the program, in a session of its own as anywhere else."""
    os.setsid()
    os.environ.pop("PWD", None)  # bubblewrap sets it
    os.set_inheritable(status, False)
    for number in _RESTORED:
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        _tell(status, {"errno": error.errno})
    os._exit(127)


def _tell(status: int, told: dict[str, object]) -> None:
    os.write(status, json.dumps(told).encode() + b"\n")


def _send(number: int, pid: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(pid, number)


def _end_the_others() -> int:
    """Ask all that still runs here to end; how many had to be asked. What remains ends with the sandbox."""
    asked: set[int] = set()
    for number, patience in ((None, _PATIENCE), (signal.SIGTERM, _GRACE)):
        deadline = time.monotonic() + patience
        while (found := _others()) and time.monotonic() < deadline:
            for pid in found - asked if number else ():
                with suppress(OSError):
                    os.kill(pid, signal.SIGTERM)
            asked |= found if number else set()
            time.sleep(_PAUSE)
    return len(asked)


def _others() -> set[int]:
    """All processes but this one and the first, which bubblewrap is."""
    found = {int(name) for name in os.listdir("/proc") if name.isdecimal()}  # noqa: PTH208 - pathlib takes time to load
    return {pid for pid in found - {1, os.getpid()} if _lives(pid)}


def _lives(pid: int) -> bool:
    with suppress(OSError), open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123 - as above
        return not file.read().rpartition(b")")[2].lstrip().startswith(b"Z")
    return False


def _listen(port: int) -> list[tuple[socket.socket, int]]:
    servers = [socket.create_server(("127.0.0.1", port))]
    with suppress(OSError):  # where there is no such address
        servers.append(socket.create_server(("::1", port), family=socket.AF_INET6))
    return [(server, port) for server in servers]


def _serve(server: socket.socket, path: str) -> None:
    while True:
        client, _ = server.accept()
        threading.Thread(target=_connect, args=(client, path), daemon=True).start()


def _connect(client: socket.socket, path: str) -> None:
    outside = socket.socket(socket.AF_UNIX)
    try:
        outside.connect(path)
    except OSError:
        outside.close()
        client.close()
    else:
        pass_on(client, outside)


def _copy(source: socket.socket, goal: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(_CHUNK):
            goal.sendall(data)
    with suppress(OSError):
        goal.shutdown(socket.SHUT_WR)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
