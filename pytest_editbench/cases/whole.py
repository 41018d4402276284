"""Cases read whole, whatever their kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.cases import directory
from pytest_editbench.cases.examples.opening import ExampleCase
from pytest_editbench.cases.kinds import COMMIT
from pytest_editbench.repositories.finding import Repositories

if TYPE_CHECKING:
    from pytest_editbench.model import Case, Contents


def read(case: Case, repositories: Repositories | None = None, *, excerpt: bool = False) -> Contents:
    """The case read whole; of an example, its `ExampleContents`, of a commit case, its `CommitContents`.

    `CaseError` says in one line what is wrong with it, `UnavailableError` which repository it wants.
    """
    if isinstance(case, ExampleCase):
        from pytest_editbench.cases.examples import contents

        return contents.contents(case, repositories or Repositories(), excerpt=excerpt)
    if case.metadata.kind == COMMIT:
        from pytest_editbench.cases.commits import contents as commit

        return commit.read(case, repositories or Repositories())
    return directory.read(case)
