"""What the fixtures do: read a case, lay it out, ask the agent; what prevents that is a one-line ERROR."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pytest_editbench import runner
from pytest_editbench.agents.lookup import named
from pytest_editbench.cases import directory
from pytest_editbench.errors import CaseError, EditbenchError, UsageError
from pytest_editbench.items import CaseItem, attach, blank
from pytest_editbench.model import MatchLevel, Outcome, Trial
from pytest_editbench.state import AGENTS, OPTIONS, SCRATCH
from pytest_editbench.workspace import DROPPINGS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.model import Case, Contents, Workspace

SETTINGS: pytest.StashKey[runner.Settings] = pytest.StashKey()


def case_of(request: pytest.FixtureRequest) -> Case:
    """The case that an item of ours is, or that a marked test of the user names."""
    if isinstance(request.node, CaseItem):
        return request.node.case
    marker = request.node.get_closest_marker("editbench_case")
    if marker is None or not marker.args:
        pytest.fail("mark the test with @pytest.mark.editbench_case(PATH) to say which case", pytrace=False)
    return directory.open_case(request.path.parent / marker.args[0], str(marker.args[0]))


def read(request: pytest.FixtureRequest, case: Case) -> Contents:
    """The case read whole and found fit to run."""
    with _recording(request, case):
        return runner.read(case, _settings(request.config))


@contextmanager
def workspace(request: pytest.FixtureRequest, case: Case, contents: Contents) -> Iterator[Workspace]:
    """A workspace for as long as the context lasts."""
    with _recording(request, case):
        place = runner.lay(contents, _settings(request.config))
    try:
        yield place
    finally:
        runner.close(place)


def trial(
    request: pytest.FixtureRequest, agent: object, case: Case, contents: Contents, place: Workspace
) -> Trial:
    """The agent's trial, recorded with the test whatever came of it."""
    number = getattr(request.node, "trial", 1)
    with _recording(request, case):
        _check_alone(request.config, agent)
        done = runner.run(case, contents, named(agent), number, place, _settings(request.config))
    attach(request.node, done)
    if not done.outcome.scored:
        pytest.fail(done.message, pytrace=False)
    return done


def _check_alone(config: pytest.Config, agent: object) -> None:
    # Each of several agents has an item of its own: all of them would run the one that the fixture gives.
    configured = config.stash.get(AGENTS, ())
    if len(configured) > 1 and agent not in configured:
        raise UsageError(
            "several agents are named, but the fixture editbench_agent is overridden; do one of both"
        )


@contextmanager
def _recording(request: pytest.FixtureRequest, case: Case) -> Iterator[None]:
    item = request.node
    start = blank(item) if isinstance(item, CaseItem) else Trial(case.id, "-", 1, Outcome.SKIPPED)
    try:
        yield
    except EditbenchError as error:
        outcome = Outcome.INVALID_CASE if isinstance(error, CaseError) else Outcome.AGENT_ERROR
        refused = replace(start, outcome=outcome, message=f"{outcome}: {error}", metadata=case.metadata)
        attach(item, refused)
        raise pytest.fail.Exception(refused.message, pytrace=False) from None


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
            model=options.model,
            artifacts=options.artifacts_folder,
        )
    return config.stash[SETTINGS]
