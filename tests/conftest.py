"""Shared by all tests of this project."""

import signal
import threading


def pytest_configure() -> None:
    """Ctrl-C reaches the tests and what they start, also where a shell keeps it from its background jobs."""
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    if ignored and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)
