"""Suites on disk: folders or one archive, whole cases only, nothing lost that somebody else wrote."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.errors import UsageError
from pytest_editbench.generate import seal, tarball
from pytest_editbench.generate.manifest import NAME, listed
from pytest_editbench.generate.suite import Members, digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

_DRAFT = ".editbench-draft-"
_KEPT = ".old"  # after the name of a manifest that somebody has changed
_UNFINISHED = "unfinished"  # in a manifest: the cases that a run has begun to write


@dataclass(frozen=True, slots=True)
class Target:
    """Where a suite goes, and what an earlier one has left there."""

    path: Path
    old: Mapping[str, str]  # digests of the cases that the earlier manifest lists, by id
    archive: bool = False
    told: Mapping[str, object] = field(default_factory=dict)  # the earlier manifest
    begun: Mapping[str, str] = field(default_factory=dict)  # digests of the cases of a run that broke off


def open_target(path: Path, *, archive: bool, update: bool) -> Target:
    """The target, checked before any work is done; `UsageError` where something else lies there."""
    _check_place(path)
    if archive:
        tarball.check(path, update=update)
        return Target(path, {}, archive=True)
    if path.exists() and not path.is_dir():
        raise UsageError(f"{path}: is a file; name a folder, or use --format tar.gz")
    present = path.is_dir() and any(path.iterdir())
    if present and not update:
        raise UsageError(f"{path}: is not empty; name another folder, or use --update")
    return _standing(path) if (path / NAME).exists() else Target(path, {})


def _check_place(path: Path) -> None:
    """That something can be written there: what is known only in the end would cost the whole work."""
    nearest = next(each for each in (path, *path.absolute().parents) if each.exists())
    if nearest != path and not nearest.is_dir():
        raise UsageError(f"{path}: cannot be written: {nearest} is a file")
    if nearest.is_dir() and not os.access(nearest, os.W_OK | os.X_OK):
        raise UsageError(f"{path}: cannot be written: {nearest} is read-only")


def _standing(path: Path) -> Target:
    """The target as its manifest tells of it."""
    try:
        text = (path / NAME).read_bytes()
        old, told = listed(text), json.loads(text)
        begun = listed(json.dumps({"cases": told.get(_UNFINISHED, {})}).encode())
        if not seal.is_ours(told):
            raise ValueError("somebody else's")
    except ValueError:
        raise UsageError(
            f"{path / NAME}: is no manifest of a suite; move it away, or name another folder"
        ) from None
    return Target(path, old, told=told, begun=begun)


def write(
    target: Target,
    digests: Mapping[str, str],
    members: Callable[[str], Members],
    manifest: Mapping[str, object],
) -> list[str]:
    """Write the suite, given each case's digest and, when asked, its files.

    Returns the cases of an earlier suite that somebody has changed since, and so were left; a manifest that
    somebody has changed is kept beside the new one. Each case appears whole or not at all. `UsageError`
    before anything is written when a case of the suite would take the place of what somebody else wrote or
    changed.
    """
    text = seal.sealed(manifest)
    if target.archive:
        tarball.write(target.path, ((case, members(case)) for case in digests), text)
        return []
    old = target.old
    standing = {case: _digest_of(target.path / case) for case in {**old, **target.begun, **digests}}
    # A first run that broke off has left cases that stand as they should, though in no manifest.
    lists = (old, target.begun, digests)
    own = {case for case, now in standing.items() if now and now in [each.get(case) for each in lists]}
    _check_free(target.path, [case for case in digests if case not in own])
    target.path.mkdir(parents=True, exist_ok=True)
    _announce(target, digests)
    for case, wanted in digests.items():
        if standing[case] != wanted:
            _replace(target.path / case, members(case), stood=standing[case] is not None)
    for case in sorted(own - digests.keys()):
        _remove(target.path / case)
    _put(target.path / NAME, text)
    return sorted(case for case in old.keys() - own - digests.keys() if (target.path / case).exists())


def _announce(target: Target, digests: Mapping[str, str]) -> None:
    """Tell in the earlier manifest what comes, so that a run that breaks off can be taken back."""
    if not target.told:
        return
    manifest = target.path / NAME
    if not seal.holds(target.told):
        names = (target.path / f"{NAME}{_KEPT}{number or ''}" for number in count())
        manifest.rename(next(name for name in names if not name.exists()))
    _put(manifest, seal.sealed({**target.told, _UNFINISHED: {**target.begun, **digests}}))


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


def _replace(case: Path, files: Members, *, stood: bool) -> None:
    """Lay the case beside its place, then put it there in one step; what did not stand is not moved away."""
    with _scratch(case.parent) as scratch:
        for name, data in files.items():
            path = scratch / "new" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        try:
            if stood:
                case.rename(scratch / "old")
            (scratch / "new").rename(case)
        except OSError as error:
            raise UsageError(
                f"{case}: cannot be put in its place: {error.strerror}; if another run writes there too, "
                "let it end, then try again with --update"
            ) from error


def _remove(case: Path) -> None:
    """Out of its place in one step: nobody ever sees half of it."""
    with _scratch(case.parent) as scratch:
        case.rename(scratch / "old")


@contextmanager
def _scratch(folder: Path) -> Iterator[Path]:
    scratch = Path(tempfile.mkdtemp(prefix=_DRAFT, dir=folder))
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _put(path: Path, data: bytes) -> None:
    with _scratch(path.parent) as scratch:
        draft = scratch / path.name
        draft.write_bytes(data)
        draft.replace(path)
