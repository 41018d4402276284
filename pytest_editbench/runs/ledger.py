"""What a session has spent so far, kept where all its processes can read and add to it."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from pytest_editbench import clock, signed
from pytest_editbench.errors import AgentError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PATIENCE = 60.0  # seconds that the lock is waited for


@dataclass(frozen=True, slots=True)
class Budget:
    """What a session may spend; None is without limit."""

    cost: float | None = None  # US dollars
    time: float | None = None  # seconds

    @property
    def is_limited(self) -> bool:
        """Whether there is any limit."""
        return self.cost is not None or self.time is not None


@dataclass(frozen=True, slots=True)
class Account:
    """What was spent."""

    started: float  # on the clock that `clock.monotonic` reads, which all processes of a machine share
    cost: Decimal = Decimal(0)  # US dollars, of the attempts that told it; ten times 0.01 are 0.10
    told: int = 0  # attempts that told their cost
    untold: int = 0

    def with_costs(self, costs: list[float | None]) -> Account:
        """The account after attempts that cost this much, None where they do not tell."""
        known = [exact(cost) for cost in costs if cost is not None]
        return replace(
            self,
            cost=self.cost + sum(known),
            told=self.told + len(known),
            untold=self.untold + len(costs) - len(known),
        )

    def refusal(self, budget: Budget, moment: float) -> str:
        """Why no new trial may start at this moment; empty where it may."""
        passed = moment - self.started
        if budget.cost is not None and self.cost >= exact(budget.cost):
            spent, limit = dollars(self.cost), dollars(exact(budget.cost))
            return f"{spent} of {limit} are spent (--editbench-max-cost)"
        if budget.time is not None and passed >= budget.time:
            return f"{passed:,.1f} s of {budget.time:,g} s are over (--editbench-max-time)"
        return ""

    def warning(self, budget: Budget) -> str:
        """What to know of a limit on costs that were not told; empty where they were."""
        if budget.cost is None or not self.untold:
            return ""
        whole = f"{self.untold} of {self.told + self.untold}"
        return (
            f"{whole} attempts told no cost, so --editbench-max-cost could not count them"
            if self.told
            else "no trial told its cost, so --editbench-max-cost limits nothing; see --editbench-prices"
        )


def exact(cost: float) -> Decimal:
    """The number as it is printed: sums of these have no error of their own."""
    return Decimal(repr(cost))


def dollars(amount: Decimal) -> str:
    """US dollars with all their digits, and two behind the point at least."""
    digits = max(2, -int(amount.normalize().as_tuple().exponent))
    return f"${amount:,.{digits}f}"


class Ledger:
    """The account of a session in a file."""

    def __init__(self, place: Path, key: str, budget: Budget) -> None:
        self._place = place
        self._key = key
        self.budget = budget

    def open(self) -> None:
        """Start the account; the time of the session runs from here."""
        self._write(Account(clock.monotonic()))

    def read(self) -> Account:
        """What was spent so far; `AgentError` when somebody else laid hands on the file."""
        text = signed.read(self._place, self._key)
        if text is None:
            raise AgentError("the ledger of this session is damaged, so no limit could be kept; run it again")
        told = json.loads(text)
        return Account(**{**told, "cost": Decimal(told["cost"])})

    def refusal(self) -> str:
        """Why no new trial may start; empty where it may. Errors as those of `read`."""
        return self.read().refusal(self.budget, clock.monotonic())

    def add(self, costs: list[float | None]) -> None:
        """Enter what the attempts of a trial cost; where that fails, the account is void for everybody."""
        try:
            with self._locked():
                self._write(self.read().with_costs(costs))
        except AgentError:
            self._place.unlink(missing_ok=True)

    def _write(self, account: Account) -> None:
        try:
            signed.write(self._place, json.dumps(asdict(account), default=str).encode(), self._key)
        except OSError as error:
            raise AgentError(f"the ledger of this session cannot be written: {error.strerror}") from None

    @contextmanager
    def _locked(self) -> Iterator[None]:
        from filelock import FileLock, Timeout

        try:
            with FileLock(f"{self._place}.lock", timeout=_PATIENCE):
                yield
        except Timeout:
            raise AgentError("the ledger of this session stays locked; run it again") from None
