"""A case for people to read: prompt, change, metadata."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from pytest_editbench.cases import directory
from pytest_editbench.compare import display
from pytest_editbench.compare.trees import compare

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.model import Case


def lines(case: Case) -> Iterator[str]:
    """What `editbench show` prints; `CaseError` when the case cannot be read."""
    contents = directory.read(case)
    yield f"# {case.id} ({case.where}), digest {contents.digest}"
    yield from ("", contents.prompt, "")
    for name, answer in contents.answers.items():
        found = compare(None, {name: answer}, contents.input)
        yield f"# what has to change: input → {name}"
        yield display.unified(found, contents.input, answer, labels=("input", name))
    yield "# metadata"
    for key, value in asdict(case.metadata).items():
        if value not in (None, {}):
            yield f"{key}: {display.escaped(str(value))}"
