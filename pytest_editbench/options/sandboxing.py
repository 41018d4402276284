"""Options on what agents may see and reach."""

from __future__ import annotations

from pathlib import Path

from pytest_editbench import parsing
from pytest_editbench.options.option import Option

SANDBOX_CHOICES = ("none", "bwrap")
NETWORK_CHOICES = ("on", "off")


def _port(value: str) -> int:
    if not (value.isascii() and value.isdecimal() and 1024 <= int(value) <= 65535):
        raise ValueError("must be the number of a port, from 1024 to 65535")
    return int(value)


def _place(value: str) -> Path:
    return Path(value).expanduser()


ROWS = (
    Option(
        "sandbox",
        f"what keeps agents in their workspace: {', '.join(SANDBOX_CHOICES)} (default none)",
        parsing.one_of(SANDBOX_CHOICES),
        "none",
        metavar="LEVEL",
    ),
    Option(
        "sandbox-read",
        "a file or a folder that agents may read in the sandbox as well; repeatable",
        _place,
        (),
        metavar="PATH",
        repeatable=True,
    ),
    Option(
        "network",
        f"the network of agents in the sandbox: {', '.join(NETWORK_CHOICES)} (default on)",
        parsing.one_of(NETWORK_CHOICES),
        "on",
        metavar="WHICH",
    ),
    Option(
        "relay",
        "a port of this machine that agents reach without a network; repeatable",
        _port,
        (),
        metavar="PORT",
        repeatable=True,
    ),
)
