"""Fetched sources, kept by their digest so that they are fetched once."""

from __future__ import annotations

import json
import zipfile
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from pytest_editbench import caches
from pytest_editbench.errors import ArchiveError
from pytest_editbench.generate.sources import packages
from pytest_editbench.generate.sources.material import Material, digest

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_editbench.generate.sources.spec import SourceSpec

_STORE = "sources-1"  # the number is that of the layout: SPEC.json names DIGEST.zip


def kept(spec: SourceSpec, fetch: Callable[[], Material], cache: Path | None = None) -> Material:
    """What was fetched for the spec before, if it is sound and has the digest asked for; else fetched anew.

    Several processes may ask at once: one fetches, the others wait for it.
    """
    import filelock

    store = caches.store(_STORE, cache)
    pointer = store / f"{sha256(spec.spec.encode()).hexdigest()}.json"
    with filelock.FileLock(pointer.with_suffix(".lock")):
        found = _load(pointer, spec.digest)
        if found is None:
            found = fetch()
            _save(pointer, spec.spec, found)
        return found


def _load(pointer: Path, wanted: str | None) -> Material | None:
    try:
        told = json.loads(pointer.read_bytes())
        version, named = told["version"], str(told["digest"])
        if wanted not in (None, named):
            return None
        files = packages.read(pointer.with_name(f"{named}.zip"))
    except (OSError, ValueError, KeyError, TypeError, ArchiveError):  # not there, or damaged
        return None
    return Material(version, files) if digest(files) == named else None


def _save(pointer: Path, spec: str, found: Material) -> None:
    named = digest(found.files)
    told = {"spec": spec, "version": found.version, "digest": named}
    with TemporaryDirectory(dir=pointer.parent, prefix="draft-") as drafts:
        packed, note = Path(drafts, "packed"), Path(drafts, "note")
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path, data in found.files.items():
                archive.writestr(str(path), data)
        note.write_text(json.dumps(told))
        packed.replace(pointer.with_name(f"{named}.zip"))
        note.replace(pointer)
