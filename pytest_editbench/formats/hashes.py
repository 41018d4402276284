"""Short hashes of lines, which vouch that a line is the one that was meant."""

from __future__ import annotations

import hashlib
import string
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LETTERS = 3  # one in 17,576 other lines has the same hash


@lru_cache(maxsize=1 << 14)
def of(line: str) -> str:
    """The hash of a line, without its line end: the start of its SHA-256 as small letters."""
    number = int.from_bytes(hashlib.sha256(line.encode("utf-8", "surrogatepass")).digest()[:8])
    letters = []
    for _ in range(LETTERS):
        number, place = divmod(number, len(string.ascii_lowercase))
        letters.append(string.ascii_lowercase[place])
    return "".join(letters)


def shifts(found: Sequence[str], told: Sequence[tuple[int, str]]) -> list[int]:
    """By how many lines the told numbers must be moved to fit a file with these hashes, two at most."""
    shifts: list[int] = []
    first, wanted = told[0] if told else (0, "")
    for number, each in enumerate(found):
        if each == wanted and len(shifts) < 2:
            shift = number - first
            moved = ((place + shift, value) for place, value in told)
            if all(0 <= place < len(found) and found[place] == value for place, value in moved):
                shifts.append(shift)
    return shifts
