"""Lines of the input that a prompt quotes to say where."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_editbench.generate import quoting
from pytest_editbench.generate.mutations.mutation import Refused


@dataclass(frozen=True, slots=True)
class Anchor:
    """A line of the input as it is quoted."""

    text: str  # trimmed; of a long line the beginning and an ellipsis
    line: int  # 1-based, in the input
    clear: bool  # as many lines of the input begin so as the instruction says, and no more

    def quoted(self, *, numbered: bool, above: str | None = None) -> str:
        """The quotation; with its line where that is allowed, or where nothing else tells which is meant.

        `above` are the lines that belong to it though they stand before it, such as `2 comment lines`.
        """
        number = f"line {self.line}" if numbered or not self.clear else ""
        more = f"together with the {above} directly above it" if above else ""
        told = ", ".join(filter(None, (number, more)))
        return quoting.inline(self.text) + (f" ({told})" if told else "")


def anchor(lines: tuple[str, ...], line: int, times: int = 1) -> Anchor:
    """The 1-based line as an anchor; Refused where it has no name in it.

    `times` is how often the instruction says that it stands there: twice for the head of a repeated block.
    Lines that begin like it, white space left out, could be meant too.
    """
    text = quoting.cut(lines[line - 1])
    if not quoting.has_name(text):
        raise Refused("an anchor without a name")
    return Anchor(text, line, len(quoting.meant(text, lines)) == times)
