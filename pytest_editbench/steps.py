"""What the fixtures do: read a case, lay it out, ask the agent; what prevents that is a one-line ERROR."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

from pytest_editbench import confining, continuing, runner
from pytest_editbench.agents import wishes
from pytest_editbench.agents.lookup import named, settled
from pytest_editbench.cases import directory
from pytest_editbench.compare import opinion
from pytest_editbench.errors import AgentError, CaseError, EditbenchError, UnavailableError, UsageError
from pytest_editbench.hookspecs import registered
from pytest_editbench.items import CaseItem, announce, attach, blank, marked
from pytest_editbench.model import MatchLevel, Outcome
from pytest_editbench.repositories import urls
from pytest_editbench.repositories.finding import Repositories
from pytest_editbench.runner import asking, feedback
from pytest_editbench.stash import AGENTS, OPTIONS, SCRATCH, SEALS
from pytest_editbench.workspace import DROPPINGS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.compare.opinion import Chooser
    from pytest_editbench.model import Case, Contents, Trial, Workspace

SETTINGS: pytest.StashKey[runner.Settings] = pytest.StashKey()
GIT: pytest.StashKey[bool] = pytest.StashKey()  # whether the item's agent wants a repository
KEPT: pytest.StashKey[str | None] = pytest.StashKey()  # where the item's workspace is to be left


def case_of(request: pytest.FixtureRequest) -> Case:
    """The case that an item of ours is, or that a marked test of the user names."""
    if isinstance(request.node, CaseItem):
        return request.node.case
    found = marked(request.node)
    if isinstance(found, str):
        pytest.fail(found, pytrace=False)
    return directory.open_case(*found)


def read(request: pytest.FixtureRequest, case: Case) -> Contents:
    """The case read whole and found fit to run."""
    with _recording(request, case):
        return runner.read(case, _settings(request.config))


@contextmanager
def workspace(request: pytest.FixtureRequest, case: Case, contents: Contents) -> Iterator[Workspace]:
    """A workspace for as long as the context lasts."""
    with _recording(request, case):
        settings = _settings(request.config)
        git = settings.git or request.node.stash.get(GIT, False)
        place = runner.lay(contents, replace(settings, git=git))
    try:
        yield place
    finally:
        runner.close(place, request.node.stash.get(KEPT, None))


def trial(request: pytest.FixtureRequest, agent: object, case: Case, contents: Contents) -> Trial:
    """The agent's trial, recorded with the test whatever came of it."""
    if continuing.is_over(request.config):
        request.session.shouldstop = "editbench: the session was told to end"
        pytest.skip("not started: the session was told to end")
    number = blank(request.node, case).number
    with _recording(request, case):
        asked = _asked(request, agent)
    with _recording(request, case, asked.label):
        settings = _settings(request.config)
        confining.check_agent(asked, settings.confinement)
        start = runner.planned(case, contents, asked, number, settings, request.node.nodeid)
        earlier = continuing.taken_over(request, start)
        refusal = "" if earlier else _spared(asked, contents) or continuing.refusal(request.config)
    if earlier:
        attach(request.node, earlier.trial, taken_over=earlier.record)
        return earlier.trial
    if refusal:
        attach(request.node, replace(start, message=refusal))
        pytest.skip(refusal)
    request.node.stash[GIT] = asked.git
    place = request.getfixturevalue("editbench_workspace")  # laid only now: most other trials need none
    with _recording(request, case, asked.label):
        done = continuing.paid(request.config, runner.run(start, case, contents, asked, place, settings))
    request.node.stash[KEPT] = done.kept
    attach(request.node, done)
    if not done.outcome.scored:
        pytest.fail("\n".join(filter(None, (done.message, feedback.last_output(done)))), pytrace=False)
    return done


def _spared(agent: NamedAgent, contents: Contents) -> str:
    """Why the agent is not asked, where another one is that would get the very same question."""
    if agent.twin is None or asking.wants(contents) == "edit":
        return ""
    return f"no edit is wanted, so edit formats make no difference: {agent.twin} is asked"


