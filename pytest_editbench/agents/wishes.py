"""What a user wants of all agents, beside which ones."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_editbench import parsing
from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from pathlib import Path

    from pytest_editbench.options import Options

PRIVATE, INHERIT = "private", "inherit"

_LABELLED = re.compile(r"([A-Za-z0-9._-]+)=(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Models:
    """Which agent is to use which model."""

    others: str | None = None  # of agents that are not named
    by_label: Mapping[str, str] = field(default_factory=dict)

    def of(self, label: str) -> str | None:
        """The model of the agent with this label; None where none is asked for."""
        return self.by_label.get(label, self.others)

    def check(self, labels: Collection[str]) -> None:
        """`UsageError` where a model is meant for an agent that there is not."""
        for label, model in self.by_label.items():
            if label not in labels:
                raise UsageError(
                    f"--editbench-model {label}={model}: no agent is labelled {label!r}; "
                    f"there {'are' if len(labels) > 1 else 'is'} {', '.join(labels)}"
                )


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a user wants of all agents, beside which ones."""

    models: Models = field(default_factory=Models)
    presets: tuple[Path, ...] = ()  # files with rows of the user's
    home: str | None = None  # PRIVATE or INHERIT; None: what is usual for the kind of agent
    base_url: str | None = None  # of a model server
    elsewhere: tuple[str, ...] = ()  # labels of agents that are asked beside those that are measured

    def __post_init__(self) -> None:
        """`UsageError` for a server with a password: it would be told to all who see the record."""
        if self.base_url is not None and parsing.bare(self.base_url) != self.base_url:
            raise UsageError(
                "--editbench-base-url must hold no user name or password: it stands in the record as it is; "
                "set a key in the environment"
            )


def models(values: Iterable[str]) -> Models:
    """The models of `MODEL` for all and `LABEL=MODEL` for one; `UsageError` for two of either."""
    others: str | None = None
    by_label: dict[str, str] = {}
    for value in values:
        labelled = _LABELLED.fullmatch(value.strip())
        if labelled is None and others is None:
            others = value.strip()
        elif labelled is not None and labelled[1] not in by_label and labelled[2].strip():
            by_label[labelled[1]] = labelled[2].strip()
        else:
            raise UsageError(_fault(value, labelled, others))
    return Models(others, by_label)


def of(options: Options) -> Wishes:
    """What the options of a session ask for; `UsageError` where they contradict each other."""
    also = _LABELLED.fullmatch(str(getattr(options, "analyze", None) or "").strip())
    return Wishes(
        models(options.model),
        options.presets,
        options.home,
        getattr(options, "base_url", None),
        (also[1],) if also else (),
    )


def _fault(value: str, labelled: re.Match[str] | None, others: str | None) -> str:
    if labelled is None:
        return f"--editbench-model names two models for all agents, {others} and {value}; say LABEL=MODEL"
    if not labelled[2].strip():
        return f"--editbench-model {value}: there is no model behind the equals sign"
    return f"--editbench-model names two models for {labelled[1]}"
