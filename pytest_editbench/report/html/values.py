"""What the page is made of; anything may stand in its text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_editbench.findings.contrast import Contrast
    from pytest_editbench.report.protocol import Share, Summary


@dataclass(frozen=True, slots=True)
class Source:
    """A record, and what it says of itself."""

    name: str
    facts: Sequence[tuple[str, str]] = ()
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """How many values fall into a range."""

    label: str
    count: int


@dataclass(frozen=True, slots=True)
class Spread:
    """How the values of a figure are spread; bars in order of value."""

    title: str
    bars: Sequence[Bar]


@dataclass(frozen=True, slots=True)
class Point:
    """A rate at a size."""

    label: str
    share: Share


@dataclass(frozen=True, slots=True)
class Heat:
    """Rates by two properties of cases; pairs without a scored case are absent."""

    rows: Sequence[str]
    columns: Sequence[str]
    shares: Mapping[tuple[str, str], Share]


@dataclass(frozen=True, slots=True)
class Column:
    """All figures of one agent in one record."""

    name: str
    summary: Summary
    heat: Heat
    curve: Sequence[Point]  # rate by lines of the asked change, smallest first
    spreads: Sequence[Spread]


@dataclass(frozen=True, slots=True)
class Transcript:
    """A file beside the page."""

    name: str
    href: str  # relative to the page, quoted as in a URL


@dataclass(frozen=True, slots=True)
class Body:
    """The long texts of a trial."""

    prompt: str = ""
    diff: str = ""  # expected → actual
    output: str = ""  # the last of what the agent printed
    output_bytes: int | None = None  # of all it printed
    transcripts: Sequence[Transcript] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A trial of the list; None is unknown."""

    column: str  # name
    record: int  # index of its source
    case: str
    number: int  # 1-based
    outcome: str
    passed: bool
    category: str | None = None
    mutation: str | None = None
    difficulty: str | None = None
    diagnosis: str | None = None
    level: str | None = None
    indent: float | None = None  # columns
    outside: int | None = None  # lines
    seconds: float | None = None
    message: str = ""
    body: Body | None = None
    apart: str = ""  # what it is counted apart as


@dataclass(frozen=True, slots=True)
class FileSaid:
    """What was said of a file of a change."""

    path: str
    how: str  # what becomes of it
    summary: str  # or why there is none
    highlights: Sequence[str] = ()
    risks: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Analysis:
    """What an agent said of a change."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    files: Sequence[FileSaid]
    notes: Sequence[str]


@dataclass(frozen=True, slots=True)
class Page:
    """All that the page shows."""

    sources: Sequence[Source]
    columns: Sequence[Column]
    entries: Sequence[Entry]
    trials: int  # in all, listed or not
    contrast: Contrast | None = None  # of two records
    apart: str = ""  # why two records are not held against each other
    scores: Sequence[str] = ()  # names of edit scores that the totals show
    notes: Sequence[str] = ()  # on what the list leaves out
    analyses: Sequence[Analysis] = ()  # what agents said of changes
