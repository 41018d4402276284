"""The only reader of time."""

import time
from datetime import UTC, datetime


def now() -> str:
    """The present moment in UTC, ISO 8601, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def monotonic() -> float:
    """Seconds on a clock that never goes back; only differences mean something."""
    return time.monotonic()


def age(moment: float) -> float:
    """Seconds since a moment as the file system tells it."""
    return time.time() - moment
