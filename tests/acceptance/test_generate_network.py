"""Sources that are really fetched, from whatever registry npm and pip are set up to ask."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_editbench.errors import UsageError
from pytest_editbench.generate import sources
from pytest_editbench.generate.sources import SourceSpec

pytestmark = pytest.mark.network


@pytest.fixture(scope="session")
def npm() -> None:
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    _skip_unless_answered(["npm", "view", "left-pad@1.3.0", "version"])


@pytest.fixture(scope="session")
def pip(tmp_path_factory: pytest.TempPathFactory) -> None:
    to = str(tmp_path_factory.mktemp("wheels"))
    _skip_unless_answered(
        [sys.executable, "-m", "pip", "download", "-qqd", to, "--no-deps", "iniconfig==2.0.0"]
    )


def _skip_unless_answered(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    except subprocess.TimeoutExpired:
        pytest.skip(f"no answer in 60 s to {' '.join(command)}")
    if done.returncode or (command[0] == "npm" and not done.stdout):
        pytest.skip(f"no package index: {done.stderr.strip()[-200:]}")


@pytest.mark.usefixtures("npm")
def test_a_package_of_the_npm_registry_is_a_source(tmp_path: Path) -> None:
    source = sources.read(SourceSpec("npm:left-pad@1.3.0"), tmp_path)

    assert source.digest == "43971f2b9770113fe1ca1bf0b80abaf41b1eee3da69d1cf80d7f6521ca56ab35"
    assert (source.name, source.version, source.licence) == ("left-pad", "1.3.0", "COPYING")
    assert [str(file.path) for file in source.files] == ["index.js", "perf/perf.js"]


@pytest.mark.usefixtures("npm")
def test_a_version_that_npm_does_not_know_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"npm:left-pad@99\.0\.0: No matching version found"):
        sources.read(SourceSpec("npm:left-pad@99.0.0"), tmp_path)


@pytest.mark.usefixtures("pip")
def test_a_package_of_the_python_index_is_a_source(tmp_path: Path) -> None:
    source = sources.read(SourceSpec("pypi:iniconfig==2.0.0"), tmp_path)

    assert (source.name, source.version) == ("iniconfig", "2.0.0")
    assert [str(file.path) for file in source.files] == ["iniconfig/__init__.py", "iniconfig/_parse.py"]
    assert source.licence == "iniconfig-2.0.0.dist-info/licenses/LICENSE"
    assert sources.read(SourceSpec("pypi:iniconfig==2.0.0", digest=source.digest), tmp_path) == source
