"""What came of asking, and what it took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping  # noqa: TC003 - records need it when they are read
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from pytest_editbench.analysis.change import Subject  # noqa: TC001 - records need it when they are read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_editbench.results import Usage

FIGURES = (
    *("input_tokens", "output_tokens", "cached_tokens", "cache_write_tokens", "reasoning_tokens"),
    "cost",  # US dollars
)


class Verdict(StrEnum):
    """How a task ended."""

    ANALYSED = "analysed"
    UNUSABLE = "unusable-answer"
    TIMEOUT = "timeout"
    AGENT_ERROR = "agent-error"


@dataclass(frozen=True, slots=True)
class FileAnalysis:
    """What was said of one file."""

    path: str
    role: str
    how: tuple[str, ...]
    lines: int | None  # changed
    outcome: Verdict
    summary: str = ""
    highlights: tuple[str, ...] = ()
    risks: tuple[str, ...] = ()
    message: str = ""  # why there is no answer
    asks: int = 0  # how often the agent was asked
    duration: float = 0.0  # seconds the agent took, over all asks
    usage: Mapping[str, float] = field(default_factory=dict)  # by FIGURES, over all asks; unknown ones absent


@dataclass(frozen=True, slots=True)
class ChangeAnalysis:
    """What was said of a change, file by file in the order of the change."""

    name: str
    agent: str  # label of the one that was asked
    goal: str
    files: tuple[FileAnalysis, ...]
    trials: tuple[Subject, ...] = ()  # that made the change
    left_out: int = 0  # files of it that were not stored


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum over the files that tell the figure."""

    value: float
    told: int  # files


@dataclass(frozen=True, slots=True)
class Totals:
    """The figures of several files."""

    files: int
    outcomes: Mapping[Verdict, int]  # those that there are
    risks: int
    asks: int
    duration: float  # seconds
    usage: Mapping[str, Sum]  # by FIGURES; absent where no file tells

    @property
    def analysed(self) -> int:
        """Files with an answer."""
        return self.outcomes.get(Verdict.ANALYSED, 0)


def totals(analyses: Iterable[ChangeAnalysis]) -> Totals:
    """The sums over all files; what a file does not tell is left out, and counted."""
    files = [file for each in analyses for file in each.files]
    counts = Counter(file.outcome for file in files)
    return Totals(
        files=len(files),
        outcomes={verdict: counts[verdict] for verdict in Verdict if counts[verdict]},
        risks=sum(len(file.risks) for file in files),
        asks=sum(file.asks for file in files),
        duration=sum(file.duration for file in files),
        usage={name: Sum(sum(told), len(told)) for name in FIGURES if (told := _told(files, name))},
    )


def summed(usages: Iterable[Usage]) -> dict[str, float]:
    """The figures of several asks; one that any of them does not tell is unknown, and absent."""
    told = [{name: getattr(usage, name) for name in FIGURES} for usage in usages]
    return {
        name: sum(each[name] for each in told)
        for name in FIGURES
        if told and all(each[name] is not None for each in told)
    }


def _told(files: Iterable[FileAnalysis], name: str) -> list[float]:
    return [file.usage[name] for file in files if name in file.usage]
