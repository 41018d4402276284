"""The lines of one file: asked and made, asked alone, made alone."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from pytest_editbench import languages, linediff
from pytest_editbench.compare import threeway
from pytest_editbench.compare.threeway import Change, Group, Sheet
from pytest_editbench.linediff import Lines, Run
from pytest_editbench.outside import Outside

BLOCK_COMMENT = (b"/*", b"*/", b"* ")  # what the lines of one begin with, where `//` begins a comment
Ends = tuple[bytes, bytes, bytes]


@dataclass(slots=True)
class Tally:
    """Lines of a diff, counted as in `Collateral`."""

    right: int = 0
    wrong: int = 0
    missing: int = 0
    outside: Counter[Outside] = field(default_factory=Counter)


def of(path: PurePosixPath, change: Change) -> Tally:
    """The tally of a text file, line ends and byte-order marks aside.

    A removed line is right, missing or outside as both diffs, the asked or the made one remove it. Added
    lines are held against each other within a group of runs that meet: what is in both, in the same
    order, is right. Of the rest, a line that differs from an asked one in nothing but white space at its
    ends is wrong; one that so differs from a line that was removed in excess is outside; what then is left
    of both sides is wrong line for line, and the surplus is missing or outside.
    """
    comment = comment_test(path)
    tally = Tally()
    for group in threeway.groups(change.asked, change.made):
        _add_group(tally, group, change, comment)
    return tally


def _add_group(tally: Tally, group: Group, change: Change, comment: Callable[[bytes], bool]) -> None:
    asked, made = _removed(group.asked), _removed(group.made)
    lost = [change.before.lines[number] for number in sorted(made - asked)]
    kept = [change.before.lines[number] for number in sorted(asked - made)]
    alike = list(_alike(group, change))
    wanted = _without(group.asked, change.accepted, {old for old, _ in alike})
    came = _without(group.made, change.actual, {new for _, new in alike})
    (near, wanted), (_, came) = _paired(wanted, came), _paired(came, wanted)
    (unmade, wanted), (unasked, came) = _paired(wanted, kept), _paired(came, lost)
    otherwise = min(len(wanted), len(came))
    tally.right += len(asked & made) + len(alike)
    tally.wrong += len(near) + otherwise
    tally.missing += len(kept) + len(unmade) + len(wanted) - otherwise
    tally.outside += kinds(lost, [*unasked, *came[otherwise:]], comment)


def _removed(runs: Iterable[Run]) -> set[int]:
    return {number for run in runs for number in run.old}


def _alike(group: Group, change: Change) -> Iterator[tuple[int, int]]:
    """The numbers of added lines that both sides of a group have in the same order."""
    if not (group.asked and group.made):
        return
    asked = [number for run in group.asked for number in run.new]
    made = [number for run in group.made for number in run.new]
    runs = linediff.runs(
        [change.accepted.lines[number] for number in asked], [change.actual.lines[number] for number in made]
    )
    yield from ((asked[old], made[new]) for old, new in linediff.kept(runs, len(asked)))


def _without(runs: Iterable[Run], sheet: Sheet, numbers: set[int]) -> list[bytes]:
    return [sheet.lines[number] for run in runs for number in run.new if number not in numbers]


def _paired(
    lines: Lines, others: Lines, key: Callable[[bytes], bytes] = bytes.strip
) -> tuple[list[bytes], list[bytes]]:
    """The lines for which `others` has a partner with the same key, each used once; and the rest."""
    free = Counter(map(key, others))
    paired: list[bytes] = []
    rest: list[bytes] = []
    for line in lines:
        of_key = key(line)
        (paired if free[of_key] > 0 else rest).append(line)
        free[of_key] -= 1
    return paired, rest


def kinds(removed: Lines, added: Lines, comment: Callable[[bytes], bool]) -> Counter[Outside]:
    """Removed and added lines outside the asked change, by kind.

    First the lines that were moved are set aside, then removed and added ones that are equal but for
    trailing blanks, then those equal but for white space at both ends; what is left, and what was moved, is
    blank, a comment or code line by line.
    """
    found: Counter[Outside] = Counter()
    (moved, removed), (moved_here, added) = _paired(removed, added, bytes), _paired(added, removed, bytes)
    for kind, key in ((Outside.TRAILING_BLANKS, bytes.rstrip), (Outside.INDENTATION, bytes.strip)):
        (gone, removed), (here, added) = _paired(removed, added, key), _paired(added, removed, key)
        found[kind] += len(gone) + len(here)
    found.update(_kind(line, comment) for line in (*moved, *moved_here, *removed, *added))
    return found


def _kind(line: bytes, comment: Callable[[bytes], bool]) -> Outside:
    if not line.strip():
        return Outside.BLANK_LINES
    return Outside.COMMENTS if comment(line) else Outside.CODE


def comment_test(path: PurePosixPath) -> Callable[[bytes], bool]:
    """Tells whether a line is nothing but a comment, as far as its beginning shows it."""
    language = languages.of(path)
    token = language.comment if language else None
    if token is None:
        return lambda line: line.strip().startswith((b"<!--", b"/*"))
    starts = (token.encode(), *(BLOCK_COMMENT if token == "//" else ()))
    return lambda line: line.strip().startswith(starts) or (line.strip() == b"*" and token == "//")


def ends(change: Change) -> Iterator[Ends]:
    """The line ends of lines that both changes leave, or both add with unlike ends: before, accepted, actual.

    For a line that is added, the commonest end of the text before stands for the first. A last line
    without end has no part in it.
    """
    old, accepted, actual = change.before.ends, change.accepted.ends, change.actual.ends
    if len({*old, *accepted, *actual} - {b""}) < 2:
        return
    usual = Counter(old).most_common(1)[0][0] if old else b""
    left = dict(linediff.kept(change.made, len(old)))
    triples = [
        *(
            (old[number], accepted[there], actual[left[number]])
            for number, there in linediff.kept(change.asked, len(old))
            if number in left
        ),
        *(
            (usual, accepted[there], actual[here])
            for group in threeway.groups(change.asked, change.made)
            for there, here in _alike(group, change)
            if accepted[there] != actual[here]
        ),
    ]
    yield from (triple for triple in triples if b"" not in triple[1:])
