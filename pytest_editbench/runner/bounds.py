"""How much of what an adapter says is kept: records stay small whatever an agent returns."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from pytest_editbench.agents import answers
from pytest_editbench.compare.display import escaped

if TYPE_CHECKING:
    from pytest_editbench.model import AgentResult, Usage
    from pytest_editbench.predictions import Prediction

TEXT = 50_000  # characters of an answer
TAIL = 8_000  # characters of what was printed last
LINE = 2_000  # characters of an error or a name
TOOLS = 1_000


def bounded(result: AgentResult) -> AgentResult:
    """The result with values that its fields can hold, texts as long as is kept, errors on one line."""
    result = answers.checked(result)
    return replace(
        result,
        error=_known(result.error),
        malformed=_known(result.malformed),
        text=_text(result.text),
        output_tail=result.output_tail[-TAIL:],
        usage=_usage(result.usage),
    )


def prediction(told: Prediction) -> Prediction:
    """An answer in place of edits, as it is recorded once it has been carried out."""
    return replace(told, patch=_text(told.patch), text=_text(told.text))


def _usage(usage: Usage) -> Usage:
    calls = usage.tool_calls
    if calls is not None:
        calls = {name[:LINE]: count for name, count in islice(calls.items(), TOOLS)}
    return replace(usage, model=_known(usage.model), error=_known(usage.error), tool_calls=calls)


def line(text: str) -> str:
    """A message on one line, blanks inside of lines as they are: what is quoted there has to be true."""
    told = " ".join(filter(None, map(str.strip, text[:LINE].splitlines())))
    return escaped(told)[:LINE]


def _known(text: str | None) -> str | None:
    return None if text is None else line(text)


def _text(text: str | None) -> str | None:
    if text is None:
        return None
    more = len(text) - TEXT
    return f"{text[:TEXT]}\n… {more:,} more characters not kept" if more > 0 else text
