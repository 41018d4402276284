"""What a command line needs to be seen of the disk: its programs, and what is installed with them."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.sandbox.mounts import Kind, Mount

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

_PROGRAMS = ("bin", "sbin", "shims")  # folders beside which a tool's own files lie
_BESIDE = ("lib", "lib64", "libexec", "pyvenv.cfg")  # of them, where the folder above is too much
_MAX_HOPS = 40  # links followed for one path, as the Linux kernel counts them
_MAX_INTERPRETERS = 5  # an interpreter may be a script, too
_FIRST_LINE = 256  # bytes, as Linux reads them


def command(argv: Sequence[str], environ_path: str, home: Path, hidden: Collection[Path]) -> Iterator[Mount]:
    """The places for a command line: of its program, and of each other word that is the path of a file.

    `hidden` are folders that must not be shown as a tool's own, should it lie right in one.
    """
    wide = {*_wide(home), *hidden}
    yield from program(argv[0], environ_path, wide)
    for word in argv[1:]:
        with suppress(OSError, ValueError):  # longer than a path can be, or with a NUL
            if word.startswith("/") and Path(word).is_file():
                yield from shown(Path(word))


def program(name: str, environ_path: str, wide: Collection[Path], depth: int = 0) -> Iterator[Mount]:
    """The places of a program: each link on the way to it, what is installed with it, its interpreter."""
    found = shutil.which(name, path=environ_path)
    if found is None:
        return
    path = Path(found).absolute()
    for step in steps(path):
        yield from _installed(step, wide)
    interpreter = _interpreter(path)
    if interpreter and depth < _MAX_INTERPRETERS:
        yield from program(interpreter, environ_path, wide, depth + 1)


def shown(path: Path, kind: Kind = Kind.READ) -> Iterator[Mount]:
    """The places of one path: the links on the way, and what is at its end."""
    for step in steps(path):
        yield _link(step) if step.is_symlink() else Mount(step, kind)


def steps(path: Path) -> Iterator[Path]:
    """Each link that is followed on the way to an absolute path, and its end."""
    done, rest, hops = Path("/"), [*path.parts[1:]], 0
    while rest:
        name = rest.pop(0)
        step = done.parent if name == ".." else done / name
        if not step.is_symlink() or hops > _MAX_HOPS:
            done = step
            continue
        yield step
        target = step.readlink()
        hops += 1
        done = Path("/") if target.is_absolute() else done
        rest = [*(target.parts[1:] if target.is_absolute() else target.parts), *rest]
    yield done


def _installed(step: Path, wide: Collection[Path]) -> Iterator[Mount]:
    if step.is_symlink():
        yield _link(step)
        if step.is_dir():
            return
    elif not step.exists():
        return
    folders = [*_with_its_own(step, wide)]
    if folders or not step.is_symlink():
        yield from (Mount(each, Kind.READ) for each in folders or [step])


def _with_its_own(step: Path, wide: Collection[Path]) -> Iterator[Path]:
    """The folders that are a tool's own, told by the place of its program; none where that tells nothing."""
    if "node_modules" in step.parts:
        yield Path(*step.parts[: step.parts.index("node_modules") + 1])
    elif step.parent.name in _PROGRAMS:
        above = step.parent.parent
        if above not in wide:
            yield above
        else:
            beside = [above / name for name in _BESIDE if (above / name).exists()]
            yield from (step.parent, *beside)
    elif step.is_relative_to("/opt") and len(step.parts) > 3:
        yield Path(*step.parts[:3])


def _wide(home: Path) -> Iterator[Path]:
    """Folders that are more than any tool's own; a home that was given may be another than the user's."""
    homes = {home, Path(os.path.realpath(home)), Path.home(), Path.home().resolve()}
    temporary = Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp")
    for place in (*homes, *(each / ".local" for each in homes), *temporary):
        yield place
        yield from place.parents


def _link(step: Path) -> Mount:
    return Mount(step, Kind.LINK, os.readlink(step))  # noqa: PTH115 - as stored: a Path would tidy it


def _interpreter(path: Path) -> str | None:
    """The program that the first line of a script names, looked up by `env` or not."""
    try:
        with path.open("rb") as file:
            line = file.readline(_FIRST_LINE)
    except OSError:
        return None
    words = os.fsdecode(line[2:]).split() if line.startswith(b"#!") else []
    if words and Path(words[0]).name == "env":
        words = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
    return words[0] if words else None
