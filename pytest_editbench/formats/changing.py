"""The pieces of a change, carried out in the text of a file."""

from __future__ import annotations

from functools import cached_property
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from pytest_editbench import edits
from pytest_editbench.edits import Edit, Span
from pytest_editbench.errors import FormatError
from pytest_editbench.formats import hashes
from pytest_editbench.formats.document import encoded, joined, split
from pytest_editbench.formats.ground import Ground
from pytest_editbench.formats.operations import Block, Passage, Piece, Range
from pytest_editbench.formats.paths import shown
from pytest_editbench.formats.placing import BLANK, LINE, Placed, Splice, place

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from pytest_editbench.formats.document import Document

_MOST_SEARCHED = 4_000_000_000  # bytes of one file for all passages, some seconds


def changed(
    document: Document, pieces: Sequence[Piece], allowed: Collection[str]
) -> tuple[str, frozenset[str]]:
    """The text after all pieces, each placed in the text before, and the tolerances that were needed."""
    work = _Text(document, allowed)
    for piece in pieces:
        work.take(piece)
    return work.finished()


class _Text:
    """The text of one file while it is changed.

    A last line without a line end is given one for the time being, so that all lines are alike.
    """

    def __init__(self, document: Document, allowed: Collection[str]) -> None:
        self._document = document
        self._allowed = allowed
        self._ended = document.ended
        self._data = encoded(document.text + ("" if document.ended else "\n"))
        self._ground = Ground(document.lines)
        self._starts = [0, *accumulate(len(encoded(line)) + 1 for line in document.lines)]
        self._edits: list[Edit] = []
        self._saved: set[str] = set()
        self._searched = 0  # bytes

    @cached_property
    def _hashes(self) -> list[str]:
        return [hashes.of(line) for line in self._ground.lines]

    def take(self, piece: Piece) -> None:
        if isinstance(piece, Block):
            self._take_block(piece)
        elif isinstance(piece, Range):
            start, stop = self._range(piece)
            self._splice(Splice(start, stop, piece.new))
        else:
            self._take_passage(piece)

    def finished(self) -> tuple[str, frozenset[str]]:
        ordered = sorted(self._edits, key=lambda edit: edit.span)
        if any(one == two for one, two in pairwise(ordered)):
            raise FormatError("two edits of the answer make the same change")
        try:
            text = edits.apply(self._data, self._edits).decode()
        except ValueError:
            raise FormatError("two edits of the answer overlap") from None
        return text if self._ended else text.removesuffix("\n"), frozenset(self._saved)

    def _take_block(self, block: Block) -> None:
        placed = place(block, self._ground, self._allowed)
        self._saved |= placed.saved
        for splice in placed.splices:
            self._splice(splice)
        if block.unended is not None:
            self._end(block, placed)

    def _end(self, block: Block, placed: Placed) -> None:
        """Heed what the block says of the line end after the last line."""
        old_unended, new_unended = block.unended or (False, False)
        reaches = placed.stop == len(self._ground.lines)
        if old_unended == (reaches and not self._document.ended) and (reaches or not new_unended):
            self._ended = not new_unended if reaches else self._ended
        elif BLANK in self._allowed:
            self._saved.add(BLANK)
        else:
            said = "none" if old_unended or new_unended else "one"
            raise FormatError(
                f"line {block.line}: the answer is wrong about the line end after its last line: {said}"
            )

    def _splice(self, splice: Splice) -> None:
        new = tuple(map(self._document.taken, splice.lines))
        span = Span(self._starts[splice.start], self._starts[splice.stop])
        self._edits.append(Edit(span, encoded(joined(new))))

    def _range(self, told: Range) -> tuple[int, int]:
        count = len(self._ground.lines)
        wrong = [(number, wanted) for number, wanted in told.hashes if self._hash(number) != wanted]
        if not wrong:
            if told.stop > count:
                there_is = f"there is no line {told.stop}; the file has {count} lines"
                raise FormatError(f"line {told.line}: {there_is}")
            return told.start, told.stop
        shifts = hashes.shifts(self._hashes, told.hashes) if LINE in self._allowed else []
        if len(shifts) == 1:
            self._saved.add(LINE)
            return told.start + shifts[0], told.stop + shifts[0]
        number, wanted = wrong[0]
        also = f"; the hashes fit at {len(shifts)} other places" if shifts else ""
        raise FormatError(f"line {told.line}: line {number + 1} is {self._hash(number)}, not {wanted}{also}")

    def _hash(self, number: int) -> str:
        lines = self._ground.lines
        return hashes.of(lines[number]) if number < len(lines) else "not in the file"

    def _take_passage(self, passage: Passage) -> None:
        old, new = (self._document.taken(text) for text in (passage.old, passage.new))
        wanted, data = encoded(old), self._data if self._document.ended else self._data[:-1]
        if not wanted and data:
            raise FormatError(f"line {passage.line}: an empty text is nowhere to be found")
        self._searched += 2 * len(data)
        if self._searched > _MOST_SEARCHED:
            raise FormatError(
                f"line {passage.line}: so many texts cannot be looked for in a file of this size"
            )
        at = data.find(wanted)
        # A model that tells no CRLF sees none: among mixed line ends, what looks alike counts as well.
        seen = data if b"\r" in wanted or not self._ground.mixed else data.replace(b"\r\n", b"\n")
        first = seen.find(wanted)
        if at >= 0 and seen.find(wanted, first + 1) >= 0 and wanted:
            places = [seen.count(b"\n", 0, place) + 1 for place in (first, seen.find(wanted, first + 1))]
            told = " and ".join(map(str, places))
            raise FormatError(f"line {passage.line}: {shown(old)} stands more than once: lines {told}")
        if at >= 0:
            self._edits.append(Edit(Span(at, at + len(wanted)), encoded(new)))
            return
        block = _as_block(old, new, passage.line)
        if block is None or not self._allowed:
            raise FormatError(f"line {passage.line}: the file does not hold {shown(old)}")
        self._take_block(block)


def _as_block(old: str, new: str, line: int) -> Block | None:
    """The passage as whole lines; None where it cannot be meant so."""
    if new and old.endswith("\n") != new.endswith("\n"):
        return None
    return Block(split(old), split(new), line)
