"""What tokens cost, by a dated table that the user gives: nobody else's prices are ever assumed."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from typing import TYPE_CHECKING

from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pytest_editbench.model import Trial, Usage

_KINDS = ("input", "cached", "cache_write", "output")
_PER = 1_000_000  # tokens


@dataclass(frozen=True, slots=True)
class Prices:
    """US dollars for a million tokens, by model and kind of tokens."""

    date: str  # ISO 8601
    models: Mapping[str, Mapping[str, float]]

    def cost(self, usage: Usage, model: str | None) -> float | None:
        """US dollars; None unless the tokens are told, and each kind of them has a price for this model.

        Input tokens are those that were neither read from a cache nor written to one.
        """
        prices = self.models.get(usage.model or model or "")
        cached = (usage.cached_tokens or 0, usage.cache_write_tokens or 0)
        tokens = (usage.input_tokens, *cached, usage.output_tokens)
        if prices is None:
            return None
        parts = [
            None if count is None or (count and kind not in prices) else count * prices.get(kind, 0.0) / _PER
            for kind, count in zip(_KINDS, tokens, strict=True)
        ]
        known = [part for part in parts if part is not None]
        return sum(known) if len(known) == len(parts) else None

    def applied(self, trial: Trial) -> Trial:
        """The trial with the cost of each attempt that tells tokens and no cost."""
        attempts = []
        for attempt in trial.attempts:
            usage = attempt.result.usage
            cost = self.cost(usage, trial.terms.model) if usage.cost is None else None
            if cost is not None:
                usage = replace(usage, cost=cost, priced=self.date)
            attempts.append(replace(attempt, result=replace(attempt.result, usage=usage)))
        return replace(trial, attempts=tuple(attempts))


@cache
def read(path: Path) -> Prices:
    """The table in a TOML file; `UsageError` says what is wrong with it, and where."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is not TOML: {error}") from None
    dated, models = data.get("date"), data.get("models")
    if not isinstance(dated, date):
        raise UsageError(f'{path}: "date" must say when these prices held, such as date = 2026-01-31')
    if not isinstance(models, dict) or not models:
        raise UsageError(f'{path}: "models" must be a table: [models."NAME"] with input and output')
    return Prices(dated.isoformat(), {name: _prices(path, name, row) for name, row in models.items()})


def _prices(path: Path, name: str, row: object) -> Mapping[str, float]:
    if not isinstance(row, dict) or not {"input", "output"} <= set(row) <= set(_KINDS):
        raise UsageError(
            f'{path}: [models."{name}"] takes input and output; cached and cache_write where there are such'
        )
    for kind, price in row.items():
        if isinstance(price, bool) or not isinstance(price, int | float) or not 0 <= price < float("inf"):
            raise UsageError(f'{path}: [models."{name}"] {kind} must be US dollars for a million tokens, ≥ 0')
    return {kind: float(price) for kind, price in row.items()}
