"""The files of a repository at a revision, wherever a clone of it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_editbench.errors import CaseError, UnavailableError
from pytest_editbench.repositories import clones, snapshots, urls
from pytest_editbench.repositories.git import Repository

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from pytest_editbench.model import Tree

# As git writes a patch where no setting of the user says otherwise.
PATCH = (
    *("-r", "-p", "-M", "--full-index", "--no-color", "--no-ext-diff", "--no-textconv"),
    *("--src-prefix=a/", "--dst-prefix=b/"),
)

_KEPT = 2  # trees of whole repositories in memory


@dataclass(frozen=True, slots=True)
class Repositories:
    """Where to look for clones: those that were named, then folders that URLs name, then the cache."""

    named: Mapping[str, Path] = field(default_factory=dict)  # by `urls.key`
    clone: bool = False  # whether the network may be asked
    dashes: str = "--editbench-"  # what the options start with that messages name
    _commits: dict[tuple[Path, str], str] = field(default_factory=dict, repr=False, compare=False)
    _latest: dict[tuple[Path, str], Tree] = field(default_factory=dict, repr=False, compare=False)

    def files(self, url: str, revision: str, base: Path) -> Tree:
        """The files of the repository at the revision; relative URLs start at `base`.

        `UnavailableError` says what to pass where they are not to be had, `CaseError` what the case must say.
        """
        return self._read(*self._found(url, revision, base))

    def change(self, url: str, old: str, new: str, base: Path) -> bytes:
        """The patch from one revision to another; errors as those of `files`."""
        repository, later = self._found(url, new, base)
        earlier = self._commit(repository.place, old) or self._found(url, old, base)[1]
        return repository.ask("diff-tree", *PATCH, earlier, later)

    def _found(self, url: str, revision: str, base: Path) -> tuple[Repository, str]:
        """A clone that has the revision, and the id of its commit."""
        if not revision:
            raise CaseError(f"{url} is named without a revision; name a commit of it")
        places = [place for place in self._places(url, base) if place.is_dir()]
        for place in places:
            commit = self._commit(place, revision)
            if commit is not None:
                return Repository(place), commit
        if not self.clone:
            raise UnavailableError(self._advice(url, revision, places))
        repository = clones.fetch(url, revision)
        commit = self._commit(repository.place, revision)
        if commit is None:
            raise UnavailableError(f"{url} has no commit {revision}; correct the revision")
        return repository, commit

    def _places(self, url: str, base: Path) -> Iterator[Path]:
        named = self.named.get(urls.key(url))
        if named is not None:
            if not named.is_dir():
                raise UnavailableError(f"{named}: there is no such clone ({self.dashes}repo)")
            yield named
        local = urls.local(url, base)
        yield local if local is not None else clones.place(url)

    def _commit(self, place: Path, revision: str) -> str | None:
        """The commit that the revision names; once found, it stays the same for as long as the run lasts."""
        key = place, revision
        found = self._commits.get(key) or Repository(place).commit(revision)
        if found is not None:
            self._commits[key] = found
        return found

    def _read(self, repository: Repository, commit: str) -> Tree:
        key = repository.place, commit
        if key not in self._latest:
            while len(self._latest) >= _KEPT:
                del self._latest[next(iter(self._latest))]
            self._latest[key] = snapshots.read(repository, commit)
        return self._latest[key]

    def _advice(self, url: str, revision: str, places: list[Path]) -> str:
        if places:
            where = " and ".join(map(str, places))
            return f"no commit {revision} in {where}; fetch it there, or pass {self.dashes}clone"
        option = f"{self.dashes}repo {url}=PATH"
        return f"no clone of {url} is at hand; pass {option}, or {self.dashes}clone to fetch it"
