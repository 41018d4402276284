"""What goes wrong, as the front of a path or a plan tells it.

`fault/STATUS` fails each request and `fault/STATUS/N` the first N; `slow/SECONDS` waits before the answer;
`cut` ends a stream in its middle; `drop` closes the connection without an answer. They can be stacked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

ONE = re.compile(
    r"/?(?:fault/(?P<status>\d+)(?:/(?P<first>\d+))?|slow/(?P<wait>[\d.]+)|(?P<word>cut|drop))(?=/|$)"
)


@dataclass(frozen=True)
class Faults:
    status: int | None = None
    first: int | None = None  # requests that fail; None is all
    wait: float = 0  # seconds
    cut: bool = False
    drop: bool = False


def read(told: str) -> tuple[Faults, str]:
    """The faults in front, and the rest of the path."""
    faults = Faults()
    while found := ONE.match(told):
        faults = _with(faults, found)
        told = told[found.end() :]
    return faults, told


def _with(faults: Faults, found: re.Match[str]) -> Faults:
    if found["status"]:
        return replace(faults, status=int(found["status"]), first=found["first"] and int(found["first"]))
    if found["wait"]:
        return replace(faults, wait=float(found["wait"]))
    return replace(faults, **{found["word"]: True})
