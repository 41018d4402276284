"""Suites from packages that are really fetched, from whatever registries npm and pip are set up to ask."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from suites import Suite, generate

from pytest_editbench.agents.solver import solve
from pytest_editbench.cases import directory, discovery

pytestmark = pytest.mark.network

NPM = "express@4.18.2"
PYPI = "itsdangerous==2.2.0"


def skip_unless_answered(*command: str) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    except (subprocess.TimeoutExpired, FileNotFoundError):
        pytest.skip(f"no answer to {' '.join(command)}")
    if done.returncode or (command[0] == "npm" and not done.stdout):
        pytest.skip(f"no package index: {done.stderr.strip()[-200:]}")


@pytest.fixture
def registries(tmp_path: Path) -> None:
    skip_unless_answered(shutil.which("npm") or "npm", "view", NPM, "version")
    pip = [sys.executable, "-m", "pip", "download", "-qqd", str(tmp_path), "--no-deps", PYPI]
    skip_unless_answered(*pip)


@pytest.mark.usefixtures("registries")
def test_a_small_standard_suite_of_two_packages_holds_in_every_case(tmp_path: Path) -> None:
    asked = (f"npm:{NPM}", f"pypi:{PYPI}", "--count-scale", 0.3)
    assert generate(*asked, "-o", tmp_path / "suite", "--jobs", 2) == 0
    suite = Suite(tmp_path / "suite")

    plan = suite.manifest["plan"]
    assert plan["got"] >= 0.9 * plan["asked"], plan["skipped"]
    assert {told["name"] for told in suite.values("source")} == {"express", "itsdangerous"}
    licences = [source["licence"] for source in suite.manifest["sources"]]
    assert licences == ["LICENSE", "itsdangerous-2.2.0.dist-info/LICENSE.txt"]
    assert suite.faults() == []
    for case in discovery.discover([suite.path]):
        contents = directory.read(case)
        assert solve(contents.prompt, contents.input) in contents.answers.values()

    assert generate(*asked, "-o", tmp_path / "again") == 0
    assert Suite(tmp_path / "again").manifest == suite.manifest
