"""What a session knows of an earlier one, and of what it may still spend, when a trial is about to start."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import signed
from pytest_editbench.stash import EARLIER, LEDGER, NOT_STARTED, OPTIONS, SCRATCH

if TYPE_CHECKING:
    import pytest

    from pytest_editbench.model import Attempt, Trial
    from pytest_editbench.runs.ledger import Ledger
    from pytest_editbench.runs.resume import Earlier

WORKSPACE = "editbench_workspace"


class TakenOver(NamedTuple):
    """A trial of an earlier session, and its record."""

    trial: Trial
    record: Path


def taken_over(request: pytest.FixtureRequest, planned: Trial) -> TakenOver | None:
    """The trial that stands for the planned one, of the first record that has it.

    None for a test of the user that looks at the workspace as well: there is none any more. `UsageError`
    when the earlier verdict would be another one today.
    """
    known = earlier(request.config)
    if not known:
        return None
    from pytest_editbench.items import CaseItem

    ours = isinstance(request.node, CaseItem)
    if not ours and WORKSPACE in request.fixturenames:
        return None
    from pytest_editbench.runs import resume

    key = resume.key(planned)
    for record in known:
        found = record.find(key, request.node.nodeid, elsewhere=ours)
        if found is not None:
            resume.agree(record.path, found.judged_by, planned.judged_by)
            return TakenOver(replace(record.trial(found), metadata=planned.metadata), record.path)
    return None


def tell_end(config: pytest.Config) -> None:
    """Let no worker start another trial: a signal to the controller alone does not reach them."""
    scratch = config.stash[SCRATCH]
    with suppress(OSError):  # xdist ends them, if later
        signed.write(scratch.end, b"", scratch.key)


def is_over(config: pytest.Config) -> bool:
    """Whether `tell_end` was called in any process of the session."""
    scratch = config.stash[SCRATCH]
    return signed.read(scratch.end, scratch.key) is not None


def refusal(config: pytest.Config) -> str:
    """Why no new trial may start; empty where it may."""
    account = ledger(config)
    reason = account.refusal() if account else ""
    return f"{NOT_STARTED}{reason}" if reason else ""


def paid(config: pytest.Config, trial: Trial) -> Trial:
    """The trial with its cost, by the user's table where the agent does not tell; entered in the ledger."""
    prices = config.stash[OPTIONS].prices
    if prices is not None:
        from pytest_editbench.runs import prices as prices_table

        trial = prices_table.read(prices).applied(trial)
    account = ledger(config)
    if account:
        account.add([_spent(attempt) for attempt in trial.attempts])
    return trial


def _spent(attempt: Attempt) -> float | None:
    """What the attempt cost this session; None where nobody tells."""
    return attempt.result.usage.cost if attempt.result.replayed is None else 0.0


def earlier(config: pytest.Config) -> tuple[Earlier, ...]:
    """The records that this session continues, read when first asked for."""
    named = config.stash[OPTIONS].resume
    if named and EARLIER not in config.stash:
        from pytest_editbench.runs.resume import Earlier

        config.stash[EARLIER] = tuple(Earlier(Path(name.text)) for name in named)
    return config.stash.get(EARLIER, ())


def ledger(config: pytest.Config) -> Ledger | None:
    """The account of costs and time, where either has a limit."""
    options, scratch = config.stash[OPTIONS], config.stash[SCRATCH]
    limited = options.max_cost is not None or options.max_time is not None
    if limited and LEDGER not in config.stash:
        from pytest_editbench.runs.ledger import Budget, Ledger

        budget = Budget(options.max_cost, options.max_time)
        config.stash[LEDGER] = Ledger(scratch.ledger, scratch.key, budget)
    return config.stash.get(LEDGER, None)
