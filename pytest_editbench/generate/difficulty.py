"""How hard it is to hit a line: its surroundings, a score, and the tiers it can serve in.

Columns count a tab as the way to the next multiple of four.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_editbench.cases.vocabulary import DIFFICULTIES
from pytest_editbench.generate.outline import Outline, asides, outline

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping, Sequence

    from pytest_editbench.generate.source import Parsed

MINIMUM: Mapping[str, int] = {"easy": 0, "medium": 2, "hard": 5, "nightmare": 8}
"""The least score of a line in each tier."""

_PARTS = ("top", "middle", "end")
_TAB = 4  # columns
_SHORTEST = 10  # characters of a line that counts as repeated
_AROUND = 2  # lines on each side
_CROWDED = 3  # trivial lines among those five
_DECIMALS = 3
_MOST_REPEATS = 5  # repeats beyond these make a line no harder
_LENGTHS = ((300, 3), (150, 1))  # over so many lines, so many points; and so on
_FUNCTIONS = ((4, 3), (2, 1))
_DENSITIES = ((0.75, 2), (0.65, 1))
_INDENTS = ((15, 2), (7, 1))


@dataclass(frozen=True, slots=True)
class Context:
    """What surrounds a line; the fields but the last are the keys of a case's `context`."""

    line: int  # 1-based
    file_lines: int
    is_repeated_line: bool
    repeat_count: int  # 1 where the line is not repeated
    similar_block_count: int  # functions in the file
    density: float  # share of the file's characters that is not white space
    line_indent: int  # columns
    containing_function: str | None  # the innermost one with a name
    function_unique: bool  # whether that name belongs to one function of the file

    def to_data(self) -> dict[str, object]:
        """The value of the key `context` in a case's metadata."""
        return {
            "line": self.line,
            "file_lines": self.file_lines,
            "is_repeated_line": self.is_repeated_line,
            "repeat_count": self.repeat_count,
            "similar_block_count": self.similar_block_count,
            "density": self.density,
            "line_indent": self.line_indent,
            "containing_function": self.containing_function,
        }


@dataclass(frozen=True, slots=True)
class Survey:
    """What there is to know of a file's lines; lines are 1-based."""

    outline: Outline
    density: float
    repeats: tuple[int, ...]  # for each line how often it occurs; 1 where it is short, trivial or an aside
    indents: tuple[int, ...]  # columns
    crowded: tuple[bool, ...]  # whether three of the five lines around it, or more, are trivial
    repeated: int  # different lines that are repeated

    @property
    def structured(self) -> bool:
        """Whether the file has a function, a class or an export."""
        return self.outline.structured

    @property
    def file_lines(self) -> int:
        """The number of lines."""
        return len(self.repeats)

    def context(self, line: int, *, doubled: bool = False) -> Context:
        """What surrounds a line; `doubled` counts it once more, for a damage that repeats it."""
        function, repeats = self.outline.function(line), self._repeats(line, doubled)
        return Context(
            line=line,
            file_lines=self.file_lines,
            is_repeated_line=repeats > 1,
            repeat_count=repeats,
            similar_block_count=self.outline.count,
            density=round(self.density, _DECIMALS),
            line_indent=self.indents[line - 1],
            containing_function=function.name if function else None,
            function_unique=bool(function and function.unique),
        )

    def part(self, line: int) -> str:
        """The third of the file that holds the line: `top`, `middle` or `end`."""
        third = -(-self.file_lines // len(_PARTS))
        return _PARTS[(line - 1) // third]

    def _repeats(self, line: int, doubled: bool) -> int:
        return self.repeats[line - 1] + doubled

    def score(self, line: int, *, doubled: bool = False) -> int:
        """How hard the line is to hit, from 0 up: a sum of points for what there is to mistake it for."""
        function, repeats = self.outline.function(line), self._repeats(line, doubled)
        return (
            _points(self.file_lines, _LENGTHS)
            + _points(self.outline.count, _FUNCTIONS)
            + _points(self.density, _DENSITIES)
            + _points(self.indents[line - 1], _INDENTS)
            + (2 if self.part(line) == "middle" else 0)
            + (min(repeats, _MOST_REPEATS) if repeats > 1 else 0)
            + (2 if self.crowded[line - 1] else 0)
            + (2 if function and function.tangled else 0)
        )

    def tiers(self, line: int, *, doubled: bool = False) -> tuple[str, ...]:
        """The difficulties that the file and the line can serve in, easiest first, whatever the score."""
        repeated = self._repeats(line, doubled) > 1
        return tuple(difficulty for difficulty in DIFFICULTIES if _FITS[difficulty](self, repeated))


_FITS: Mapping[str, Callable[[Survey, bool], bool]] = {
    "easy": lambda survey, _: survey.file_lines < 150 and survey.repeated < 3,
    "medium": lambda survey, _: 100 <= survey.file_lines <= 300,
    "hard": lambda survey, _: survey.file_lines > 200 and survey.outline.count >= 3,
    "nightmare": lambda survey, repeated: survey.file_lines > 200 and repeated,
}


def survey(parsed: Parsed) -> Survey:
    """The survey of a file."""
    text = parsed.data.decode(errors="replace")
    lines = [line.removesuffix("\r") for line in text.split("\n")[: len(parsed.starts)]]
    trimmed = [line.strip() for line in lines]
    trivial = [_trivial(line, parsed.dialect.keywords) for line in trimmed]
    aside = asides(parsed)
    telling = [
        line if len(line) >= _SHORTEST and not dull and at not in aside else None
        for at, (line, dull) in enumerate(zip(trimmed, trivial, strict=True), 1)
    ]
    counts = Counter(line for line in telling if line is not None)
    return Survey(
        outline=outline(parsed),
        density=sum(map(len, text.split())) / max(1, len(text)),
        repeats=tuple(counts[line] if line is not None else 1 for line in telling),
        indents=tuple(_indent(line) for line in lines),
        crowded=tuple(_crowded(trivial)),
        repeated=sum(count > 1 for count in counts.values()),
    )


def _trivial(line: str, keywords: Container[str]) -> bool:
    """Whether a line has no word but keywords, such as a lone bracket or a bare `return`."""
    return all(word in keywords for word in re.findall(r"\w+", line))


def _indent(line: str) -> int:
    blank = line[: len(line) - len(line.lstrip())]
    return len(blank.expandtabs(_TAB))


def _crowded(trivial: Sequence[bool]) -> list[bool]:
    return [sum(trivial[max(0, at - _AROUND) : at + _AROUND + 1]) >= _CROWDED for at in range(len(trivial))]


def _points(value: float, steps: Sequence[tuple[float, int]]) -> int:
    return next((points for over, points in steps if value > over), 0)
