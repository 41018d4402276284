"""The pytest hooks: each decides or delegates."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from pytest_editbench import given, globs, hookspecs, joining
from pytest_editbench import options as options_table
from pytest_editbench.cases.recognition import (
    holds_examples,
    is_archive,
    is_case,
    may_hold_examples,
)
from pytest_editbench.cases.vocabulary import MARK_HELP, WORDS
from pytest_editbench.errors import UsageError
from pytest_editbench.stash import AGENTS, OPTIONS, SCRATCH, Scratch

if TYPE_CHECKING:
    from pathlib import Path

    from xdist.workermanage import WorkerController

pytest_plugins = ["pytest_editbench.fixtures"]


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("editbench", "edit precision of coding agents (pytest-editbench)")
    for option in options_table.OPTIONS:
        kind = "linelist" if option.repeatable else "string"
        parser.addini(option.key, option.help.replace("%%", "%"), type=kind, default=None)  # type: ignore[arg-type]  # both are kinds of ini keys
        if option.ini_only:
            continue
        action = {"action": "append"} if option.repeatable else {"action": "store"}
        if option.flag:
            group.addoption(
                option.argument, dest=option.key, action="store_const", const="true", help=option.help
            )
        else:
            group.addoption(
                option.argument, dest=option.key, metavar=option.metavar, help=option.help, **action
            )


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    pluginmanager.add_hookspecs(hookspecs)


def pytest_configure(config: pytest.Config) -> None:
    for word in WORDS:
        config.addinivalue_line("markers", f"{word}: {MARK_HELP}")
    config.addinivalue_line("markers", "editbench_case(path): the case a test of your own is about")
    worker = getattr(config, "workerinput", None)
    try:
        options = given.read(
            config.getoption, config.getini, os.environ, config.invocation_params.dir, config.rootpath
        )
        if not given.is_silent(options):
            from pytest_editbench import handover

            options = handover.settled(options) if worker is None else handover.heard(options, worker)
    except UsageError as error:
        raise pytest.UsageError(f"editbench: {error}") from None
    config.stash[OPTIONS] = options
    config.stash[SCRATCH] = Scratch.fresh() if worker is None else Scratch.shared(worker)
    joining.add_cases(config, options)
    if not given.is_silent(options) or config.getoption("dist", "no") != "no":
        joining.listen(config)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: WorkerController) -> None:
    from pytest_editbench import handover

    node.workerinput.update(node.config.stash[SCRATCH].told())
    node.workerinput.update(handover.told(node.config.stash[OPTIONS]))
    node.workerinput.update(handover.versions(node.config.stash.get(AGENTS, ())))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    config = session.config
    options = config.stash[OPTIONS]
    if not options.agent:
        return
    from pytest_editbench import handover, workspace
    from pytest_editbench.agents import lookup, wishes

    try:
        if config.getoption("dist", "no") == "each":
            raise UsageError("--dist each would run every trial on every worker; use --dist load")
        if options.git and not hasattr(config, "workerinput"):
            workspace.destroy(workspace.lay({}, config.stash[SCRATCH].folder, git=True))
        if options.formatter:
            from pytest_editbench import formatters

            formatters.check(options.formatter, config.invocation_params.dir, options.prettier_options or "")
        agents = lookup.resolve_all(
            options.agent,
            registered=hookspecs.registered(config.hook),
            directory=options.agent_folder,
            wishes=wishes.of(options),
        )
        scratch = config.stash[SCRATCH]
        agents = lookup.settled(agents, options, scratch.running, scratch.key)
        config.stash[AGENTS] = handover.with_versions(config, agents)
    except UsageError as error:
        raise pytest.UsageError(f"editbench: {error}") from None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "editbench_case" in metafunc.fixturenames:
        joining.join(metafunc.config)
    agents = [agent.label for agent in metafunc.config.stash.get(AGENTS, ())]
    if len(agents) > 1 and "editbench_agent" in metafunc.fixturenames:
        metafunc.parametrize("editbench_agent", agents, indirect=True)


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if not is_case(path):
        return None
    from pytest_editbench import items

    joining.join(parent.config)
    return items.directory_of(parent, path)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    config, named = parent.config, parent.session.isinitpath(file_path)
    archive = named and is_archive(file_path)
    examples = may_hold_examples(file_path) and (
        named or globs.fits(file_path, config.rootpath, config.stash[OPTIONS].examples)
    )
    if not archive and not (examples and holds_examples(file_path)):
        return None
    from pytest_editbench import items

    joining.join(config)
    return items.archive_of(parent, file_path) if archive else items.examples_of(parent, file_path)
