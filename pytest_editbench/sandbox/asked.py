"""What the options ask for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.errors import UsageError
from pytest_editbench.model import Confinement

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_editbench.options import Options

_KERNELS = ("/proc", "/sys", "/dev")
_MEMORY = Path("/dev/shm")  # holds files, as any folder for temporary ones
_PRIVATE = ("/tmp", "/var/tmp", "/run")


def confinement(options: Options, hidden: Iterable[Path] = ()) -> Confinement | None:
    """What keeps the agents' processes in, None for nothing; `UsageError` for what goes not together.

    `hidden` are places that no agent must see, wherever they lie.
    """
    off = options.network == "off"
    if options.relay and not off:
        raise UsageError(
            "--editbench-relay is for --editbench-network=off; with a network, ports are in reach"
        )
    if options.sandbox != "none":
        for place in options.sandbox_read:
            _check(place)
        ports = tuple(dict.fromkeys(options.relay))
        return Confinement(options.sandbox, not off, ports, options.sandbox_read, tuple(hidden))
    if off:
        raise UsageError("--editbench-network=off needs a sandbox: add --editbench-sandbox=bwrap")
    if options.sandbox_read:
        raise UsageError("--editbench-sandbox-read needs a sandbox: add --editbench-sandbox=bwrap")
    return None


def _check(place: Path) -> None:
    """`UsageError` for what would open the sandbox, or take from the agent what it must have."""
    real = Path(os.path.realpath(place))
    if real == Path(real.anchor):
        reason = "that is the whole machine"
    elif any(real.is_relative_to(top) for top in _KERNELS) and _MEMORY not in real.parents:
        reason = "processes, devices and the kernel are never shown"
    elif str(real) in _PRIVATE:
        reason = "an agent has a private one, to write to"
    else:
        return
    raise UsageError(f"--editbench-sandbox-read {place}: {reason}; name the files and folders that it needs")
