"""Source from the npm registry that the user's own npm asks."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from pytest_editbench.errors import UsageError
from pytest_editbench.generate.sources import packages, programs
from pytest_editbench.generate.sources.material import Material
from pytest_editbench.generate.sources.spec import Address

_SPEC = re.compile(r"((?:@[\w~][\w.~-]*/)?[\w~][\w.~-]*)@(\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?)", re.ASCII)
_MISSING = "npm was not found in PATH; install Node, or unpack the package yourself and name its folder"


def address(text: str) -> Address | None:
    """The package and its exact version: a range or a tag would not name the same source tomorrow."""
    found = _SPEC.fullmatch(text)
    return Address(found[1], found[2], found[1]) if found else None


def fetch(where: Address, _base: Path) -> Material:
    """The files of the package as `npm pack` in the current folder gets it; none of its scripts is run."""
    npm = shutil.which("npm")
    if npm is None:
        raise UsageError(_MISSING)
    package = f"{where.place}@{where.version}"
    with TemporaryDirectory(prefix="editbench-npm-") as folder:
        to = f"--pack-destination={folder}"
        done = programs.run([npm, "pack", package, "--json", "--ignore-scripts", to], Path.cwd())
        archives = sorted(Path(folder).iterdir())
        if not done.ok or len(archives) != 1:
            raise UsageError(f"{_reason(done)}; try `npm pack {package}` yourself")
        return Material(where.version, packages.read(archives[0], outer=1))


def _reason(done: programs.Ran) -> str:
    try:
        return programs.shown(json.loads(done.stdout)["error"]["summary"])
    except (ValueError, KeyError, TypeError):
        return programs.line(done.stderr)
