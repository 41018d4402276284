"""The collected tests without those of cases that are not wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pytest_editbench.errors import EditbenchError
from pytest_editbench.stash import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_editbench.model import Case
    from pytest_editbench.options import Options
    from pytest_editbench.selection.filters import Wanted

    CaseOf = Callable[[pytest.Item], Case | None]


def narrow(config: pytest.Config, items: list[pytest.Item], case_of: CaseOf) -> None:
    """Deselect the tests of cases that the options leave out; what is no test of a case stays."""
    options = config.stash[OPTIONS]
    if not _asks(options):
        return
    from pytest_editbench.selection import filters

    cases = {case.where: case for item in items if (case := case_of(item))}
    kept = {case.where for case in filters.chosen(cases.values(), _wanted(options))}
    others = [item for item in items if (case := case_of(item)) and case.where not in kept]
    if others:
        gone = set(others)
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in gone]


def _asks(options: Options) -> bool:
    texts = (options.name, options.repo_filter)
    numbers = (options.max_duplicates, options.failed_from, options.offset, options.limit)
    return any(texts) or any(each is not None for each in numbers)


def _wanted(options: Options) -> Wanted:
    from pytest_editbench.selection.filters import Wanted

    among = None
    if options.failed_from is not None:
        from pytest_editbench.runs import failures

        try:
            among = frozenset(failures.cases(options.failed_from.text))
        except EditbenchError as error:  # the controller could read it, and a worker cannot any more
            raise pytest.UsageError(f"editbench: {error}") from None
    return Wanted(
        names=options.name,
        repositories=options.repo_filter,
        among=among,
        duplicates=options.max_duplicates,
        offset=options.offset or 0,
        limit=options.limit,
    )
