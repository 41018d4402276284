"""What the summary says beside the table: of an earlier session, and of trials that a limit left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench import continuing
from pytest_editbench.cases import recognition
from pytest_editbench.errors import AgentError
from pytest_editbench.stash import AGENTS, NOT_STARTED, OPTIONS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    import pytest

    from pytest_editbench.model import Trial
    from pytest_editbench.runs.resume import Earlier


def not_started(trials: Collection[Trial]) -> list[Trial]:
    """The trials that a limit left out."""
    return [trial for trial in trials if trial.message.startswith(NOT_STARTED)]


def lines(config: pytest.Config, trials: Collection[Trial], taken_over: int) -> Iterator[str]:
    """One line each, nothing for a session that stands for itself and kept within its limits."""
    earlier = continuing.earlier(config)
    if earlier:
        records = " and ".join(map(str, config.stash[OPTIONS].resume))
        told = f"taken over: {taken_over} of {len(trials)} trials, from {records}"
        yield told if taken_over else f"{told}; {_why_not(earlier, trials)}"
    left_out = not_started(trials)
    if left_out:
        yield f"{len(left_out)} of {len(trials)} trials {left_out[0].message}"
    yield from _spent(config)
    if config.option.verbose < 0:  # the head was not shown
        from pytest_editbench.session import analyses, models

        agents = config.stash.get(AGENTS, ())
        analyst = config.stash.get(analyses.ANALYST, None)
        yield from models.idle(agents, analyst, config.stash[OPTIONS])


def unnamed(config: pytest.Config) -> Iterator[str]:
    """How to name the files that look like examples in a folder, where nothing was collected."""
    folders = [config.invocation_params.dir / argument for argument in config.args]
    found = {path for folder in folders for path in recognition.example_files(folder)}
    if found:
        how = "name the files, or fit them with the ini key editbench_examples"
        looks = "1 file looks" if len(found) == 1 else f"{len(found):,} files look"
        yield f"editbench: {looks} like edit-prediction examples, which no folder's name collects: {how}"


def _why_not(earlier: Sequence[Earlier], trials: Collection[Trial]) -> str:
    from pytest_editbench.runs import unlike

    return unlike.reasons(earlier, trials)


def _spent(config: pytest.Config) -> Iterator[str]:
    ledger = continuing.ledger(config)
    if ledger is None:
        return
    try:
        warning = ledger.read().warning(ledger.budget)
    except AgentError as error:
        warning = str(error)
    if warning:
        yield f"WARNING: {warning}"
