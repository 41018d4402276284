"""A process that is asked to end has agents to end first, and folders to remove."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# A closed terminal sends SIGHUP; windows has none.
_TERMINATION = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class Watch:
    """What becomes of the signals that ask to end: Ctrl-C at once, or a note for who looks when it suits."""

    def __init__(self, *, patient: bool) -> None:
        self.patient = patient  # note it, and raise nothing
        self.heard = False  # whether one came

    def hear(self, number: int, _: object) -> None:
        """The handler of a signal."""
        self.heard = True
        if not self.patient:
            raise KeyboardInterrupt(signal.Signals(number).name)


@contextmanager
def as_ctrl_c() -> Iterator[Watch]:
    """SIGTERM and SIGHUP are Ctrl-C for as long as the context lasts; nothing changes off the main thread."""
    with _heard(_TERMINATION, Watch(patient=False)) as watch:
        yield watch


@contextmanager
def noted() -> Iterator[Watch]:
    """Ctrl-C, SIGTERM and SIGHUP cut nothing short: who is at work looks whether one came."""
    with _heard((signal.SIGINT, *_TERMINATION), Watch(patient=True)) as watch:
        yield watch


@contextmanager
def _heard(numbers: tuple[signal.Signals, ...], watch: Watch) -> Iterator[Watch]:
    earlier = {number: signal.getsignal(number) for number in numbers}
    ours = [number for number in numbers if earlier[number] is not signal.SIG_IGN]  # as nohup has it
    try:
        for number in ours:
            signal.signal(number, watch.hear)
    except ValueError:  # not the main thread
        ours = []
    try:
        yield watch
    finally:
        for number in ours:
            # None: it was not python that set it.
            signal.signal(number, signal.SIG_DFL if earlier[number] is None else earlier[number])
