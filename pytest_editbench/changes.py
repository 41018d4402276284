"""The change from one tree to another ↔ a git binary patch, stored so that it can be judged again.

`git apply` takes the patch, forwards and in reverse. What git cannot hold or does not know stands in lines
before the first `diff --git`, which git passes over: the digest of the change, and empty folders. The format
is that of `git diff --binary --full-index` (git's documentation of it, and what `git apply` accepts).
"""

from __future__ import annotations

import hashlib
import os
import re
import string
import zlib
from base64 import b85decode, b85encode
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple, assert_never

from pytest_editbench.errors import RecordError, TreeError
from pytest_editbench.model import Entry, File, Folder, Link, Tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

TITLE = b"editbench-change 1 %b\n"
_LEFT_OUT = b"editbench-left-out %d\n"
_FOLDER = b"editbench-folder %b %b\n"
_ROOM = 128  # bytes that those first two lines may take

_CHUNK = 1 << 20  # bytes; to deflate more than that is what takes the time
_LINE_BYTES = 52  # of deflated data in a line, told by its first letter: A is 1, z is 52
_LINE_LETTERS = 65  # the same in base 85
_LENGTHS = (string.ascii_uppercase + string.ascii_lowercase).encode()


@dataclass(frozen=True, slots=True)
class Change:
    """A change as it is stored."""

    patch: bytes
    digest: str  # SHA-256 over paths, modes and contents; of the whole change, truncated or not
    truncated: bool  # whole files were left out to keep to the limit


def write(before: Tree, after: Tree, limit: int) -> Change:
    """The change as a patch of at most `limit` bytes; above it the largest files are left out.

    The same change has the same digest everywhere; the patch's bytes also depend on the build of zlib.
    """
    steps = _steps(before, after)
    kept = _within(steps, limit - _ROOM)
    digest, left_out = digest_of(steps), len(steps) - len(kept)
    title = TITLE % digest.encode() + (_LEFT_OUT % left_out if left_out else b"")
    patch = b"".join((title, *(piece.folders for piece in kept), *(piece.files for piece in kept)))
    return Change(patch, digest, truncated=left_out > 0)


def apply(patch: bytes, before: Tree) -> Tree:
    """The tree after a change that `write` stored, given the tree before it.

    `RecordError` for a patch that is damaged, truncated or not of our making; `TreeError` naming the path
    when `before` is not the tree that the change was made from.
    """
    head, *sections = re.split(rb"^(?=diff --git )", patch, flags=re.MULTILINE)
    title = re.match(TITLE % b"([0-9a-f]{64})", head)
    if title is None:
        raise RecordError("the stored change does not start as one that editbench wrote")
    if found := re.search(rb"^editbench-left-out (\d+)$", head, re.MULTILINE):
        raise RecordError(f"the change was stored without {found[1].decode()} of its files: it was too large")
    after = _applied(head, sections, before)
    if digest_of(_steps(before, after)) != title[1].decode():
        raise RecordError("the stored change is damaged: a part of it is gone")
    return after


class State(NamedTuple):
    """An entry as git sees it; a file that is not there has mode and id of zeros only."""

    mode: bytes
    id: bytes
    data: bytes = b""


class Step(NamedTuple):
    name: bytes
    old: State
    new: State


class _Piece(NamedTuple):
    """What a patch holds on one path."""

    folders: bytes
    files: bytes


ABSENT = State(b"000000", b"0" * 40)
EMPTY_FOLDER = State(b"040000", b"0" * 40)


def _state(entry: Entry | None) -> State:
    match entry:
        case None:
            return ABSENT
        case Folder():
            return EMPTY_FOLDER
        case Link():
            return blob(b"120000", os.fsencode(entry.target))
        case File():
            return blob(b"100755" if entry.executable else b"100644", entry.data)
        case _:
            assert_never(entry)


def blob(mode: bytes, data: bytes) -> State:
    identity = hashlib.sha1(b"blob %d\0" % len(data), usedforsecurity=False)
    identity.update(data)
    return State(mode, identity.hexdigest().encode(), data)


