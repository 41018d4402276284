"""A private home for an agent: none of the user's settings and memories, and a place for its own."""

from __future__ import annotations

import errno
import os
import shutil
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench import untrusted
from pytest_editbench import workspace as workspaces
from pytest_editbench.agents.commandline import straight
from pytest_editbench.errors import AgentError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pytest_editbench.model import Workspace

# What a program needs of the environment to run at all, to reach the network and to be found again.
LET_THROUGH = (
    *("PATH", "LANG", "LANGUAGE", "LC_*", "TZ", "TERM", "COLORTERM", "NO_COLOR", "USER", "LOGNAME", "SHELL"),
    *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"),
    *("http_proxy", "https_proxy", "all_proxy", "no_proxy"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"),
    *("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "NIX_SSL_CERT_FILE"),
    # Version managers put programs of theirs on PATH, which look here for the real ones.
    *("ASDF_DIR", "ASDF_DATA_DIR", "MISE_DATA_DIR", "NVM_DIR", "FNM_DIR", "VOLTA_HOME", "PYENV_ROOT"),
    *("EDITBENCH_MARKER", "EDITBENCH_USAGE_FILE"),
)
# Of a command nothing more is known than that it will want to log in somewhere.
OF_ANY_PROVIDER = ("*_API_KEY", "*_AUTH_TOKEN", "*_BASE_URL", "*_API_BASE", "*_API_HOST", "*_ENDPOINT")

_TEMPORARY = "tmp"
_LARGEST = 1024 * 1024  # bytes of a login file
_XDG = {
    "XDG_CONFIG_HOME": ".config",
    "XDG_CACHE_HOME": ".cache",
    "XDG_DATA_HOME": ".local/share",
    "XDG_STATE_HOME": ".local/state",
}


@dataclass(frozen=True, slots=True)
class Home:
    """A private folder for one trial's agent."""

    path: Path  # its home
    temporary: Path  # for its temporary files; a short path, since sockets go there, and not above the home

    def environment(self, base: Mapping[str, str], also: Iterable[str] = ()) -> dict[str, str]:
        """What of `base` is let through, these patterns too, with everything private put in place."""
        patterns = (*LET_THROUGH, *also)
        kept = {
            name: value
            for name, value in base.items()
            if any(fnmatchcase(name, pattern) for pattern in patterns)
        }
        places = {name: str(self.path / place) for name, place in _XDG.items()}
        runtime = {"XDG_RUNTIME_DIR": str(self.temporary), "TMPDIR": str(self.temporary)}
        return {**kept, "HOME": str(self.path), **places, **runtime}

    def folder(self, name: str) -> None:
        """Make the folder of that path, if it is one under the home; `AgentError` when that fails."""
        place = self.path / name
        if place.is_relative_to(self.path):
            try:
                place.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as error:
                raise AgentError(f"{place}: the agent's home cannot be made: {error.strerror}") from error

    def write(self, name: str, data: bytes, mode: int = 0o600) -> None:
        """Write a file under the home; `AgentError` when that fails."""
        place = self.path / name
        try:
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            place.unlink(missing_ok=True)  # an earlier attempt may have left a link here
            place.write_bytes(data)
            place.chmod(mode)
        except OSError as error:
            raise AgentError(f"{place}: the agent's home cannot be written: {error.strerror}") from error


def make(workspace: Workspace) -> Home:
    """The private home of this workspace's agent; there from an earlier attempt, or made now.

    It lies where `workspace.home` says, else beside the workspace. `AgentError` when it cannot be made.
    """
    place = workspace.home or workspace.path.with_name("home")
    found = Home(place / "home", workspace.path.with_name(_TEMPORARY))
    try:
        for folder in (found.path, found.temporary):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise AgentError(f"{place}: no private home can be made: {error.strerror}") from error
    return found


def discard(workspace: Workspace) -> None:
    """Remove the private home of this workspace's agent, if it has one."""
    for place in (workspace.home or workspace.path.with_name("home"), workspace.path.with_name(_TEMPORARY)):
        if os.path.lexists(place):
            workspaces.remove(place)


def users() -> Path:
    """The home folder of the user."""
    return Path(os.environ.get("HOME") or Path.home())


def copy(source: Path, home: Home, name: str) -> bool:
    """Copy a file of the user's into the home, read-only; False where there is none, or `refusal`."""
    try:
        data = _content(source)
    except OSError:
        return False
    home.write(name, data, mode=0o400)
    return True


def refusal(source: Path) -> str | None:
    """Why a file of the user's is not copied, though something is there; None where it is, or nothing is."""
    try:
        _content(source)
    except FileNotFoundError:
        return "it is a link to nothing" if source.is_symlink() else None
    except OSError as error:
        return error.strerror
    return None


def _content(source: Path) -> bytes:
    """What a regular file holds; a link is followed to one in the user's home folder, or in its own.

    An agent may have put it there, in a session that lent it the user's home: a pipe would never end, and a
    link could lead to any secret. `OSError` says what is wrong.
    """
    try:
        real = source.resolve(strict=True)
    except (RuntimeError, OSError) as error:  # before Python 3.13, a loop is the first of them
        if isinstance(error, OSError) and error.errno != errno.ELOOP:
            raise
        raise OSError(errno.ELOOP, "it is a link to itself") from None
    if not any(real.is_relative_to(folder.resolve()) for folder in (users(), source.parent)):
        raise OSError(errno.EPERM, f"it is a link that leads out of the home folder, to {real}")
    data = untrusted.read(real, _LARGEST + 1)
    if len(data) > _LARGEST:
        raise OSError(errno.EFBIG, f"it is larger than {_LARGEST:,} bytes")
    return data


def which(program: str) -> str | None:
    """The whole path of a program on PATH; a relative entry there is one of this folder's."""
    found = shutil.which(program)
    return straight(Path(found).absolute()) if found else None
