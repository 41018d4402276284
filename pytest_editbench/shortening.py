"""Long texts made to fit a budget: head and tail by whole lines, and how much is left out between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_HEAD = 2 / 3  # of the budget: what a diff begins with tells most


def shortened(text: str, budget: int) -> str:
    """The text in at most `budget` characters: whole lines of it, and a line on those left out.

    What not even that line fits into is the empty text.
    """
    if len(text) <= budget:
        return text
    lines = [f"{line}\n" for line in text.removesuffix("\n").split("\n")]
    room = budget - len(_left_out(len(lines)))
    if room < 0:
        return ""
    head = _fitting(lines, int(room * _HEAD))
    tail = _fitting(lines[:head:-1], room - sum(map(len, lines[:head])))
    kept = "".join([*lines[:head], _left_out(len(lines) - head - tail), *lines[len(lines) - tail :]])
    return kept if text.endswith("\n") else kept.removesuffix("\n")


def shares(sizes: Sequence[int], budget: int) -> list[int]:
    """How much of the budget each text gets: small ones all they need, the others equal parts of the rest."""
    given = [0] * len(sizes)
    left = max(budget, 0)
    order = sorted(range(len(sizes)), key=lambda index: sizes[index])
    for rank, index in enumerate(order):
        given[index] = min(sizes[index], left // (len(order) - rank))
        left -= given[index]
    return given


def _fitting(lines: Sequence[str], room: int) -> int:
    """How many of the first lines fit."""
    for count, line in enumerate(lines):
        room -= len(line)
        if room < 0:
            return count
    return len(lines)


def _left_out(count: int) -> str:
    return f"… {count:,} line{'' if count == 1 else 's'} left out …\n"
