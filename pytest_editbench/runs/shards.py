"""Which part of a suite a shard runs: every shard says the same, without hearing of the others."""

from __future__ import annotations

import json
from hashlib import sha256
from statistics import fmean, median
from typing import TYPE_CHECKING

from pytest_editbench import records

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path


def by_hash(cases: Iterable[str], of: int) -> dict[str, int]:
    """The shard of each case, 1 to `of`, by SHA-256 of its id: it stays there whatever other cases come."""
    return {case: int.from_bytes(sha256(_bytes(case)).digest()) % of + 1 for case in cases}


def longest_first(cases: Iterable[str], seconds: Mapping[str, float], of: int) -> dict[str, int]:
    """The shard of each case, 1 to `of`: the longest goes first, to the shard that has least to do so far.

    Ties go by id, and to the lower shard. A case that nothing is known of counts as the median one.
    R. L. Graham, "Bounds on multiprocessing timing anomalies" (1969): at most a third longer than the best.
    """
    middle = median(seconds.values()) if seconds else 1.0
    known = {case: seconds.get(case, middle) for case in cases}
    loads = [0.0] * of
    shards = {}
    for case in sorted(known, key=lambda case: (-known[case], case)):
        least = loads.index(min(loads))
        loads[least] += known[case]
        shards[case] = least + 1
    return shards


def seconds(record: Path) -> dict[str, float]:
    """How long an agent took on each case of a record, mean over its trials; errors as `records.scan`."""
    found: dict[str, list[float]] = {}
    for _, data in records.scan(record):
        duration = data.get("duration")
        if data.get("kind") == "trial" and isinstance(duration, int | float):
            found.setdefault(str(data.get("case")), []).append(duration)
    return {case: fmean(durations) for case, durations in found.items()}


def digest(shards: Mapping[str, int]) -> str:
    """SHA-256 over who runs what."""
    return sha256(json.dumps(sorted(shards.items())).encode()).hexdigest()


def _bytes(case: str) -> bytes:
    return case.encode("utf-8", "surrogateescape")
