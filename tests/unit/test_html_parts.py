"""The parts of the HTML page: texts in their room, diffs, charts."""

from __future__ import annotations

import pytest

from pytest_editbench.report.html import bodies, charts, diffs
from pytest_editbench.report.html.values import Bar, Point
from pytest_editbench.report.html.visible import brief, markup
from pytest_editbench.scoring import shapes
from pytest_editbench.scoring.rates import Proportion


def test_a_text_that_fits_is_whole():
    assert bodies.first(bodies.pieces("a < b\nc"), 12) == ("a &lt; b\nc", 0)


def test_a_text_is_cut_by_its_escaped_size():
    assert bodies.first(bodies.pieces("<\n<\n<\n"), 10) == ("&lt;\n&lt;\n", 5)


def test_of_an_output_the_end_is_kept():
    assert bodies.last(bodies.pieces("one\ntwo\nthree"), 9) == ("two\nthree", 4)


def test_a_line_without_end_can_be_cut():
    shown = bodies.first(bodies.pieces("x" * 10_000), 1_000)
    assert len(shown.markup) == 800
    assert shown.cut == 9_200


def test_room_is_shared_evenly_by_what_is_large():
    assert bodies.rooms([10, 500, 700], 210, 50) == [10, 100, 100]


def test_where_shares_would_be_too_small_the_last_get_nothing():
    assert bodies.rooms([500, 500, 500], 220, 100) == [110, 110, 0]


@pytest.mark.parametrize("sizes", [[], [0, 0], [1_000] * 500, [5, 100_000] * 40])
@pytest.mark.parametrize("room", [0, 99, 10_000])
def test_room_is_never_exceeded(sizes, room):
    found = bodies.rooms(sizes, room, 100)
    assert sum(found) <= room
    assert all(each <= size for each, size in zip(found, sizes, strict=True))


def test_a_name_is_one_bounded_line():
    assert brief("a\nb\t\u202e") == r"a\nb\t\u202e"
    assert len(brief("\x00" * 200)) == 160


def test_line_ends_and_tabs_of_a_text_stay():
    assert markup("a\n\tb\r") == "a\n\tb\\r"


def test_changed_lines_are_marked_where_they_differ():
    assert diffs.pieces("@@ -1 +1 @@\n-let a = 1;\n+let a = 2;") == [
        '<span class="at">@@ -1 +1 @@\n</span>',
        "<del>-let a = <mark>1</mark>;\n</del>",
        "<ins>+let a = <mark>2</mark>;\n</ins>",
    ]


def test_blanks_at_both_ends_of_changed_lines_can_be_seen():
    [_, removed] = diffs.pieces("@@ -1 +0,0 @@\n-\t x y  ")
    assert removed == "<del>-<i>→\t·</i>x y<i>··</i>\n</del>"


def test_lines_that_look_like_headers_are_lines_inside_a_hunk():
    found = diffs.pieces("--- expected/a\n+++ actual/a\n@@ -1,2 +1 @@\n--- b\n c\n--- expected/d")
    assert [piece.split(">")[0] for piece in found] == ['<span class="at"'] * 3 + [
        "<del",
        " c\n",
        '<span class="at"',
    ]


def test_a_missing_line_end_is_told_between_the_lines():
    found = diffs.pieces("@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a")
    assert [piece[:5] for piece in found] == ["<span", "<del>", "<span", "<ins>"]


def test_what_is_no_diff_is_shown_as_it_is():
    assert diffs.pieces("only in actual: <b>") == ['<span class="at">only in actual: &lt;b&gt;\n</span>']
    assert diffs.pieces("") == []


def test_the_highest_bar_fills_the_plot_and_a_small_one_can_be_seen():
    high, low, none = charts.blocks([Bar("a", 1_000), Bar("b", 1), Bar("c", 0)])
    assert (high.y, high.height) == (charts.TOP, charts.BOTTOM - charts.TOP)
    assert low.height == charts.SEEN
    assert none.height == 0


def test_a_curve_has_a_dot_and_a_band_for_each_rate():
    found = charts.line([Point("1", Proportion(5, 5)), Point("2", Proportion(0, 5))])
    assert [dot.y for dot in found.dots] == [charts.TOP, charts.BOTTOM]
    assert found.dots[0].low > charts.TOP
    assert len(found.band.split()) == 4


def test_heat_goes_from_nothing_to_all():
    assert [charts.heat(Proportion(count, 4)) for count in (0, 2, 4)] == [0, 5, 10]


def test_a_whisker_reaches_over_the_interval():
    found = charts.whisker(Proportion(5, 10))
    assert found.low < found.x < found.low + found.width


def test_each_value_is_in_the_range_of_its_label():
    names = shapes.labels(shapes.LINES)
    assert [names[shapes.place(value, shapes.LINES)] for value in (0, 1, 2, 3, 4, 5, 65)] == [
        "0", "1", "2", "3–4", "3–4", "5–8", ">64",
    ]  # fmt: skip
    assert shapes.labels(shapes.COLUMNS)[:3] == ["0", "≤0.25", "≤0.5"]
    assert shapes.counts([0.0, 0.3, 99], shapes.COLUMNS) == [1, 0, 1, 0, 0, 0, 0, 1]
