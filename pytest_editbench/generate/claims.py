"""What a generated case says of itself beside its numbers: whether its prompt and its metadata agree."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench import languages
from pytest_editbench.cases.faults import error, shown
from pytest_editbench.cases.kinds import METADATA, PROMPT
from pytest_editbench.generate import prompts, quoting
from pytest_editbench.generate.craft import change_of
from pytest_editbench.generate.mutations import BY_NAME
from pytest_editbench.generate.mutations.mutation import Telling

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import PurePosixPath

    from pytest_editbench.cases.faults import Fault
    from pytest_editbench.generate.difficulty import Survey
    from pytest_editbench.generate.mutations.mutation import Mutation
    from pytest_editbench.model import Metadata

_FUNCTION = re.compile(r"The slip is in the function (.+)\.$", re.MULTILINE)
_PART = re.compile(r"The slip is near the (\w+) of the file\.$", re.MULTILINE)
_NIGHTMARE = "Near-identical code exists elsewhere"

_WORDINGS: Mapping[str, str] = {
    "remove-case-label": "has lost a label",
    "swap-adjacent-lines": "Two adjacent statements",
    "swap-sibling-blocks": "Two adjacent blocks",
    "swap-if-else": "The branch bodies of",
    "wrap-redundant-if": "wrapper is redundant",
    "duplicate-block": "twice in a row",
    "move-distant-block": "was moved to the wrong place",
}
"""Words of the prompts that instruct, by mutation."""


def of_metadata(
    told: Metadata, path: PurePosixPath, before: bytes, after: bytes
) -> Iterator[tuple[str, str]]:
    """Each key of the metadata that says what is not so of the file, with what is wrong."""
    language, line = languages.of(path), change_of(before, after).line
    named = told.extra.get("language")
    if language and named not in (None, language.name):
        yield "language", f"is {shown(str(named))}, but {shown(path.name)} is {language.name}"
    if told.line_number not in (None, line):
        yield "line_number", f"is {told.line_number}, but the change begins on line {line}"
    if told.mutation not in BY_NAME:
        yield "mutation_type", f"is {shown(str(told.mutation))}, which the generator does not know"


def of_prompt(told: Metadata, prompt: str, path: PurePosixPath, here: Survey, line: int) -> Iterator[str]:
    """Each thing that a prompt says and that is not so; `line` is where the change begins."""
    title, file = prompt.partition("\n")[0], prompts.named(path)
    if not title.endswith(f" {file}"):
        yield f"is about {file}, but its title is {shown(title)}"
    mutation = BY_NAME.get(told.mutation or "")
    if mutation and _wording(mutation) not in prompt:
        yield f"does not tell of {mutation.name}"
    if told.difficulty and (told.difficulty == "nightmare") is not (_NIGHTMARE in prompt):
        yield f"does not read as one that is {told.difficulty}"
    yield from _whereabouts(told, prompt, here, min(line, here.file_lines))


def _wording(mutation: Mutation) -> str:
    match mutation.telling:
        case Telling.MUTATION:
            return mutation.slip
        case Telling.IDENTIFIER:
            return "is misspelled on"
        case Telling.STRUCTURAL:
            return _WORDINGS[mutation.name]


def _whereabouts(told: Metadata, prompt: str, here: Survey, line: int) -> Iterator[str]:
    function, part = _FUNCTION.search(prompt), _PART.search(prompt)
    holder = here.context(line).containing_function
    if (function or part) and told.difficulty not in (None, "medium"):
        yield f"tells where the slip is, which is not for one that is {told.difficulty}"
    if function and (holder is None or function[1] != quoting.inline(holder)):
        yield f"says that the slip is in the function {shown(function[1])}, but it is in {shown(str(holder))}"
    if part and part[1] != here.part(line):
        yield f"says that the slip is near the {part[1]} of the file, but it is near the {here.part(line)}"


def faults(
    told: Metadata, prompt: str, path: PurePosixPath, trees: tuple[bytes, bytes], where: str
) -> Iterator[Fault]:
    """All faults of a generated case's words; `trees` are its file before and after the fix."""
    from pytest_editbench.generate.difficulty import survey
    from pytest_editbench.generate.source import Parsed

    before, after = trees
    for key, message in of_metadata(told, path, before, after):
        yield error(f"{where}/{METADATA}", message, key)
    here = survey(Parsed(path, after))
    for message in of_prompt(told, prompt, path, here, change_of(before, after).line):
        yield error(f"{where}/{PROMPT}", message)
