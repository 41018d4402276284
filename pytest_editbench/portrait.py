"""A case for people to read: prompt, change, metadata."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from pytest_editbench.cases import whole
from pytest_editbench.cases.commits.contents import CommitContents
from pytest_editbench.compare import display
from pytest_editbench.compare.trees import compare

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.model import Case
    from pytest_editbench.repositories.finding import Repositories


def lines(case: Case, repositories: Repositories | None = None, *, excerpt: bool = False) -> Iterator[str]:
    """What `editbench show` prints; errors as those of `whole.read`."""
    contents = whole.read(case, repositories, excerpt=excerpt)
    yield f"# {case.id} ({case.where}), digest {contents.digest}"
    yield from ("", contents.prompt, "")
    for name, answer in contents.answers.items():
        found = compare(None, {name: answer}, contents.input)
        yield f"# what has to change: input → {name}"
        yield display.unified(found, contents.input, answer, labels=("input", name))
    if isinstance(contents, CommitContents):
        yield "# what is changed"
        yield from (display.escaped(f"{file.status}: {file.path}") for file in contents.files)
        yield from ("", "# a right answer", display.escaped(contents.answer, keep="\n").rstrip(), "")
    yield "# metadata"
    for key, value in asdict(case.metadata).items():
        if value not in (None, {}):
            yield f"{key}: {display.escaped(str(value))}"
