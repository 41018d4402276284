"""What the values of a record can be: an absurd one would end in a traceback, or in a figure that lies."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

LARGEST = 2**53  # beyond it, readers of JSON disagree; sums of many such are still far from infinity


class Kind(NamedTuple):
    """What a value must be; null and absent ones are unknown, and pass."""

    holds: Callable[[object], bool]
    told: str


class Each(NamedTuple):
    """Values of one shape, in a list or by name."""

    shape: object  # a Kind, an Each, or shapes by name


def _is_number(value: object) -> bool:
    # NaN is within no bounds.
    return type(value) in (int, float) and -LARGEST <= value <= LARGEST  # type: ignore[operator]  # it is a number


def _is_whole(value: object) -> bool:
    return type(value) is int and -LARGEST <= value <= LARGEST


def _is_amount(value: object) -> bool:
    return type(value) in (int, float) and 0 <= value <= LARGEST  # type: ignore[operator]  # it is a number


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= LARGEST


def _is_place(value: object) -> bool:
    return type(value) is int and 1 <= value <= LARGEST


NUMBER = Kind(_is_number, "a number of at most 2^53")
WHOLE = Kind(_is_whole, "a whole number of at most 2^53")
AMOUNT = Kind(_is_amount, "a number from 0 to 2^53")
COUNT = Kind(_is_count, "a whole number from 0 to 2^53")
TEXT = Kind(lambda value: type(value) is str, "text")
PLACE = Kind(_is_place, "a whole number from 1 to 2^53")

_COLLATERAL = {**dict.fromkeys(("right", "wrong", "missing"), COUNT), "outside": Each(COUNT)}
_DIFF = {**dict.fromkeys(("lines_changed", "chars_changed", "indent_lines"), COUNT), "indent_score": AMOUNT}
_COMPARISON = {
    **_DIFF,
    "files": Each(_DIFF),
    "collateral": _COLLATERAL,
    "collateral_by_file": Each(_COLLATERAL),
}
_TOLD = (
    *("input_tokens", "output_tokens", "cached_tokens", "cache_write_tokens", "reasoning_tokens"),
    *("edit_calls_ok", "edit_calls_failed", "turns", "unreadable_lines"),
)
_CALLS = ("tool_calls", "calls_by_kind", "edit_failures")
_USAGE = {**dict.fromkeys(_TOLD, COUNT), "cost": AMOUNT, **dict.fromkeys(_CALLS, Each(COUNT))}
_RESULT = {
    **dict.fromkeys(("exit_code", "signal"), WHOLE),
    **dict.fromkeys(("output_bytes", "survivors"), COUNT),
    "waited": AMOUNT,
    "usage": _USAGE,
    "prediction": {"cursor": WHOLE},
}
_SCORES = {
    **dict.fromkeys(("delta_chrf", "kept_rate", "reversal_ratio"), AMOUNT),
    **dict.fromkeys(("cursor_distance", "inserted_tokens", "deleted_tokens"), COUNT),
    "braces_disbalance": WHOLE,
    "lines": dict.fromkeys(("right", "wrong", "missing"), COUNT),
}
_ATTEMPT = {
    "number": PLACE,
    "duration": AMOUNT,
    "provider_retries": COUNT,
    "result": _RESULT,
    "comparison": _COMPARISON,
    "scores": _SCORES,
}
TRIAL = {
    "trial": PLACE,
    "duration": AMOUNT,
    "indent_score": AMOUNT,
    "scores": Each(NUMBER),
    "terms": {
        "attempts": PLACE,
        "timeout": AMOUNT,
        "temperature": NUMBER,
        "seed": WHOLE,
        "max_tokens": COUNT,
    },
    "attempts": Each(_ATTEMPT),
}
_PART = {"taken_over": COUNT, "finished": TEXT, "started": TEXT}
HEADER = {
    "cases": COUNT,
    **dict.fromkeys(("plan_digest", "started", "shard", "comparator"), TEXT),
    "agents": Each(dict.fromkeys(("label", "command", "version", "model", "home"), TEXT)),
    "merged": Each(_PART),
}
CLOSING = {"taken_over": COUNT, "counts": Each(COUNT), "finished": TEXT}

_SAID = {"lines": COUNT, "asks": COUNT, "duration": AMOUNT, "usage": Each(AMOUNT)}
ANALYSIS = {"files": Each(_SAID), "trials": Each({"trial": PLACE}), "left_out": COUNT}


def fits(data: object, shape: object) -> bool:
    """Whether there are no `faults`, found out several times as fast: records are long."""
    if isinstance(shape, Kind):
        return data is None or shape.holds(data)
    if isinstance(shape, Each):
        values = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
        return all(fits(value, shape.shape) for value in values)
    if not isinstance(shape, dict) or not isinstance(data, dict):
        return True
    for name, each in shape.items():
        value = data.get(name)
        if value is not None and not (each[0](value) if type(each) is Kind else fits(value, each)):
            return False
    return True


def told(data: Mapping[str, object], shape: object) -> str:
    """The `faults` of a record's line, in a sentence."""
    kind = str(data.get("kind"))
    article = "an" if kind.startswith(("a", "e", "i", "o", "u")) else "a"
    return f"is not {article} {kind}: {'; '.join(faults(data, shape))}"


def faults(data: object, shape: object, place: str = "$") -> Iterator[str]:
    """What of the data is not of the shape, a line each; what the shape does not name may be anything."""
    if data is None:
        return
    if isinstance(shape, Kind):
        if not shape.holds(data):
            yield f"{place} must be {shape.told}, not {data!r:.40}"
    elif isinstance(shape, Each):
        for name, value in _inside(data):
            yield from faults(value, shape.shape, f"{place}{name}")
    elif isinstance(shape, dict) and isinstance(data, dict):
        for name, each in shape.items():
            if name in data:
                yield from faults(data[name], each, f"{place}.{name}")


def _inside(data: object) -> Iterator[tuple[str, object]]:
    if isinstance(data, dict):
        yield from ((f".{name!s:.40}", value) for name, value in data.items())
    elif isinstance(data, list):
        yield from ((f"[{number}]", value) for number, value in enumerate(data))
