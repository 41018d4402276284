"""What the model is to do."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from modelserver.conversation import Usage

START, END = "<<PLAN", "PLAN>>"
PLAN = re.compile(f"{START}(.*?){END}", re.DOTALL)


@dataclass(frozen=True)
class Step:
    """An edit (old and new text), a whole file (no old text) or a shell command."""

    path: str = ""
    old: str | None = None
    new: str = ""
    run: str | None = None


@dataclass(frozen=True)
class Plan:
    steps: tuple[Step, ...] = ()
    final: str = "Done."
    read: bool = True  # a file before it is edited, where there is a tool for that
    faults: str = ""  # as the front of a path tells them
    usage: Usage = field(default_factory=Usage)


def written(*steps: dict[str, str], **rest: object) -> str:
    """The plan as a prompt holds it; steps and the rest are named as in `Step` and `Plan`."""
    return f"{START} {json.dumps({'steps': steps, **rest})} {END}"


def found(said: str, otherwise: Plan) -> Plan:
    """The last plan of a conversation; `otherwise` where there is none."""
    plans = PLAN.findall(said)
    return _plan(json.loads(plans[-1])) if plans else otherwise


def _plan(told: dict[str, object]) -> Plan:
    steps = tuple(Step(**step) for step in told.pop("steps", []))
    usage = Usage(**told.pop("usage", {}))
    return Plan(steps, usage=usage, **told)
