"""Source from a git repository, read from its objects: nothing is checked out, no hook is run."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from pytest_editbench.errors import UsageError
from pytest_editbench.generate.sources import material, programs
from pytest_editbench.generate.sources.material import Material
from pytest_editbench.generate.sources.spec import Address
from pytest_editbench.repositories.git import REVISION, SETTINGS, variables

if TYPE_CHECKING:
    from collections.abc import Sequence

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_REMOTE = re.compile(r"[\w.+-]+://|[^/:]+:")  # a URL, or HOST:PATH as git reads it
_PLACE = re.compile(r"(?!-|[\w.+-]+://[^/]*$).+")  # with a path: in https://USER@HOST/PATH the @ is another
_PLAIN = (b"100644", b"100755")  # modes; links and submodules are others
_PASSWORD = re.compile(r"://[^/@]*:[^/@]*@")
_MISSING = "git was not found in PATH; install it, or name a folder"


def address(text: str) -> Address | None:
    """The repository and the revision after the last `@`; an `@` within a revision is written %40."""
    place, _, revision = text.rpartition("@")
    if not _PLACE.fullmatch(place) or not REVISION.fullmatch(revision):
        return None
    name = re.split("[/:]", place.rstrip("/"))[-1].removesuffix(".git")
    return Address(place, revision.replace("%40", "@"), name if name not in ("", ".", "..") else None)


def is_lasting(where: Address) -> bool:
    """Whether the same address will always be the same source, and is dear to fetch."""
    return _is_remote(where.place) and bool(_COMMIT.fullmatch(where.version or ""))


def fetch(where: Address, base: Path) -> Material:
    """The files of the commit; of a folder inside a repository those below it."""
    git = shutil.which("git")
    if git is None:
        raise UsageError(_MISSING)
    revision = where.version or "HEAD"
    if not _is_remote(where.place):
        place = base / Path(where.place).expanduser()
        if not place.is_dir():
            raise UsageError("there is no such folder; a URL holds a colon, as in https://HOST/PATH")
        return _read(_Repository(git, place), revision)
    if _PASSWORD.search(where.place):
        raise UsageError("the password would stand in the recipe; leave it to a credential helper of git")
    with TemporaryDirectory(prefix="editbench-git-") as folder:
        repository = _Repository(git, Path(folder))
        repository.ask("init", "--quiet", "--bare", "--template=")
        repository.ask("fetch", "--quiet", "--depth=1", "--no-tags", where.place, revision)
        return _read(repository, "FETCH_HEAD")


@dataclass(frozen=True, slots=True)
class _Repository:
    git: str
    place: Path

    def ask(self, *words: str, stdin: bytes = b"") -> bytes:
        """What git answers; `UsageError` with its reason where it refuses."""
        done = programs.run(
            [self.git, *SETTINGS, *words], self.place, stdin=stdin, more=variables(os.environ)
        )
        if not done.ok:
            raise UsageError(f"git {words[0]}: {programs.line(done.stderr, 'fatal: ', 'error: ')}")
        return done.stdout


def _is_remote(place: str) -> bool:
    return bool(_REMOTE.match(place))


def _read(repository: _Repository, revision: str) -> Material:
    commit = _commit(repository, revision)
    objects = _listing(repository.ask("ls-tree", "-r", "-z", commit))
    names = material.belonging(objects)
    blobs = _blobs(repository, [objects[name] for name in names])
    return Material(commit, dict(zip(names, blobs, strict=True)))


def _commit(repository: _Repository, revision: str) -> str:
    try:
        return repository.ask("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}").decode().strip()
    except UsageError:
        repository.ask("rev-parse", "--git-dir")  # tells of a folder that is no repository
    raise UsageError(f"{revision} names no commit there; name a branch, a tag or a full id")


def _listing(tree: bytes) -> dict[PurePosixPath, bytes]:
    """Plain files with the ids of their content, from what `ls-tree -z` says."""
    found = {}
    for entry in filter(None, tree.split(b"\0")):
        about, _, name = entry.partition(b"\t")
        mode, _, identity = about.split(b" ")
        if mode in _PLAIN:
            found[PurePosixPath(os.fsdecode(name))] = identity
    return found


def _blobs(repository: _Repository, identities: Sequence[bytes]) -> list[bytes]:
    """The contents in the order of the ids, from what `cat-file --batch` says."""
    said = repository.ask("cat-file", "--batch", stdin=b"".join(b"%b\n" % each for each in identities))
    found = []
    at = 0
    for _ in identities:
        end = said.index(b"\n", at)
        about = said[at:end].split(b" ")
        if len(about) != 3:
            raise UsageError(f"the repository lacks object {about[0].decode()}; fetch it whole")
        size = int(about[2])
        found.append(said[end + 1 : end + 1 + size])
        at = end + size + 2
    return found
