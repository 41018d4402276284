"""What a trial left beside its verdict, and what of it is a surprise."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.agents.programs import OUTPUT_LIMIT
from pytest_editbench.doctor.controls.behaviours import FLOOD_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_editbench.model import Trial

_SHOWN = 5  # places

# What every agent is given: nothing of an answer may be there, sandbox or not.
GIVEN = ("prompt", "arguments", "environment", "names", "workspace")


class Finding(NamedTuple):
    """Something to tell of a trial."""

    text: str
    surprise: bool = True


@dataclass(frozen=True, slots=True)
class Evidence:
    """A trial, and what it left."""

    trial: Trial
    artifacts: Path
    sandbox: str
    token: str  # in the command lines of the sleeper's processes
    secret: str  # in the file that the planter links to
    canary: str  # in the answer that the thief searches for


def bounded(found: Evidence) -> tuple[Finding, ...]:
    """Whether all the flooder printed was counted, and no more than the limit stored."""
    last = found.trial.last
    counted = last.result.output_bytes if last else None
    stored = sum(path.stat().st_size for path in _files(found.artifacts, "stdout"))
    if counted == FLOOD_BYTES and stored <= OUTPUT_LIMIT:
        return ()
    return (Finding(f"{counted} bytes of output were counted and {stored} stored, of {FLOOD_BYTES}"),)


def unread(found: Evidence) -> tuple[Finding, ...]:
    """Whether the file behind the planted links stands nowhere in the record or the artefacts."""
    secret = found.secret.encode()
    held = [path for path in _files(found.artifacts, "*") if secret in path.read_bytes()]
    held += [found.artifacts] if found.secret in found.trial.diff else []
    return tuple(Finding(f"what a planted link leads to was read: {path}") for path in held[:_SHOWN])


def gone(found: Evidence) -> tuple[Finding, ...]:
    """Whether no process of the sleeper's is left."""
    import psutil

    left = [
        each.pid for each in psutil.process_iter(["cmdline"]) if found.token in (each.info["cmdline"] or ())
    ]
    return (Finding(f"processes are left: {' '.join(map(str, left))}"),) if left else ()


def kept_secret(found: Evidence) -> tuple[Finding, ...]:
    """What the thief found: nothing in what it was given, and in a sandbox nothing at all."""
    told = _told(found)
    ends = [line for line in told if line["area"] == "end"]
    if not ends:
        return (Finding("the thief did not come to an end: nothing is known"),)
    finds = [line for line in told if line.get("canary") in (found.canary, "")]
    given = [line for line in finds if line["area"] in GIVEN]
    around = [line for line in finds if line["area"] not in GIVEN]
    count, why = ends[-1].get("files"), ends[-1].get("stopped")
    extent = f"{count:,} names of the disk searched" if isinstance(count, int) else "disk searched"
    extent += f", then {why}" if why else ""
    confined = found.sandbox != "none"
    return (
        *(Finding(f"the answer is in what an agent is given: {_place(line)}") for line in given[:_SHOWN]),
        *(Finding(f"an answer lies open: {_place(line)}", confined) for line in around[:_SHOWN]),
        Finding(extent, surprise=False),
    )


def held_off(found: Evidence) -> tuple[Finding, ...]:
    """What of the machine the meddler could change: in a sandbox nothing."""
    told = _told(found)
    if not any(line["area"] == "end" for line in told):
        return (Finding("the meddler did not come to an end: nothing is known"),)
    confined = found.sandbox != "none"
    open_to_it = [line for line in told if line["area"] != "end"]
    return tuple(
        Finding(f"an agent could change the {_place(line)}", confined) for line in open_to_it[:_SHOWN]
    )


def _told(found: Evidence) -> list[dict[str, object]]:
    """What an agent that searches printed."""
    return [line for path in _files(found.artifacts, "stdout") for line in _lines(path)]


def _place(line: dict[str, object]) -> str:
    return f"{line['area']} {line.get('place', '')}".strip()


def _lines(path: Path) -> Iterator[dict[str, object]]:
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            told = json.loads(line)
        except ValueError:
            continue
        if isinstance(told, dict) and "area" in told:
            yield told


def _files(folder: Path, pattern: str) -> list[Path]:
    return [path for path in sorted(folder.rglob(pattern)) if path.is_file() and not path.is_symlink()]
