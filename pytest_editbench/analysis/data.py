"""Analyses as plain data: lines of a record, and the object that `editbench analyze --json` prints."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.analysis.results import ChangeAnalysis, totals
from pytest_editbench.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cattrs import Converter

KIND = "analysis"  # of a line of a record


class _Cattrs(NamedTuple):
    """What is used of that package."""

    converter: Converter
    fault: type[Exception]
    told: Callable[..., list[str]]


@cache
def _cattrs() -> _Cattrs:
    from cattrs import Converter, transform_error
    from cattrs.errors import BaseValidationError

    return _Cattrs(Converter(), BaseValidationError, transform_error)


def line(analysis: ChangeAnalysis, schema: int) -> dict[str, object]:
    """The analysis of one change as a line of a record of this schema."""
    return {"kind": KIND, "schema": schema, **asdict(analysis)}


def of_line(data: Mapping[str, object], where: str) -> ChangeAnalysis:
    """The analysis that `line` was given; `RecordError` where the line tells of none."""
    try:
        return _cattrs().converter.structure(data, ChangeAnalysis)
    except (_cattrs().fault, ValueError, TypeError, KeyError, AttributeError) as error:
        reasons = "; ".join(_cattrs().told(error, path="$")) or str(error)
        raise RecordError(f"{where} is not an analysis: {reasons:.400}") from None


def whole(analyses: Sequence[ChangeAnalysis]) -> dict[str, object]:
    """All of them and their sums; what no file tells is null."""
    sums = totals(analyses)
    return {
        "changes": [asdict(each) for each in analyses],
        "totals": {**asdict(sums), "analysed": sums.analysed},
    }