def _entry(state: State) -> Entry:
    if state.mode == b"120000":
        return Link(os.fsdecode(state.data))
    return File(state.data, executable=state.mode == b"100755")


def _steps(before: Tree, after: Tree) -> list[Step]:
    paths = sorted({*before, *after}, key=os.fsencode)
    pairs = ((path, before.get(path), after.get(path)) for path in paths)
    return [Step(os.fsencode(path), _state(old), _state(new)) for path, old, new in pairs if old != new]


def digest_of(steps: Iterable[Step]) -> str:
    total = hashlib.sha256()
    for name, old, new in steps:
        total.update(b"%d:%b%b%b%b%b" % (len(name), name, old.mode, old.id, new.mode, new.id))
    return total.hexdigest()


def _within(steps: list[Step], room: int) -> list[_Piece]:
    """What a patch holds on the steps that fit, in their order; those with the least data are taken first.

    The first that does not fit ends it, as soon as that shows: to pack 200 MB would take most of a minute.
    """
    sizes = [len(step.old.data) + len(step.new.data) for step in steps]
    kept = {}
    for index in sorted(range(len(steps)), key=sizes.__getitem__):
        try:
            piece = _piece(steps[index], room)
        except _TooLargeError:
            break
        if (room := room - len(piece.folders) - len(piece.files)) < 0:
            break
        kept[index] = piece
    return [kept[index] for index in sorted(kept)]


# --- writing ----------------------------------------------------------------------------------------


class _TooLargeError(Exception):
    """More than there is room for."""


def _piece(step: Step, room: int) -> _Piece:
    name, old, new = step
    folders = b""
    if old is EMPTY_FOLDER:
        folders, old = _FOLDER % (b"removed", _quoted(name)), ABSENT
    if new is EMPTY_FOLDER:
        folders, new = _FOLDER % (b"added", _quoted(name)), ABSENT
    retyped = old.mode[:2] != new.mode[:2] and ABSENT not in (old, new)
    halves = [(old, ABSENT), (ABSENT, new)] if retyped else [(old, new)]
    return _Piece(folders, b"".join(_section(name, *half, room) for half in halves if half[0] != half[1]))


def _section(name: bytes, old: State, new: State, room: int) -> bytes:
    lines = [b"diff --git %b %b" % (_quoted(b"a/" + name), _quoted(b"b/" + name))]
    if old is ABSENT:
        lines += [b"new file mode " + new.mode]
    elif new is ABSENT:
        lines += [b"deleted file mode " + old.mode]
    elif old.mode != new.mode:
        lines += [b"old mode " + old.mode, b"new mode " + new.mode]
    lines += [b"index %b..%b%b" % (old.id, new.id, b" " + new.mode if old.mode == new.mode else b"")]
    if old.id != new.id:
        lines += [b"GIT binary patch", *_literal(new.data, room), *_literal(old.data, room)]
    return b"\n".join((*lines, b""))


def _packed(data: bytes, room: int) -> bytes:
    """The data deflated; `_TooLargeError` as soon as that takes more than `room` bytes."""
    packer = zlib.compressobj(9 if len(data) <= _CHUNK else 1)  # the best, and the fastest
    packed = bytearray()
    for start in range(0, len(data), _CHUNK):
        packed += packer.compress(data[start : start + _CHUNK])
        if len(packed) > room:
            raise _TooLargeError
    return bytes(packed + packer.flush())


def _literal(data: bytes, room: int) -> list[bytes]:
    lines, packed = [], _packed(data, room)
    letters = b85encode(packed, pad=True)
    for start in range(0, len(packed), _LINE_BYTES):
        length = min(_LINE_BYTES, len(packed) - start)
        first = start // _LINE_BYTES * _LINE_LETTERS
        lines.append(b"%c%b" % (_LENGTHS[length - 1], letters[first : first + _LINE_LETTERS]))
    return [b"literal %d" % len(data), *lines, b""]


# --- reading ----------------------------------------------------------------------------------------

