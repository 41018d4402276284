"""What `aider --no-pretty` prints, which is text for people."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench.agents.logs import provider
from pytest_editbench.agents.logs.lines import Lines
from pytest_editbench.agents.logs.protocol import Log
from pytest_editbench.agents.logs.tally import ANSWER, Tally
from pytest_editbench.agents.logs.tokens import Tokens, less

if TYPE_CHECKING:
    from collections.abc import Iterable

_TOOL = "SEARCH/REPLACE"
_LINE = 500  # characters of a line of a complaint
_REPORT = 20  # lines of a complaint
_NUMBER = r"(\d[\d.]{0,15})(k?)"
_MODEL = re.compile(r"(?:Main model|Model): (\S+)")
_TOKENS = re.compile(
    rf"Tokens: {_NUMBER} sent(?:, {_NUMBER} cache write)?(?:, {_NUMBER} cache hit)?, {_NUMBER} received\."
)
_COST = re.compile(r"Cost: \$(\d[\d.]{0,15}) message")
_AGAIN = "Retrying in "
_UNSET = "No LLM model was specified"  # it then waits for somebody to log in
_ERROR = re.compile(r"litellm\.\w+: ")
_MISSED = re.compile(r"# (\d{1,4}) SEARCH/REPLACE blocks? failed to match!")
_OTHERS = re.compile(r"# The other (\d{1,4}) SEARCH/REPLACE blocks?")
# Lines of aider's own that stand right before an answer.
_BEFORE = re.compile(
    r"(Repo-map: |Empty response received from LLM|Added .* to the chat\.|Retrying in |Applied edit to "
    r"|white space, comments, indentation, docstrings, etc|.*that failed to match\.$)"
)


class Aider:
    """Tokens and cost are rounded, or its own estimate where it `streams`; what was cached counts as input.

    An edit is a block of its answer: those that fit are told once a file, those that do not are counted.
    """

    file: str | None = None

    def __init__(self, *, streams: bool = False) -> None:
        self._basis = "estimated" if streams else "rounded"
        self._tally = Tally("aider")
        self._out = Lines(self._line)
        self._answer: list[str] = []  # lines since the last one of aider's own
        self._length = 0  # characters of them
        self._complaint: list[str] | None = None
        self._failure: str | None = None
        self._before = ""
        self._readable = False

    def feed(self, data: bytes) -> None:
        """More of standard output."""
        self._out.feed(data)

    def feed_error(self, data: bytes) -> None:
        """Standard error holds nothing of its own."""

    def feed_file(self, data: bytes) -> None:
        """All is printed."""

    def close(self, *, cut: bool = False) -> Log:  # noqa: ARG002 - nothing in its text depends on it
        """What the text told."""
        self._out.close()
        self._complained()
        tally = self._tally
        if self._failure is not None:
            tally.over()
        usage = tally.usage(basis=self._basis, unreadable=self._out.skipped or None)
        return Log(usage, tally.answer, self._failure, tally.events(), tally.answered, self._readable)

    def _line(self, data: bytes) -> None:
        line = data.decode("utf-8", "replace").rstrip("\r")
        if found := _MODEL.match(line):
            self._tally.model = found[1]
        elif found := _TOKENS.search(line):
            self._spent(found)
        elif _ERROR.match(line) or self._went_on(line):
            self._failed(line)
        elif line.startswith(_UNSET):
            self._failure = provider.failure(line)
            self._tally.failed(line)
        elif self._before.startswith(_AGAIN) and line.strip() and not _own(line):
            self._failure = None  # an answer begins
        self._edits(line)
        self._cost(line)
        self._keep(line)
        self._before = line

    def _spent(self, found: re.Match[str]) -> None:
        """The line after an answer."""
        sent, written, hit, received = (_number(found[n], found[n + 1]) for n in (1, 3, 5, 7))
        tally = self._tally
        tally.answered = True
        tally.said("\n".join(self._answer).strip("\n"))
        tally.turns = (tally.turns or 0) + 1
        tally.tokens = tally.tokens.plus(Tokens(less(sent, hit, written), hit, written, received))
        self._failure = None
        self._complained()

    def _cost(self, line: str) -> None:
        """On the line of the tokens, or after it where that is long."""
        if found := _COST.search(line):
            told = _amount(found[1])
            self._tally.cost = told if self._tally.cost is None else self._tally.cost + (told or 0)

    def _went_on(self, line: str) -> bool:
        """Long errors are wrapped."""
        return self._failure is not None and bool(_ERROR.match(self._before)) and not _own(line)

    def _failed(self, line: str) -> None:
        said = line if _ERROR.match(line) else f"{self._before} {line}"
        self._failure = provider.failure(said)
        self._tally.failed(line)

    def _edits(self, line: str) -> None:
        if line.startswith("The LLM did not conform to the edit format"):
            self._complained()
            self._complaint = []
        elif found := _MISSED.match(line):
            self._complaint = None
            self._blocks(int(found[1]), "SearchReplaceNoExactMatch", ok=False)
        elif found := _OTHERS.match(line):
            self._blocks(int(found[1]), line, ok=True)
        elif line.startswith("Applied edit to "):
            self._blocks(1, line, ok=True)
        elif self._complaint is not None and len(self._complaint) < _REPORT:
            self._complaint.append(line[:_LINE])

    def _complained(self) -> None:
        """A complaint that named no blocks is about one that could not be read."""
        if self._complaint is not None:
            self._blocks(1, "\n".join(self._complaint), ok=False)
            self._complaint = None

    def _blocks(self, number: int, said: str, *, ok: bool) -> None:
        for _ in range(number):
            self._tally.called(_TOOL, _TOOL, "")
            self._tally.returned(_TOOL, said, ok=ok)

    def _keep(self, line: str) -> None:
        if _own(line):
            self._readable = True
            self._answer.clear()
            self._length = 0
        elif self._length < ANSWER:
            self._answer.append(line)
            self._length += len(line) + 1


def _own(line: str) -> bool:
    """Whether aider said the line, and an answer may follow."""
    return any(pattern.match(line) for pattern in _OWN)


_OWN: Iterable[re.Pattern[str]] = (_BEFORE, _TOKENS, _COST, _ERROR, _MODEL)


def _number(digits: str | None, unit: str | None) -> int | None:
    value = _amount(digits)
    return None if value is None else round(value * (1000 if unit else 1))


def _amount(digits: str | None) -> float | None:
    try:
        return None if digits is None else float(digits)
    except ValueError:
        return None
