"""What the options ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.errors import UsageError
from pytest_editbench.model import Confinement

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from pytest_editbench.options import Options


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
        ports = tuple(dict.fromkeys(options.relay))
        return Confinement(options.sandbox, not off, ports, options.sandbox_read, tuple(hidden))
    if off:
        raise UsageError("--editbench-network=off needs a sandbox: add --editbench-sandbox=bwrap")
    if options.sandbox_read:
        raise UsageError("--editbench-sandbox-read needs a sandbox: add --editbench-sandbox=bwrap")
    return None