SECTION = re.compile(
    rb'diff --git (?P<name>"a/(?:[^"\\\n]|\\.)+"|a/[^"\s]+) [^\n]*\n'
    rb"(?:new file mode (?P<created>\d{6})\n"
    rb"|deleted file mode (?P<deleted>\d{6})\n"
    rb"|old mode (?P<old>\d{6})\nnew mode (?P<new>\d{6})\n)?"
    rb"index (?P<old_id>[0-9a-f]{40})\.\.(?P<new_id>[0-9a-f]{40})(?: (?P<same>\d{6}))?\n"
    rb"(?:GIT binary patch\nliteral (?P<size>\d+)\n(?P<lines>(?:[A-Za-z][^\n]+\n)+)\n)?"
)


def _applied(head: bytes, sections: list[bytes], before: Tree) -> Tree:
    added, removed = (folders(head, which) for which in (b"added", b"removed"))
    tree = {path: entry for path, entry in before.items() if path not in removed}
    for section in sections:
        _apply_section(section, tree)
    return tree | dict.fromkeys(added, Folder())


def folders(head: bytes, which: bytes) -> set[PurePosixPath]:
    names = re.findall(rb"^editbench-folder %b (.+)$" % which, head, re.MULTILINE)
    return {_path(unquoted(name)) for name in names}


def _apply_section(section: bytes, tree: dict[PurePosixPath, Entry]) -> None:
    found = SECTION.match(section)
    if found is None:
        raise RecordError(f"the stored change is damaged near {section[:80]!r}")
    name = unquoted(found["name"]).removeprefix(b"a/")
    path = _path(name)
    old = _state(tree.get(path))
    if old[:2] != (found["old"] or found["deleted"] or found["same"] or ABSENT.mode, found["old_id"]):
        raise TreeError(f"{_quoted(name).decode()}: is not what the change was made from")
    if found["deleted"]:
        del tree[path]
        return
    data = old.data if found["size"] is None else inflated(found["lines"], found["size"])
    new = blob(found["created"] or found["new"] or found["same"], data)
    if new.id != found["new_id"]:
        raise RecordError(f"the stored change is damaged: {_quoted(name).decode()} is not what was recorded")
    tree[path] = _entry(new)


def inflated(text: bytes, size: bytes) -> bytes:
    """The data of a literal; other data where it is damaged, which its id then tells."""
    lines = text.splitlines()
    length = sum(_LENGTHS.index(line[:1]) + 1 for line in lines)
    try:
        packed = b85decode(b"".join(line[1:] for line in lines))[:length]
        data = zlib.decompressobj().decompress(packed, int(size) + 1)
        return data if len(data) == int(size) else b""
    except (ValueError, OverflowError, zlib.error):
        return b""


def _path(name: bytes) -> PurePosixPath:
    return PurePosixPath(os.fsdecode(name))


# --- names, quoted as in C ---------------------------------------------------------------------------

_LETTERS: Mapping[int, bytes] = dict(
    zip(b'\a\b\t\n\v\f\r"\\', (b"%c" % letter for letter in b'abtnvfr"\\'), strict=True)
)
_BYTES: Mapping[bytes, bytes] = {letter: b"%c" % byte for byte, letter in _LETTERS.items()}


def _quoted(name: bytes) -> bytes:
    if re.fullmatch(rb"[!#-\[\]-~]+", name):
        return name
    return b'"%b"' % b"".join(map(_escaped, name))


def _escaped(byte: int) -> bytes:
    if byte in _LETTERS:
        return b"\\" + _LETTERS[byte]
    return b"%c" % byte if 0x20 <= byte < 0x7F else b"\\%03o" % byte


def unquoted(text: bytes) -> bytes:
    if not text.startswith(b'"'):
        return text
    return re.sub(rb'\\([0-3][0-7]{2}|[abtnvfr"\\])', _meant, text[1:-1])


def _meant(escape: re.Match[bytes]) -> bytes:
    return _BYTES.get(escape[1]) or b"%c" % int(escape[1], 8)
