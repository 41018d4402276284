"""A trial before it runs: all that is known of it by then."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

from pytest_editbench import trees
from pytest_editbench.cases.commits.contents import CommitContents
from pytest_editbench.commits import rules
from pytest_editbench.compare import versions
from pytest_editbench.model import Outcome, Trial

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.model import Case, Contents, MatchLevel
    from pytest_editbench.runner.settings import Settings
    from pytest_editbench.terms import Terms

PROMPT_CHARACTERS = 20_000


def planned(
    case: Case, contents: Contents, agent: NamedAgent, number: int, settings: Settings, node_id: str
) -> Trial:
    """The trial of this agent on this case, still to be run; `node_id` is that of its test."""
    return Trial(
        case=case.id,
        agent=agent.label,
        number=number,
        outcome=Outcome.SKIPPED,
        case_digest=contents.digest,
        metadata=case.metadata,
        match=demanded(case, settings.match),
        command=agent.command,
        model=agent.model,
        prompt=contents.prompt[:PROMPT_CHARACTERS],
        terms=terms(agent, settings, number),
        test=node_id,
        task_digest=task_digest(case, contents),
        judged_by=judged_by(contents, settings),
    )


def terms(agent: NamedAgent, settings: Settings, number: int = 1) -> Terms:
    """What the trial of this agent with this number is run under."""
    return replace(
        agent.terms,
        attempts=settings.attempts,
        timeout=settings.timeout,
        model=agent.model,
        version=agent.version,
        seed=None if agent.terms.seed is None else agent.terms.seed + number,
        home=agent.home,
        sandbox=str(settings.confinement or "none"),
    )


def demanded(case: Case, asked: MatchLevel) -> MatchLevel:
    """The level that a result must reach: the closer one of what the user and what the case asks for."""
    return min(asked, case.metadata.match or asked, key=lambda level: level.rank)


def task_digest(case: Case, contents: Contents) -> str:
    """SHA-256 over what an agent is given; cases with the same may differ in their answers."""
    told = [case.metadata.kind, contents.prompt, trees.digest(contents.input)]
    return sha256(json.dumps(told).encode()).hexdigest()


def judged_by(contents: Contents, settings: Settings) -> Mapping[str, str]:
    """What the verdicts on this case depend on."""
    if isinstance(contents, CommitContents):
        return {"proposal rules": rules.VERSION}
    paths = {path for tree in (contents.input, *contents.answers.values()) for path in tree}
    return versions.judged_by(paths, settings.formatters, settings.prettier_options)
