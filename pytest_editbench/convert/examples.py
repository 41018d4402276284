"""Examples as pieces."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from pytest_editbench import trees
from pytest_editbench.cases.examples import contents, data
from pytest_editbench.convert import narrowed
from pytest_editbench.convert.piece import CaseFolder
from pytest_editbench.errors import CaseError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import PurePosixPath

    from pytest_editbench.cases.examples.contents import ExampleContents
    from pytest_editbench.cases.examples.example import Example
    from pytest_editbench.cases.examples.opening import ExampleCase
    from pytest_editbench.model import Tree
    from pytest_editbench.repositories.finding import Repositories

RECORD, PROOF = "example", "example_digest"  # keys of the metadata: the example, and the trees made of it


@dataclass(frozen=True, slots=True)
class OfExample:
    """An example of a file."""

    case: ExampleCase
    repositories: Repositories
    excerpt: bool

    @property
    def name(self) -> str:
        """Its id."""
        return self.case.id

    def example(self) -> Example:
        """As it was read."""
        if self.case.fault or self.case.source is None:
            raise CaseError(self.case.fault or f"{self.case.where}: holds no example")
        return self.case.source.read().example

    def folder(self, *, whole: bool) -> CaseFolder:
        """Its buffer as input, and what its patches make of it."""
        found = contents.contents(self.case, self.repositories, excerpt=self.excerpt)
        paths = set(found.input) if whole else _concerned(found)
        given = narrowed.only(found.input, paths)
        answers = {name: narrowed.only(tree, paths) for name, tree in found.answers.items()}
        record = data.record(self.example())
        url = self.case.metadata.extra.get("repository_url")
        told = self.case.metadata
        metadata = {
            "mutation_category": told.category,
            "file_path": told.file_path,
            "match": told.match,
            "repository_url": url,
            RECORD: record,
            PROOF: digest(record, given, answers),
        }
        return CaseFolder(found.prompt, given, answers, metadata)


def digest(record: object, given: Tree, answers: Mapping[str, Tree]) -> str:
    """SHA-256 over an example's record and the trees that were made of it."""
    told = [record, trees.digest(given), [(name, trees.digest(tree)) for name, tree in answers.items()]]
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _concerned(found: ExampleContents) -> set[PurePosixPath]:
    """The files that the example tells of."""
    task = found.task
    recent = {file.path for file in (*task.recently_opened, *task.recently_viewed)}
    named = {path for path in found.input if str(path) in recent}
    past = {path for path in found.input if found.before.get(path) is not None}
    edited = {path for path in past if found.before[path] != getattr(found.input[path], "data", None)}
    return named | edited | {task.cursor.path} | narrowed.changed(found.input, found.answers)
