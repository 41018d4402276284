"""All files of all changes asked about at once, bounded, and joined in their order."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TYPE_CHECKING

from pytest_editbench import processes
from pytest_editbench.agents.lookup import Kind
from pytest_editbench.analysis.asking import analysed
from pytest_editbench.analysis.results import ChangeAnalysis
from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.analysis.asking import Settings
    from pytest_editbench.analysis.change import Change


def check(agent: NamedAgent) -> None:
    """`UsageError` for an agent that has no words of its own."""
    if agent.kind is Kind.BUILT_IN:
        raise UsageError(
            f"{agent.label} answers no questions; name a command, a preset, chat:MODEL or a callable"
        )


def run(
    changes: Sequence[Change], settings: Settings, heard: Callable[[int, int], None] = lambda *_: None
) -> list[ChangeAnalysis]:
    """What the agent says of each file, in the order of changes and files, whatever order answers come in.

    At most `settings.jobs` are asked about at the same time. `heard` is told how many of how many are done.
    """
    with ThreadPoolExecutor(settings.jobs, "analysis") as pool:
        waiting = [[pool.submit(analysed, each, file, settings) for file in each.files] for each in changes]
        everyone = [future for futures in waiting for future in futures]
        try:
            for done, _ in enumerate(as_completed(everyone), start=1):
                heard(done, len(everyone))
        except BaseException:
            settings.stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            processes.reap(settings.marker)
            raise
    return [
        ChangeAnalysis(
            each.name,
            settings.agent.label,
            settings.goal,
            tuple(future.result() for future in futures),
            each.subjects,
            each.left_out,
        )
        for each, futures in zip(changes, waiting, strict=True)
    ]
