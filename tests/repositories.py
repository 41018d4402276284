"""Small git repositories for the examples of the tests; each is one commit, the same everywhere."""

from __future__ import annotations

import os
import subprocess
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
