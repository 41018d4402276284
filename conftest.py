"""Shared by every test session of this project, with or without its development packages."""

import os

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """A plain `pytest` takes two processes where pytest-xdist is installed: many tests wait for others."""
    plain = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    worker = hasattr(config, "workerinput") or "PYTEST_XDIST_WORKER" in os.environ
    if plain and not worker and config.getoption("numprocesses", 0) is None:
        config.option.numprocesses = 2
        config.option.dist = "worksteal"  # keeps most tests of a module, and what they share, together
