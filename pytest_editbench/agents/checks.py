"""What an agent may say of itself: each check gives the value as it is recorded, or says what holds of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

_LARGEST = 2**53  # beyond it, readers of JSON disagree

T = TypeVar("T")


class UnusableError(Exception):
    """Why a value is passed over; never leaves this package."""


@dataclass(frozen=True, slots=True)
class Values:
    """Values by name, and what turned out to be wrong with them."""

    values: Mapping[str, object]
    prefix: str = ""
    notes: list[str] = field(default_factory=list)

    def take(self, key: str, check: Callable[[object], T]) -> T | None:
        """The value if there is one and it holds; else None, which is unknown."""
        value = self.values.get(key)
        if value is None:
            return None
        try:
            return check(value)
        except UnusableError as reason:
            self.notes.append(f'"{self.prefix}{key}" ignored: {reason}')
            return None

    def inside(self, key: str, values: Mapping[str, object]) -> Values:
        """The values of one that holds others; notes are kept together."""
        return Values(values, f"{key}.", self.notes)


def mapping(value: object) -> Mapping[str, object]:
    """Values by name."""
    if isinstance(value, Mapping):
        return value
    raise UnusableError("must be an object")


def whole(value: object) -> int:
    """A whole number that every reader of JSON reads alike."""
    if isinstance(value, int) and not isinstance(value, bool) and -_LARGEST <= value <= _LARGEST:
        return int(value)
    raise UnusableError("must be a whole number")


def count(value: object) -> int:
    """A whole number from 0."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST:
        return int(value)
    raise UnusableError("must be a whole number ≥ 0")


def amount(value: object) -> float:
    """A number from 0."""
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _LARGEST:
        return float(value)  # NaN is not ≥ 0, infinity is above the bound
    raise UnusableError("must be a number ≥ 0")


def counts(value: object) -> dict[str, int]:
    """Whole numbers from 0, by name."""
    return {text(name): count(number) for name, number in mapping(value).items()}


def counts_of(names: Collection[str]) -> Callable[[object], dict[str, int]]:
    """Whole numbers from 0, by these names only."""

    def check(value: object) -> dict[str, int]:
        found = counts(value)
        if found.keys() <= set(names):
            return found
        raise UnusableError(f"takes: {', '.join(names)}")

    return check


def one_of(words: Collection[str]) -> Callable[[object], str]:
    """One of these words."""

    def check(value: object) -> str:
        if value in words:
            return text(value)
        raise UnusableError(f"must be one of: {', '.join(words)}")

    return check


def texts(value: object) -> tuple[str, ...]:
    """Texts in a row."""
    if isinstance(value, tuple | list):
        return tuple(map(text, value))
    raise UnusableError("must be a list of texts")


def truth(value: object) -> bool:
    """True or false."""
    if isinstance(value, bool):
        return value
    raise UnusableError("must be true or false")


def text(value: object) -> str:
    """Text; JSON can spell what UTF-8 cannot, and that is replaced."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    raise UnusableError("must be text")
