"""Marker lines: comments that point at the cursor in the line above, in excerpts and in patches."""

from __future__ import annotations

import re

from pytest_editbench.cases.examples.example import encoded

MARK = "[CURSOR_POSITION]"

_POINTER = re.compile(r"([\^<])[ \t]*\[CURSOR_POSITION\]")
_LONGEST_SIGN = 4  # characters that begin or end a comment


def is_one(line: str) -> bool:
    """Whether the line holds nothing but the sign of a comment and a pointer to the cursor."""
    before, found, after = line.partition(MARK)
    lead, end = before.strip(), after.strip()
    if not found or not lead.endswith(("^", "<")):
        return False
    return all(len(sign) <= _LONGEST_SIGN and len(sign.split()) <= 1 for sign in (lead[:-1].strip(), end))


def column(line: str, target: str, margin: int = 0) -> tuple[str, int, str]:
    """What a marker line says of the line above: its sign, the column, and what had to be mended.

    The column is 0-based and counts bytes; the last is empty where nothing had to. `margin` is how many
    columns of the marker line lie left of the target. ValueError when the line points nowhere.
    """
    pointers = list(_POINTER.finditer(line))
    if not pointers:
        raise ValueError(f"{MARK} points nowhere; write ^ or < directly in front of it")
    sign, at = pointers[-1][1], pointers[-1].start(1)
    if sign == "<":
        at = len(line) - len(line.lstrip(" \t"))
    return (sign, *_within(line[margin:at], target.removesuffix("\r")))


def is_within_character(data: bytes, offset: int) -> bool:
    """Whether the byte at an offset is not the first of its character, in UTF-8."""
    return offset < len(data) and data[offset] & 0xC0 == 0x80


def _within(lead: str, target: str) -> tuple[int, str]:
    """The column of the target that lies below such a lead."""
    data, wanted = encoded(target), len(encoded(lead))
    if wanted > len(data):
        return len(data), "the cursor's marker stands behind the end of its line; taken as the line's end"
    if is_within_character(data, wanted):
        counted = "the cursor's column in bytes lies within a character; counted in characters"
        return len(encoded(target[: len(lead)])), counted
    return wanted, ""
