"""Where a prompt says that something stands: lines, an enclosing function, a part of the file, a file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_editbench.agents.solver.prompt import Prose, phrase, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.agents.solver.documents import Document

_LINES = re.compile(
    r"\blines?\s*:?\s+(?:numbers?\s+)?#?(?P<list>\d+(?:\s*(?:,\s*and|,|and|&|[-–—]|to|through)\s*(?:lines?\s+)?\d+)*)",
    re.IGNORECASE,
)
_RANGE = re.compile(r"(\d+)(?:\s*(?:[-–—]|to|through)\s*(?:lines?\s+)?(\d+))?", re.IGNORECASE)
_KIND = "(?:function|method|class|component|hook|handler|constructor|procedure|helper|interface|type|module)"
_FUNCTION = (
    phrase(rf"(?:in|inside|within|of) (?:the )?(?:\w+ )?{_KIND} {{name}}"),
    phrase(rf"(?:in|inside|within|of) (?:the )?(?:body of )?(?:the )?{{name}} {_KIND}"),
    phrase(rf"(?:in|inside|within) (?:the )?(?:\w+ )?{_KIND} (?P<name>[A-Za-z_$][\w$.]*)"),
)
_PART = re.compile(
    r"(?:near|at|in|towards?|around)\s+the\s+(?:very\s+)?"
    r"(?P<part>top|start|beginning|middle|cent(?:er|re)|end|bottom)(?:\s+third|\s+part)?\s+of\s+the\s+file|\bnear\s+the\s+(?P<near>top|start|beginning|middle|end|bottom)\b",
    re.IGNORECASE,
)
_THIRDS = {"top": 0, "start": 0, "beginning": 0, "middle": 1, "center": 1, "centre": 1, "end": 2, "bottom": 2}
_NEGATIVE = re.compile(
    r"\b(?:not|never|leave|untouched|unchanged|elsewhere|alone|stays?|nothing|near-identical)\b|n['’]t\b",
    re.IGNORECASE,
)


_TALLEST = 100_000  # lines of a range that is written out
_FARTHEST = 20  # lines between what is stated and what can still be meant


@dataclass(frozen=True, slots=True)
class Place:
    """What is said about where; every field may be unknown."""

    lines: tuple[int, ...] = ()  # 1-based, in the input; a range is written out
    function: str | None = None
    third: int | None = None  # 0 top, 1 middle, 2 end

    @property
    def line(self) -> int | None:
        """The first line named."""
        return self.lines[0] if self.lines else None

    def span(self, doc: Document) -> tuple[int, int] | None:
        """The lines, 0-based and half-open, if they are one stretch of the document."""
        first, last = (self.lines[0], self.lines[-1]) if self.lines else (0, 0)
        whole = self.lines == tuple(range(first, last + 1)) and first > 0 and last <= len(doc.lines)
        return (first - 1, last) if whole else None


def numbers(text: str) -> tuple[int, ...]:
    """All the line numbers that a text names, ranges written out."""
    found: list[int] = []
    for match in _LINES.finditer(text):
        for first, last in _RANGE.findall(match["list"]):
            found.extend(range(int(first), min(int(last or first), int(first) + _TALLEST) + 1))
    return tuple(dict.fromkeys(found))


def place(texts: Iterable[Prose]) -> Place:
    """The place that some texts agree on; what stands later, nearer to the block, wins."""
    found = Place()
    sentences = (sentence for text in texts for sentence in text.sentences())
    for text in (sentence for sentence in sentences if not _NEGATIVE.search(sentence.text)):
        part = _PART.search(text.text)
        found = Place(
            lines=numbers(text.text) or found.lines,
            function=_function(text) or found.function,
            third=_THIRDS[(part["part"] or part["near"]).lower()] if part else found.third,
        )
    return found


def _function(text: Prose) -> str | None:
    for pattern in _FUNCTION:
        if match := pattern.search(text.text):
            names = re.findall(r"[\w$]+", words(match, text)["name"].partition("(")[0])
            return names[-1] if names else None
    return None


class Files:
    """The files of a tree, findable by how a prompt may name them."""

    def __init__(self, paths: Iterable[PurePosixPath]) -> None:
        self._by_name: dict[str, list[PurePosixPath]] = {}
        for path in sorted(paths):
            for depth in range(len(path.parts)):
                self._by_name.setdefault("/".join(path.parts[depth:]), []).append(path)

    def called(self, name: str) -> tuple[PurePosixPath, ...]:
        """The files that `name`, a path or the end of one, may mean."""
        found = self._by_name.get(name.removeprefix("./"), [])
        whole = [path for path in found if str(path) == name.removeprefix("./")]
        return tuple(whole or found)

    def named_in(self, text: Prose) -> tuple[PurePosixPath, ...]:
        """The files that a text names, sentences that only warn left out."""
        found: dict[PurePosixPath, None] = {}
        for sentence in text.sentences():
            if not _NEGATIVE.search(sentence.text):
                bare = [token.strip(",;:.()\"'") for token in sentence.text.split() if "." in token]
                for name in [*sentence.named(), *bare]:
                    found.update(dict.fromkeys(self.called(name)))
        return tuple(found)


def standalone(text: Prose) -> bool:
    """Whether a paragraph does nothing but name a file, as a heading would."""
    label = r"(?:in |file:? |path:? |the |open |edit )*(?:\ue000\d+\ue001|[\w./-]+\.\w+)\W*"
    return text.heading or bool(re.fullmatch(label, text.text, re.IGNORECASE))


def nearest(starts: Sequence[int], line: int, height: int) -> list[int]:
    """Those of the 0-based `starts` of blocks of `height` lines that the 1-based `line` can mean.

    First the one that starts there, then the one that holds the line, then the one that is clearly nearest.
    """
    wanted = line - 1
    around = [start for start in starts if start <= wanted < start + height]
    if wanted in starts or len(around) == 1:
        return [wanted] if wanted in starts else around
    ranked = sorted(starts, key=lambda start: abs(start - wanted))
    near = [start for start in ranked if abs(start - wanted) <= _FARTHEST]
    clear = len(near) == 1 or (len(near) > 1 and abs(near[1] - wanted) > 2 * abs(near[0] - wanted))
    return near[:1] if clear else near
