"""What a sandbox keeps of the kernel and its devices, beyond what bubblewrap does by itself.

A private `/proc` holds the settings of the whole machine, and a device in a private `/dev` is the machine's
own. Both belong to root, and their owner may change them without any special right: bubblewrap that root
runs leaves that open. Container runtimes cover the same places.
"""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path

from pytest_editbench import processes
from pytest_editbench.errors import AgentError
from pytest_editbench.sandbox.mounts import Kind, Mount

_PROC = Path("/proc")
# What tells of the machine, its memory and other people's keys; names that are not there are passed over.
_COVERED = (
    *("acpi", "asound", "scsi", "kallsyms", "kcore", "key-users", "keys", "kmsg"),
    *("kpagecgroup", "kpagecount", "kpageflags", "latency_stats", "pagetypeinfo", "sched_debug"),
    *("slabinfo", "timer_list", "timer_stats", "vmallocinfo"),
)
_LIMIT = _PROC / "sys/user/max_user_namespaces"
_UNNESTED = "--disable-userns"  # of bubblewrap 0.8 and newer
# What is mounted below stays as it is: the workspaces may lie in /dev/shm.
_SEALED = 'mount --rbind /dev /dev && mount -o remount,bind,ro /dev && exec "$@"'
_SEALING = ("unshare", "-m", "/bin/sh", "-c", _SEALED, "sh")
_PATIENCE = 10.0  # seconds
_ROOT = 0


def covers() -> list[Mount]:
    """Covers for what of the private `/proc` is nobody's business."""
    there = [(place, place.is_dir()) for place in map(_PROC.joinpath, _COVERED) if place.exists()]
    return [Mount(place, Kind.EMPTY if is_folder else Kind.NOTHING) for place, is_folder in there]


def sealed() -> tuple[str, ...]:
    """The last words on mounts: nothing below `/proc` is written, whoever it belongs to."""
    return "--remount-ro", str(_PROC)


def unnested(program: str) -> tuple[str, ...]:
    """The words that keep an agent from user namespaces of its own, in which it had every right again.

    None for a bubblewrap that is too old for them, or where there are no such namespaces at all.
    """
    try:
        possible = _LIMIT.read_text().strip() != "0"
    except OSError:
        possible = False
    return ("--unshare-user", _UNNESTED) if possible and _UNNESTED in _help(program) else ()


def before() -> tuple[str, ...]:
    """The words in front of bubblewrap: as root, a mount namespace in which `/dev` cannot be changed.

    What bubblewrap shows of it then cannot be either, while the devices work as ever.
    """
    if os.geteuid() != _ROOT or not _sealable():
        return ()
    return _SEALING


@cache
def _sealable() -> bool:
    return _tried(*_SEALING, "true") is not None


@cache
def _help(program: str) -> str:
    return _tried(program, "--help") or ""


def _tried(*argv: str) -> str | None:
    """What a program prints; None where it is not there or fails."""
    with tempfile.TemporaryDirectory(prefix="editbench-probe-") as name:
        output = Path(name)
        try:
            ended = processes.run_tool(argv, cwd=output, output=output, timeout=_PATIENCE, limit=1 << 16)
        except AgentError:
            return None
        return (output / "stdout").read_text(errors="replace") if ended.exit_code == 0 else None
