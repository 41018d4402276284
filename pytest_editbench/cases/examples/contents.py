"""An example read whole: the tree to start from, the accepted ones, and all that judging needs beside."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from pytest_editbench import trees
from pytest_editbench.cases.examples import buffer as buffers
from pytest_editbench.cases.examples import prompt, treepatch
from pytest_editbench.errors import CaseError, UnavailableError
from pytest_editbench.model import Contents, File, Link, Tree
from pytest_editbench.tasks import EditPredictionTask

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import PurePosixPath

    from pytest_editbench.cases.examples.buffer import Buffer
    from pytest_editbench.cases.examples.files import Files
    from pytest_editbench.cases.examples.opening import ExampleCase
    from pytest_editbench.cases.examples.reading import Reading
    from pytest_editbench.predictions import Spot
    from pytest_editbench.repositories.finding import Repositories


@dataclass(frozen=True, slots=True)
class ExampleContents(Contents):
    """What an example comes to; `input` is the buffer that the user sees."""

    task: EditPredictionTask  # with the first prompt
    before: Mapping[PurePosixPath, bytes]  # the files without the edits of the history
    cursors: Mapping[str, Spot]  # where the cursor should end, by answer; those that tell it
    rejected: Tree | None  # the tree after the rejected patch
    url: str  # of the repository; tells how patches may name its files


@dataclass(frozen=True, slots=True)
class Start:
    """An example's buffer, and the tree that it lies on."""

    reading: Reading
    tree: Tree  # of the repository at the revision; empty where the excerpt stands for it
    buffer: Buffer

    def laid(self, files: Files) -> Tree:
        """The tree with what was changed in the files, in path order; `CaseError` for a file below a link."""
        for path in files.changed:
            link = next((each for each in path.parents if isinstance(self.tree.get(each), Link)), None)
            if link:
                message = f"{path} would lie below {link}, a link; name the folder that it leads to"
                raise self.reading.place.error(0, message)
        return treepatch.laid(self.tree, files)


def start(case: ExampleCase, repositories: Repositories, *, excerpt: bool = False) -> Start:
    """The buffer of an example; with `excerpt`, its excerpt may stand for a repository that is not at hand.

    `CaseError` for what is wrong with the example, `UnavailableError` for want of a repository.
    """
    if case.fault or case.source is None:
        raise CaseError(case.fault or f"{case.where}: holds no example")
    reading = case.source.read()
    url = reading.example.repository_url
    try:
        if not url:
            raise UnavailableError("names no repository")
        tree = repositories.files(url, reading.example.revision, case.path.parent)
    except UnavailableError as reason:
        if excerpt:
            return _of_excerpt(case, reading, f"{reason}")
        hint = f"pass {repositories.dashes}excerpt to take the excerpt for the whole file"
        raise UnavailableError(f"{case.where}: {reason}; {'or ' if url else ''}{hint}") from None
    except CaseError as problem:
        raise CaseError(f"{case.where}: {problem}") from None
    files = {path: entry.data for path, entry in tree.items() if isinstance(entry, File)}
    return Start(reading, tree, buffers.make(reading, files))


def contents(case: ExampleCase, repositories: Repositories, *, excerpt: bool = False) -> ExampleContents:
    """The example read whole; errors as those of `start`."""
    begun = start(case, repositories, excerpt=excerpt)
    reading, buffer = begun.reading, begun.buffer
    answers = buffers.answers(reading, buffer)
    if not answers:
        raise CaseError(f"{case.where}: has no expected patch, so that nothing could pass; add one to run it")
    rejected = buffers.rejected(reading, buffer)
    given, words = begun.laid(buffer.files), prompt.render(reading, buffer)
    return ExampleContents(
        prompt=words,
        input=given,
        answers={answer.name: begun.laid(answer.files) for answer in answers},
        digest=_digest(case, reading, words, given),
        task=_task(reading, buffer, words, given),
        before=buffer.before,
        cursors={answer.name: answer.cursor for answer in answers if answer.cursor},
        rejected=None if rejected is None else begun.laid(rejected),
        url=reading.example.repository_url,
    )


def _of_excerpt(case: ExampleCase, reading: Reading, reason: str) -> Start:
    """The start from the excerpt alone; what does not fit there may well fit the repository."""
    try:
        buffer = buffers.of_excerpt(reading)
        buffers.answers(reading, buffer)
    except CaseError as problem:
        if not reading.example.repository_url:
            raise
        message = f"{case.where}: {reason}; the excerpt alone will not do: {problem}"
        raise UnavailableError(message) from None
    only = {buffer.cursor.path: File(buffer.files[buffer.cursor.path])}
    return Start(reading, only, buffer)


def _task(reading: Reading, buffer: Buffer, words: str, given: Tree) -> EditPredictionTask:
    example, cursor = reading.example, reading.cursor
    return EditPredictionTask(
        words,
        given,
        cursor=buffer.cursor,
        excerpt=cursor.text,
        excerpt_line=buffer.cursor.line - cursor.line + 1,
        history=example.edit_history,
        uncommitted_diff=example.uncommitted_diff,
        recently_opened=example.recently_opened,
        recently_viewed=example.recently_viewed,
    )


def _digest(case: ExampleCase, reading: Reading, words: str, given: Tree) -> str:
    """SHA-256 over kind, prompt, match level, buffer, and the patches that make the answers of it."""
    example = reading.example
    patches = [*example.expected_patches], example.rejected_patch
    told = [case.metadata.kind, words, case.metadata.match, trees.digest(given), *patches]
    return sha256(json.dumps(told).encode()).hexdigest()
