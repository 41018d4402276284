"""Cases as pieces."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from pytest_editbench.cases import directory
from pytest_editbench.cases.examples import data, diffing
from pytest_editbench.cases.examples.example import Example
from pytest_editbench.cases.kinds import LOOSE
from pytest_editbench.convert import examples, narrowed, proven, spotted
from pytest_editbench.convert.piece import CaseFolder
from pytest_editbench.errors import CaseError
from pytest_editbench.model import File

if TYPE_CHECKING:
    from pytest_editbench.model import Case, Contents, Tree


@dataclass(frozen=True, slots=True)
class OfFolder:
    """A case of a suite."""

    case: Case

    @property
    def name(self) -> str:
        """Its id."""
        return self.case.id

    def example(self) -> Example:
        """The example that it was made of; else its one changed file as an excerpt, without a repository."""
        if self.case.metadata.extra.get(LOOSE):
            raise CaseError(f"{self.case.where}: is loose, which no example can say; convert it to cases")
        contents = directory.read(self.case)
        record = self.case.metadata.extra.get(examples.RECORD)
        return self._of_trees(contents) if record is None else self._recorded(record, contents)

    def folder(self, *, whole: bool) -> CaseFolder:  # noqa: ARG002  # a case is always written whole
        """As it is."""
        contents = directory.read(self.case)
        return CaseFolder(contents.prompt, contents.input, contents.answers, _metadata(self.case))

    def _recorded(self, record: object, contents: Contents) -> Example:
        proof = examples.digest(record, contents.input, contents.answers)
        if proof != self.case.metadata.extra.get(examples.PROOF):
            key = f'"{examples.RECORD}"'
            message = f"was changed since it was made of an example; take {key} out of its metadata"
            raise CaseError(f"{self.case.where}: {message}, so that its trees are told instead")
        return data.read(json.dumps(record), self.case.where, self.case.id)[0].example

    def _of_trees(self, contents: Contents) -> Example:
        changed = narrowed.changed(contents.input, contents.answers)
        sides = [_files(tree) for tree in (contents.input, *contents.answers.values())]
        if len(changed) != 1 or not all(changed <= side.keys() for side in sides):
            named = ", ".join(sorted(map(str, changed))[:5])
            message = f"an example without a repository holds the change of one file, not of: {named}"
            raise CaseError(f"{self.case.where}: {message}")
        [path] = changed
        old, *new = (side[path] for side in sides)
        told = self.case.metadata
        example = Example(
            name=self.case.id,
            cursor_path=str(path),
            cursor_position=spotted.excerpt(path, old, new[0], whole=True),
            tags=tuple(word for word in (told.category, told.mutation, told.difficulty) if word),
            reasoning=proven.reasoning(_unheaded(contents.prompt)),
            expected_patches=tuple(diffing.unified({path: old}, {path: each}) for each in new),
        )
        return proven.proven(example, {path: old}, [{path: each} for each in new])


def _unheaded(text: str) -> str:
    """The text without the signs of its headings, which would end a section of an example."""
    lines, fenced = [], False
    for line in text.split("\n"):
        fenced ^= line.startswith(("```", "~~~"))
        lines.append(line if fenced else line.lstrip("#").strip() if line.startswith("#") else line)
    return "\n".join(lines)


def _files(tree: Tree) -> dict[object, bytes]:
    return {path: entry.data for path, entry in tree.items() if isinstance(entry, File)}


def _metadata(case: Case) -> dict[str, object]:
    try:
        text = directory.read_file(f"{case.path}/metadata.json").decode("utf-8-sig")
    except FileNotFoundError:
        return {}
    return cast("dict[str, object]", json.loads(text))
