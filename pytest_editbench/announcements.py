"""What a worker says of the trial it is about to run, for the controller to read should it die in it.

Agents run as the same user and could find it. So it tells where a case is, and nothing that is in it; and it
is signed, so that what an agent made of it counts for nothing.
"""

from __future__ import annotations

import hmac
import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.cases import directory
from pytest_editbench.cases.faults import shown
from pytest_editbench.cases.kinds import PROMPT
from pytest_editbench.cases.recognition import is_archive
from pytest_editbench.model import NO_AGENT, Outcome, Trial

if TYPE_CHECKING:
    from collections.abc import Mapping

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


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


def write(place: Path, announcement: Announcement, key: str) -> None:
    """Put it in place of the last one, whole or not at all; what stands in the way there is left."""
    draft = place.with_name(f"{place.name}.draft")
    text = json.dumps(asdict(announcement)).encode("ascii")
    with suppress(OSError):  # the node id tells nearly as much
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft.unlink(missing_ok=True)
        with os.fdopen(os.open(draft, _NEW_FILE, 0o600), "wb") as stream:
            stream.write(_signature(text, key) + b"\n" + text)
        draft.replace(place)


def read(place: Path, nodeid: str, key: str) -> Announcement | None:
    """The announcement of this test; None if the last one was of another, or is none of ours."""
    try:
        signature, _, text = directory.read_file(str(place), follow=False).partition(b"\n")
    except OSError:
        return None
    if not hmac.compare_digest(signature, _signature(text, key)):
        return None
    told = Announcement(**json.loads(text))
    return told if told.nodeid == nodeid else None


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
    ours = name == place.name + suffix if in_folder else name and is_archive(place)
    if not (fitting and ours):
        return None
    label, number = suffixes[suffix]
    case = shown(name.removesuffix(suffix))
    return Announcement(nodeid, case, before[1:] or case, str(place), label or NO_AGENT, number)


def _signature(text: bytes, key: str) -> bytes:
    return hmac.digest(bytes.fromhex(key), text, "sha256").hex().encode()
