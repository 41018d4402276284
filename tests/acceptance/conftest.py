from __future__ import annotations

import pkgutil
from collections.abc import Callable
from importlib import import_module

import pytest

import pytest_editbench

# Loaded here once: pytester forgets what an inner session was the first to load, packages do not.
for module in pkgutil.walk_packages(pytest_editbench.__path__, "pytest_editbench."):
    if not module.name.endswith("__main__"):
        import_module(module.name)

Run = Callable[..., pytest.RunResult]


@pytest.fixture(autouse=True)
def private_places(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the user's cache, or takes an agent from the user's environment."""
    monkeypatch.setenv("EDITBENCH_CACHE", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.delenv("EDITBENCH_AGENT", raising=False)
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture(params=[(), ("-n2",)], ids=["plain", "xdist"])
def run(request: pytest.FixtureRequest, pytester: pytest.Pytester) -> Run:
    """Runs pytest on the current folder, once without and once with xdist."""

    def run(*arguments: str) -> pytest.RunResult:
        return pytester.runpytest("-p", "no:cacheprovider", *request.param, *arguments)

    return run


@pytest.fixture
def run_plain(pytester: pytest.Pytester) -> Run:
    """Runs pytest on the current folder, without xdist."""

    def run(*arguments: str) -> pytest.RunResult:
        return pytester.runpytest("-p", "no:cacheprovider", *arguments)

    return run
