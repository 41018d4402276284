"""The command line that starts a program in a bubblewrap sandbox."""

from __future__ import annotations

import os
import shutil
import sys
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.sandbox import inside, kernel, mounts, tools
from pytest_editbench.sandbox.mounts import SYSTEM, Kind, Mount, hiding, ordered

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_editbench.model import Confinement

PROGRAM = "bwrap"
STATUS = 3  # the file descriptor that tells how the program ended
_STARTER = Path("/run/editbench/start.py")  # in the sandbox
_RELAYS = Path("/run/editbench/relays")  # in the sandbox

# The sandbox must outlive the SIGTERM that asks the agent to end: bubblewrap would die of it, and all in it.
_PATIENT = f'trap "" TERM; status=$1; shift; exec {STATUS}>"$status"; exec "$@"'
_PACKAGE = Path(__file__).resolve().parents[1]
_INSTALLED = ("lib/python*/*-packages", "local/lib/python*/*-packages")  # below the prefix of a Python


class View(NamedTuple):
    """What one run of a program may see, beside the system and its own tool."""

    cwd: Path
    environ: Mapping[str, str]
    readable: tuple[Path, ...]
    writable: tuple[Path, ...]


def command(
    argv: Sequence[str], view: View, confinement: Confinement, status: Path, relays: Path
) -> list[str]:
    """The words that run `argv` confined.

    How it ended is written to the file `status`; `relays` holds the sockets of the relayed ports.
    """
    network = ["--share-net"] if confinement.network else []
    program = shutil.which(PROGRAM) or PROGRAM
    return [
        *("/bin/sh", "-c", _PATIENT, "sh", str(status), *kernel.before()),
        *(program, "--unshare-all", *kernel.unnested(program), *network),
        *("--die-with-parent", "--cap-drop", "ALL"),
        *("--proc", "/proc", "--dev", "/dev"),
        *chain.from_iterable(mount.words for mount in _mounts(argv, view, confinement, relays)),
        *kernel.sealed(),
        *("--chdir", str(view.cwd), "--"),
        *(_python(), "-IS", str(_STARTER), str(STATUS), str(_RELAYS)),
        *(",".join(map(str, confinement.ports)), *argv),
    ]


def _mounts(argv: Sequence[str], view: View, confinement: Confinement, relays: Path) -> list[Mount]:
    hidden = [Path(os.path.realpath(path)) for path in (_PACKAGE, *confinement.hidden)]
    home, path = Path(view.environ.get("HOME") or "/"), view.environ.get("PATH", os.defpath)
    found = [
        *_system(),
        *(Mount(Path(place), Kind.EMPTY) for place in ("/tmp", "/var/tmp", "/run")),
        *kernel.covers(),
        *_private(view),
        *_starter(),
        *tools.command(argv, path, home, hidden),
        *chain.from_iterable(tools.shown(each) for each in (*view.readable, *confinement.readable)),
        *chain.from_iterable(tools.shown(each, Kind.WRITE) for each in view.writable if each.exists()),
        Mount(_RELAYS, Kind.READ, str(relays)),
    ]
    seen = {mount.place for mount in found if mount.kind in (Kind.READ, Kind.WRITE)}
    hidden += [copy for place in {*seen, Path("/usr")} for copy in _copies(place)]
    there = [(each, each.is_dir()) for each in hidden if each.exists()]
    return ordered([*found, *hiding(there, {*seen, *SYSTEM})])


def _copies(prefix: Path) -> Iterator[Path]:
    """This package, wherever a Python has it: the cases that come with it have their answers beside them."""
    for pattern in _INSTALLED:
        yield from prefix.glob(f"{pattern}/{_PACKAGE.name}")


def _system() -> Iterator[Mount]:
    for place in SYSTEM:
        if place.is_symlink():
            yield Mount(place, Kind.LINK, os.readlink(place))  # noqa: PTH115 - as stored
        elif place.is_dir():
            yield Mount(place, Kind.READ)
    names = Path("/etc/resolv.conf")  # often a link to what a service writes into /run
    if names.is_symlink() and names.exists():
        yield from tools.shown(names)


def _private(view: View) -> Iterator[Mount]:
    """Empty folders where the environment says that one may write, but for those that are the trial's own."""
    own = {Path(os.path.realpath(each)) for each in view.writable}
    for name in ("HOME", "TMPDIR"):
        place = Path(os.path.realpath(view.environ.get(name) or "/"))
        if not (mounts.inside(place, own) or any(each.is_relative_to(place) for each in SYSTEM)):
            yield Mount(place, Kind.EMPTY)


@cache
def _starter() -> tuple[Mount, ...]:
    """What the program needs that starts the agent: itself, and the Python without its packages."""
    base = Path(sys.base_prefix)
    beside = [place for name in ("lib", "lib64") if (place := base / name).is_dir()]
    return (
        Mount(_STARTER, Kind.READ, str(Path(inside.__file__).resolve())),
        *tools.program(_python(), os.defpath, frozenset({base})),
        *chain.from_iterable(map(tools.shown, beside)),
    )


@cache
def _python() -> str:
    """The interpreter itself, not the link to it in a virtual environment."""
    return os.path.realpath(sys.executable)
