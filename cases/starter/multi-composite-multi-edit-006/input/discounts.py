"""Discounts on a basket: which ones apply, in which order, and what they take off.

All amounts are whole cents; a percentage is rounded half up, once per line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

CODE = re.compile(r"^[A-Z]{2,}[0-9]*(?:-[A-Z0-9]+)*$")


@dataclass(frozen=True)
class Line:
    sku: str
    quantity: int
    unit_price: int
    category: str = "other"

    @property
    def total(self) -> int:
        return self.quantity * self.unit_price


@dataclass(frozen=True)
class Discount:
    code: str
    percent: int = 0
    amount: int = 0
    minimum: int = 0
    categories: frozenset[str] = field(default_factory=frozenset)
    starts: date | None = None
    ends: date | None = None
    combinable: bool = False


@dataclass
class Receipt:
    subtotal: int
    taken_off: dict[str, int] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return max(0, self.subtotal - sum(self.taken_off.values()))


# What a customer types is checked here and nowhere else.
def checkout(lines: Sequence[Line], discounts: Sequence[Discount], today: date) -> Receipt:
    """Apply the best lone discount, or all that may be combined, whichever is cheaper."""
    receipt = Receipt(subtotal=sum(line.total for line in lines))
    together: dict[str, int] = {}
    alone: tuple[str, int] | None = None

    for discount in discounts:
        reason = why_not(discount, lines, today)
        if reason is not None:
            receipt.refused[discount.code] = reason
            continue
        reduction = take_off(discount, lines)
        nothing_left = reduction == 0
        if nothing_left:
            receipt.refused[discount.code] = "this code would not change the price"
        elif discount.combinable and discount.code in together:
            receipt.refused[discount.code] = "every code counts once"
        elif discount.combinable:
            together[discount.code] = reduction
        elif alone is None or reduction > alone[0]:
            alone = (discount.code, reduction)

    if alone is not None and alone[1] > sum(together.values()):
        receipt.taken_off[alone[0]] = alone[1]
        for code in together:
            receipt.refused[code] = f"cannot be combined with {alone[0]}"
    else:
        receipt.taken_off.update(together)
        if alone is not None:
            receipt.refused[alone[0]] = "other codes give a better price"
    return receipt


def percent_of(amount: int, percent: int) -> int:
    return (amount * percent + 50) // 100


def why_not(discount: Discount, lines: Sequence[Line], today: date) -> str | None:
    """The reason for which a discount does not apply, in words for the customer."""
    if CODE.match(discount.code):
        return "this is not a valid code"
    if discount.starts is not None and today < discount.starts:
        return f"starts on {discount.starts:%d %B}"
    if discount.ends is not None and today > discount.ends:
        return "this offer has ended"
    eligible = sum(line.total for line in lines if applies_to(discount, line))
    if not eligible:
        return "nothing in the basket takes part in this offer"
    if eligible < discount.minimum:
        missing = discount.minimum - eligible
        return f"spend {missing / 100:.2f} more on participating items"
    return None


def applies_to(discount: Discount, line: Line) -> bool:
    return not discount.categories or line.category in discount.categories


def take_off(discount: Discount, lines: Iterable[Line]) -> int:
    eligible = [line for line in lines if applies_to(discount, line)]
    if discount.percent > 0:
        reduction = sum(percent_of(line.total, discount.percent) for line in eligible)
    else:
        reduction = min(discount.amount, sum(line.total for line in eligible))
    return reduction


def cheapest_free(lines: Sequence[Line], group_size: int) -> int:
    """Buy `group_size`, get the cheapest of each group for nothing."""
    if group_size <= 1:
        return 0
    prices = sorted((line.unit_price for line in lines for _ in range(line.quantity)), reverse=True)
    free = 0
    for index in range(group_size + 1, len(prices), group_size):
        free += prices[index]
    return free
