"""All files of all changes asked about at once, bounded, and joined in their order."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from pytest_editbench import processes
from pytest_editbench.agents.lookup import Kind
from pytest_editbench.analysis.asking import analysed
from pytest_editbench.analysis.results import ChangeAnalysis
from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.analysis.asking import Settings
    from pytest_editbench.analysis.change import Change
    from pytest_editbench.analysis.results import FileAnalysis

_POLL = 0.05  # seconds


def check(agent: NamedAgent) -> None:
    """`UsageError` for an agent that has no words of its own."""
    if agent.kind is Kind.BUILT_IN:
        raise UsageError(
            f"{agent.label} answers no questions; name a command, a preset, chat:MODEL or a callable"
        )


class CutShort(KeyboardInterrupt):
    """The work was cut short; what was said until then is here."""

    def __init__(self, said: Sequence[ChangeAnalysis], whole: Sequence[ChangeAnalysis], files: int) -> None:
        super().__init__()
        self.said = said  # of the files that had an answer, in their order
        self.whole = whole  # of those changes all of whose files had one
        self.files = files  # there are
        self.answered = sum(len(each.files) for each in said)


def run(
    changes: Sequence[Change],
    settings: Settings,
    heard: Callable[[int, int], None] = lambda *_: None,
    ended: Callable[[], bool] = lambda: False,
) -> list[ChangeAnalysis]:
    """What the agent says of each file, in the order of changes and files, whatever order answers come in.

    At most `settings.jobs` are asked about at the same time. `heard` is told how many of how many are done.
    Once `ended` says so, whoever is asked is ended, and `CutShort` has what was said.
    """
    done: SimpleQueue[Future[FileAnalysis]] = SimpleQueue()
    waiting: list[list[Future[FileAnalysis]]] = []
    files, told = sum(len(each.files) for each in changes), 0
    with ThreadPoolExecutor(settings.jobs, "analysis") as pool:
        try:
            for each in changes:
                waiting.append([pool.submit(analysed, each, file, settings) for file in each.files])
                for future in waiting[-1]:
                    future.add_done_callback(done.put)
            while told < files and not ended():
                with suppress(Empty):
                    done.get(timeout=_POLL)
                    told += 1
                    heard(told, files)
            answers = [[*filter(_is_answered, futures)] for futures in waiting]
        finally:
            if told < files:
                _end(pool, settings, [future for futures in waiting for future in futures])
    said = [_joined(each, futures, settings) for each, futures in zip(changes, answers, strict=True)]
    if told < files:
        whole = [one for one, each in zip(said, changes, strict=True) if len(one.files) == len(each.files)]
        raise CutShort([one for one in said if one.files], whole, files)
    return said


def _is_answered(future: Future[FileAnalysis]) -> bool:
    return future.done() and not future.cancelled()


def _end(pool: ThreadPoolExecutor, settings: Settings, futures: Sequence[Future[FileAnalysis]]) -> None:
    """End who is asked; more than once, since one may be starting just now."""
    settings.stop.set()
    pool.shutdown(wait=False, cancel_futures=True)
    while running := [future for future in futures if not future.done()]:
        processes.reap(settings.marker)
        wait(running, timeout=_POLL)
    processes.reap(settings.marker)


def _joined(each: Change, futures: Sequence[Future[FileAnalysis]], settings: Settings) -> ChangeAnalysis:
    return ChangeAnalysis(
        each.name,
        settings.agent.label,
        settings.goal,
        tuple(future.result() for future in futures),
        each.subjects,
        each.left_out,
    )
