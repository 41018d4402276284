"""What an agent and its model said and did in a trial, as a page of its own."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from pytest_editbench import __version__, templating
from pytest_editbench.report.html import shell, texts
from pytest_editbench.report.html.visible import LONG, brief

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_editbench.report.html.texts import Text
    from pytest_editbench.transcripts import Event

SHOWN = 1_000  # events
BYTES = 2_000_000  # of the page
ROOM = 1_200_000  # bytes for texts, as markup, at most
NAME, WORD, FIRST = (
    60,
    30,
    100,
)  # characters of a tool's name, of its kind, of the line that stands for a text
FOLDED = 12  # lines, and
LONGEST = 1_200  # characters, that stand open
LINKED = 50  # failures


@dataclass(frozen=True, slots=True)
class Go:
    """An attempt of the trial."""

    name: str
    events: Iterable[Event]  # read no further than the page goes


@dataclass(frozen=True, slots=True)
class Talk:
    """All that the page shows; anything may stand in its text."""

    title: str
    facts: Sequence[tuple[str, str]]
    goes: Sequence[Go]
    back: str  # URL of the page that has all trials, relative to this one
    message: str = ""


class Turn(NamedTuple):
    """An event as the template needs it."""

    number: int  # on the page, 1-based
    kind: str
    tool: str
    note: str  # the kind of the tool, or how a call ended
    failed: bool
    failure: str  # why, in two words
    summary: str  # of a long text, which is folded; "" for a short one
    lines: int
    text: Text | None


class Part(NamedTuple):
    """An attempt as the template needs it."""

    name: str
    turns: Sequence[Turn]


def render(talk: Talk) -> str | None:
    """The text of the page: `SHOWN` events at most, in `BYTES`; None where there is no event."""
    found = [*_found(talk.goes)]
    if not found:
        return None
    text = _rendered(talk, found, ROOM)
    if (excess := len(text.encode()) - BYTES) > 0:
        text = _rendered(talk, found, max(ROOM - excess, 0))
    return text


def _rendered(talk: Talk, found: Sequence[tuple[int, Event]], room: int) -> str:
    shown, more = found[:SHOWN], len(found) > SHOWN
    fitted, _ = texts.fitted([event.text for _, event in shown], texts.PLAIN, 1.0, room)
    turns = [
        (place, _turn(number, event, text))
        for number, ((place, event), text) in enumerate(zip(shown, fitted, strict=True), start=1)
    ]
    style = Markup(shell.own("style") + shell.own("talk-style"))
    return templating.render_html(
        "talk.html.j2",
        shell.printable,
        version=__version__,
        style=style,
        policy=shell.policy(style),
        title=brief(talk.title),
        facts=[(brief(name), brief(value)) for name, value in talk.facts],
        message=brief(talk.message, LONG),
        back=talk.back,
        parts=_parts(talk.goes, turns),
        failures=[turn for _, turn in turns if turn.failed][:LINKED],
        more=f"{SHOWN:,}" if more else "",
    )


def _found(goes: Sequence[Go]) -> Iterator[tuple[int, Event]]:
    """The events with the place of their attempt, one more than is shown."""
    told = ((place, event) for place, go in enumerate(goes) for event in go.events)
    return islice(told, SHOWN + 1)


def _parts(goes: Sequence[Go], turns: Sequence[tuple[int, Turn]]) -> list[Part]:
    parts = [Part(go.name, [turn for at, turn in turns if at == place]) for place, go in enumerate(goes)]
    return [part for part in parts if part.turns]


def _turn(number: int, event: Event, text: Text | None) -> Turn:
    lines = event.text.splitlines()
    long = len(lines) > FOLDED or len(event.text) > LONGEST
    first = next((line for line in lines if line.strip()), "…")
    ended = {True: "ok", False: "failed", None: ""}[event.ok] if event.kind == "result" else ""
    why = brief(event.failure or "", WORD)
    told = [brief(event.tool_kind or "", WORD), f"{ended}: {why}" if ended and why else ended or why]
    return Turn(
        number=number,
        kind=event.kind,
        tool=brief(event.tool or "", NAME),
        note=", ".join(filter(None, told)),
        failed=event.ok is False or event.kind == "error",
        failure=why,
        summary=brief(first.strip(), FIRST) if long else "",
        lines=len(lines),
        text=text,
    )
