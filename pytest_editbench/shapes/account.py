"""Tallies as tables and as data, next to the shares of real agents' edits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.report.sections import UNKNOWN, Section
from pytest_editbench.shapes.tally import FILES, HUNKS, KINDS, LINES, Band

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pytest_editbench.shapes.tally import Tally

_KINDS = tuple(Band(name, 0, share) for name, share in KINDS.items())
_AGENTS = "real agents"
_NOTE = (
    "changed lines: of each hunk the larger side, summed · hunks: runs of changed lines",
    "real agents: shares of edit calls as measured elsewhere, each rounded",
)


def sections(tallies: Sequence[Tally]) -> Iterator[Section]:
    """A section for each measure, with a column for each source."""
    edits = [tally.edits for tally in tallies]
    yield _section("changed lines of an edit", LINES, [tally.lines for tally in tallies], edits)
    yield _section("hunks of an edit", HUNKS, [tally.hunks for tally in tallies], edits)
    kinds = [tally.kinds for tally in tallies]
    yield _section("kinds of hunks", _KINDS, kinds, [each.total() for each in kinds], "hunks")
    grouped = [tally for tally in tallies if tally.files]
    if grouped:
        files = [tally.files for tally in grouped]
        legend = [f"{_number(tallies, tally)}: {tally.together}" for tally in grouped]
        header = [str(_number(tallies, tally)) for tally in grouped]
        yield _section(
            "files that change together", FILES, files, [each.total() for each in files], "", header, legend
        )
    yield Section("sources", text=[*_sources(tallies), *_NOTE])


def data(tallies: Sequence[Tally]) -> dict[str, object]:
    """The same as JSON holds it: counts, and the shares of real agents."""
    return {
        "real_agents": {
            "lines": {band.name: band.share for band in LINES},
            "hunks": {band.name: band.share for band in HUNKS},
            "kinds": dict(KINDS),
        },
        "sources": [_data(tally) for tally in tallies],
    }


def _data(tally: Tally) -> dict[str, object]:
    return {
        "source": tally.name,
        "edit": tally.edit,
        "edits": tally.edits,
        "lines": _counts(tally.lines, LINES),
        "hunks": _counts(tally.hunks, HUNKS),
        "kinds": _counts(tally.kinds, _KINDS),
        "together": tally.together or None,
        "files": _counts(tally.files, FILES),
        "left_out": dict(tally.left_out),
        "failed": tally.failed,
    }


def _counts(counts: Counter[str], bands: Iterable[Band]) -> Mapping[str, int]:
    return {band.name: counts[band.name] for band in bands}


def _section(
    title: str,
    bands: Sequence[Band],
    counts: Sequence[Counter[str]],
    totals: Sequence[int],
    noun: str = "edits",
    header: Sequence[str] = (),
    text: Sequence[str] = (),
) -> Section:
    known = any(band.share is not None for band in bands)
    names = header or [str(number) for number in range(1, len(counts) + 1)]
    rows = [
        [
            band.name,
            *(_cell(count[band.name], total) for count, total in zip(counts, totals, strict=True)),
            *([_share(band.share)] if known else []),
        ]
        for band in bands
    ]
    rows.append([f"all {noun}".rstrip(), *(f"{total:,}" for total in totals), *([UNKNOWN] if known else [])])
    return Section(title, ["", *names, *([_AGENTS] if known else [])], rows, text)


def _cell(count: int, total: int) -> str:
    return f"{count:,} ({100 * count / total:.0f} %)" if total else UNKNOWN


def _share(share: float | None) -> str:
    return UNKNOWN if share is None else f"{100 * share:.0f} %"


def _sources(tallies: Sequence[Tally]) -> Iterator[str]:
    for number, tally in enumerate(tallies, 1):
        yield f"{number}: {tally.name}; an edit is {tally.edit}"
        if tally.failed:
            calls = "1 call" if tally.failed == 1 else f"{tally.failed:,} calls"
            yield f"{number}: {calls} failed; they count as the agent made them"
        if tally.left_out:
            told = ", ".join(f"{reason}: {count:,}" for reason, count in tally.left_out.most_common())
            yield f"{number} leaves out: {told}"


def _number(tallies: Sequence[Tally], tally: Tally) -> int:
    return next(number for number, each in enumerate(tallies, 1) if each is tally)
