"""What people type for an option → its value; `ValueError` says what is allowed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

_USER = re.compile(r"(?<=://)[^/?#\s]*@")
MOST = 1_000_000  # of anything that is counted: beyond it no session ever starts
LONGEST = 10_000_000  # seconds; timers of some systems take no more
_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}  # seconds


class Shard(NamedTuple):
    """One of the parts that a suite is divided into."""

    number: int  # 1-based
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


class RecordName(NamedTuple):
    """A record as people name it: a path from `folder`, or a name in the store."""

    text: str
    folder: Path = Path()

    def __str__(self) -> str:
        return self.text

    def within(self, folder: Path) -> RecordName:
        """The same, meant from another folder."""
        return RecordName(self.text, folder)


class AgentName(NamedTuple):
    """An agent as people name it; the words of a command line start at `folder`."""

    text: str
    folder: Path = Path()

    def __str__(self) -> str:
        return self.text

    def within(self, folder: Path) -> AgentName:
        """The same, meant from another folder."""
        return AgentName(self.text, folder)


class NamedClone(NamedTuple):
    """Where a clone of a repository is; the path may be relative."""

    url: str
    path: Path

    def __str__(self) -> str:
        return f"{bare(self.url)}={self.path}"

    def within(self, folder: Path) -> NamedClone:
        """The same, meant from another folder."""
        return NamedClone(self.url, folder / self.path)


def bare(url: str) -> str:
    """The URL without the user's name and password, which no record and no message may hold."""
    return _USER.sub("", url)


def text(value: str) -> str:
    """The text as it is."""
    return value


def count(value: str) -> int:
    """A whole number from 1 to `MOST`."""
    if not (value.isdecimal() and len(value) <= len(str(MOST)) and 1 <= int(value) <= MOST):
        raise ValueError(f"must be a whole number from 1 to {MOST:,}")
    return int(value)


def retries(value: str) -> int:
    """A whole number from 0 to 100."""
    if not value.isdecimal() or int(value) > 100:
        raise ValueError("must be a whole number from 0 to 100")
    return int(value)


def named_clone(value: str) -> NamedClone:
    """`URL=PATH`, parted by the last equals sign."""
    url, _, path = value.rpartition("=")
    if not url.strip() or not path.strip():
        raise ValueError("must be URL=PATH, such as https://host/one/project=../project")
    return NamedClone(url.strip(), Path(path.strip()).expanduser())


def seconds(value: str) -> float:
    """Seconds > 0, as a timer takes them."""
    found = _number(value)
    if found is None or not 0 < found <= LONGEST:
        raise ValueError(f"must be a number of seconds > 0 and ≤ {LONGEST:,}")
    return found


def span(value: str) -> float:
    """Seconds > 0; `m` and `h` stand for minutes and hours."""
    match = re.fullmatch(r"(.*?)([smh]?)", value.strip())
    found = _number(match[1]) if match else None
    if match is None or found is None or not 0 < found * _UNITS[match[2]] <= LONGEST:
        raise ValueError(f"must be a time > 0 and ≤ {LONGEST:,} s, such as 900, 15m or 2h")
    return found * _UNITS[match[2]]


def money(value: str) -> float:
    """US dollars > 0."""
    found = _number(value.removeprefix("$"))
    if found is None or not 0 < found < float("inf"):
        raise ValueError("must be an amount of US dollars > 0, such as 2.50")
    return found


def points(value: str) -> float:
    """Percentage points, 0 to 100."""
    found = _number(value)
    if found is None or not 0 <= found <= 100:
        raise ValueError("must be a number of percentage points from 0 to 100")
    return found


def file(value: str) -> Path:
    """The path of a file, there or not."""
    path = Path(value)
    if path.name in ("", ".."):
        raise ValueError("must name a file")
    return path


def share(value: str) -> float:
    """A share from 0 to 1, also as a percentage."""
    found = _number(value.removesuffix("%"))
    found = found / 100 if found is not None and value.endswith("%") else found
    if found is None or not 0 <= found <= 1:
        raise ValueError("must be a share from 0 to 1, or a percentage such as 80%")
    return found


def truth(value: str) -> bool:
    """True or false."""
    if value.lower() not in ("true", "false", "1", "0"):
        raise ValueError("must be true or false")
    return value.lower() in ("true", "1")


def shard(value: str) -> Shard:
    """`N/OF`, N from 1 to OF."""
    match = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", value)
    found = Shard(int(match[1]), int(match[2])) if match else Shard(0, 0)
    if not 1 <= found.number <= found.of:
        raise ValueError("must be NUMBER/OF, such as 3/8, with NUMBER from 1 to OF")
    return found


def one_of(choices: tuple[str, ...]) -> Callable[[str], str]:
    """A parser that takes these words alone."""

    def parse(value: str) -> str:
        if value not in choices:
            raise ValueError(f"must be one of {', '.join(choices)}")
        return value

    return parse


def some_of(choices: tuple[str, ...]) -> Callable[[str], tuple[str, ...]]:
    """A parser that takes these words, with commas between."""

    def parse(value: str) -> tuple[str, ...]:
        words = tuple(word.strip() for word in value.split(",") if word.strip())
        if not words or not set(words) <= set(choices):
            raise ValueError(f"must be names with commas between, of {', '.join(choices)}")
        return words

    return parse


def _number(value: str) -> float | None:
    try:
        return float(value)
    except ValueError:
        return None
