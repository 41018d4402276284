"""Examples that were made of trees, read back: what their patches make must be those trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.cases.examples import buffer, data, outline
from pytest_editbench.cases.examples.example import prose
from pytest_editbench.cases.examples.markdown import fenced
from pytest_editbench.cases.examples.outline import Fence, Heading
from pytest_editbench.cases.examples.place import Place
from pytest_editbench.errors import CaseError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.cases.examples.example import Example

    Files = Mapping[PurePosixPath, bytes]

_NEXT = "## Next"


def proven(example: Example, given: Files, answers: Sequence[Files]) -> Example:
    """The example; `CaseError` where reading it would give other files than those that it was made of.

    So it is where lines of the files look like the notation of a cursor. Without a repository, they are the
    one file of the excerpt.
    """
    try:
        reading = data.read(data.write_lines([example]), example.name, "")[0]
        begun = buffer.make(reading, given) if example.repository_url else buffer.of_excerpt(reading)
        found = [dict(answer.files) for answer in buffer.answers(reading, begun)]
    except CaseError as problem:
        raise CaseError(f"{example.name}: cannot be told as an example: {problem}") from None
    for wanted, made in zip(answers, found, strict=True):
        odd = sorted(path for path in wanted.keys() | made.keys() if wanted.get(path) != made.get(path))
        if odd:
            message = "cannot be told as an example, whose notation lines of it look like; make a case of it"
            raise CaseError(f"{example.name}: {odd[0]} {message}")
    return example


def reasoning(text: str) -> str:
    """The text as a section can hold it: in a fence where it has headings or leaves something open."""
    plain = prose(text)
    return plain if _is_held(plain) else fenced("", f"{plain}\n").rstrip("\n")


def _is_held(text: str) -> bool:
    try:
        *inner, last = outline.blocks(f"{text}\n\n{_NEXT}\n", Place(""))
    except CaseError:
        return False
    except ValueError:  # no block at all
        return False
    odd = any(isinstance(each, Heading) or (isinstance(each, Fence) and not each.closed) for each in inner)
    return isinstance(last, Heading) and f"## {last.title}" == _NEXT and not odd
