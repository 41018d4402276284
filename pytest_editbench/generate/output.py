"""Suites on disk: folders or one archive, whole cases only, nothing lost that somebody else wrote."""

from __future__ import annotations

import gzip
import io
import json
import shutil
import tarfile
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_editbench.errors import UsageError
from pytest_editbench.generate.suite import Members, digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

MANIFEST = "suite.json"
_INSIDE = "fixtures"  # where the cases lie in an archive
_DRAFT = ".editbench-draft"


@dataclass(frozen=True, slots=True)
class Target:
    """Where a suite goes, and what an earlier one has left there."""

    path: Path
    old: Mapping[str, str]  # digests of the cases that the earlier manifest lists, by id
    archive: bool = False


def open_target(path: Path, *, archive: bool, update: bool) -> Target:
    """The target, checked before any work is done; `UsageError` where something else lies there."""
    if archive:
        return _open_archive(path, update=update)
    if path.exists() and not path.is_dir():
        raise UsageError(f"{path}: is a file; name a folder, or use --format tar.gz")
    present = path.is_dir() and any(path.iterdir())
    if present and not update:
        raise UsageError(f"{path}: is not empty; name another folder, or use --update")
    return Target(path, _listed(path / MANIFEST) if present else {})


def _open_archive(path: Path, *, update: bool) -> Target:
    if path.is_dir():
        raise UsageError(f"{path}: is a folder; name a file such as {path / 'suite.tar.gz'}")
    if path.exists() and not update:
        raise UsageError(f"{path}: exists; name another file, or use --update")
    if path.exists() and not _is_suite(path):
        raise UsageError(f"{path}: is no archive of a suite, so it is not written over; name another file")
    return Target(path, {}, archive=True)


def _is_suite(path: Path) -> bool:
    try:
        with tarfile.open(path) as packed:
            return f"{_INSIDE}/{MANIFEST}" in packed.getnames()
    except (OSError, tarfile.TarError, EOFError):
        return False


def _listed(manifest: Path) -> dict[str, str]:
    if not manifest.exists():
        return {}
    try:
        cases = json.loads(manifest.read_bytes())["cases"]
        return {str(case): str(own) for case, own in cases.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UsageError(
            f"{manifest}: is no manifest of a suite; move it away, or name another folder"
        ) from None


def write(
    target: Target,
    digests: Mapping[str, str],
    members: Callable[[str], Members],
    manifest: Mapping[str, object],
) -> list[str]:
    """Write the suite, given each case's digest and, when asked, its files.

    Returns the cases of an earlier suite that somebody has changed since, and so were left. Each case
    appears whole or not at all. `UsageError` before anything is written when a case of the suite would take
    the place of what somebody else wrote or changed.
    """
    text = f"{json.dumps(manifest, ensure_ascii=False, indent=2)}\n".encode()
    if target.archive:
        _write_archive(target.path, ((case, members(case)) for case in digests), text)
        return []
    own = {case for case, told in target.old.items() if _digest_of(target.path / case) == told}
    _check_free(target.path, [case for case in digests if case not in own])
    target.path.mkdir(parents=True, exist_ok=True)
    for case, wanted in digests.items():
        if case not in own or target.old[case] != wanted:
            _replace(target.path, case, members(case))
    for case in sorted(own - digests.keys()):
        shutil.rmtree(target.path / case)
    _put(target.path / MANIFEST, text)
    return sorted(case for case in target.old.keys() - own if (target.path / case).exists())


def _check_free(folder: Path, cases: Iterable[str]) -> None:
    taken = [case for case in cases if (folder / case).exists() or (folder / case).is_symlink()]
    if taken:
        more = f" and {len(taken) - 3} more" if len(taken) > 3 else ""
        raise UsageError(
            f"{folder}: {', '.join(taken[:3])}{more}: written or changed by somebody else, and the suite "
            "has a case of that name; move it away, or name another folder"
        )


def _digest_of(folder: Path) -> str | None:
    """The digest of a case's folder; None where it is gone or holds what no suite writes."""
    files: Members = {}
    if folder.is_symlink() or not folder.is_dir():
        return None
    for path in folder.rglob("*"):
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            return None
        if path.is_file():
            files[path.relative_to(folder).as_posix()] = path.read_bytes()
    return digest(files)


def _replace(folder: Path, case: str, files: Members) -> None:
    """Lay the case beside its place, then put it there in one step."""
    draft = folder / _DRAFT
    try:
        shutil.rmtree(draft, ignore_errors=True)
        for name, data in files.items():
            path = draft / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        if (folder / case).exists():
            shutil.rmtree(folder / case)
        draft.rename(folder / case)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _put(path: Path, data: bytes) -> None:
    draft = path.with_name(f"{path.name}{_DRAFT}")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _write_archive(path: Path, cases: Iterable[tuple[str, Members]], manifest: bytes) -> None:
    """The same bytes for the same suite, as far as one compressor goes: no times, owners or modes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}{_DRAFT}")
    try:
        with (
            draft.open("wb") as raw,
            closing(gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0)) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
        ):
            for name, data in _packed(cases, manifest):
                member = tarfile.TarInfo(f"{_INSIDE}/{name}")
                member.size = len(data)
                tar.addfile(member, io.BytesIO(data))
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _packed(cases: Iterable[tuple[str, Members]], manifest: bytes) -> Iterator[tuple[str, bytes]]:
    yield MANIFEST, manifest
    for case, files in cases:
        for name, data in sorted(files.items()):
            yield f"{case}/{name}", data
