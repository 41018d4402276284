"""The same work in several processes, results in the order of the tasks."""

from __future__ import annotations

import signal
import traceback
from contextlib import closing, contextmanager, suppress
from itertools import islice
from multiprocessing import connection, get_context, resource_tracker
from typing import TYPE_CHECKING, Protocol, TypeVar

from pytest_editbench.errors import EditbenchError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

Task = TypeVar("Task")
Answer = TypeVar("Answer")

_BATCH = 8  # tasks that travel together


class Workers(Protocol):
    """Something that does tasks."""

    def map(self, work: Callable[[Task], Answer], tasks: Iterable[Task]) -> Iterator[Answer]:
        """The answer to each task, in order; to be read to its end before the next call."""
        ...


class _Here:
    def map(self, work: Callable[[Task], Answer], tasks: Iterable[Task]) -> Iterator[Answer]:
        return map(work, tasks)


class _Crew:
    """Processes, each of which has one batch at a time."""

    def __init__(self) -> None:
        self._processes: list[BaseProcess] = []
        self._pipes: list[Connection] = []

    def start(self, number: int) -> None:
        """Start so many, deaf to Ctrl-C: this process hears it too, and ends them."""
        context = get_context("spawn")  # not forked: this process may have threads
        resource_tracker.ensure_running()  # on its first start it would lift the block
        earlier = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            for _ in range(number):
                ours, theirs = context.Pipe()
                process = context.Process(target=_serve, args=(theirs,), daemon=True)
                process.start()
                theirs.close()  # else nobody would notice that the process has ended
                self._processes.append(process)
                self._pipes.append(ours)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, earlier)

    def close(self) -> None:
        """End all, whatever they are at."""
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join()

    def map(self, work: Callable[[Task], Answer], tasks: Iterable[Task]) -> Iterator[Answer]:
        batches = enumerate(_batches(tasks))
        idle: Sequence[Connection] = self._pipes
        busy: dict[object, tuple[Connection, int]] = {}
        done: dict[int, list[Answer]] = {}
        turn = 0
        while True:
            for pipe, (number, batch) in zip(idle, batches, strict=False):
                _ask(pipe, work, batch)
                busy[pipe] = pipe, number
            if not busy:
                return
            answered = [busy.pop(each) for each in connection.wait([pipe for pipe, _ in busy.values()])]
            idle = [pipe for pipe, _ in answered]
            done |= {number: _answers(pipe) for pipe, number in answered}
            while turn in done:
                yield from done.pop(turn)
                turn += 1


@contextmanager
def workers(jobs: int) -> Iterator[Workers]:
    """`jobs` processes, or this one if that is enough; what they were not asked for in time is dropped.

    They end with this process, however it ends. An exception of the work is raised here; `EditbenchError`
    when a process ends by itself.
    """
    if jobs <= 1:
        yield _Here()
        return
    with closing(_Crew()) as crew:
        crew.start(jobs)
        yield crew


def _batches(tasks: Iterable[Task]) -> Iterator[list[Task]]:
    rest = iter(tasks)
    return iter(lambda: list(islice(rest, _BATCH)), [])


def _ask(pipe: Connection, work: Callable[[Task], Answer], batch: Sequence[Task]) -> None:
    with _both_alive():
        pipe.send((work, batch))


def _answers(pipe: Connection) -> list[Answer]:
    with _both_alive():
        answers: list[Answer] | Exception = pipe.recv()
    if isinstance(answers, Exception):
        raise answers
    return answers


@contextmanager
def _both_alive() -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError):
        raise EditbenchError("a worker process ended by itself; is there memory for so many?") from None


def _serve(pipe: Connection) -> None:
    with suppress(EOFError, OSError):  # nobody is left to ask
        while True:
            work, tasks = pipe.recv()
            try:
                answers = [work(task) for task in tasks]
            except Exception as problem:
                problem.add_note(traceback.format_exc())  # of its own frames nothing else would arrive
                pipe.send(problem)
            else:
                pipe.send(answers)
