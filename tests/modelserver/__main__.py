"""Serves until it is interrupted: `python -m modelserver`, in the folder above."""

import signal

from modelserver.server import ModelServer

with ModelServer() as server:
    print(server.url, flush=True)
    try:
        signal.pause()
    except KeyboardInterrupt:
        print(f"{len(server.seen)} requests")
