"""Recorded output of the real tools.

Each request to the scripted model cost 1,000 tokens of input, 200 of them cached, and 100 of output.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pytest_editbench.agents.logs import PARSERS, Log

FOLDER = Path(__file__).parent / "recordings"
TOOLS = sorted(path.name for path in FOLDER.iterdir())


def names(tool: str) -> list[str]:
    """What was recorded of a tool."""
    return sorted({path.stem for path in (FOLDER / tool).iterdir() if path.suffix != ".stderr"})


ALL = [(tool, name) for tool in TOOLS for name in names(tool)]


@cache
def said(tool: str, name: str) -> bytes:
    """What the tool printed, or the file it wrote."""
    return next(path for path in (FOLDER / tool).glob(f"{name}.*") if path.suffix != ".stderr").read_bytes()


@cache
def warned(tool: str, name: str) -> bytes:
    """What it printed on standard error, as far as that tells anything."""
    path = FOLDER / tool / f"{name}.stderr"
    return path.read_bytes() if path.exists() else b""


def read(tool: str, *pieces: bytes, error: bytes = b"") -> Log:
    """The log that a tool's parser makes of what was said, piece by piece."""
    parser = PARSERS[tool]()
    feed = parser.feed if parser.file is None else parser.feed_file
    for piece in pieces:
        feed(piece)
    parser.feed_error(error)
    return parser.close()


def log(tool: str, name: str) -> Log:
    """The log of a recording."""
    return read(tool, said(tool, name), error=warned(tool, name))
