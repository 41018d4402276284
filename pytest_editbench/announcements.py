"""What a worker says of the trial it is about to run, for the controller to read should it die in it.

Agents run as the same user and could find it: so it tells where a case is, and nothing that is in it.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from pytest_editbench.cases import directory
from pytest_editbench.model import Outcome, Trial


@dataclass(frozen=True, slots=True)
class Announcement:
    """One trial that has begun."""

    nodeid: str
    case: str  # id
    where: str  # how messages name the case
    path: str  # the case's folder
    agent: str  # label
    trial: int  # 1-based

    @property
    def blank(self) -> Trial:
        """What is known of the trial before it ends."""
        metadata = directory.open_case(Path(self.path), self.where).metadata
        return Trial(self.case, self.agent, self.trial, Outcome.SKIPPED, metadata=metadata)


def write(place: Path, announcement: Announcement) -> None:
    """Put it in place of the last one, whole or not at all."""
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = place.with_name(f"{place.name}.draft")
    draft.write_text(json.dumps(asdict(announcement)), encoding="ascii")
    draft.replace(place)


def read(place: Path, nodeid: str) -> Announcement | None:
    """The announcement of this test; None if the last one was of another, or is none."""
    try:
        told = Announcement(**json.loads(place.read_bytes()))
    except (OSError, ValueError, TypeError):
        return None
    return told if told.nodeid == nodeid else None
