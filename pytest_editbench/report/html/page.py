"""The page as a whole, kept to its size."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from pytest_editbench import __version__, templating
from pytest_editbench.report import agents, contrasts, grids, sections
from pytest_editbench.report.html import charts, shell, views
from pytest_editbench.report.html.visible import brief

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_editbench.findings.contrast import Flip
    from pytest_editbench.report.html.values import Entry, Page
    from pytest_editbench.report.sections import Section

MARK = '<meta name="generator" content="pytest-editbench report'  # in the first bytes of every page of ours
BYTES = 2_950_000  # of the page, where its list and charts leave room for the long texts
ROOM = 2_400_000  # bytes for these at most
FLIPS = 500  # that are listed


class FlipRow(NamedTuple):
    """A case that was not the same in both runs."""

    flip: Flip
    links: Sequence[tuple[str, int]]  # the record, and the index of the trial to look at


def render(page: Page) -> str:
    """The text of the page: no part of it comes from elsewhere, and no script of anybody else runs in it.

    Prompts, diffs and outputs are cut until the page keeps to `BYTES`; the list itself is never cut.
    """
    text = _rendered(page, ROOM)
    if (excess := len(text.encode()) - BYTES) > 0:
        text = _rendered(page, max(ROOM - excess, 0))
    return text


def _rendered(page: Page, room: int) -> str:
    style, script = shell.own("style"), shell.own("script")
    summaries = {column.name: column.summary for column in page.columns}
    return templating.render_html(
        "report.html.j2",
        shell.printable,
        mark=Markup(MARK),
        version=__version__,
        style=style,
        script=script,
        policy=shell.policy(style, script),
        page=page,
        flips=_flips(page),
        flips_left=max(0, len(page.contrast.flips) - FLIPS) if page.contrast else 0,
        contrast=_sections(page),
        grid=grids.of(summaries, page.scores),
        tables=[*agents.sections(summaries)],
        list=views.lay_out(page.entries, room),
        charts=charts,
        sections=sections,
        brief=brief,
    )


def _sections(page: Page) -> list[Section]:
    """All that a comparison tells but for the flips, which have a table of their own."""
    return [*contrasts.sections(replace(page.contrast, flips=()))] if page.contrast else []


def _flips(page: Page) -> list[FlipRow]:
    if page.contrast is None:
        return []
    shown_first: Mapping[tuple[int, str], tuple[int, Entry]] = _telling(page.entries)
    return [
        FlipRow(
            flip,
            [
                (name, shown_first[record, flip.case][0])
                for record, name in enumerate(("base", "new"))
                if (record, flip.case) in shown_first
            ],
        )
        for flip in page.contrast.flips[:FLIPS]
    ]


def _telling(entries: Sequence[Entry]) -> dict[tuple[int, str], tuple[int, Entry]]:
    """For each record and case the first trial that failed, else the first one."""
    found: dict[tuple[int, str], tuple[int, Entry]] = {}
    for number, entry in enumerate(entries):
        key = entry.record, entry.case
        if key not in found or (found[key][1].passed and not entry.passed):
            found[key] = number, entry
    return found
