"""What a worker says of the trial it is about to run, for the controller to read should it die in it.

Agents run as the same user and could find it. So it tells where a case is, and nothing that is in it; and it
is signed, so that what an agent made of it counts for nothing.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench import signed
from pytest_editbench.cases import directory
from pytest_editbench.cases.faults import shown
from pytest_editbench.cases.kinds import EXAMPLE, PROMPT
from pytest_editbench.cases.recognition import holds_examples, is_archive
from pytest_editbench.model import NO_AGENT, Metadata, Outcome, Trial

if TYPE_CHECKING:
    from collections.abc import Mapping


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
        metadata = _metadata(Path(self.path), self.where)
        return Trial(self.case, self.agent, self.trial, Outcome.SKIPPED, metadata=metadata)


def write(place: Path, announcement: Announcement, key: str) -> None:
    """Put it in place of the last one, whole or not at all; what stands in the way there is left."""
    with suppress(OSError):  # the node id tells nearly as much
        signed.write(place, json.dumps(asdict(announcement)).encode("ascii"), key)


def read(place: Path, nodeid: str, key: str) -> Announcement | None:
    """The announcement of this test; None if the last one was of another, or is none of ours."""
    text = signed.read(place, key)
    told = None if text is None else Announcement(**json.loads(text))
    return told if told is not None and told.nodeid == nodeid else None


def of_node_id(
    nodeid: str, root: Path, suffixes: Mapping[str, tuple[str | None, int]]
) -> Announcement | None:
    """What the node id of a case alone tells; None if it is not that of a case.

    `root` is where node ids start. `suffixes` may follow the case's name, and stand for an agent's label and
    the number of a trial.
    """
    before, in_folder, name = f"/{nodeid}".partition(f"/{PROMPT}::")
    if not in_folder:
        before, _, name = f"/{nodeid}".partition("::")
    place = root / before[1:]
    fitting = [suffix for suffix in suffixes if name.endswith(suffix)]
    suffix = max(fitting, key=len, default="")
    ours = name == place.name + suffix if in_folder else name and _holds_cases(place)
    if not (fitting and ours):
        return None
    label, number = suffixes[suffix]
    case = shown(name.removesuffix(suffix))
    return Announcement(nodeid, case, before[1:] or case, str(place), label or NO_AGENT, number)


def _holds_cases(file: Path) -> bool:
    return is_archive(file) or holds_examples(file)


def _metadata(place: Path, where: str) -> Metadata:
    if not holds_examples(place):
        return directory.open_case(place, where).metadata
    from pytest_editbench.cases.examples import opening

    found = [case for case in opening.open_file(place, place.name) if where.endswith(case.where)]
    return found[0].metadata if found else Metadata(kind=EXAMPLE)
