"""Generated suites as values, for tests of the generator."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from pytest_editbench.cases import discovery, validation
from pytest_editbench.cli import main
from pytest_editbench.generate.lint import lint


def generate(*arguments: object) -> int:
    """`editbench generate` in this process; its exit code."""
    try:
        return main(["generate", *map(str, arguments)])
    except SystemExit as end:  # argparse
        return int(end.code or 0)


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "pytest_editbench", "generate", *map(str, arguments)]


def generated(*arguments: object, **environ: str) -> subprocess.CompletedProcess[str]:
    """`editbench generate` in a process of its own."""
    return subprocess.run(
        command(*arguments), env={**os.environ, **environ}, capture_output=True, text=True, check=False
    )


@dataclass(frozen=True)
class Suite:
    """A suite in a folder."""

    path: Path

    @cached_property
    def manifest(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.path / "suite.json").read_bytes())
        return found

    @property
    def ids(self) -> list[str]:
        """In the order of the manifest."""
        return list(self.manifest["cases"])

    @cached_property
    def metadata(self) -> dict[str, dict[str, Any]]:
        return {case: json.loads((self.path / case / "metadata.json").read_bytes()) for case in self.ids}

    def values(self, key: str) -> list[Any]:
        return [told[key] for told in self.metadata.values()]

    def trees(self) -> Iterable[tuple[dict[str, Any], bytes, bytes]]:
        """Each case's metadata, and its file before and after."""
        for case, told in self.metadata.items():
            name = Path(told["file_path"]).name
            folder = self.path / case
            yield told, (folder / "input" / name).read_bytes(), (folder / "expected" / name).read_bytes()

    def tasks(self) -> dict[str, dict[str, bytes]]:
        """Of each case all but the metadata: they tell of the source's version."""
        return {
            case: {name: data for name, data in contents(self.path / case).items() if name != "metadata.json"}
            for case in self.ids
        }

    def faults(self) -> list[str]:
        """What `validate` and `lint` find, warnings too."""
        cases = list(discovery.discover([self.path]))
        assert len(cases) == len(self.ids)
        return [str(fault) for case in cases for fault in (*validation.faults(case), *lint(case))]


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def digest(files: Mapping[str, bytes]) -> str:
    """The documented digest, worked out once more: names, sizes and bytes, in the order of the names."""
    text = b"".join(
        name.encode() + b"\0" + str(len(data)).encode() + b"\n" + data for name, data in sorted(files.items())
    )
    return sha256(text).hexdigest()
