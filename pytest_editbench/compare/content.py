"""What the bytes of a file are: text or not, and its lines."""

import re

# Larger files are judged, but not diffed: their lines would fill the memory, and take minutes.
DIFF_BYTES = 32 * 1024 * 1024
DIFF_LINES = 200_000


def is_text(data: bytes) -> bool:
    """Whether line ends mean anything here: content with a NUL byte is binary."""
    return b"\0" not in data


def is_diffable(data: bytes) -> bool:
    """Whether the content can be held against another line by line."""
    return len(data) <= DIFF_BYTES and is_text(data) and line_ends(data) <= DIFF_LINES


def line_ends(data: bytes) -> int:
    r"""How many lines are ended; a lone `\r` ends one only where no `\n` does."""
    return data.count(b"\n") or data.count(b"\r")


def count_lines(data: bytes) -> int:
    """How many lines `lines` gives."""
    return data.count(b"\n") + (not data.endswith(b"\n") and bool(data))


def count_characters(data: bytes) -> int:
    """The sum of `characters` over all lines."""
    return len(decoded(data)) - data.count(b"\n")


def lines(data: bytes) -> list[bytes]:
    r"""The lines with their `\n`; the last one may lack it, and a `\r` stays where it is."""
    return re.findall(rb"[^\n]*\n|[^\n]+", data)


def decoded(data: bytes) -> str:
    r"""UTF-8 as text, a byte that is none written as `\xff`."""
    return data.decode("utf-8", "backslashreplace")


def characters(line: bytes) -> int:
    """Characters of a line without its line end."""
    return len(decoded(line.removesuffix(b"\n")))
