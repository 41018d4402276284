"""Where a text of an example stands, so that messages can name a line."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pytest_editbench.errors import CaseError


@dataclass(frozen=True, slots=True)
class Mend:
    """One thing that a careful person reads past; the example can be used."""

    line: int  # 1-based, in the file that was read
    what: str  # what is wrong and how it was read


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text begins in the file that it was read from."""

    where: str  # the file, as messages name it
    line: int = 1  # 1-based: of the text's first line; with a key, of the record
    key: str = ""  # of the JSON field whose value the text is
    first: int = 1  # with a key, the number of the text's first line within the value

    def error(self, line: int, message: str) -> CaseError:
        """An error at a line of the text, 1-based; the message says what is wrong and what to do."""
        number, within = self._told(line)
        return CaseError(f"{self.where}:{number}: {within}{message}")

    def mend(self, line: int, what: str) -> Mend:
        """Something that was read past at a line of the text, 1-based."""
        number, within = self._told(line)
        return Mend(number, f"{within}{what}")

    def below(self, lines: int) -> Place:
        """The place of what stands so many lines below."""
        if self.key:
            return replace(self, first=self.first + lines)
        return replace(self, line=self.line + lines)

    def number(self, line: int) -> int:
        """The number that a message gives to a line of the text: in the file, or within the value."""
        return (self.first if self.key else self.line) + line - 1

    def _told(self, line: int) -> tuple[int, str]:
        if not self.key:
            return self.number(line), ""
        return self.line, f'"{self.key}" line {self.number(line)}: '
