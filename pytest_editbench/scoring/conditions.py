"""What agents were run under, over many trials."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pytest_editbench.terms import Terms

LONGEST = 100  # characters of a value
DISTINCT = 5  # values of a condition that are told

CONDITIONS: Mapping[str, Callable[[Terms], object]] = {
    "version": lambda terms: terms.version,
    "edit format": lambda terms: terms.edit_format,
    "tolerances": lambda terms: terms.tolerances,
    "temperature": lambda terms: terms.temperature,
    "max tokens": lambda terms: terms.max_tokens,
    "server": lambda terms: terms.server,
    "home": lambda terms: terms.home,
    "sandbox": lambda terms: terms.sandbox,
}


def told(trials: Iterable[tuple[Terms, str | None]]) -> dict[str, Sequence[str]]:
    """Each condition that is known with its distinct values as they occur, given terms and models of trials.

    The model is the one that answered, as far as the agent tells, else the one that was asked for.
    """
    found: dict[str, dict[str, None]] = {name: {} for name in ("model", *CONDITIONS)}
    for terms, model in trials:
        named = {"model": model or terms.model, **{name: of(terms) for name, of in CONDITIONS.items()}}
        for name, value in named.items():
            if value is not None:
                found[name][f"{value:g}" if isinstance(value, float) else str(value)[:LONGEST]] = None
    return {name: _few([*values]) for name, values in found.items() if values}


def _few(values: Sequence[str]) -> Sequence[str]:
    return values if len(values) <= DISTINCT else [*values[:DISTINCT], f"and {len(values) - DISTINCT} more"]
