from __future__ import annotations

from collections.abc import Callable

import pytest

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
