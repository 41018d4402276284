"""The URLs of repositories: which of them mean the same one."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

_SCHEME = re.compile(r"[A-Za-z][\w+.-]*://")
_SCP = re.compile(r"(?:[^@/:]+@)?(?P<host>[^@/:]+):(?P<path>(?!//).+)")  # USER@HOST:PATH, as git reads it
_SCP_PASSWORD = re.compile(r"[^@/:]*:[^@/]*@")
_PORTS = {"http": 80, "https": 443, "ssh": 22, "git+ssh": 22, "ssh+git": 22, "git": 9418}
_LOCAL = ("/", "./", "../")


def key(url: str) -> str:
    """What the spellings of one repository share: host and path, whatever the protocol and the user.

    Of a folder on this machine it is the path.
    """
    url = url.strip()
    if _SCHEME.match(url):
        return _of_url(url)
    scp = _SCP.fullmatch(url)
    return _joined(scp["host"], scp["path"]) if scp else _bare(url)


def public(url: str) -> str:
    """The URL as files may tell it: without password, query and fragment, and without a user but for ssh."""
    url = url.strip()
    scheme = _SCHEME.match(url)
    if scheme is None:
        return _SCP_PASSWORD.sub("", url)
    host, slash, path = re.split("[?#]", url[scheme.end() :], maxsplit=1)[0].partition("/")
    user, _, host = host.rpartition("@")
    kept = f"{user}@" if user and ":" not in user and "ssh" in scheme[0].lower() else ""
    return f"{scheme[0]}{kept}{host}{slash}{path}"


def local(url: str, base: Path) -> Path | None:
    """The folder that a URL or a path means, relative ones from `base`; None for what is elsewhere."""
    url = url.strip()
    if url.startswith("file://"):
        return Path(unquote(urlsplit(url).path))
    return base / url if url.startswith(_LOCAL) or url in (".", "..") else None


def _of_url(url: str) -> str:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:  # no port, or no host, that could be one
        return _bare(url)
    scheme = parts.scheme.lower()
    if scheme == "file":
        return _bare(unquote(parts.path))
    usual = port is None or port == _PORTS.get(scheme)
    return _joined(host if usual else f"{host}:{port}", unquote(parts.path))


def _joined(host: str, path: str) -> str:
    return f"{host.lower()}/{_bare(path).lstrip('/')}"


def _bare(path: str) -> str:
    return path.rstrip("/").removesuffix(".git").rstrip("/")
