"""A session that is asked to end has agents to end first, and folders to remove."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def by_sigterm() -> Iterator[None]:
    """SIGTERM is Ctrl-C for as long as the context lasts; nothing changes off the main thread."""
    earlier = signal.getsignal(signal.SIGTERM)
    try:
        signal.signal(signal.SIGTERM, _interrupt)
    except ValueError:  # not the main thread
        yield
        return
    try:
        yield
    finally:
        # None: it was not python that set it.
        signal.signal(signal.SIGTERM, signal.SIG_DFL if earlier is None else earlier)


def _interrupt(*_: object) -> NoReturn:
    raise KeyboardInterrupt("SIGTERM")
