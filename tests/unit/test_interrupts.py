"""Signals that ask to end, as Ctrl-C or as a note."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from pytest_editbench import interrupts


@pytest.fixture(params=[signal.SIGTERM, signal.SIGHUP])
def number(request):
    """A signal, with its handler as it was before."""
    before = signal.getsignal(request.param)
    yield request.param
    signal.signal(request.param, before)


def test_it_is_an_interrupt_and_the_earlier_handler_comes_back(number: signal.Signals) -> None:
    heard: list[int] = []
    signal.signal(number, lambda number, _: heard.append(number))
    with pytest.raises(KeyboardInterrupt, match=number.name), interrupts.as_ctrl_c():
        os.kill(os.getpid(), number)
    os.kill(os.getpid(), number)

    assert heard == [number]


def test_what_is_ignored_stays_ignored(number: signal.Signals) -> None:
    signal.signal(number, signal.SIG_IGN)  # as nohup has it
    with interrupts.as_ctrl_c() as watch, interrupts.noted() as inner:
        os.kill(os.getpid(), number)

    assert not watch.heard
    assert not inner.heard


def test_a_note_cuts_nothing_short_however_often_it_comes(number: signal.Signals) -> None:
    with interrupts.as_ctrl_c(), interrupts.noted() as watch:
        assert not watch.heard
        for each in (number, signal.SIGINT, number):
            os.kill(os.getpid(), each)

    assert watch.heard


def test_off_the_main_thread_nothing_changes() -> None:
    found: list[object] = []

    def work() -> None:
        with interrupts.as_ctrl_c():
            found.append(signal.getsignal(signal.SIGTERM))

    before = signal.getsignal(signal.SIGTERM)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()

    assert found == [before]
