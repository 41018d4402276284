"""What an adapter answers in place of edits, carried out in the workspace."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench.cases.directory import read_file
from pytest_editbench.cases.examples import applying, names, patches
from pytest_editbench.cases.examples.contents import ExampleContents
from pytest_editbench.cases.examples.cursor import INLINE
from pytest_editbench.cases.examples.example import encoded
from pytest_editbench.cases.examples.files import Files, Naming
from pytest_editbench.cases.examples.place import Place
from pytest_editbench.errors import CaseError
from pytest_editbench.model import Contents, File

if TYPE_CHECKING:
    from pytest_editbench.predictions import Prediction

WHERE = "the answer"  # how messages name a patch
_LARGEST = 256 * 1024 * 1024  # bytes of a file


def carry_out(prediction: Prediction, contents: Contents, work: Path) -> Prediction:
    """Change the files as the answer says; the answer with its file and its cursor, wherever it told them.

    `CaseError` says in one line what of it nobody could carry out.
    """
    if prediction.patch is not None and prediction.text is not None:
        raise CaseError(f"{WHERE} is both a patch and a text; give one of them")
    if prediction.patch is not None:
        return _patched(prediction, prediction.patch, contents, work)
    if prediction.text is None and prediction.cursor is None:
        return prediction
    path = _path(prediction, contents)
    if prediction.text is None:
        return replace(prediction, path=path)
    before = contents.input.get(path)
    text, cursor = prediction.text, prediction.cursor
    marks = 0 if cursor is not None or _holds_marker(before) else text.count(INLINE)
    if marks > 1:
        raise CaseError(f"{WHERE} marks {marks} cursors with {INLINE}; keep one of them")
    if marks:
        head, _, tail = text.partition(INLINE)
        text, cursor = head + tail, len(encoded(head))
    _write(work, {path: encoded(text)})
    return replace(prediction, path=path, cursor=cursor)


def _patched(prediction: Prediction, patch: str, contents: Contents, work: Path) -> Prediction:
    place = Place(WHERE)
    diff = patches.read(patch, place)
    found = _Found(work)
    url = contents.url if isinstance(contents, ExampleContents) else ""
    outcome = applying.apply(diff, Files(found), Naming.of(url, diff.paths(), found))
    _write(work, outcome.files.changed)
    if prediction.cursor is not None:
        return replace(prediction, path=_path(prediction, contents))
    if outcome.cursor is None:
        return prediction
    return replace(prediction, path=outcome.cursor.path, cursor=outcome.cursor.offset)


def _path(prediction: Prediction, contents: Contents) -> PurePosixPath:
    if prediction.path is not None:
        try:
            names.check(str(prediction.path))
        except ValueError as problem:
            raise CaseError(f"{WHERE}: {problem}") from None
        return prediction.path
    if isinstance(contents, ExampleContents):
        return contents.task.cursor.path
    if len(contents.input) == 1:
        return next(iter(contents.input))
    raise CaseError(f"{WHERE} does not tell of which file it is; give its path")


def _holds_marker(entry: object) -> bool:
    return isinstance(entry, File) and INLINE.encode() in entry.data


@dataclass(frozen=True, slots=True)
class _Found(Mapping[PurePosixPath, bytes]):
    """The files that lie in a workspace, read when they are asked for."""

    work: Path

    def __getitem__(self, path: PurePosixPath) -> bytes:
        place = self.work / path
        try:
            if place.parent.resolve().is_relative_to(self.work.resolve()):
                return read_file(str(place), follow=False, largest=_LARGEST)
        except OSError:
            pass
        raise KeyError(path)

    def __iter__(self) -> Iterator[PurePosixPath]:
        for folder, _, files in os.walk(self.work):
            yield from (PurePosixPath(folder).relative_to(self.work) / name for name in files)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _write(work: Path, changes: Mapping[PurePosixPath, bytes | None]) -> None:
    for path, data in changes.items():
        place = work / path
        try:
            _put(place, data)
        except OSError as problem:
            raise CaseError(f"{WHERE}: {path} cannot be written: {problem.strerror}") from None


def _put(place: Path, data: bytes | None) -> None:
    mode = 0o666
    with suppress(FileNotFoundError):
        mode = place.lstat().st_mode & 0o777
        place.unlink()  # a link is not to be written through
    if data is not None:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
        if mode & 0o100:
            place.chmod(mode)
