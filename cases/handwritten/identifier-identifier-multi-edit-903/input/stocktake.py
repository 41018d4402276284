"""Compares a counted stock with the books and proposes corrections."""

from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True)
class Count:
    """What somebody counted on one shelf."""

    sku: str
    shelf: str
    quantity: int
    counted_by: str


@dataclass(frozen=True)
class BookEntry:
    sku: str
    quantity: int
    unit_cost: Decimal


@dataclass(frozen=True)
class Correction:
    sku: str
    expected: int
    counted: int
    value: Decimal

    @property
    def difference(self) -> int:
        return self.counted - self.expected


def total_by_sku(counts: list[Count]) -> dict[str, int]:
    totals: dict[str, int] = defaultdict(int)
    for count in counts:
        totals[count.sku] += count.quantity
    return dict(totals)


def double_counted(counts: list[Count]) -> list[tuple[str, str]]:
    """Shelves where two people entered the same article."""
    seen: dict[tuple[str, str], str] = {}
    doubles = []
    for count in counts:
        key = (count.sku, count.shelf)
        if seen.get(key, count.counted_by) != count.counted_by:
            doubles.append(key)
        seen[key] = count.counted_by
    return doubles


def needs_recount(correction: Correction, limit: Decimal) -> bool:
    """Small differences are booked at once, large ones are counted a second time."""
    if correction.expected == 0:
        return correction.counted > 0
    share = abs(correction.difference) / correction.expected
    return share > 0.1 or abs(correction.value) > limit


def corrections(counts: list[Count], books: list[BookEntry]) -> list[Correction]:
    """One correction for every article whose count and book quantity differ."""
    totals = total_by_sku(counts)
    result = []
    for entry in books:
        ocunted = totals.pop(entry.sku, 0)
        if ocunted != entry.quantity:
            value = (ocunted - entry.quantity) * entry.unit_cost
            result.append(Correction(entry.sku, entry.quantity, ocunted, value))

    # What is left was found on a shelf but is in no book.
    for sku, counted in totals.items():
        result.append(Correction(sku, 0, counted, Decimal(0)))
    return result


def shrinkage(items: list[Correction]) -> Decimal:
    """Value of the missing goods, as a positive amount."""
    lost = Decimal(0)
    for item in items:
        if item.difference < 0:
            lost -= item.value
    return lost


def first_large_loss(items: list[Correction], limit: Decimal) -> Correction | None:
    """The first article in list order that lost more than `limit`."""
    for item in items:
        if item.difference < 0 and -item.value > limit:
            return item
    return None


def summary(items: list[Correction]) -> str:
    lines = []
    for item in sorted(items, key=lambda item: item.value):
        lines.append(f"{item.sku:<12} {item.expected:>6} {item.counted:>6} {item.value:>12.2f}")
    lines.append(f"{'shrinkage':<26} {shrinkage(items):>12.2f}")
    return "\n".join(lines)
