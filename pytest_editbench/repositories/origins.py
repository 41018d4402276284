"""Where a clone came from, as files may tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.repositories import urls

if TYPE_CHECKING:
    from pytest_editbench.repositories.git import Repository


def of(repository: Repository) -> str:
    """The address of the remote `origin` without secrets; the clone's own folder where it does not tell.

    A folder on this machine is told as an absolute path, whatever git's settings call it.
    """
    told = repository.ask("config", "--get", "--default", "", "remote.origin.url")
    url = told.decode("utf-8", "surrogateescape").strip()
    place = urls.local(url, repository.place) if url else repository.place
    return urls.public(url) if place is None else str(place.resolve())
