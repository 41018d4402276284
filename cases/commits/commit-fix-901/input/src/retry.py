"""Calls that are tried again."""

import time


def retry(call, attempts=3, pause=0.5):
    """What `call` returns; after the last attempt its error is raised."""
    for attempt in range(attempts):
        try:
            return call()
        except OSError:
            if attempt == attempts - 1:
                raise
            time.sleep(pause)
