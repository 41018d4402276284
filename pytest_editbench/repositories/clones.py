"""Bare clones in the cache folder, one for each repository."""

from __future__ import annotations

import re
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING

from pytest_editbench import caches
from pytest_editbench.errors import UnavailableError
from pytest_editbench.repositories import urls
from pytest_editbench.repositories.git import REVISION, Repository

if TYPE_CHECKING:
    from pathlib import Path

STORE = "repositories-1"  # the number is that of the layout below
_PLAIN = re.compile(r"(?:[\w@+-][\w.@+-]{0,99}/){1,9}[\w@+-][\w.@+-]{0,99}")


def place(url: str) -> Path:
    """Where the clone of the repository is kept, made or not: HOST/PATH.git where that can be a path."""
    key = urls.key(url)
    name = key if _PLAIN.fullmatch(key) else sha256(key.encode("utf-8", "surrogateescape")).hexdigest()
    folder = caches.store(STORE)
    return folder / f"{name}.git"


def fetch(url: str, revision: str) -> Repository:
    """The clone with that revision, fetched over the network; `UnavailableError` says why it cannot be.

    The commit alone is asked for first; from a server that gives none by id, all branches and tags are.
    """
    import filelock

    folder = place(url)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with filelock.FileLock(f"{folder}.lock"):
        repository = _made(folder)
        if REVISION.fullmatch(revision) and repository.commit(revision) is None:
            _fill(repository, url, revision)
    return repository


def _made(folder: Path) -> Repository:
    repository = Repository(folder)
    if not (folder / "HEAD").exists():
        folder.mkdir(exist_ok=True)
        repository.ask("init", "--quiet", "--bare", "--template=", ".")
    return repository


def _fill(repository: Repository, url: str, revision: str) -> None:
    options = ("fetch", "--quiet", "--no-tags")
    with suppress(UnavailableError):
        only = f"+{revision}:refs/editbench/{revision}"
        repository.ask(*options, "--depth=1", "--", url, only, network=True)
    if repository.commit(revision) is None:
        whole = ("--unshallow",) if (repository.place / "shallow").exists() else ()
        everything = ("+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")
        repository.ask(*options, *whole, "--", url, *everything, network=True)
