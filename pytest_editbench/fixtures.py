"""The fixtures: each step of a trial by itself, usable in a user's own tests as well.

They delegate to `steps`, so that a session without cases loads nothing of what they need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pytest_editbench.stash import AGENTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.model import Case, Contents, Task, Trial, Workspace


@pytest.fixture
def editbench_case(request: pytest.FixtureRequest) -> Case:
    """The case of this item; in a test of your own, the one `@pytest.mark.editbench_case(PATH)` names.

    A relative PATH starts at the test file's folder.
    """
    from pytest_editbench import steps

    return steps.case_of(request)


@pytest.fixture
def editbench_contents(request: pytest.FixtureRequest, editbench_case: Case) -> Contents:
    """The case read whole, answers included: for judging, never for an agent."""
    from pytest_editbench import steps

    return steps.read(request, editbench_case)


@pytest.fixture
def editbench_task(request: pytest.FixtureRequest, editbench_contents: Contents) -> Task:
    """What the agent may see: prompt and input tree, and the fields of an example by themselves."""
    from pytest_editbench import steps
    from pytest_editbench.runner import asking

    model = steps.model_of(request)
    return asking.task(editbench_contents, editbench_contents.prompt, model=model)


@pytest.fixture
def editbench_agent(request: pytest.FixtureRequest) -> object:
    """The agent under test; override this in a `conftest.py` to hand in an adapter of your own."""
    wanted = getattr(request, "param", None) or getattr(request.node, "agent", None)
    for agent in request.config.stash.get(AGENTS, ()):
        if wanted in (None, agent.label):
            return agent
    return pytest.skip("no agent: set one by --editbench-agent=NAME (try --editbench-agent=solver)")


@pytest.fixture
def editbench_workspace(
    request: pytest.FixtureRequest, editbench_case: Case, editbench_contents: Contents
) -> Iterator[Workspace]:
    """A private copy of the input tree, removed afterwards."""
    from pytest_editbench import steps

    with steps.workspace(request, editbench_case, editbench_contents) as place:
        yield place


@pytest.fixture
def editbench_trial(
    request: pytest.FixtureRequest,
    editbench_agent: object,
    editbench_case: Case,
    editbench_contents: Contents,
) -> Trial:
    """The agent's trial, judged: an agent that could not be asked ends here, as an ERROR."""
    from pytest_editbench import steps

    return steps.trial(request, editbench_agent, editbench_case, editbench_contents)
