"""The fixtures: each step of a trial by itself, usable in a user's own tests as well."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pytest_editbench.cases import directory
from pytest_editbench.errors import CaseError, EditbenchError
from pytest_editbench.items import AGENTS, OPTIONS, SCRATCH, CaseItem, attach, blank
from pytest_editbench.model import Case, Contents, Outcome, Task, Trial, Workspace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.runner import Settings

SETTINGS: pytest.StashKey[Settings] = pytest.StashKey()


def settings(config: pytest.Config) -> Settings:
    """How the trials of this process are run; made when the first one asks."""
    if SETTINGS not in config.stash:
        config.stash[SETTINGS] = _settings(config)
    return config.stash[SETTINGS]


def _settings(config: pytest.Config) -> Settings:
    from pytest_editbench.runner import Settings
    from pytest_editbench.workspace import DROPPINGS

    options = config.stash[OPTIONS]
    scratch = config.stash[SCRATCH]
    return Settings(
        scratch=scratch.folder,
        marker=scratch.marker_of(scratch.worker),
        timeout=options.timeout,
        attempts=options.attempts,
        match=options.match,
        git=options.git,
        keep=options.keep,
        ignore=options.ignore or DROPPINGS,
        model=options.model,
        artifacts=options.artifacts_folder,
    )


@contextmanager
def _asking(item: pytest.Item, trial: Trial) -> Iterator[None]:
    """What keeps us from asking the agent becomes an ERROR of one line, and is recorded."""
    try:
        yield
    except CaseError as error:
        _refuse(item, replace(trial, outcome=Outcome.INVALID_CASE, message=f"invalid-case: {error}"))
    except EditbenchError as error:
        _refuse(item, replace(trial, outcome=Outcome.AGENT_ERROR, message=f"agent-error: {error}"))


def _refuse(item: pytest.Item, trial: Trial) -> None:
    attach(item, trial)
    pytest.fail(trial.message, pytrace=False)


def _trial_of(request: pytest.FixtureRequest, case: Case) -> Trial:
    item = request.node
    return blank(item) if isinstance(item, CaseItem) else Trial(case.id, "-", 1, Outcome.SKIPPED)


@pytest.fixture
def editbench_case(request: pytest.FixtureRequest) -> Case:
    """The case of this item; in a test of your own, the one `@pytest.mark.editbench_case(PATH)` names.

    A relative PATH starts at the test file's folder.
    """
    if isinstance(request.node, CaseItem):
        return request.node.case
    marker = request.node.get_closest_marker("editbench_case")
    if marker is None or not marker.args:
        pytest.fail("mark the test with @pytest.mark.editbench_case(PATH) to say which case", pytrace=False)
    folder = request.path.parent / marker.args[0]
    return directory.open_case(folder, str(marker.args[0]))


@pytest.fixture
def editbench_contents(request: pytest.FixtureRequest, editbench_case: Case) -> Contents:
    """The case read whole, answers included: for judging, never for an agent."""
    from pytest_editbench import runner

    with _asking(request.node, _trial_of(request, editbench_case)):
        return runner.read(editbench_case, settings(request.config))
    raise AssertionError("unreachable")


@pytest.fixture
def editbench_task(request: pytest.FixtureRequest, editbench_contents: Contents) -> Task:
    """What the agent may see: prompt and input tree."""
    options = request.config.stash[OPTIONS]
    return Task(editbench_contents.prompt, editbench_contents.input, model=options.model)


@pytest.fixture
def editbench_agent(request: pytest.FixtureRequest) -> object:
    """The agent under test; override this in a `conftest.py` to hand in an adapter of your own."""
    agents = request.config.stash.get(AGENTS, ())
    wanted = getattr(request, "param", None) or getattr(request.node, "agent", None)
    for agent in agents:
        if wanted in (None, agent.label):
            return agent
    return pytest.skip("no agent: set one by --editbench-agent=NAME (try --editbench-agent=solver)")


@pytest.fixture
def editbench_workspace(request: pytest.FixtureRequest, editbench_contents: Contents) -> Iterator[Workspace]:
    """A private copy of the input tree, removed afterwards."""
    from pytest_editbench import runner

    with _asking(request.node, Trial("-", "-", 1, Outcome.SKIPPED)):
        place = runner.lay(editbench_contents, settings(request.config))
    try:
        yield place
    finally:
        runner.close(place)


@pytest.fixture
def editbench_trial(
    request: pytest.FixtureRequest,
    editbench_agent: object,
    editbench_case: Case,
    editbench_contents: Contents,
    editbench_workspace: Workspace,
) -> Trial:
    """The agent's trial, judged: an agent that could not be asked ends here, as an ERROR."""
    from pytest_editbench import runner
    from pytest_editbench.agents.lookup import named

    number = getattr(request.node, "trial", 1)
    with _asking(request.node, _trial_of(request, editbench_case)):
        trial = runner.run(
            editbench_case,
            editbench_contents,
            named(editbench_agent),
            number,
            editbench_workspace,
            settings(request.config),
        )
    attach(request.node, trial)
    if not trial.outcome.scored:
        pytest.fail(trial.message, pytrace=False)
    return trial
