"""Options on models that are asked without an agent."""

from __future__ import annotations

from pathlib import Path

from pytest_editbench import parsing
from pytest_editbench.options.option import Option

LARGEST = 2**31 - 1  # of a seed with a trial's number, as servers take it


def _names(value: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in value.split(",") if name.strip())
    if not names:
        raise ValueError("must be names with commas between")
    return names


def _temperature(value: str) -> float:
    found = _number(value)
    if found is None or not 0 <= found <= 100:
        raise ValueError("must be a number ≥ 0, such as 0.7")
    return found


def _seed(value: str) -> int:
    if not (value.isascii() and value.isdecimal()) or int(value) > LARGEST // 2:
        raise ValueError(f"must be a whole number from 0 to {LARGEST // 2:,}")
    return int(value)


def _rate(value: str) -> float:
    found = _number(value)
    if found is None or not 0.01 <= found <= 1_000_000:
        raise ValueError("must be a number of requests a minute, from 0.01 to 1,000,000")
    return found


def _number(value: str) -> float | None:
    try:
        return float(value)
    except ValueError:
        return None


ROWS = (
    Option(
        "base-url",
        "base URL of the server that models are asked of (default: OPENAI_BASE_URL, else OpenAI's)",
        parsing.text,
        None,
        metavar="URL",
    ),
    Option(
        "edit-format",
        "how a chat: model says its edits (default search-replace); `editbench formats` lists them; "
        "repeatable: formats are compared like agents",
        parsing.text,
        (),
        metavar="NAME",
        repeatable=True,
    ),
    Option(
        "tolerate",
        "slips of a chat: model that are put right, with commas between: `editbench formats` lists them",
        _names,
        (),
        metavar="NAMES",
    ),
    Option(
        "temperature",
        "temperature for chat: models (default: the server's)",
        _temperature,
        None,
        metavar="T",
    ),
    Option(
        "seed",
        "seed for chat: models; a trial sends this plus its number (default: none is sent)",
        _seed,
        None,
        metavar="N",
    ),
    Option(
        "max-tokens",
        "most tokens of an answer of a chat: model (default: the server's)",
        parsing.count,
        None,
        metavar="N",
    ),
    Option(
        "max-requests",
        "requests to chat: models at once, in all workers together",
        parsing.count,
        None,
        metavar="N",
    ),
    Option(
        "rate",
        "requests to chat: models a minute, in all workers together",
        _rate,
        None,
        metavar="N",
    ),
    Option(
        "cache",
        "keep answers of chat: models in this folder, and do not ask again what is there",
        Path,
        None,
        metavar="DIR",
    ),
)
