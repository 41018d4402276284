"""What a parser has read so far: calls, edits, tokens, events; bounded, whatever is said."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from pytest_editbench import transcripts
from pytest_editbench.agents import checks
from pytest_editbench.agents.logs import editfailures, shapes, tools
from pytest_editbench.agents.logs.tokens import Tokens
from pytest_editbench.results import Usage
from pytest_editbench.transcripts import Event

ANSWER = 1 << 20  # characters of an answer
NAME = 200  # characters of a name or an id
_NAMES = 500  # different tools that are told apart
_PENDING = 10_000  # calls that wait for their result
_EVENTS = transcripts.EVENTS - 2  # that are kept: the prompt goes before them, a note behind


class Call(NamedTuple):
    """A call of a tool."""

    tool: str
    kind: str  # one of TOOL_KINDS


class Tally:
    """Counts what one run of an agent, named as in TOOLS, is said to have done."""

    def __init__(self, agent: str) -> None:
        self.model: str | None = None
        self.tokens = Tokens()
        self.cost: float | None = None  # US dollars
        self.turns: int | None = None
        self.answer: str | None = None
        self.answered: bool | None = None
        self.thought_once = False
        self._agent = agent
        self._calls: Counter[str] = Counter()
        self._kinds: Counter[str] = Counter()
        self._failures: Counter[str] = Counter()
        self._edits_ok = 0
        self._pending: dict[str, Call] = {}
        self._events: list[Event] = []
        self._left_out = 0

    def over(self) -> None:
        """Nothing more will come: a model that was not heard yet did not answer."""
        self.answered = bool(self.answered)

    def again(self) -> None:
        """The model is asked again, and may answer."""
        self.answered = self.answered or None

    def said(self, text: str) -> None:
        """The model said something; the last of it is the answer."""
        self.answered = True
        if text.strip():
            self.answer = text[:ANSWER]
            self._happened(Event("said", text))

    def thought(self, text: str) -> None:
        """The model let its reasoning be seen."""
        self.answered = self.thought_once = True
        self._happened(Event("thought", text))

    def failed(self, text: str) -> None:
        """Something went wrong outside the tools."""
        self._happened(Event("error", text))

    def noted(self, text: str) -> None:
        """Something else worth keeping."""
        self._happened(Event("note", text))

    def called(self, number: object, tool: str, arguments: str) -> None:
        """The model called a tool; `number` ties the result to it."""
        self.answered = True
        name = tool[:NAME]
        if name not in self._calls and len(self._calls) >= _NAMES:
            name = "(others)"
        call = Call(name, tools.kind(self._agent, tool))
        self._calls[name] += 1
        self._kinds[call.kind] += 1
        if isinstance(number, str) and len(self._pending) < _PENDING:
            self._pending[number[:NAME]] = call
        self._happened(Event("call", arguments, call.tool, call.kind))

    def returned(self, number: object, text: str, *, ok: bool | None, about: str = "") -> None:
        """A tool told its result; `about` names the failure where the text does not.

        None is neither done nor failed. One that no call asked for is kept as an event, and not counted.
        """
        call = self._pending.pop(number[:NAME], None) if isinstance(number, str) else None
        if call is None:
            self._happened(Event("result", text, ok=ok))
            return
        failure = None
        if call.kind == "edit":
            failure = self._edited(f"{about}\n{text}", ok)
        self._happened(Event("result", text, call.tool, call.kind, ok, failure))

    def usage(self, *, basis: str, unreadable: int | None) -> Usage:
        """All of it; what no agent of this kind tells, and what no line has told yet, is None.

        As long as the model has not been heard, it may have been at work on its first answer.
        """
        read = self.answered is not None
        edits = read and tools.edits(self._agent)
        tokens, failed = self.tokens, self._failures.total()
        told = (tokens.input, tokens.cached, tokens.output, self.cost)
        return Usage(
            input_tokens=shapes.count(tokens.input),
            output_tokens=shapes.count(tokens.output),
            cached_tokens=shapes.count(tokens.cached),
            cache_write_tokens=shapes.count(tokens.written),
            reasoning_tokens=shapes.count(tokens.reasoning),
            cost=self._cost(),
            tool_calls=dict(self._calls) if read else None,
            calls_by_kind=dict(self._kinds) if read else None,
            edit_calls_ok=self._edits_ok if edits else None,
            edit_calls_failed=failed if edits else None,
            edit_failures=dict(self._failures) if edits else None,
            turns=0 if self.answered is False else shapes.count(self.turns),
            model=None if self.model is None else self.model[:NAME],
            basis=None if all(number is None for number in told) else basis,
            unreadable_lines=unreadable,
        )

    def events(self) -> tuple[Event, ...]:
        """What happened, no more than a transcript keeps; the last one tells what is left out."""
        if not self._left_out:
            return tuple(self._events)
        return (*self._events, Event("note", f"{self._left_out:,} more events are not kept"))

    def _edited(self, message: str, ok: bool | None) -> str | None:
        if ok:
            self._edits_ok += 1
        if ok is not False:
            return None
        failure = editfailures.failure(self._agent, message)
        self._failures[failure] += 1
        return failure

    def _cost(self) -> float | None:
        """Tokens that cost nothing have no price that the tool knows."""
        free = self.cost == 0 and bool(self.tokens.output)
        return None if free else shapes.known(checks.amount, self.cost)

    def _happened(self, event: Event) -> None:
        if len(self._events) < _EVENTS:
            self._events.append(transcripts.shortened(event))
        else:
            self._left_out += 1
