"""Small git repositories for the examples of the tests; each is one commit, the same everywhere."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

EXAMPLES = Path(__file__).parent / "examples"
NAMES = ("inventory", "cart", "shapes", "queue", "site")
_ENVIRON = {
    **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_DEFAULT_HASH": "sha1",
}
_WHO = "Ada <ada@example.org> 946684800 +0000"


def url(name: str) -> str:
    """What the examples call the repository."""
    return f"https://example.org/editbench/{name}.git"


def build(folder: Path, names: tuple[str, ...] = NAMES) -> dict[str, str]:
    """Make bare repositories below the folder; the commit of each by name."""
    return {name: commit(folder / f"{name}.git", files(EXAMPLES / "repositories" / name)) for name in names}


def files(folder: Path) -> dict[str, bytes]:
    """The files of a folder by their path in it."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def commit(place: Path, content: dict[str, bytes], message: str = "Start") -> str:
    """Put a commit with these files on the branch main of a bare repository, new or not; the commit's id."""
    if not place.exists():
        git(place.parent, "init", "--quiet", "--bare", "--initial-branch=main", str(place))
        earlier = b""
    else:
        earlier = b"from refs/heads/main^0\ndeleteall\n"
    stream = b"commit refs/heads/main\ncommitter %b\ndata %d\n%b\n" % (
        _WHO.encode(),
        len(message.encode()),
        message.encode(),
    )
    stream += earlier
    for path, data in content.items():
        stream += b"M 100644 inline %b\ndata %d\n%b\n" % (path.encode(), len(data), data)
    git(place, "fast-import", "--quiet", stdin=stream)
    return git(place, "rev-parse", "main")


def git(folder: Path, *words: str, stdin: bytes = b"") -> str:
    """What git says."""
    done = subprocess.run(
        ["git", *words], cwd=folder, input=stdin, capture_output=True, check=True, env=_ENVIRON
    )
    return done.stdout.decode().strip()


@dataclass(frozen=True)
class Past:
    """A commit on top of the one before: what it puts, by mode and path, and what it drops."""

    name: str  # of its tag
    message: str
    puts: dict[str, bytes] = field(default_factory=dict)  # by path; "100755 run.sh" gives a mode as well
    drops: tuple[str, ...] = ()
    merges: str = ""  # the tag of a second parent


def chronicle(place: Path, commits: Iterable[Past]) -> Path:
    """A bare repository with these commits on main, each under its tag."""
    git(place.parent, "init", "--quiet", "--bare", "--initial-branch=main", str(place))
    marks: dict[str, int] = {}
    stream = b""
    for mark, each in enumerate(commits, 1):
        marks[each.name] = mark
        stream += b"commit refs/heads/main\nmark :%d\ncommitter %b\n" % (mark, _WHO.encode())
        stream += _data(each.message.encode())
        stream += b"merge :%d\n" % marks[each.merges] if each.merges else b""
        stream += b"".join(b"D %b\n" % path.encode() for path in each.drops)
        stream += b"".join(_put(path, data) for path, data in each.puts.items())
        stream += b"reset refs/tags/%b\nfrom :%d\n\n" % (each.name.encode(), mark)
    git(place, "fast-import", "--quiet", stdin=stream)
    return place


def _put(told: str, data: bytes) -> bytes:
    mode, _, path = told.rpartition(" ")
    if mode == "160000":
        return b"M 160000 %b %b\n" % (data, path.encode())
    return b"M %b inline %b\n%b" % ((mode or "100644").encode(), path.encode(), _data(data))


def _data(data: bytes) -> bytes:
    return b"data %d\n%b\n" % (len(data), data)
