"""A generated prompt read once more, by other eyes than the solver's: only what the templates can say."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FENCE = re.compile(r"(?m)^(?P<mark>`{3,})[^`\n]*\n(?P<block>.*?)^(?P=mark)$", re.DOTALL)
_SPAN = re.compile(r"(?<!`)(?P<ticks>`+)(?!`)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)", re.DOTALL)
_ABOVE = r"together with the (?:(?P<above>\d+) )?(?P<kinds>[a-z ]+) lines? directly above it"
_TOLD = re.compile(rf" \((?=line|together)(?:line (?P<line>\d+))?(?:, )?(?:{_ABOVE})?\)| on line (?P<on>\d+)")
_LISTED = re.compile(r"\bstands on lines? ([\d, and]+)")
_COUNT = re.compile(r"\bmisspelled on (\d+) lines?\b")
_START = re.compile(r"\bstarts on line (\d+)\b")
_AROUND = re.compile(r"\bAround line (\d+):\s*\Z")
_OWN = ("if", "else", "switch")  # what the templates quote by themselves


@dataclass(frozen=True, slots=True)
class Quotation:
    """A line of the input that an instruction quotes."""

    text: str
    line: int | None  # 1-based, where it is told
    twice: bool  # it is said to head a block that stands twice in a row
    above: int = 0  # lines directly above that are said to belong to its block


@dataclass(frozen=True, slots=True)
class Replacement:
    """A block and what takes its place."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    line: int | None  # 1-based, where it is told: the old block's first


@dataclass(frozen=True, slots=True)
class Correction:
    """A word that is to become another everywhere."""

    wrong: str
    right: str
    count: int  # lines that it stands on
    lines: tuple[int, ...]  # 1-based, where they are told


@dataclass(frozen=True, slots=True)
class Shown:
    """How the result reads from a line on."""

    line: int  # 1-based
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """All that a prompt says; a prompt of ours says something in one of the three ways."""

    replacements: tuple[Replacement, ...]
    correction: Correction | None
    quotations: tuple[Quotation, ...]
    regions: tuple[Shown, ...]


def reread(prompt: str) -> Told:
    """What a prompt made from our templates says; of other prompts it may catch nothing."""
    leads: list[str] = []
    blocks: list[tuple[str, ...]] = []
    at = 0
    for match in _FENCE.finditer(prompt):
        leads.append(prompt[at : match.start()])
        blocks.append(tuple(match["block"].split("\n")[:-1]))
        at = match.end()
    correction = None if blocks else _correction(prompt)
    return Told(_replacements(leads, blocks), correction, _quotations(leads), _regions(leads, blocks))


def _replacements(leads: list[str], blocks: list[tuple[str, ...]]) -> tuple[Replacement, ...]:
    found = []
    for at, lead in enumerate(leads[1:], 1):
        if lead.strip() == "with this:":
            start = _START.search(leads[at - 1])
            found.append(Replacement(blocks[at - 1], blocks[at], int(start[1]) if start else None))
    return tuple(found)


def _correction(prompt: str) -> Correction | None:
    count = _COUNT.search(prompt)
    words = [_code(match) for match in _SPAN.finditer(prompt.partition("\n")[2])]
    if count is None or len(words) != 2:
        return None
    listed = _LISTED.search(prompt)
    lines = tuple(map(int, re.findall(r"\d+", listed[1]))) if listed else ()
    return Correction(words[0], words[1], int(count[1]), lines)


def _quotations(leads: list[str]) -> tuple[Quotation, ...]:
    """The lines quoted before the first region; what is to be added is no line of the input."""
    if not leads or "After the fix" not in leads[0]:
        return ()
    text = leads[0].partition("\n")[2]
    found = []
    for match in _SPAN.finditer(text):
        before, after = text[: match.start()], text[match.end() :]
        added = before.endswith("the value in ") or after.startswith(" label")
        if not added and match["code"] not in _OWN:
            found.append(_quotation(_code(match), after))
    return tuple(found)


def _quotation(code: str, after: str) -> Quotation:
    """What is quoted, with what the text behind it says of it."""
    told = _TOLD.match(after)
    if not told:
        return Quotation(code, None, after.startswith(" appears twice"))
    line, above = told["line"] or told["on"], told["above"] or bool(told["kinds"])
    twice = after.startswith(" appears twice", told.end())
    return Quotation(code, int(line) if line else None, twice, int(above))


def _regions(leads: list[str], blocks: list[tuple[str, ...]]) -> tuple[Shown, ...]:
    around = ((_AROUND.search(lead), block) for lead, block in zip(leads, blocks, strict=True))
    return tuple(Shown(int(match[1]), block) for match, block in around if match)


def _code(match: re.Match[str]) -> str:
    code = match["code"]
    padded = code.startswith(" ") and code.endswith(" ") and bool(code.strip())
    return code[1:-1] if padded else code


def spans(prompt: str) -> list[tuple[str, str]]:
    """Each code span outside of fenced blocks, with the rest of its line; for prompts of any wording."""
    prose = _FENCE.sub("\n", prompt)
    return [(_code(match), prose[match.end() :].partition("\n")[0]) for match in _SPAN.finditer(prose)]
