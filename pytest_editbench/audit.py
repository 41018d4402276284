"""Where the syntax normal form and a formatter disagree about cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_editbench import linediff
from pytest_editbench.cases import whole
from pytest_editbench.compare import hunks, levels, opinion
from pytest_editbench.compare.content import lines
from pytest_editbench.compare.visible import escaped
from pytest_editbench.errors import FormatterError
from pytest_editbench.model import File, MatchLevel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import PurePosixPath

    from pytest_editbench.formatters import Formatter
    from pytest_editbench.linediff import Lines, Run
    from pytest_editbench.model import Case

    Choose = Callable[[PurePosixPath], Formatter | None]

SAYS = {True: "equal", False: "different"}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two contents of one file, and who is asked about them."""

    where: str  # case, folder and path
    what: str  # which two
    path: PurePosixPath
    old: bytes
    new: bytes
    formatter: Formatter


@dataclass(frozen=True, slots=True)
class Finding:
    """What both say about a pair."""

    pair: Pair
    normal: bool | None  # whether the syntax normal form takes the two for equal; None: it could not tell
    formatted: bool | None  # the same of the formatter
    note: str = ""  # why one of them could not tell

    @property
    def disagree(self) -> bool:
        """Whether both could tell, and one says equal and the other different."""
        return None not in (self.normal, self.formatted) and self.normal != self.formatted


def findings(cases: Iterable[Case], choose: Choose) -> Iterator[Finding]:
    """Ask both about every file of every case that a formatter takes.

    The pairs are the accepted file and what the formatter makes of it, and the input file and the
    accepted one. `CaseError` for a case that cannot be read.
    """
    for case in cases:
        contents = whole.read(case)
        for name, answer in contents.answers.items():
            for path, accepted in sorted(answer.items()):
                formatter = choose(path)
                if formatter and isinstance(accepted, File):
                    before = contents.input.get(path)
                    given = before.data if isinstance(before, File) else accepted.data
                    yield from _file(f"{case.id}: {name}/{path}", path, given, accepted.data, formatter)


def report(found: Iterable[Finding]) -> Iterator[str]:
    """Each disagreement with its smallest region, each pair that was not compared, and the counts."""
    pairs = disagreements = untold = 0
    for finding in found:
        pairs += 1
        disagreements += finding.disagree
        untold += bool(finding.note)
        if finding.disagree:
            yield from _told(finding)
        elif finding.note:
            yield f"{escaped(finding.pair.where)}, {finding.pair.what}: {escaped(finding.note)}"
    yield f"{_counted(pairs, 'pair')}, {_counted(disagreements, 'disagreement')}, {untold} not compared"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _file(
    where: str, path: PurePosixPath, given: bytes, accepted: bytes, formatter: Formatter
) -> Iterator[Finding]:
    what = f"accepted → as {formatter.name} writes it"
    try:
        written = formatter.format(path, levels.unended(accepted))
    except FormatterError as error:
        yield Finding(Pair(where, what, path, accepted, accepted, formatter), None, None, str(error))
        return
    yield _asked(Pair(where, what, path, accepted, written, formatter))
    if given != accepted:
        yield _asked(Pair(where, "input → accepted", path, given, accepted, formatter))


def _asked(pair: Pair) -> Finding:
    normal, unsure = _normal(pair.path, pair.old, pair.new)
    second = opinion.equal(pair.path, pair.old, pair.new, pair.formatter)
    return Finding(
        pair,
        None if unsure else normal,
        None if second.note else second.equal,
        "; ".join(filter(None, (unsure, second.note))),
    )


def _normal(path: PurePosixPath, old: bytes, new: bytes) -> tuple[bool, str]:
    level, note = levels.level(path, old, new)
    return level is not MatchLevel.NONE, note


def _told(finding: Finding) -> Iterator[str]:
    pair = finding.pair
    yield (
        f"{escaped(pair.where)}, {pair.what}: the normal form says {SAYS[bool(finding.normal)]}, "
        f"{pair.formatter.name} says {SAYS[bool(finding.formatted)]}"
    )
    yield from (f"    {line}" for line in _region(finding))


def _region(finding: Finding) -> Iterator[str]:
    """The smallest change that the one who says "different" objects to, as a hunk."""
    pair = finding.pair
    if finding.formatted:  # a formatter says equal: which change of the raw text does the normal form mind?
        old, new = lines(levels.unended(pair.old) + b"\n"), lines(levels.unended(pair.new) + b"\n")
        runs = linediff.runs(old, new)
        runs = [run for run in runs if _minded(pair.path, old, _spliced(old, new, run))] or runs
    else:
        texts = (opinion.normal(pair.path, data, pair.formatter) for data in (pair.old, pair.new))
        old, new = (lines(text + b"\n") for text in texts)
        runs = linediff.runs(old, new)
    smallest = min(runs, key=lambda run: len(run.old) + len(run.new))
    return hunks.lines(old, _spliced(old, new, smallest))


def _minded(path: PurePosixPath, old: Lines, new: Lines) -> bool:
    return not _normal(path, b"".join(old), b"".join(new))[0]


def _spliced(old: Lines, new: Lines, run: Run) -> Lines:
    """The old lines with one change made."""
    return [*old[: run.old.start], *run.added(new), *old[run.old.stop :]]
