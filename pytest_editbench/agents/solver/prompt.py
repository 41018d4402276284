"""A Markdown prompt as values: headings, paragraphs and fenced blocks, in order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_editbench.agents.solver.errors import NotUnderstood

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_FENCE = re.compile(
    r"(?P<bullet>\s*(?:[-*+]|\d+[.)])\s+)?(?P<indent>[ \t]*)(?P<mark>`{3,}|~{3,})(?P<info>.*)$"
)
_HEADING = re.compile(r" {0,3}#{1,6}\s+(?P<text>.*?)\s*#*\s*$")
_BULLET = re.compile(r"\A\s*(?:[-*+]|\d+[.)])\s+")
_CODE = re.compile(r"(?<!`)(?P<ticks>`+)(?!`)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)", re.DOTALL)
_QUOTE = re.compile(r"“(?P<curly>[^”]+)”|\"(?P<straight>[^\"]+)\"")
_EMPHASIS = re.compile(r"\*+|(?<!\w)_+(?=\w)|(?<=\w)_+(?!\w)")
_SENTENCE = re.compile(r"(?<=[.;!?])\s+")
_FORBIDDEN = re.compile(
    r"(?:\b(?:not|never|without)|n['’]t)\s+(?:\w+\s+){0,2}?"
    r"(?:delet|remov|drop|swap|mov|put|chang|replac|renam|insert|add|correct|fix|updat)\w*"
    r"(?!\s+(?:anything|any other|other|the rest|more)\b)",
    re.IGNORECASE,
)
_OPEN, _CLOSE = "\ue000", "\ue001"
_MARKED = re.compile(f"{_OPEN}(\\d+){_CLOSE}")


@dataclass(frozen=True, slots=True)
class Prose:
    """A heading or a paragraph; each code span stands in `text` as a marked index into `codes`."""

    text: str  # one line, emphasis removed
    codes: tuple[str, ...]
    heading: bool = False

    def sentences(self) -> list[Prose]:
        """The sentences one by one, sharing the codes."""
        return [Prose(part, self.codes, self.heading) for part in _SENTENCE.split(self.text) if part]

    def named(self) -> list[str]:
        """The codes that this text holds, in order."""
        return [self.codes[int(index)] for index in _MARKED.findall(self.text)]

    def forbids(self) -> bool:
        """Whether the text says what is not to be done."""
        return bool(_FORBIDDEN.search(self.text))

    def plain(self) -> str:
        """The text as it can be shown to people."""
        return _MARKED.sub(lambda match: f"`{self.codes[int(match[1])]}`", self.text)

    def around(self, start: int, stop: int) -> Prose:
        """The whole sentences that hold the characters from `start` to `stop`."""
        ends = [0, *(match.end() for match in _SENTENCE.finditer(self.text)), len(self.text)]
        first = max(end for end in ends if end <= start)
        last = min(end for end in ends if end >= stop)
        return Prose(self.text[first:last], self.codes, self.heading)


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block, its content literal."""

    lines: tuple[str, ...]
    info: str
    line: int  # 1-based, in the prompt


Passage = Prose | Fence


def phrase(template: str) -> re.Pattern[str]:
    """A pattern in which `{name}` stands for a code span, and a blank for any white space.

    Behind the span may stand `(line 12)`, which becomes the group `name_line`, or `(together with the 2
    comment lines directly above it)`, of which `2 comment lines` become `name_above`, or both with a comma
    between.
    Everything else is regular expression syntax; case does not count.
    """
    line, above = r"line (?P<\1_line>\\d+)", r"together with the (?P<\1_above>[\\w ]+?) directly above it"
    told = rf" \\((?=line|together)(?:{line})?(?:, )?(?:{above})?\\)"
    span = rf"{_OPEN}(?P<\1>\\d+){_CLOSE}(?:{told})?"
    named = re.sub(r"\{([a-z_]+)\}", span, template)
    return re.compile(named.replace(" ", r"\s+"), re.IGNORECASE)


def words(match: re.Match[str], prose: Prose) -> dict[str, str]:
    """The named groups of a phrase's match, code spans resolved."""
    found = {name: value for name, value in match.groupdict().items() if value is not None}
    marked = {name for name in found if match.start(name) and prose.text[match.start(name) - 1] == _OPEN}
    return {name: prose.codes[int(value)] if name in marked else value for name, value in found.items()}


def prose(text: str, *, heading: bool = False) -> Prose:
    """A paragraph with its code spans (or, where there are none, its quotations) set apart."""
    codes: list[str] = []

    def keep(match: re.Match[str]) -> str:
        codes.append(_unpadded(next(filter(None, reversed(match.groups())))))
        return f"{_OPEN}{len(codes) - 1}{_CLOSE}"

    marked = _CODE.sub(keep, text)
    if not codes:
        marked = _QUOTE.sub(keep, text)
    return Prose(" ".join(_EMPHASIS.sub("", marked).split()), tuple(codes), heading)


def _unpadded(code: str) -> str:
    code = code.replace("\n", " ")
    padded = code.startswith(" ") and code.endswith(" ") and code.strip()
    return code[1:-1] if padded else code


def passages(prompt: str) -> tuple[Passage, ...]:
    """The prompt's headings, paragraphs (a list item is one) and fenced blocks, in order."""
    return tuple(_passages(re.split(r"\r?\n", prompt)))


def _passages(lines: Sequence[str]) -> Iterator[Passage]:
    paragraph: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        fence = _FENCE.match(line)
        heading = _HEADING.match(line)
        opens = fence is not None and not (fence["mark"][0] == "`" and "`" in fence["info"])
        if paragraph and (opens or heading or not line.strip() or _BULLET.match(line)):
            yield prose("\n".join(paragraph))
            paragraph = []
        if fence and opens:
            block = _fence(lines, at, fence)
            yield block
            at += len(block.lines) + 2
            continue
        if heading:
            yield prose(heading["text"], heading=True)
        elif line.strip():
            paragraph.append(_BULLET.sub("", line, count=1) if not paragraph else line)
        at += 1
    if paragraph:
        yield prose("\n".join(paragraph))


def _fence(lines: Sequence[str], at: int, opening: re.Match[str]) -> Fence:
    mark = opening["mark"]
    indent = len(opening["bullet"] or "") + len(opening["indent"])
    closing = re.compile(rf"[ \t]{{0,{indent + 3}}}{re.escape(mark[0])}{{{len(mark)},}}\s*$")
    for end in range(at + 1, len(lines)):
        if closing.match(lines[end]):
            content = tuple(_outdented(line, indent) for line in lines[at + 1 : end])
            return Fence(content, opening["info"].strip(), at + 1)
    raise NotUnderstood(f"the fenced block that opens on line {at + 1} of the prompt is never closed")


def _outdented(line: str, indent: int) -> str:
    blanks = len(line) - len(line.lstrip(" \t"))
    return line[min(indent, blanks) :]
