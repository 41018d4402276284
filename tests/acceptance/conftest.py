from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from harness import calm, load_the_package

# Loaded here once: pytester forgets what an inner session was the first to load, and it would come twice.
load_the_package()

# These two load much for every session, and no inner session has a use for them.
IDLE_PLUGINS = "-p no:hypothesispytest -p no:syrupy"

FORKSERVER = Path(__file__).parents[1] / "forkserver.py"

Run = Callable[..., pytest.RunResult]


@pytest.fixture(autouse=True)
def private_places(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the user's cache, or sees what is set for the session that it is part of."""
    for name in os.environ.keys() - calm(os.environ).keys():
        monkeypatch.delenv(name)
    monkeypatch.setenv("EDITBENCH_CACHE", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def pytester(pytester: pytest.Pytester) -> Iterator[pytest.Pytester]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTEST_ADDOPTS", IDLE_PLUGINS)
        yield pytester


@pytest.fixture(scope="session")
def quick_python() -> Iterator[Path]:
    """Stands for the Python that runs xdist's workers, and starts with pytest and the plugin loaded."""
    with tempfile.TemporaryDirectory(prefix="fork-") as folder:  # a socket's path must be short
        script, place = Path(folder, "python"), str(Path(folder, "socket"))
        ask = shlex.join([sys.executable, "-IS", str(FORKSERVER), "ask", place])
        script.write_text(f"#!/bin/sh\nexec {ask}\n")
        script.chmod(0o755)
        # Its forks write no figures of coverage: the same lines run without xdist, and in real workers too.
        environ = {**calm(os.environ), "PYTEST_ADDOPTS": IDLE_PLUGINS, "COVERAGE_PROCESS_START": ""}
        with subprocess.Popen(
            [sys.executable, str(FORKSERVER), "serve", place],
            env=environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        ) as server:
            assert server.stdout
            assert server.stdout.readline() == b"ready\n"
            yield script
            server.communicate()


@pytest.fixture(params=[(), ("-n2",)], ids=["plain", "xdist"])
def run(request: pytest.FixtureRequest, pytester: pytest.Pytester) -> Run:
    """Runs pytest on the current folder, once without and once with xdist."""
    workers = request.param
    python = str(request.getfixturevalue("quick_python")) if workers else sys.executable

    def run(*arguments: str) -> pytest.RunResult:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "executable", python)  # what execnet starts
            return pytester.runpytest("-p", "no:cacheprovider", *workers, *arguments)

    return run


@pytest.fixture
def run_plain(pytester: pytest.Pytester) -> Run:
    """Runs pytest on the current folder, without xdist."""

    def run(*arguments: str) -> pytest.RunResult:
        return pytester.runpytest("-p", "no:cacheprovider", *arguments)

    return run
