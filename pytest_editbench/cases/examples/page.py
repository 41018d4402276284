"""A Markdown page as an example has it: a name, and sections with their fences."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from pytest_editbench.cases.examples import outline
from pytest_editbench.cases.examples.outline import Block, Fence, Heading
from pytest_editbench.cases.examples.reading import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.cases.examples.place import Mend, Place

REASONING = "Reasoning"
UNCOMMITTED = "Uncommitted Diff"
HISTORY = "Edit History"
OPENED = "Recently Opened Files"
VIEWED = "Recently Viewed Files"
CURSOR = "Cursor Position"
EXPECTED = "Expected Patch"
REJECTED = "Rejected Patch"
SECTIONS = (REASONING, UNCOMMITTED, HISTORY, OPENED, VIEWED, CURSOR, EXPECTED, REJECTED)

_BY_TITLE = {title.casefold(): title for title in SECTIONS}


class Page:
    """The sections of a page by their titles, whatever their order; `CaseError` for what no example holds."""

    def __init__(self, text: str, place: Place) -> None:
        self.place = place
        self.mends: list[Mend] = []
        self.name = ""
        self._lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._blocks: dict[str, list[Block]] = defaultdict(list)
        self._starts: dict[str, list[Heading]] = defaultdict(list)
        self._headings: list[Heading] = []  # of level 1 and 2
        self._sort(outline.blocks(text, place))

    def blocks(self, title: str) -> Sequence[Block]:
        """What stands below the headings of that title."""
        return self._blocks[title]

    def fences(self, title: str) -> list[Fence]:
        """The fences among these."""
        return [block for block in self._blocks[title] if isinstance(block, Fence)]

    def text(self, fence: Fence, *, accepted: bool = False) -> Text:
        """The text of a fence with its place."""
        return Text(fence.text, self.place.below(fence.first + 1), accepted)

    def line(self, title: str) -> int:
        """Where a section begins: the 1-based number of its heading's line; 1 where there is none."""
        return self._starts[title][0].first + 1 if self._starts[title] else 1

    def source(self, title: str) -> str:
        """All that stands below the headings of that title, as it is written."""
        ends = [heading.first for heading in self._headings]
        parts = []
        for heading in self._starts[title]:
            stop = next((end for end in ends if end > heading.first), len(self._lines))
            parts.append("\n".join(self._lines[heading.stop : stop]))
        return "\n\n".join(parts)

    def _sort(self, blocks: Sequence[Block]) -> None:
        title = ""
        for block in blocks:
            if isinstance(block, Heading):
                title = self._section(block, title)
                continue
            self._blocks[title].append(block)
            if isinstance(block, Fence) and not title:
                self._mend(block.first, "the fence stands in no section of an example; passed over")
            elif isinstance(block, Fence) and not block.closed:
                self._mend(block.first, "the fence is not closed; read to the end")

    def _section(self, heading: Heading, title: str) -> str:
        """The title of the section that goes on below a heading."""
        if heading.level > 2:
            return title
        self._headings.append(heading)
        if heading.level == 1:
            self._take_name(heading)
            return title
        found = _BY_TITLE.get(" ".join(heading.title.split()).rstrip(":").casefold(), "")
        self._starts[found].append(heading)
        return found

    def _take_name(self, heading: Heading) -> None:
        if self.name:
            self._mend(heading.first, f'a second name, "{heading.title:.60}", is passed over')
        self.name = self.name or heading.title

    def _mend(self, line: int, what: str) -> None:
        self.mends.append(self.place.mend(line + 1, what))
