"""The trials of one agent in one record, with what the record says of how they were run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench import records
from pytest_editbench.errors import RecordError
from pytest_editbench.model import NO_AGENT
from pytest_editbench.runs import rows, selection
from pytest_editbench.runs.selection import Contender, Selection

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pytest_editbench.model import Trial
    from pytest_editbench.runs.rows import Row


@dataclass(frozen=True, slots=True)
class Log:
    """A record read for comparing: all agents, few fields."""

    name: str
    header: Mapping[str, object]
    rows: tuple[Row, ...]
    cut_short: bool

    @property
    def contenders(self) -> list[Contender]:
        """Who has trials here, in the run's own order; no agent only where there is no other."""
        labels = [label for label, _ in _agents(self.header)]
        found = sorted(
            {Contender(row.agent, row.format) for row in self.rows},
            key=lambda each: (labels.index(each.agent) if each.agent in labels else len(labels), str(each)),
        )
        return [each for each in found if each.agent != NO_AGENT] or found


@dataclass(frozen=True, slots=True)
class Sample:
    """The trials of one contender."""

    name: str  # as it was asked for
    contender: Contender
    header: Mapping[str, object]  # of the record
    rows: tuple[Row, ...]
    unknown: int  # trials of the record that ended before it was known which of several agents to ask
    cut_short: bool

    @property
    def command(self) -> str | None:
        """The command line of the agent, where the record tells one."""
        return dict(_agents(self.header)).get(self.contender.agent)

    @property
    def options(self) -> Mapping[str, object]:
        """The options of the session, as text."""
        options = self.header.get("options")
        return options if isinstance(options, dict) else {}


def load(text: str, find: Callable[[str], Path] = Path) -> Sample:
    """The sample that `FILE#AGENT/FORMAT` names; `find` tells the path of a file or of a name in a store.

    `UsageError` when it is not clear which agent is meant, `RecordError` for a file that is no record.
    """
    asked = selection.parse(text)
    return pick(read(find(asked.file), asked.file), asked, text)


def read(path: Path, name: str | None = None) -> Log:
    """A record; `RecordError` names the line of what is no trial."""
    lines = records.scan(path)
    _, header = next(lines)
    found: list[Row] = []
    cut_short = True
    for number, data in lines:
        if data.get("kind") == "trial":
            found.append(_row(path, number, data))
        elif data.get("kind") == "closing":
            cut_short = bool(data.get("interrupted"))
    return Log(name or str(path), header, tuple(found), cut_short)


def of_trials(name: str, header: Mapping[str, object], trials: Iterable[Trial], *, cut_short: bool) -> Log:
    """The trials of a session that still runs, as if they had been read."""
    found = tuple(rows.of(records.to_data(trial)) for trial in trials)
    return Log(name, header, found, cut_short)


def pick(log: Log, asked: Selection, name: str | None = None) -> Sample:
    """The trials of the contender that is meant; `UsageError` when that is not clear."""
    contender = selection.choose((Contender(row.agent, row.format) for row in log.rows), asked)
    alone = len(log.contenders) == 1
    lost = [row for row in log.rows if row.agent == NO_AGENT and contender.agent != NO_AGENT]
    own = [row for row in log.rows if (row.agent, row.format) == contender]
    kept = own + lost if alone else own
    return Sample(
        name or log.name, contender, log.header, tuple(kept), 0 if alone else len(lost), log.cut_short
    )


def _agents(header: Mapping[str, object]) -> list[tuple[str, str | None]]:
    """Labels and commands, as the run named them."""
    told = header.get("agents")
    agents = [agent for agent in told if isinstance(agent, dict)] if isinstance(told, list) else []
    return [(str(agent.get("label")), agent.get("command")) for agent in agents]


def _row(path: Path, number: int, data: records.Data) -> Row:
    try:
        return rows.of(data)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise RecordError(f"{path}:{number} is not a trial: {error!s:.200}") from None
