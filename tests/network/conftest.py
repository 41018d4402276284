from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from network import tools
from network.measuring import PROVIDER_FAILURES, Session, measure
from network.tools import NotInstalled, Tool

HERE = Path(__file__).parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """These take minutes and megabytes: they run where `-m` names them, and nowhere else."""
    if "network" in config.getoption("markexpr"):
        return
    left_out = [item for item in items if HERE in item.path.parents]
    if left_out:
        items[:] = [item for item in items if HERE not in item.path.parents]
        config.hook.pytest_deselected(items=left_out)


@pytest.fixture(scope="session", params=tools.chosen(), ids=lambda tool: tool.name)
def tool(request: pytest.FixtureRequest) -> Tool:
    return request.param


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the tools are installed: where the environment says, else where they are gone tomorrow."""
    told = tools.folder()
    return told or tmp_path_factory.mktemp("tools")


@pytest.fixture(scope="session")
def programs(tool: Tool, root: Path) -> Path:
    try:
        return tools.installed(tool, root)
    except NotInstalled as why:
        pytest.skip(str(why))


Measure = Callable[..., Session]


@pytest.fixture(scope="session")
def measured(tool: Tool, programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Measure:
    """Runs a session of the tool over the cases that are named."""

    def run(*cases: str, **rest: object) -> Session:
        return measure(tool, programs, tmp_path_factory.mktemp(tool.name), *cases, **rest)

    return run


@pytest.fixture(scope="session")
def edited(measured: Measure) -> Session:
    """One session with an edit that lands, one whose text is not there and one that is wrong."""
    return measured("lands", "not-found", "wrong", options=["-n2"])


@pytest.fixture(scope="session")
def failed(measured: Measure) -> Session:
    """One session in which the provider fails, all trials at once."""
    return measured(*PROVIDER_FAILURES, options=["-n3"])


@pytest.fixture(scope="session")
def ended(tool: Tool, measured: Measure) -> Session:
    """One session in which the time is over while a command runs, and while nobody says anything."""
    cases = ("sleeps", "silent") if tool.shell else ("silent",)
    return measured(*cases, options=["-n2", f"--editbench-timeout={tool.limit}"])
