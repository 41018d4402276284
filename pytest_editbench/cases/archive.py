"""Archives of cases, unpacked once into a private cache."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench import caches
from pytest_editbench.cases import directory
from pytest_editbench.cases.kinds import described
from pytest_editbench.cases.recognition import SUFFIXES
from pytest_editbench.errors import ArchiveError, UsageError
from pytest_editbench.model import Case

if TYPE_CHECKING:
    from pytest_editbench.cases.members import Limits

_STORE = "unpacked-1"  # the number is that of the layout below
_TREE = "cases"
_SEAL = "seal.json"


def unpack(archive: Path, cache: Path | None = None, limits: Limits | None = None) -> Path:
    """The folder that holds what the archive holds, unpacked at most once per content.

    It lies in `cache`, else where EDITBENCH_CACHE says, else in the user's cache folder, and may be shared by
    several processes. An earlier copy is used only if it is still as it was unpacked. `ArchiveError` names
    the archive and the member that is refused; nothing is left behind then.
    """
    try:
        return _unpack(archive, caches.store(_STORE, cache), limits)
    except (ArchiveError, UsageError) as problem:
        raise ArchiveError(f"{archive}: {problem}") from problem
    except OSError as problem:
        at = f" ({problem.filename})" if problem.filename else ""
        raise ArchiveError(f"{archive}: cannot be unpacked: {problem.strerror}{at}") from problem


def find(root: Path) -> list[PurePosixPath]:
    """The case folders anywhere inside, relative to `root`, in path order."""
    return [PurePosixPath(folder.relative_to(root)) for folder in directory.walk(root)]


def cases(archive: Path, where: str) -> list[Case]:
    """The cases of an archive that messages name `where`; `ArchiveError` as for `unpack`.

    A case that fills the whole archive is named like it.
    """
    root = unpack(archive)
    found = [directory.open_case(root / inner, f"{where}!{inner}") for inner in find(root)]
    return [replace(case, id=stem(archive)) if case.path == root else case for case in found]


def cases_or_fault(archive: Path, where: str) -> list[Case]:
    """The cases of an archive; of one that is refused, or holds none, a case that tells why as its fault."""
    try:
        found = cases(archive, where)
        fault = f"{where}: no case in this archive; a case is a folder with {described()}"
    except ArchiveError as error:
        found, fault = [], f"{where}: {str(error).removeprefix(f'{archive}: ')}"
    return found or [Case(stem(archive), archive, where, fault=fault)]


def stem(archive: Path) -> str:
    """The archive's name without the suffix that tells what it is."""
    suffix = next((each for each in SUFFIXES if archive.name.lower().endswith(each)), "")
    return archive.name[: len(archive.name) - len(suffix)] or archive.name


def _unpack(archive: Path, store: Path, limits: Limits | None) -> Path:
    import filelock

    if not archive.is_file():
        raise ArchiveError("it is not a file" if archive.exists() else "there is no such file")
    key = _digest(archive)
    entry = store / key
    with filelock.FileLock(store / f"{key}.lock"):
        if not _is_sound(entry):
            _make(archive, entry, limits)
    return entry / _TREE


def _make(archive: Path, entry: Path, limits: Limits | None) -> None:
    from pytest_editbench.cases import members, seal, unpacking

    draft = entry.with_suffix(".draft")
    for stale in (draft, entry):
        if stale.exists():
            shutil.rmtree(stale)
    try:
        (draft / _TREE).mkdir(parents=True)
        unpacking.unpack(archive, draft / _TREE, limits or members.Limits())
        if _digest(archive) != entry.name:
            raise ArchiveError("it was changed while it was read")
        (draft / _SEAL).write_text(json.dumps(asdict(seal.seal(draft / _TREE))))
        draft.rename(entry)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _is_sound(entry: Path) -> bool:
    from pytest_editbench.cases import seal

    try:
        told = json.loads((entry / _SEAL).read_bytes())
        return seal.holds(entry / _TREE, seal.Seal(**told))
    except (OSError, ValueError, TypeError):  # not there, or damaged
        return False


def _digest(archive: Path) -> str:
    from hashlib import file_digest

    with archive.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()
