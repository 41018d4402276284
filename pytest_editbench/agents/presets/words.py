"""The last words of a program that prints lines of JSON, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.agents.logs.protocol import Log

_LONGEST = 2_000  # characters of the end of an answer, and of an error


def last(tail: str, log: Log) -> str:
    """The end of what was printed, with the answer and the error in place of the lines of JSON."""
    lines = tail.splitlines()
    plain = [line for number, line in enumerate(lines) if not _is_of_the_log(line, cut=number == 0)]
    if len(plain) == len(lines):
        return tail
    return "\n".join((*plain, *_read(log)))


def _read(log: Log) -> Iterator[str]:
    errors = [event.text for event in log.events if event.kind == "error"]
    if log.answer:
        yield log.answer[-_LONGEST:]
    if log.error or errors:
        yield (log.error or errors[-1])[-_LONGEST:]


def _is_of_the_log(line: str, *, cut: bool) -> bool:
    """Whether it is a line of JSON, or the end of one that is `cut` at its start."""
    return line.startswith("{") or (cut and line.endswith("}"))
