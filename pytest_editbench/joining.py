"""Taking part in a pytest session, once there is something in it for us: most sessions have nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytest_editbench.options import Options


def add_cases(config: pytest.Config, options: Options) -> None:
    """`--editbench-cases` joins typed arguments; the ini key only replaces what nobody typed."""
    if not options.cases:
        return
    here = config.invocation_params.dir if config.getoption("editbench_cases") else config.rootpath
    from pytest_editbench import starter
    from pytest_editbench.cases.recognition import may_hold_cases

    cases = [starter.named(case, here) for case in options.cases]
    for case in cases:
        if not may_hold_cases(here / case):
            raise pytest.UsageError(f"editbench: {case}: no file or folder of cases (--editbench-cases)")
    typed = config.args if config.args_source is pytest.Config.ArgsSource.ARGS else []
    if config.getoption("editbench_cases"):
        config.args = [*typed, *cases]
    elif cases and not typed:
        config.args = [str(config.rootpath / case) for case in cases]


def join(config: pytest.Config) -> None:
    """Take part in a session that has cases, of ours or behind a user's test."""
    from pytest_editbench import items

    if not config.pluginmanager.has_plugin("editbench-cases"):
        config.pluginmanager.register(items.CaseHooks(), "editbench-cases")
        listen(config)


def listen(config: pytest.Config) -> None:
    """Hear of what becomes of the trials, on the controller of the session."""
    if hasattr(config, "workerinput") or config.pluginmanager.has_plugin("editbench-session"):
        return
    from pytest_editbench.session.controller import RunSession

    config.pluginmanager.register(RunSession(config), "editbench-session")
