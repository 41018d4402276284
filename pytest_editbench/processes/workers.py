"""The same work in several processes, results in the order of the tasks."""

from __future__ import annotations

import signal
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Task = TypeVar("Task")
Answer = TypeVar("Answer")

_BATCH = 8  # tasks that travel together


class Workers(Protocol):
    """Something that does tasks."""

    def map(self, work: Callable[[Task], Answer], tasks: Iterable[Task]) -> Iterator[Answer]:
        """The answer to each task, in order."""
        ...


class _Here:
    def map(self, work: Callable[[Task], Answer], tasks: Iterable[Task]) -> Iterator[Answer]:
        return map(work, tasks)


class _Pool:
    def __init__(self, executor: ProcessPoolExecutor) -> None:
        self._executor = executor

    def map(self, work: Callable[[Task], Answer], tasks: Iterable[Task]) -> Iterator[Answer]:
        return self._executor.map(work, tasks, chunksize=_BATCH)


@contextmanager
def workers(jobs: int) -> Iterator[Workers]:
    """`jobs` processes, or this one if that is enough; what they were not asked for in time is dropped."""
    if jobs <= 1:
        yield _Here()
        return
    # Spawned, not forked: the parent may have threads, and macOS knows no other safe way.
    executor = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_ignore_interrupts)
    try:
        yield _Pool(executor)
    finally:
        executor.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears Ctrl-C too, and ends its workers
