"""Chance that is the same everywhere: SHA-256 of a seed and of the place that draws."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

T = TypeVar("T")
Place = str | int


@dataclass(frozen=True, slots=True)
class Draw:
    """Draws by place: no state, so that the order of asking and the number of workers mean nothing."""

    seed: int
    place: tuple[Place, ...] = ()

    def at(self, *place: Place) -> Draw:
        """The draws of a place within this one."""
        return Draw(self.seed, (*self.place, *place))

    def number(self, *place: Place) -> int:
        """A whole number of 256 bits."""
        text = json.dumps([self.seed, *self.place, *place], ensure_ascii=True, separators=(",", ":"))
        return int.from_bytes(sha256(text.encode()).digest())

    def below(self, limit: int, *place: Place) -> int:
        """A whole number from 0 up to, not including, `limit`."""
        return self.number(*place) % limit

    def pick(self, items: Sequence[T], *place: Place) -> T:
        """One of the items."""
        return items[self.below(len(items), *place)]

    def shuffled(self, items: Iterable[T], name: Callable[[T], Place]) -> list[T]:
        """The items in an order that depends on their names alone, which must differ."""
        return sorted(items, key=lambda item: self.number(name(item)))
