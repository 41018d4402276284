"""What was changed beside the asked change, from the three trees alone."""

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import Enum, auto
from pathlib import PurePosixPath

from pytest_editbench.compare import linetally
from pytest_editbench.compare.content import count_lines, is_diffable
from pytest_editbench.compare.threeway import Change
from pytest_editbench.model import Collateral, Entry, File, Folder, Tree
from pytest_editbench.outside import Outside

REPLACED = 2  # lines of a diff for one line replaced: removed and added

Entries = tuple[Entry | None, Entry | None, Entry | None]  # before, accepted, actual


class Fate(Enum):
    """What became of one property; the names of the fields of `Collateral`."""

    RIGHT = auto()
    WRONG = auto()
    MISSING = auto()
    OUTSIDE = auto()


def fate(before: object, accepted: object, actual: object) -> Fate | None:
    """What became of one property of a file; None when nobody changed it."""
    if accepted == actual:
        return None if before == accepted else Fate.RIGHT
    if before == actual:
        return Fate.MISSING
    return Fate.OUTSIDE if before == accepted else Fate.WRONG


def by_file(
    before: Tree, accepted: Tree, actual: Tree, changes: Mapping[PurePosixPath, Change]
) -> dict[PurePosixPath, Collateral]:
    """The collateral of each path where the three trees are not all equal, in path order.

    `changes` holds the text files among them, see `threeway.change`. Swapping `accepted` and `actual`
    keeps what is right and wrong, and swaps the missing with the outside ones; with `accepted` equal to
    `actual`, all is right.
    """
    found = {}
    for path in differing(before, accepted, actual):
        entries = before.get(path), accepted.get(path), actual.get(path)
        found[path] = _of(path, entries, changes.get(path))
    return found


def differing(*trees: Tree) -> Iterator[PurePosixPath]:
    """The paths where not all the trees are equal; an empty folder that another tree fills is no path."""
    paths = sorted({path for tree in trees for path in tree})
    folders = any(isinstance(entry, Folder) for tree in trees for entry in tree.values())
    filled = {parent for path in paths for parent in path.parents} if folders else set()
    for path in paths:
        first, *others = (tree.get(path) for tree in trees)
        if path not in filled and any(first != other for other in others):
            yield path


def together(parts: Mapping[PurePosixPath, Collateral]) -> Collateral:
    """The sum over files."""
    outside: Counter[Outside] = Counter()
    for part in parts.values():
        outside.update(part.outside)
    return Collateral(
        right=sum(part.right for part in parts.values()),
        wrong=sum(part.wrong for part in parts.values()),
        missing=sum(part.missing for part in parts.values()),
        outside=dict(outside),
    )


def _of(path: PurePosixPath, entries: Entries, change: Change | None) -> Collateral:
    before, accepted, actual = entries
    found: Counter[Fate | Outside] = Counter()
    existence = fate(before is None, accepted is None, actual is None)
    made_otherwise = before is None and existence is Fate.RIGHT and accepted != actual
    if existence is None or made_otherwise:
        _add_contents(found, path, entries, change)
        _add_modes(found, entries)
    else:  # its lines stand for a file that came or went
        _add(found, existence, max(map(_size, entries)), Outside.FILES)
    return _collateral(found)


def _add_modes(found: Counter[Fate | Outside], entries: Entries) -> None:
    modes = [entry.executable for entry in entries if isinstance(entry, File)]
    if entries[0] is None:
        modes.insert(0, False)  # as files are made
    if len(modes) == len(entries):
        _add(found, fate(*modes), 1, Outside.MODE)


def _size(entry: Entry | None) -> int:
    """Lines of a file; whatever has none counts as one line."""
    if isinstance(entry, File) and is_diffable(entry.data):
        return count_lines(entry.data) or 1
    return 0 if entry is None else 1


def _add_contents(
    found: Counter[Fate | Outside], path: PurePosixPath, entries: Entries, change: Change | None
) -> None:
    if change is None:
        contents = [entry.data if isinstance(entry, File) else entry for entry in entries]
        _add(found, fate(*contents), 1, Outside.OPAQUE)
        return
    tally = linetally.of(path, change)
    found[Fate.RIGHT] += tally.right
    found[Fate.WRONG] += tally.wrong
    found[Fate.MISSING] += tally.missing
    found.update(tally.outside)
    sheets = change.before, change.accepted, change.actual
    _add(found, fate(*(sheet.marked for sheet in sheets)), REPLACED, Outside.MARK)
    _add(found, fate(*(sheet.ended for sheet in sheets)), REPLACED, Outside.FINAL_NEWLINE)
    for ends in linetally.ends(change):
        _add(found, fate(*ends), REPLACED, Outside.LINE_ENDS)


def _add(found: Counter[Fate | Outside], what: Fate | None, count: int, kind: Outside) -> None:
    if what is not None:
        found[kind if what is Fate.OUTSIDE else what] += count


def _collateral(found: Counter[Fate | Outside]) -> Collateral:
    return Collateral(
        right=found[Fate.RIGHT],
        wrong=found[Fate.WRONG],
        missing=found[Fate.MISSING],
        outside={kind: found[kind] for kind in Outside if found[kind]},
    )
