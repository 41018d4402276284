"""What is asked of an agent: the task that comes of a case."""

from __future__ import annotations

from dataclasses import replace

from pytest_editbench.cases.commits.contents import CommitContents
from pytest_editbench.cases.examples.contents import ExampleContents
from pytest_editbench.model import Contents, Task


def task(contents: Contents, prompt: str, attempt: int = 1, model: str | None = None, trial: int = 1) -> Task:
    """What an agent sees of it; an adapter gets the fields of an example by themselves, too."""
    if isinstance(contents, ExampleContents):
        return replace(contents.task, prompt=prompt, attempt=attempt, model=model, trial=trial)
    return Task(prompt, contents.input, attempt, model, wants(contents), trial)


def wants(contents: Contents) -> str:
    """What an agent is to give: an answer, or an edit."""
    return "answer" if isinstance(contents, CommitContents) else "edit"
