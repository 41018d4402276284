"""SIGTERM as Ctrl-C."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from pytest_editbench import interrupts


def test_sigterm_is_an_interrupt_and_the_earlier_handler_comes_back() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: heard.append(number))
    try:
        with pytest.raises(KeyboardInterrupt), interrupts.by_sigterm():
            os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)

    assert heard == [signal.SIGTERM]


def test_off_the_main_thread_nothing_changes() -> None:
    found: list[object] = []

    def work() -> None:
        with interrupts.by_sigterm():
            found.append(signal.getsignal(signal.SIGTERM))

    before = signal.getsignal(signal.SIGTERM)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()

    assert found == [before]
