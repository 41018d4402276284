"""The indent score without a formatter."""

import pytest

from pytest_editbench import linediff
from pytest_editbench.compare import indent
from pytest_editbench.compare.content import lines
from pytest_editbench.compare.indent import Indent


def scored(accepted, actual):
    old, new = lines(accepted), lines(actual)
    return indent.score(old, new, linediff.runs(old, new))


def test_equal_texts_score_nothing():
    assert scored(b"  a\n", b"  a\n") == Indent(0, 0)


def test_the_score_is_the_mean_distance_in_columns():
    accepted = b"if x:\n    one\n    two\n    three\n"
    actual = b"if x:\n      one\n    two\n        three\n"

    assert scored(accepted, actual) == Indent((2 + 4) / 2, 2)


def test_lines_that_differ_by_more_than_their_indentation_do_not_count():
    assert scored(b"  one\n    two\n", b"  ONE\ntwo\n") == Indent(4, 1)


def test_lines_are_paired_past_added_and_removed_ones():
    assert scored(b"a\n  one\n  two\n", b"a\n    extra\n one\n two\n") == Indent(1, 2)


def test_a_blank_line_has_no_indentation():
    assert scored(b"a\n\nb\n", b"a\n    \nb\n") == Indent(0, 0)


def test_line_ends_do_not_keep_lines_apart():
    assert scored(b"  one\n  two\n", b"    one\r\n  two\r\n") == Indent(2, 1)


def test_a_tab_is_as_wide_as_one_step_of_the_accepted_text():
    accepted = b"if x:\n    one\n    two\n"

    assert scored(accepted, b"if x:\n\tone\n    two\n") == Indent(0, 0)
    assert scored(accepted, b"if x:\n\t\tone\n    two\n") == Indent(4, 1)


def test_an_indentation_of_another_kind_but_the_same_width_counts_as_a_pair():
    accepted = b"if x:\n    one\n    two\n"

    assert scored(accepted, b"if x:\n\tone\n  two\n") == Indent((0 + 2) / 2, 1)


@pytest.mark.parametrize(
    ("text", "width"),
    [
        (b"", 2),
        (b"\ta\n\t\tb\n", 2),
        (b"a\n    b\n", 4),
        (b"a\n\n    b\n        c\nd\n  e\n", 4),
        (b"a\n    b\nc\n  d\n", 2),
        (b"a\n\tb\nc\n   d\n", 3),
    ],
    ids=["nothing", "tabs alone", "one step", "the commonest", "a draw", "tabs aside"],
)
def test_the_tab_width_is_read_from_the_text(text, width):
    assert indent.tab_width(lines(text)) == width


def test_a_tab_leads_to_the_next_stop():
    assert indent.width(b"  \tx", 4) == 4
    assert indent.width(b"\t  x", 4) == 6


def test_the_example_of_the_documentation_holds():
    accepted = (
        b"def best(peaks):\n    for peak in peaks:\n        if peak.high:\n"
        b"            return peak\n    return None\n"
    )
    actual = accepted.replace(b"        if", b"      if").replace(b"            return", b"\t\treturn")

    assert scored(accepted, actual) == Indent((2 + 4) / 2, 2)
