"""Whether bubblewrap works here: found out by running it, for being installed is not being usable."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench import processes
from pytest_editbench.errors import AgentError, UsageError
from pytest_editbench.sandbox import bubblewrap, running

if TYPE_CHECKING:
    from pytest_editbench.model import Confinement

_PATIENCE = 30.0  # seconds
_WITHOUT = "or leave out --editbench-sandbox and run in a container or a virtual machine"
_NAMESPACES = (
    "user namespaces are switched off here. Allow them (sysctl -w kernel.unprivileged_userns_clone=1; "
    "on Ubuntu kernel.apparmor_restrict_unprivileged_userns=0 or a profile for bwrap; in a container "
    "--security-opt seccomp=unconfined or --privileged)"
)
# What bubblewrap prints → what is wrong, and what to do.
_REASONS = {
    "creating new namespace": _NAMESPACES,
    "no permissions to create": _NAMESPACES,
    "setting up uid map": _NAMESPACES,
    "mount proc": "a private /proc is not allowed here, as in most containers; start it with --privileged",
    "loopback": "a private network is not allowed here; leave out --editbench-network=off",
    "unknown option": "it is too old; install bubblewrap 0.4 or newer",
}


def check(confinement: Confinement) -> None:
    """Run a program that does nothing in such a sandbox; `UsageError` says what failed and what to do."""
    if sys.platform != "linux":
        raise UsageError(f"--editbench-sandbox=bwrap works on Linux alone; leave it out, {_WITHOUT[3:]}")
    if shutil.which(bubblewrap.PROGRAM) is None:
        raise UsageError(
            "--editbench-sandbox=bwrap: bubblewrap is not installed, there is no bwrap on PATH; "
            f"install the package bubblewrap of your system, {_WITHOUT}"
        )
    for place in confinement.readable:
        if not place.exists():
            raise UsageError(f"--editbench-sandbox-read {place}: there is no such file or folder")
    reason = _failure(confinement)
    if reason:
        raise UsageError(f"--editbench-sandbox=bwrap: bubblewrap does not work here: {reason}, {_WITHOUT}")


def _failure(confinement: Confinement) -> str:
    """Why a sandbox cannot be made; "" where it can."""
    marker = f"editbench-probe-{os.getpid()}-{os.urandom(8).hex()}"
    environ = {**processes.clean_environment(os.environ), processes.MARKER: marker}
    with tempfile.TemporaryDirectory(prefix="editbench-probe-") as name:
        place = Path(name).resolve()
        start = partial(
            processes.run,
            cwd=place,
            environ=environ,
            stdin=b"",
            timeout=_PATIENCE,
            output=place / "output",
            limit=0,
            marker=marker,
        )
        view = bubblewrap.View(place, environ, (), (place,))
        try:
            ended = running.run(start, ("/bin/sh", "-c", "exit 0"), view, confinement)
        except AgentError as error:
            return next((text for key, text in _REASONS.items() if key in str(error).lower()), str(error))
    return "" if ended.exit_code == 0 else running.last_line(ended)
