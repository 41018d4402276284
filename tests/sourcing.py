"""Trees of source, and what becomes of them, for tests of where source comes from."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_editbench.errors import UsageError
from pytest_editbench.generate import sources
from pytest_editbench.generate.sources import Source, SourceSpec

CODE = b"let a = 1;\n" * 40
LICENCE = b"Do as you like.\n"


def code(number: int = 0, lines: int = 40) -> bytes:
    """Some code that differs by number."""
    return b"let a = %d;\n" % number * lines


def lay(root: Path, files: Mapping[str, bytes]) -> Path:
    for name, data in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    return root


def read(spec: str | Path, **settings: object) -> Source:
    return sources.read(replace(SourceSpec(str(spec)), **settings))


def taken(source: Source) -> list[str]:
    return [str(file.path) for file in source.files]


def refusal(spec: str | Path, **settings: object) -> str:
    with pytest.raises(UsageError) as caught:
        read(spec, **settings)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def tgz(files: Mapping[str, bytes], top: str = "package/") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as packed:
        for name, data in files.items():
            member = tarfile.TarInfo(f"{top}{name}")
            member.size = len(data)
            packed.addfile(member, io.BytesIO(data))
    return out.getvalue()
