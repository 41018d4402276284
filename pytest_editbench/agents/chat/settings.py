"""How models are asked: what the options and the environment say of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pytest_editbench import formats
from pytest_editbench.agents.chat import messages
from pytest_editbench.agents.chat.failures import KEYS
from pytest_editbench.agents.chat.pace import Limits, Pace
from pytest_editbench.agents.chat.request import DEFAULT_SERVER
from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from pytest_editbench.options import Options

SERVER = "OPENAI_BASE_URL"  # environment variable


@dataclass(frozen=True, slots=True)
class Settings:
    """How models are asked."""

    server: str  # base URL
    pace: Pace
    edit_formats: tuple[str, ...] = (messages.DEFAULT,)
    tolerances: tuple[str, ...] = ()
    temperature: float | None = None
    seed: int | None = None  # to which a trial's number is added
    max_tokens: int | None = None
    cache: Path | None = None


def of(options: Options, environ: Mapping[str, str], folder: Path, secret: str) -> Settings:
    """The settings of a session; `UsageError` says what of them cannot be.

    `folder` and `secret` are what its processes share: where they count requests, and how they sign.
    """
    server = _server(options.base_url, environ)
    if key(environ) is None and server == DEFAULT_SERVER and options.cache is None:
        raise UsageError(f"{server} wants a key: set {' or '.join(KEYS)}, or another --editbench-base-url")
    return Settings(
        server=server,
        pace=Pace(folder / "requests", secret, Limits(options.max_requests, options.rate)),
        edit_formats=_edit_formats(options.edit_format),
        tolerances=_tolerances(options.tolerate),
        temperature=options.temperature,
        seed=options.seed,
        max_tokens=options.max_tokens,
        cache=options.cache if options.cache is None else _made(options.cache),
    )


def check(options: Options) -> None:
    """`UsageError` for names that are none, whether models are asked or not."""
    _edit_formats(options.edit_format)
    _tolerances(options.tolerate)


def key(environ: Mapping[str, str]) -> str | None:
    """The key for the server, None where there is none; `UsageError` where it cannot be one."""
    for name in KEYS:
        found = environ.get(name, "").strip()
        if found and not (found.isascii() and found.isprintable() and " " not in found):
            raise UsageError(f"{name} holds what no key can: blanks, or characters that are not ASCII")
        if found:
            return found
    return None


def _server(given: str | None, environ: Mapping[str, str]) -> str:
    name = SERVER if given is None else "--editbench-base-url"
    url = (environ.get(SERVER, "").strip() or DEFAULT_SERVER) if given is None else given.strip()
    try:
        parts = urlsplit(url)
        sound = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        sound = False
    if not sound or not url.isascii() or not url.isprintable() or " " in url:
        raise UsageError(f"{name} must be the base URL of a server, such as http://localhost:8000/v1")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise UsageError(f"{name} must hold no password, query or fragment; the key is set by {KEYS[0]}")
    return url.rstrip("/")


def _edit_formats(names: Sequence[str]) -> tuple[str, ...]:
    known = _known("--editbench-edit-format", names, [*formats.FORMATS])
    twice = next((name for name in known if known.count(name) > 1), None)
    if twice:
        raise UsageError(f"--editbench-edit-format {twice} is given twice")
    return known or (messages.DEFAULT,)


def _tolerances(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted({*_known("--editbench-tolerate", names, [*formats.TOLERANCES])}))


def _known(option: str, names: Sequence[str], choices: Sequence[str]) -> tuple[str, ...]:
    for name in names:
        if name not in choices:
            raise UsageError(f"{option}: there is no {name!r}, only {', '.join(choices)}")
    return tuple(names)


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--editbench-cache {folder}: no folder can be made: {error.strerror}") from None
    return folder
