"""One file as it was, as it should be and as it is: the asked change beside the made one."""

from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pytest_editbench import linediff
from pytest_editbench.compare.content import is_diffable
from pytest_editbench.compare.content import lines as lines_of
from pytest_editbench.linediff import Run
from pytest_editbench.model import Entry, File


@dataclass(frozen=True, slots=True)
class Sheet:
    """A text taken apart: what its lines hold, and all that level `eol` looks past."""

    lines: list[bytes]  # without line ends
    ends: list[bytes]  # of each line; empty where the last one has none
    marked: bool  # begins with a byte-order mark

    @property
    def ended(self) -> bool:
        """Whether the last line has an end; a text without lines lacks none."""
        return not self.ends or bool(self.ends[-1])


@dataclass(frozen=True, slots=True)
class Change:
    """The three texts of a file and the two line diffs that begin at the first."""

    before: Sheet
    accepted: Sheet
    actual: Sheet
    asked: list[Run]  # before → accepted
    made: list[Run]  # before → actual


@dataclass(frozen=True, slots=True)
class Group:
    """Runs of the asked and the made change that meet; most groups hold one run of one side."""

    asked: list[Run]
    made: list[Run]


def sheet(data: bytes) -> Sheet:
    r"""The text taken apart; a lone `\r` ends a line only where no `\n` does."""
    marked = data.startswith(BOM_UTF8)
    data = data.removeprefix(BOM_UTF8)
    whole = lines_of(data) if b"\n" in data else data.splitlines(keepends=True)
    bare = [line.removesuffix(b"\n").removesuffix(b"\r") for line in whole]
    return Sheet(bare, [line[len(text) :] for line, text in zip(whole, bare, strict=True)], marked)


def change(before: Entry | None, accepted: Entry | None, actual: Entry | None) -> Change | None:
    """The three texts held together, a missing file as an empty one; None unless all can be diffed."""
    sheets: dict[bytes, Sheet] = {}
    contents = [_text(entry) for entry in (before, accepted, actual)]
    for data in contents:
        if data is None:
            return None
        if data not in sheets:
            sheets[data] = sheet(data)
    old, right, new = (sheets[data] for data in contents if data is not None)
    asked = linediff.runs(old.lines, right.lines)
    made = asked if right is new else linediff.runs(old.lines, new.lines)
    return Change(old, right, new, asked, made)


def _text(entry: Entry | None) -> bytes | None:
    if entry is None:
        return b""
    return entry.data if isinstance(entry, File) and is_diffable(entry.data) else None


def groups(asked: Sequence[Run], made: Sequence[Run]) -> Iterator[Group]:
    """All runs of both sides in the order of the old text, those that meet in one group.

    Two runs meet when they replace a line in common; where one of them only inserts, it is enough that
    it does so at the edge of the other. Each run is in exactly one group.
    """
    sided = [*((run, True) for run in asked), *((run, False) for run in made)]
    sided.sort(key=lambda pair: (pair[0].old.start, pair[0].old.stop))
    group = Group([], [])
    for run, is_asked in sided:
        own, other = (group.asked, group.made) if is_asked else (group.made, group.asked)
        if (own or other) and not (other and _meet(other[-1], run)):
            yield group
            group = Group([], [])
            own = group.asked if is_asked else group.made
        own.append(run)
    if group.asked or group.made:
        yield group


def _meet(one: Run, other: Run) -> bool:
    start, stop = max(one.old.start, other.old.start), min(one.old.stop, other.old.stop)
    return start < stop if one.old and other.old else start <= stop


def carried_out(asked: Run, group: Group, change: Change) -> bool:
    """Whether a made run of the group removes all lines that `asked` removes, and adds its lines at once."""
    wanted = _block(asked.added(change.accepted.lines))
    return any(
        made.old.start <= asked.old.start
        and asked.old.stop <= made.old.stop
        and wanted in _block(made.added(change.actual.lines))
        for made in group.made
    )


def _block(lines: Sequence[bytes]) -> bytes:
    """Lines as one text, so that whole lines are found in whole lines."""
    return b"\n" + b"".join(line + b"\n" for line in lines)