def model_of(request: pytest.FixtureRequest) -> str | None:
    """The model that this item's agent is to use; without an agent, the one for all."""
    label = blank(request.node, case_of(request)).agent
    known = {agent.label: agent.model for agent in request.config.stash.get(AGENTS, ())}
    models = wishes.of(request.config.stash[OPTIONS]).models
    return known.get(label, models.others)


def _asked(request: pytest.FixtureRequest, agent: object) -> NamedAgent:
    """The agent that the fixture gives, where that is not another than the one which was asked for."""
    config = request.config
    configured = config.stash.get(AGENTS, ())
    if configured and not any(agent is each for each in configured):
        labels = ", ".join(each.label for each in configured)
        raise AgentError(
            f"--editbench-agent names {labels}, but the fixture editbench_agent is overridden; do one of both"
        )
    try:
        found = named(
            agent,
            registered=registered(request.node.ihook),
            directory=config.invocation_params.dir,
            wishes=wishes.of(config.stash[OPTIONS]),
        )
        scratch = config.stash[SCRATCH]
        found, *others = settled((found,), config.stash[OPTIONS], scratch.running, scratch.key)
        if others:
            raise UsageError(f"{found.command} is several agents; give one --editbench-edit-format")
        return found
    except UsageError as error:
        raise AgentError(f"the fixture editbench_agent gives no agent: {error}") from None


@contextmanager
def _recording(request: pytest.FixtureRequest, case: Case, label: str | None = None) -> Iterator[None]:
    """Record what prevents the trial, also should this process die."""
    item = request.node
    start = blank(item, case)
    start = replace(start, agent=label or start.agent)
    if "editbench_trial" in request.fixturenames:
        announce(item, case, start.agent)
    try:
        yield
    except UnavailableError as error:
        reason = feedback.line(str(error))
        attach(item, replace(start, message=reason))
        pytest.skip(reason)
    except (EditbenchError, OSError) as error:
        outcome = Outcome.INVALID_CASE if isinstance(error, CaseError) else Outcome.AGENT_ERROR
        refused = replace(start, outcome=outcome, message=feedback.line(f"{outcome}: {error}"))
        attach(item, refused)
        if isinstance(error, UsageError):  # no other trial will fare better
            request.session.shouldstop = feedback.line(f"editbench: {error}")
        raise pytest.fail.Exception(refused.message, pytrace=False) from None


def _chooser(config: pytest.Config) -> Chooser:
    from pytest_editbench import formatters

    options, folder = config.stash[OPTIONS], config.invocation_params.dir
    return partial(
        formatters.choose,
        options.formatter,
        directory=folder,
        prettier_options=options.prettier_options or "",
    )


def _private(config: pytest.Config) -> bool:
    """Whether there is an agent that gets a home of its own."""
    return any(agent.home == wishes.PRIVATE for agent in config.stash.get(AGENTS, ()))


def _settings(config: pytest.Config) -> runner.Settings:
    """How the trials of this process are run; made when the first one asks."""
    if SETTINGS not in config.stash:
        options, scratch = config.stash[OPTIONS], config.stash[SCRATCH]
        config.stash[SETTINGS] = runner.Settings(
            scratch=scratch.folder,
            marker=scratch.marker_of(scratch.worker),
            timeout=options.timeout,
            attempts=options.attempts,
            match=MatchLevel(options.match),
            git=options.git,
            keep=options.keep,
            ignore=options.ignore or DROPPINGS,
            homes=scratch.homes if _private(config) else None,
            provider_retries=options.provider_retries,
            artifacts=options.artifacts_folder,
            choose=_chooser(config) if options.formatter else opinion.nobody,
            formatters=options.formatter,
            prettier_options=options.prettier_options,
            repositories=Repositories(
                {urls.key(each.url): each.path for each in options.repo}, clone=options.clone
            ),
            excerpt=options.excerpt,
            confinement=confining.of(config),
            seals=config.stash.setdefault(SEALS, {}),
        )
    return config.stash[SETTINGS]
