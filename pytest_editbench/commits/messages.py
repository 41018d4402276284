"""A conventional commit message → Proposal: header, details from the body, issues from the trailers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_editbench.commits.proposal import TYPES, Proposal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

HEADER = re.compile(
    r"(?P<type>[A-Za-z][\w-]*)(?:\((?P<scope>[^()]*)\))?(?P<breaking>!)?:(?:[ \t](?P<summary>.*))?"
)

_BULLET = re.compile(r"[ \t]*(?:[-*+•]|\d+[.)])[ \t]+(?P<text>.*)")
_TRAILER = re.compile(r"(?P<key>BREAKING CHANGE|[A-Za-z][A-Za-z-]*)(?::[ \t]|[ \t](?=#\d))(?P<value>.+)")
_BREAKING = ("breaking change", "breaking-change")
_ISSUES = ("refs", "references", "closes", "fixes", "resolves", "issue", "issues", "see", "part-of")
_OTHERS = ("cc", "link", "bug")  # and all with a dash, such as Signed-off-by
_REFERENCE = re.compile(r"(?:[\w.-]+/[\w.-]+)?#\d+|[A-Z][A-Z0-9]+-\d+|https?://\S+")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[\"'`(]?[A-Z])")
_FENCE = re.compile(r"[ \t]*(?:```|~~~)")


def read(text: str) -> Proposal | None:
    """The proposal that the message makes; None where its first line is no header of a conventional commit.

    Each bullet of the body is a detail, and so is each sentence of its other paragraphs. Code in fences, and
    trailers that name no issue, are passed over.
    """
    header, _, rest = text.strip().partition("\n")
    found = HEADER.fullmatch(header.strip())
    if found is None:
        return None
    body = _Body()
    for block in _blocks(rest):
        body.take(block)
    scope = found["scope"]
    return Proposal(
        type=found["type"],
        summary=(found["summary"] or "").strip(),
        scope=None if scope is None else scope.strip(),
        details=tuple(body.details),
        issues=tuple(dict.fromkeys(body.issues)),
        breaking=bool(found["breaking"]) or body.breaking,
    )


def first(text: str) -> Proposal | None:
    """The proposal of a text that is a message, and begins with a known type."""
    return read(text) if _is_header(text.strip().partition("\n")[0]) else None


def last(text: str) -> Proposal | None:
    """The proposal of the last message in prose that begins with a known type, in a fence or not."""
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if _is_header(line)]
    if not starts:
        return None
    start = starts[-1]
    indent = len(lines[start]) - len(lines[start].lstrip())
    rest = [line[min(indent, len(line) - len(line.lstrip())) :] for line in lines[start:]]
    end = next((number for number, line in enumerate(rest) if number and _FENCE.match(line)), len(rest))
    return read("\n".join([rest[0].strip().strip("`"), *rest[1:end]]))


def _is_header(line: str) -> bool:
    found = HEADER.fullmatch(line.strip().strip("`"))
    return found is not None and found["type"].lower() in TYPES


def _blocks(text: str) -> Iterable[Sequence[str]]:
    """The paragraphs as lines, without those that are code in fences."""
    block: list[str] = []
    fenced = False
    for line in (*text.split("\n"), ""):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and line.strip():
            block.append(line)
        elif block:
            yield block
            block = []


@dataclass(slots=True)
class _Body:
    details: list[str] = field(default_factory=list)
    issues: list[str] = field(default_factory=list)
    breaking: bool = False

    def take(self, block: Sequence[str]) -> None:
        """Take in a paragraph: trailers, a list, or sentences."""
        trailers = [_TRAILER.fullmatch(line.strip()) for line in block]
        if all(trailer and _is_known(trailer["key"].lower()) for trailer in trailers):
            for trailer in filter(None, trailers):
                self._trailer(trailer["key"].lower(), trailer["value"])
        else:
            first = next((at for at, line in enumerate(block) if _BULLET.fullmatch(line)), len(block))
            prose = " ".join(" ".join(block[:first]).split())
            self.details += _SENTENCE.split(prose) if prose else []
            self.details += _bullets(block[first:])

    def _trailer(self, key: str, value: str) -> None:
        if key in _BREAKING:
            self.breaking = True
            self.details += _SENTENCE.split(value.strip())
        elif key in _ISSUES:
            self.issues += _REFERENCE.findall(value) or [value.strip()]


def _is_known(key: str) -> bool:
    """Whether it is the key of a trailer, and no word at the beginning of a sentence."""
    return key in (*_BREAKING, *_ISSUES, *_OTHERS) or "-" in key


def _bullets(block: Sequence[str]) -> list[str]:
    """The items of a list; lines that begin none go on with the one before."""
    found: list[str] = []
    for line in block:
        bullet = _BULLET.fullmatch(line)
        if bullet:
            found.append(bullet["text"].strip())
        else:
            found[-1] = f"{found[-1]} {line.strip()}".strip()
    return found
