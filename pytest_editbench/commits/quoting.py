"""Parts of proposals as messages quote them: short, on one line, and printable whatever is in them."""

from __future__ import annotations

import re

_MOST = 40  # characters
_BLANKS = re.compile(r"[ \t\r\n]+")


def quoted(text: str) -> str:
    r"""The text in quotes; what is too long is cut, what is not printable is written as `\x1b`."""
    line = _BLANKS.sub(" ", text).strip()
    return f'"{escaped(line[:_MOST])}…"' if len(line) > _MOST else f'"{escaped(line)}"'


def escaped(text: str) -> str:
    """The text with what is not printable written out."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)
