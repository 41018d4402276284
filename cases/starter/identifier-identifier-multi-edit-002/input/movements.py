"""Goods in a warehouse: where they lie, what is promised to whom, and every movement between.

The stock is never changed directly. Each change is a movement; a movement is checked, applied and
written to the journal, and the journal can be played again from the beginning.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from enum import Enum
from typing import NamedTuple


class Kind(Enum):
    RECEIPT = "receipt"
    RETURN = "return"
    TRANSFER = "transfer"
    RESERVATION = "reservation"
    RELEASE = "release"
    PICK = "pick"
    SHIPMENT = "shipment"
    COUNT = "count"
    SCRAP = "scrap"
    BLOCK = "block"
    UNBLOCK = "unblock"


class Place(NamedTuple):
    aisle: str
    shelf: int
    bin: int

    def __str__(self) -> str:
        return f"{self.aisle}-{self.shelf:02d}-{self.bin:02d}"


PLACE = re.compile(r"^\s*([A-Z]+)-(\d+)-(\d+)\s*$")
BATCH = re.compile(r"^[A-Z]{2}\d{4}(-[A-Z0-9]+)*$")
QUANTITY = re.compile(r"^\s*([0-9]+)\s*(x|pcs|pieces|boxes|pallets)?\s*$")


@dataclass(frozen=True)
class Article:
    sku: str
    name: str
    per_box: int = 1
    boxes_per_pallet: int = 1
    weight: float = 0.0
    shelf_life_days: int | None = None
    hazardous: bool = False
    fragile: bool = False


@dataclass
class Lot:
    """What lies of one article and batch in one place."""

    sku: str
    place: Place
    batch: str = ""
    on_hand: int = 0
    reserved: int = 0
    picked: int = 0
    blocked: bool = False
    expires: date | None = None

    @property
    def available(self) -> int:
        if self.blocked:
            return 0
        return self.on_hand - self.reserved - self.picked

    @property
    def is_empty(self) -> bool:
        return self.on_hand == 0 and self.reserved == 0 and self.picked == 0


@dataclass(frozen=True)
class Movement:
    kind: Kind
    sku: str
    quantity: int
    day: date
    source: Place | None = None
    target: Place | None = None
    batch: str = ""
    order: str = ""
    expires: date | None = None
    note: str = ""


class MovementError(ValueError):
    def __init__(self, movement: Movement, reason: str) -> None:
        super().__init__(f"{movement.kind.value} of {movement.sku}: {reason}")
        self.movement = movement
        self.reason = reason


@dataclass
class Stock:
    articles: dict[str, Article] = field(default_factory=dict)
    lots: dict[tuple[str, Place, str], Lot] = field(default_factory=dict)
    journal: list[Movement] = field(default_factory=list)
    capacity: dict[Place, int] = field(default_factory=dict)

    def lot(self, sku: str, place: Place, batch: str = "") -> Lot | None:
        return self.lots.get((sku, place, batch))

    def lots_of(self, sku: str) -> list[Lot]:
        found = [lot for lot in self.lots.values() if lot.sku == sku]
        return sorted(found, key=lambda lot: (lot.place, lot.batch))

    def lots_at(self, place: Place) -> list[Lot]:
        found = [lot for lot in self.lots.values() if lot.place == place]
        return sorted(found, key=lambda lot: (lot.sku, lot.batch))

    def on_hand(self, sku: str) -> int:
        return sum(lot.on_hand for lot in self.lots_of(sku))

    def available(self, sku: str) -> int:
        return sum(lot.available for lot in self.lots_of(sku))

    def room_at(self, place: Place) -> int | None:
        """How many pieces still fit; None where nobody has set a limit."""
        limit = self.capacity.get(place)
        if limit is None:
            return None
        return limit - sum(lot.on_hand for lot in self.lots_at(place))


def parse_place(text: str) -> Place:
    match = PLACE.match(text)
    if match is None:
        raise ValueError(f"{text!r} is not a place: write for instance B-03-12")
    return Place(match.group(1), int(match.group(2)), int(match.group(3)))


def parse_quantity(text: str, article: Article) -> int:
    """Pieces out of `12`, `12 pcs`, `3 boxes` or `1 pallets`."""
    match = QUANTITY.match(text)
    if match is None:
        raise ValueError(f"{text!r} is not a quantity")
    number = int(match.group(1))
    match match.group(2):
        case "boxes":
            return number * article.per_box
        case "pallets":
            return number * article.per_box * article.boxes_per_pallet
        case _:
            return number


def check(stock: Stock, movement: Movement) -> str | None:
    """The reason for which a movement cannot be made, or None."""
    article = stock.articles.get(movement.sku)
    if article is None:
        return "there is no such article"
    if movement.quantity <= 0 and movement.kind is not Kind.COUNT:
        return "the quantity must be positive"
    if movement.batch and not BATCH.match(movement.batch):
        return f"{movement.batch!r} is not a batch number"

    source = None
    if movement.source is not None:
        source = stock.lot(movement.sku, movement.source, movement.batch)
    room = None
    if movement.target is not None:
        room = stock.room_at(movement.target)

    kind = movement.kind
    match kind:
        case Kind.RECEIPT:
            if movement.target is None:
                return "a receipt needs a place to go to"
            if room is not None and movement.quantity > room:
                return f"there is room for {room} only at {movement.target}"
            if article.shelf_life_days is not None and movement.expires is None:
                return "the date of expiry is missing"
            if movement.expires is not None and movement.expires <= movement.day:
                return "the goods have expired already"
        case Kind.RETURN:
            if movement.target is None:
                return "a return needs a place to go to"
            if room is not None and movement.quantity > room:
                return f"there is room for {room} only at {movement.target}"
            if not movement.order:
                return "a return needs the order that it belongs to"
        case Kind.TRANSFER:
            if source is None or movement.target is None:
                return "a transfer needs two places"
            if movement.source == movement.target:
                return "both places are the same"
            if movement.quantity > source.available:
                return f"only {source.available} can be moved from {movement.source}"
            if room is not None and movement.quantity > room:
                return f"there is room for {room} only at {movement.target}"
            if article.hazardous and movement.target.aisle != "H":
                return "dangerous goods belong into aisle H"
        case Kind.RESERVATION:
            if source is None:
                return "there is nothing to reserve at that place"
            if not movement.order:
                return "a reservation needs an order"
            if movement.quantity > source.available:
                return f"only {source.available} are free at {movement.source}"
        case Kind.PICK:
            if source is None:
                return "there is nothing to pick at that place"
            if not movement.order:
                return "a pick needs an order"
            if movement.quantity > source.reserved:
                return f"only {source.reserved} are reserved at {movement.source}"
            if source.blocked:
                return f"the lot at {movement.source} is blocked"
            if source.expires is not None and source.expires <= movement.day:
                return f"the lot at {movement.source} has expired"
        case Kind.SHIPMENT:
            if source is None:
                return "there is nothing to ship from that place"
            if movement.quantity > source.picked:
                return f"only {source.picked} are picked at {movement.source}"
        case Kind.COUNT:
            if movement.source is None:
                return "a count needs a place"
            if movement.quantity < 0:
                return "nobody can count less than nothing"
            if source is not None and movement.quantity < source.reserved + source.picked:
                return "less was counted than is promised to customers"
        case Kind.SCRAP:
            if source is None:
                return "there is nothing to scrap at that place"
            if not movement.note:
                return "scrapping needs a reason"
            if movement.quantity > source.on_hand - source.reserved - source.picked:
                return "what is promised to customers cannot be scrapped"
        case Kind.BLOCK:
            if source is None:
                return "there is nothing to block at that place"
            if source.blocked:
                return "the lot is blocked already"
        case Kind.UNBLOCK:
            if source is None:
                return "there is nothing to unblock at that place"
            if not source.blocked:
                return "the lot is not blocked"
        case Kind.RELEASE:
            if source is None:
                return "there is nothing to release at that place"
            if movement.quantity > source.reserved:
                return f"only {source.reserved} are reserved at {movement.source}"
    return None


def lot_at(stock: Stock, sku: str, place: Place | None, batch: str) -> Lot:
    """The lot there, made when it does not exist yet."""
    if place is None:
        raise ValueError("a lot needs a place")
    key = (sku, place, batch)
    if key not in stock.lots:
        stock.lots[key] = Lot(sku, place, batch)
    return stock.lots[key]


def apply(stock: Stock, movement: Movement) -> None:
    """Make a movement, write it down, and forget lots that are empty."""
    reason = check(stock, movement)
    if reason is not None:
        raise MovementError(movement, reason)

    match movement.kind:
        case Kind.RECEIPT | Kind.RETURN:
            lot = lot_at(stock, movement.sku, movement.target, movement.batch)
            lot.on_hand += movement.quantity
            if movement.expires is not None:
                lot.expires = movement.expires
            if movement.kind is Kind.RETURN:
                # Nobody has looked at the goods yet.
                lot.blocked = True
        case Kind.TRANSFER:
            lot = lot_at(stock, movement.sku, movement.source, movement.batch)
            target = lot_at(stock, movement.sku, movement.target, movement.batch)
            lot.on_hand -= movement.quantity
            target.on_hand += movement.quantity
            target.expires = lot.expires
        case Kind.RESERVATION:
            lot = lot_at(stock, movement.sku, movement.source, movement.batch)
            lot.reserved += movement.quantity
        case Kind.RELEASE:
            lot = lot_at(stock, movement.sku, movement.source, movement.batch)
            lot.reserved -= movement.quantity
        case Kind.PICK:
            lot = lot_at(stock, movement.sku, movement.source, movement.batch)
            lot.reserved -= movement.quantity
            lot.picked += movement.quantity
        case Kind.SHIPMENT:
            lot = lot_at(stock, movement.sku, movement.source, movement.batch)
            lot.picked -= movement.quantity
            lot.on_hand -= movement.quantity
        case Kind.COUNT:
            lot = lot_at(stock, movement.sku, movement.source, movement.batch)
            lot.on_hand = movement.quantity
        case Kind.SCRAP:
            lot = lot_at(stock, movement.sku, movement.source, movement.batch)
            lot.on_hand -= movement.quantity
        case Kind.BLOCK:
            lot = lot_at(stock, movement.sku, movement.source, movement.batch)
            lot.blocked = True
        case Kind.UNBLOCK:
            lot = lot_at(stock, movement.sku, movement.source, movement.batch)
            lot.blocked = False

    stock.journal.append(movement)
    for key in [key for key, lot in stock.lots.items() if lot.is_empty]:
        del stock.lots[key]


def replay(journal: Iterable[Movement], articles: dict[str, Article]) -> Stock:
    stock = Stock(articles=dict(articles))
    for movement in journal:
        apply(stock, movement)
    return stock


def reserve(stock: Stock, sku: str, quantity: int, order: str, day: date) -> list[Movement]:
    """Reserve pieces for an order, from the lots that expire first; all of them or none."""
    if quantity <= 0:
        raise ValueError("the quantity must be positive")
    lots = [lot for lot in stock.lots_of(sku) if lot.available > 0]
    lots = [lot for lot in lots if lot.expires is None or lot.expires > day]
    lots.sort(key=lambda lot: (lot.expires or date.max, lot.available, lot.place))

    movements: list[Movement] = []
    missing = quantity
    for lot in lots:
        if missing == 0:
            break
        share = min(missing, lot.available)
        movement = Movement(
            kind=Kind.RESERVATION,
            sku=sku,
            quantity=share,
            day=day,
            source=lot.place,
            batch=lot.batch,
            order=order,
        )
        movements.append(movement)
        missing -= share

    if missing > 0:
        raise ValueError(f"{missing} of {quantity} pieces of {sku} are missing for {order}")
    for movement in movements:
        apply(stock, movement)
    return movements


def release(stock: Stock, sku: str, quantity: int, order: str, day: date) -> list[Movement]:
    """Give back what was reserved for an order, the lots that expire last first."""
    if quantity <= 0:
        raise ValueError("the quantity must be positive")
    held = reserved_for(stock, order, sku)
    places = sorted(held, key=lambda key: (key[0], key[1]), reverse=True)

    movements: list[Movement] = []
    missing = quantity
    for place, batch in places:
        if missing == 0:
            break
        share = min(missing, held[place, batch])
        movement = Movement(
            kind=Kind.RELEASE,
            sku=sku,
            quantity=share,
            day=day,
            source=place,
            batch=batch,
            order=order,
        )
        movements.append(movement)
        missing -= share

    if missing > 0:
        raise ValueError(f"{missing} of {quantity} pieces of {sku} were never held for {order}")
    for movement in movements:
        apply(stock, movement)
    return movements


def reserved_for(stock: Stock, order: str, sku: str) -> dict[tuple[Place, str], int]:
    """What the journal says is held for an order, by place and batch."""
    held: dict[tuple[Place, str], int] = defaultdict(int)
    for movement in stock.journal:
        if movement.order != order or movement.sku != sku or movement.source is None:
            continue
        key = (movement.source, movement.batch)
        if movement.kind is Kind.RESERVATION:
            held[key] += movement.quantity
        elif movement.kind is Kind.RELEASE or movement.kind is Kind.PICK:
            held[key] -= movement.quantity
    return {key: quantity for key, quantity in held.items() if quantity > 0}


class PickStep(NamedTuple):
    place: Place
    sku: str
    batch: str
    quantity: int


def pick_list(stock: Stock, orders: Iterable[str]) -> list[PickStep]:
    """All that is reserved for the orders, in the order of a walk: up one aisle, down the next."""
    wanted: dict[tuple[Place, str, str], int] = defaultdict(int)
    for order in orders:
        for sku in sorted(stock.articles):
            for (place, batch), quantity in reserved_for(stock, order, sku).items():
                wanted[place, sku, batch] += quantity

    by_aisle: dict[str, list[PickStep]] = defaultdict(list)
    for (place, sku, batch), quantity in wanted.items():
        by_aisle[place.aisle].append(PickStep(place, sku, batch, quantity))

    walk: list[PickStep] = []
    for index, aisle in enumerate(sorted(by_aisle)):
        steps = sorted(by_aisle[aisle])
        if index % 2 == 0:
            walk.extend(steps)
        else:
            walk.extend(reversed(steps))
    return walk


def expiring(stock: Stock, day: date, within: int = 30) -> Iterator[tuple[Lot, int]]:
    """Lots that expire soon, with the days that are left; negative for those that have."""
    for lot in sorted(stock.lots.values(), key=lambda lot: (lot.expires or date.max, lot.sku)):
        if lot.expires is None:
            continue
        left = (lot.expires - day).days
        if left <= within:
            yield lot, left


def turnover(stock: Stock, day: date, days: int = 90) -> dict[str, float]:
    """How often the stock of each article was shipped within the period."""
    since = day - timedelta(days=days)
    shipped: dict[str, int] = defaultdict(int)
    for movement in stock.journal:
        if movement.kind is Kind.SHIPMENT and since <= movement.day <= day:
            shipped[movement.sku] += movement.quantity
    rates: dict[str, float] = {}
    for sku in sorted(stock.articles):
        held = stock.on_hand(sku)
        if held == 0 and shipped[sku] == 0:
            continue
        average = held + shipped[sku] / 2
        rates[sku] = shipped[sku] / average if average > 0 else 0.0
    return rates


def classify(stock: Stock, day: date) -> dict[str, str]:
    """ABC analysis: A are the articles that make 80 % of the movements, C the last 5 %."""
    rates = turnover(stock, day)
    total = sum(rates.values())
    classes: dict[str, str] = {}
    running = 0.0
    for sku, rate in sorted(rates.items(), key=lambda item: (-item[1], item[0])):
        running += rate
        if total == 0 or running > 0.95 * total:
            classes[sku] = "C"
        elif running > 0.8 * total:
            classes[sku] = "B"
        else:
            classes[sku] = "A"
    return classes


def merge_lots(stock: Stock, sku: str, target: Place, day: date) -> list[Movement]:
    """Move small free lots of an article to one place, as far as there is room."""
    movements: list[Movement] = []
    for lot in stock.lots_of(sku):
        if lot.place == target or lot.available == 0:
            continue
        room = stock.room_at(target)
        quantity = lot.available if room is None else min(room, lot.available)
        if quantity <= 0:
            continue
        movement = Movement(
            kind=Kind.TRANSFER,
            sku=sku,
            quantity=quantity,
            day=day,
            source=lot.place,
            target=target,
            batch=lot.batch,
            note="merged",
        )
        apply(stock, omvement)
        movements.append(omvement)
    return movements


def reverse(movement: Movement, day: date) -> Movement:
    """The movement that undoes another, where there is one."""
    match movement.kind:
        case Kind.TRANSFER:
            return replace(movement, source=movement.target, target=movement.source, day=day)
        case Kind.RESERVATION:
            return replace(movement, kind=Kind.RELEASE, day=day)
        case Kind.RELEASE:
            return replace(movement, kind=Kind.RESERVATION, day=day)
        case Kind.BLOCK:
            return replace(movement, kind=Kind.UNBLOCK, day=day)
        case Kind.UNBLOCK:
            return replace(movement, kind=Kind.BLOCK, day=day)
        case _:
            raise MovementError(movement, "cannot be undone")


def find_place(stock: Stock, article: Article, quantity: int, candidates: Sequence[Place]) -> Place:
    """Where goods should be put: next to their like, low when heavy, and never too tight."""
    best: Place | None = None
    best_score = float("-inf")
    for place in candidates:
        room = stock.room_at(place)
        if room is not None and room < quantity:
            continue
        if article.hazardous != (place.aisle == "H"):
            continue

        score = 0.0
        neighbours = stock.lots_at(place)
        if any(lot.sku == article.sku for lot in neighbours):
            score += 20
        elif neighbours:
            score -= 5 * len(neighbours)
        if article.weight * quantity > 50:
            score -= 3 * place.shelf
        else:
            score += place.shelf
        if article.fragile and place.shelf > 3:
            score -= 10
        if room is not None:
            score -= (room - quantity) / 100

        if score > best_score:
            best, best_score = place, score
    if best is None:
        raise ValueError(f"there is no room for {quantity} pieces of {article.sku}")
    return best


def report(stock: Stock, day: date) -> str:
    """A page for the foreman: what lies where, what is promised, what needs attention."""
    lines: list[str] = [f"Stock on {day:%d %B %Y}", ""]
    header = f"{'article':<14}{'place':<12}{'batch':<14}{'on hand':>9}{'free':>9}"
    lines.append(header)
    lines.append("-" * len(header))
    for sku in sorted(stock.articles):
        lots = stock.lots_of(sku)
        if not lots:
            continue
        for lot in lots:
            row = f"{sku:<14}{lot.place!s:<12}{lot.batch:<14}{lot.on_hand:>9}{lot.available:>9}"
            if lot.blocked:
                row += "  blocked"
            lines.append(row)
        if len(lots) > 1:
            total = f"{sku:<14}{'':<12}{'all lots':<14}"
            lines.append(f"{total}{stock.on_hand(sku):>9}{stock.available(sku):>9}")

    soon = list(expiring(stock, day))
    if soon:
        lines.append("")
        lines.append("Expiring")
        lines.append("--------")
        for lot, left in soon:
            if left < 0:
                lines.append(f"{lot.sku} at {lot.place}: {-left} days ago, remove at once")
            else:
                lines.append(f"{lot.sku} at {lot.place}: {left} days left")

    tight = [place for place in sorted(stock.capacity) if (stock.room_at(place) or 0) <= 0]
    if tight:
        lines.append("")
        lines.append("Full places")
        lines.append("-----------")
        for place in tight:
            lines.append(f"{place}: {sum(lot.on_hand for lot in stock.lots_at(place))} pieces")
    return "\n".join(lines)
