"""`editbench agents --check NAME --live` with real tools."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from modelserver import ModelServer, Plan
from modelserver.plan import Step
from network.measuring import Place

from pytest_editbench.cases import skeleton

pytestmark = pytest.mark.network


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path).laid()


def check(tool, programs, place, server, *options):
    command = [
        sys.executable,
        "-m",
        "pytest_editbench",
        "agents",
        "--check",
        tool.name,
        "--model",
        tool.model,
    ]
    return subprocess.run(
        [*command, "--base-url", f"{server.url}/v1", *options],
        cwd=place.root,
        env=place.environ(programs),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=150,
    )


def answer(folder: Path) -> Plan:
    """What solves the case that `--live` runs: the one that `editbench new` makes."""
    skeleton.create(folder / "tiny")
    given, right = (folder / "tiny" / name / "shipping.py" for name in ("input", "expected"))
    return Plan((Step("shipping.py", given.read_text(), right.read_text()),))


def test_a_tool_that_works_passes_one_tiny_case(tool, programs, place):
    with ModelServer(answer(place.root)) as server:
        done = check(tool, programs, place, server, "--live")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "one tiny case passed" in done.stdout
    assert tool.row.checked in done.stdout
    assert place.strange == set()


def test_a_provider_that_fails_is_an_error_of_the_check(tool, programs, place):
    with ModelServer(Plan(faults="fault/401")) as server:
        done = check(tool, programs, place, server, "--live")
    assert done.returncode == 1
    assert "provider failure" in done.stdout
