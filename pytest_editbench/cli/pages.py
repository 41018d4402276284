"""The HTML page of `editbench report`."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from pytest_editbench.report.html.values import Page

FIRST = 1024  # bytes of a page, in which its mark stands


def write(
    target: Path, named: Sequence[tuple[str, Path]], scores: Sequence[str] = (), *, transcripts: bool = True
) -> None:
    """Write the page on these records (name and path of each), whole or not at all, and say so.

    `scores` are the names of edit scores to show in the totals. `UsageError` where something stands there
    that is no such page; a page of ours is replaced.
    """
    from pytest_editbench.report import html
    from pytest_editbench.runs import page
    from pytest_editbench.runs.transcripts import Shelf, beside

    check(target, html.MARK)
    shelf = Shelf(beside(target), wanted=transcripts)
    shelf.clear()
    found = page.gather(named, shelf.keep, scores)
    for remark in _remarks(found, shelf.left_out):
        print(f"editbench: {remark}", file=sys.stderr)
    data = html.render(found).encode()
    replace(target, data)
    print(f"{target}: {found.trials:,} trials, {_size(len(data))}")


def _size(count: int) -> str:
    return f"{count / 1e6:,.1f} MB" if count >= 1e5 else f"{count / 1e3:,.1f} kB"


def _remarks(page: Page, left_out: int) -> Iterator[str]:
    yield from (f"{source.name}: {source.warning}" for source in page.sources if source.warning)
    if page.apart:
        yield f"no comparison: {page.apart}"
    if left_out:
        yield f"{left_out:,} transcripts are left out for their size"


def check(target: Path, mark: str) -> None:
    """Refuse to write in place of anything but a page of ours, told by the mark; `UsageError` then."""
    try:
        status = target.lstat()
    except FileNotFoundError:
        return
    if stat.S_ISREG(status.st_mode):
        with target.open("rb") as stream:
            if mark.encode() in stream.read(FIRST):
                return
    raise UsageError(f"{target} exists and is no page of editbench; name another file, or remove it")


def replace(target: Path, data: bytes) -> None:
    """Write the file, whole or not at all."""
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.write_bytes(data)
        draft.replace(target)
    finally:
        with suppress(OSError):
            draft.unlink()
