"""Source from the Python package index that the user's own pip asks."""

from __future__ import annotations

import re
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from pytest_editbench.errors import UsageError
from pytest_editbench.generate.sources import packages, programs
from pytest_editbench.generate.sources.material import Material
from pytest_editbench.generate.sources.spec import Address

_SPEC = re.compile(r"([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)==(\d[\w.!+-]*)", re.ASCII)
_MISSING = "pip was not found; try `python -m ensurepip`, or unpack the package yourself and name its folder"
_REMEDY = (
    "only wheels are fetched, since pip runs the code of anything else; without one, "
    "unpack the package yourself and name its folder"
)

# Wheels are read, never installed. The same one is asked for on every machine: one for any platform,
# else one that most packages have.
_PURE = ("--platform=any", "--implementation=py", "--abi=none", "--python-version=3.14")
_COMPILED = (
    "--platform=manylinux_2_28_x86_64",
    "--platform=manylinux_2_17_x86_64",
    "--platform=manylinux2014_x86_64",
    "--implementation=cp",
    "--abi=cp312",
    "--abi=abi3",
    "--abi=none",
    "--python-version=3.12",
)


def address(text: str) -> Address | None:
    """The package and its exact version."""
    found = _SPEC.fullmatch(text)
    return Address(found[1], found[2], found[1]) if found else None


def fetch(where: Address, _base: Path) -> Material:
    """The files of the package's wheel as `pip download` gets it; none of its code is run."""
    package = f"{where.place}=={where.version}"
    with TemporaryDirectory(prefix="editbench-pypi-") as folder:
        for target in (_PURE, _COMPILED):
            said = _download(package, target, folder)
            for wheel in Path(folder).glob("*.whl"):
                return Material(where.version, packages.read(wheel))
    raise UsageError(f"{said}; {_REMEDY}")


def _download(package: str, target: tuple[str, ...], folder: str) -> str:
    """What pip says, should there be no wheel in the folder afterwards."""
    options = ["--no-deps", "--only-binary=:all:", "--ignore-requires-python", "--quiet", "--dest", folder]
    done = programs.run([*_pip(), "download", *options, *target, package], Path(folder))
    return programs.line(done.stderr, "ERROR: ")


def _pip() -> list[str]:
    if find_spec("pip"):
        return [sys.executable, "-m", "pip"]
    found = shutil.which("pip") or shutil.which("pip3")
    if found is None:
        raise UsageError(_MISSING)
    return [found]
