"""The findings about formats, for people and as data."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from pytest_editbench.report import table
from pytest_editbench.slips.slip import SLIPS
from pytest_editbench.slips.study import ALL, SETTINGS, STRICT, Findings, Landing

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Sequence

_BAR = 20  # characters
_SIGNS = {Landing.RIGHT: "█", Landing.REFUSED: "·", Landing.WRONG: "×"}
_FAULTS = 10  # shown of one format
NONE = "–"
_LEGEND = (
    "says: edits that the format can tell",
    "right: of these, carried out strictly, exactly the edit",
    "bytes, tokens: mean of an answer",
    "of whole: its tokens beside those of the whole file",
    "shown: tokens of the files as the model sees them, beside plain text",
)


def lines(found: Sequence[Findings], tokeniser: str, width: int, left_out: int = 0) -> Iterator[str]:
    """The whole report, in tables of at most `width` columns; `left_out` cases ask for no edit."""
    if left_out:
        yield f"{left_out} of {left_out + found[0].edits} cases ask for no edit, and are left out"
        yield ""
    yield from _costs(found, tokeniser, width)
    yield from _refusals(found)
    yield ""
    yield "under slips: % landed right / refused / landed wrong (of so many answers)"
    for setting in (STRICT, ALL):
        allowed = "strict" if setting == STRICT else f"with {', '.join(sorted(SETTINGS[ALL]))}"
        yield from ("", allowed)
        yield from _slips(found, setting, width)
    yield from ("", "all slips together, by what is allowed")
    yield from _settings(found, width)
    yield from ("", "strict: █ landed right · refused × landed wrong")
    yield from _bars(found)
    yield from _faults(found)


def data(found: Sequence[Findings], tokeniser: str, seed: int, left_out: int = 0) -> dict[str, object]:
    """The findings as JSON holds them."""
    return {
        "tokeniser": tokeniser,
        "seed": seed,
        "left_out": left_out,
        "slips": {name: slip.description for name, slip in SLIPS.items()},
        "settings": {name: sorted(allowed) for name, allowed in SETTINGS.items()},
        "formats": [_data(each) for each in found],
    }


def _data(found: Findings) -> dict[str, object]:
    cost = found.cost
    return {
        "format": found.name,
        "edits": found.edits,
        "said": found.said,
        "right": found.right,
        "refusals": dict(found.refusals),
        "faults": found.faults,
        "cost": {name: getattr(cost, name) for name in cost.__slots__},
        "slips": {
            slip: {setting: _counts(count) for setting, count in settings.items()}
            for slip, settings in found.slips.items()
        },
    }


def _counts(count: Counter[Landing]) -> dict[str, int]:
    return {landing.value: count[landing] for landing in Landing}


def _costs(found: Sequence[Findings], tokeniser: str, width: int) -> Iterator[str]:
    header = ("format", "says", "right", "bytes", "tokens", "of whole", "shown")
    yield from table.lines(header, [_cost(each) for each in found], width=width)
    yield ""
    for line in (*_LEGEND, f"tokens are counted by: {tokeniser}"):
        yield from wrap(line, width, break_long_words=False, break_on_hyphens=False)


def _cost(each: Findings) -> tuple[str, ...]:
    cost = each.cost
    means = [f"{total / cost.edits:,.0f}" if cost.edits else NONE for total in (cost.bytes, cost.tokens)]
    of_whole, shown = _percent(cost.tokens, cost.whole_tokens), _percent(cost.shown_tokens, cost.plain_tokens)
    return each.name, f"{each.said}/{each.edits}", f"{each.right}/{each.said}", *means, of_whole, shown


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else NONE


def _refusals(found: Sequence[Findings]) -> Iterator[str]:
    for each in found:
        if each.refusals:
            told = ", ".join(f"{reason}: {count}" for reason, count in sorted(each.refusals.items()))
            yield f"{each.name} cannot say {each.edits - each.said}: {told}"


def _slips(found: Sequence[Findings], setting: str, width: int) -> Iterator[str]:
    rows = [(each.name, *(_counted(each.rates(slip, setting)) for slip in SLIPS)) for each in found]
    yield from table.lines(("format", *SLIPS), rows, width=width)


def _settings(found: Sequence[Findings], width: int) -> Iterator[str]:
    rows = [
        (each.name, str(each.total(STRICT).total()), *(_shares(each.total(setting)) for setting in SETTINGS))
        for each in found
    ]
    yield from table.lines(("format", "slips", *SETTINGS), rows, width=width)


def _shares(count: Counter[Landing]) -> str:
    total = count.total()
    return " / ".join(f"{100 * count[landing] / total:.0f}" for landing in Landing) if total else NONE


def _counted(count: Counter[Landing]) -> str:
    return f"{_shares(count)} ({count.total()})" if count else NONE


def _bars(found: Sequence[Findings]) -> Iterator[str]:
    longest = max((len(each.name) for each in found), default=0)
    for each in found:
        yield f"{each.name:{longest}}  {_bar(each.total(STRICT))}".rstrip()


def _bar(count: Counter[Landing]) -> str:
    total = count.total()
    ends, seen = [0], 0
    for landing in Landing:
        seen += count[landing]
        ends.append(round(_BAR * seen / total) if total else 0)
    return "".join(_SIGNS[landing] * (ends[n + 1] - ends[n]) for n, landing in enumerate(Landing))


def _faults(found: Sequence[Findings]) -> Iterator[str]:
    for each in found:
        if each.faults:
            yield ""
            yield f"{each.name} does not say {len(each.faults)} edits rightly:"
            yield from (f"  {table.fitted(fault, 200)}" for fault in each.faults[:_FAULTS])
