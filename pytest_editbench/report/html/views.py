"""The list of trials as the template needs it, its long texts cut to the room there is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from pytest_editbench.report.html import texts
from pytest_editbench.report.html.texts import Text
from pytest_editbench.report.html.visible import LONG, brief
from pytest_editbench.report.sections import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_editbench.report.html.values import Entry, Transcript


PROMPTS, DIFFS = 0.35, 0.7  # shares of the room: of prompts, and of diffs in what these leave


class Prompt(NamedTuple):
    """A prompt, once for all trials that were given it."""

    case: str
    text: Text


class Detail(NamedTuple):
    """What a trial shows when it is opened."""

    message: str
    prompt: int | None  # index
    diff: Text | None
    output: Text | None
    output_bytes: int | None  # where there was more than the record holds
    transcripts: Sequence[Transcript]


class Row(NamedTuple):
    """A trial of the list."""

    passed: bool
    outcome: str
    cells: Sequence[str]
    detail: Detail | None


class Cell(NamedTuple):
    """A column of the list."""

    name: str
    of: Callable[[Entry], str]
    kind: str = "t"  # of its values: t for text, n for numbers


class List(NamedTuple):
    """The list of trials and its prompts."""

    cells: Sequence[Cell]
    rows: Sequence[Row]
    prompts: Sequence[Prompt]


def _number(value: float | None, digits: int) -> str:
    return UNKNOWN if value is None else f"{value:.{digits}f}"


_ALWAYS = (Cell("case", lambda entry: entry.case), Cell("outcome", lambda entry: entry.outcome))
_WHERE_TOLD = (  # a column that tells nothing, or the same of all, is left out
    Cell("agent", lambda entry: entry.column),
    Cell("trial", lambda entry: str(entry.number), "n"),
    Cell("mutation", lambda entry: entry.mutation or UNKNOWN),
    Cell("category", lambda entry: entry.category or UNKNOWN),
    Cell("counted apart", lambda entry: entry.apart or UNKNOWN),
    Cell("difficulty", lambda entry: entry.difficulty or UNKNOWN),
    Cell("diagnosis", lambda entry: entry.diagnosis or UNKNOWN),
    Cell("level", lambda entry: entry.level or UNKNOWN),
    Cell("indent", lambda entry: _number(entry.indent, 2), "n"),
    Cell("outside", lambda entry: _number(entry.outside, 0), "n"),
    Cell("seconds", lambda entry: _number(entry.seconds, 1), "n"),
)


def lay_out(entries: Sequence[Entry], room: int) -> List:
    """The list, its prompts, diffs and outputs together of at most about `room` bytes."""
    told = [cell for cell in _WHERE_TOLD if len({cell.of(entry) for entry in entries}) > 1]
    cells = [_ALWAYS[0], *told[: len(told) - _late(told)], _ALWAYS[1], *told[len(told) - _late(told) :]]
    prompts = _prompts(entries)
    numbers = {prompt: number for number, prompt in enumerate(prompts)}
    prompt_texts, room = texts.fitted([*prompts], texts.PLAIN, PROMPTS, room)
    found = [(number, entry.body) for number, entry in enumerate(entries) if entry.body]
    diff_texts, room = texts.fitted([body.diff for _, body in found], texts.DIFF, DIFFS, room)
    outputs, _ = texts.fitted([body.output for _, body in found], texts.OUTPUT, 1.0, room)
    details = {
        number: Detail(
            message=brief(entries[number].message, LONG),
            prompt=numbers.get(body.prompt),
            diff=diff,
            output=output,
            output_bytes=body.output_bytes,
            transcripts=body.transcripts,
        )
        for (number, body), diff, output in zip(found, diff_texts, outputs, strict=True)
    }
    rows = [_row(entry, cells, details.get(number)) for number, entry in enumerate(entries)]
    told_prompts = zip(prompts.values(), prompt_texts, strict=True)
    return List(cells, rows, [Prompt(case, text or Text(Markup(), 0)) for case, text in told_prompts])


def _late(cells: Sequence[Cell]) -> int:
    """How many stand behind the outcome: what went wrong, and the figures."""
    return sum(cell.name in ("diagnosis", "level", "indent", "outside", "seconds") for cell in cells)


def _prompts(entries: Sequence[Entry]) -> Mapping[str, str]:
    """Each prompt and the case it belongs to."""
    found: dict[str, str] = {}
    for entry in entries:
        if entry.body and entry.body.prompt:
            found.setdefault(entry.body.prompt, brief(entry.case))
    return found


def _row(entry: Entry, cells: Sequence[Cell], detail: Detail | None) -> Row:
    return Row(entry.passed, brief(entry.outcome), [brief(cell.of(entry)) for cell in cells], detail)
