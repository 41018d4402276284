"""The blocks that tell a change, and the shape of an edit."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_editbench.generate import hunks
from pytest_editbench.generate.hunks import Hunk


def between(before: str, after: str) -> tuple[Hunk, ...]:
    return hunks.between(before.encode(), after.encode())


def test_a_block_is_the_changed_line_alone_where_it_stands_once() -> None:
    assert between("one\ntwo\nthree\n", "one\n2\nthree\n") == (Hunk(2, 2, ("two",), ("2",), unique=True),)


def test_a_block_grows_upwards_until_it_stands_once() -> None:
    (hunk,) = between("first\n  x\nsecond\n  x\n", "first\n  x\nsecond\n  y\n")
    assert (hunk.start, hunk.changed, hunk.old) == (3, 4, ("second", "  x"))
    assert hunk.unique


def test_lines_that_differ_in_indentation_alone_count_as_the_same() -> None:
    (hunk,) = between("first\n  x\nsecond\n    x\n", "first\n  x\nsecond\n    y\n")
    assert hunk.old == ("second", "    x")


def test_what_a_block_grows_by_starts_with_a_name_rather_than_a_bracket() -> None:
    (hunk,) = between("x\nfoo(() => {\n})\nx\n", "x\nfoo(() => {\n})\ny\n")
    assert hunk.old == ("foo(() => {", "})", "x")


def test_a_block_that_no_context_makes_unique_is_left_short_and_marked() -> None:
    twin = "".join(f"line {number}\n" for number in range(12)) + "x\n"
    (hunk,) = between(f"{twin}{twin}", f"{twin}{twin[:-2]}y\n")
    assert hunk == Hunk(26, 26, ("x",), ("y",), unique=False)


def test_changes_two_lines_apart_share_a_block_and_farther_ones_do_not() -> None:
    near = between("a1\nb\nc\nd1\n", "a2\nb\nc\nd2\n")
    far = between("a1\nb\nc\nd\ne1\n", "a2\nb\nc\nd\ne2\n")
    assert [len(hunk.old) for hunk in near] == [4]
    assert [hunk.start for hunk in far] == [1, 5]


def test_an_empty_side_gets_the_visible_line_above() -> None:
    (hunk,) = between("a\nc\n", "a\nb\nc\n")
    assert (hunk.start, hunk.old, hunk.new) == (1, ("a",), ("a", "b"))


def test_a_line_added_at_the_top_is_told_with_the_one_below() -> None:
    assert between("b\n", "a\nb\n") == (Hunk(1, 1, ("b",), ("a", "b"), unique=True),)


def test_the_edges_of_both_blocks_are_visible() -> None:
    (hunk,) = between("a\n\nx\n\nb\n", "a\nb\n")
    edges = [hunk.old[0], hunk.old[-1], hunk.new[0], hunk.new[-1]]
    assert all(map(str.strip, edges))


def test_line_ends_are_no_part_of_a_block() -> None:
    assert between("a\r\nb\r\n", "a\r\nc\r\n") == (Hunk(2, 2, ("b",), ("c",), unique=True),)


def test_the_shape_counts_lines_and_kinds_of_all_change_runs() -> None:
    shape = hunks.shape(b"a\nb\nc\nd\ne\n", b"a\nB\nBB\nc\ne\nf\n")
    assert shape == hunks.Shape(changed_lines=4, kinds=("replace", "delete", "insert"))
    assert shape.hunks == 3


LINES = st.lists(st.sampled_from(["", "a", "  a", "b", "}"]), max_size=14)


@given(LINES, LINES)
@settings(max_examples=150, deadline=None)
def test_the_blocks_put_in_place_make_the_new_text(old: list[str], new: list[str]) -> None:
    before, after = ("".join(f"{line}\n" for line in ["top", *lines, "end"]) for lines in (old, new))
    found = between(before, after)
    assert hunks.applied(before.split("\n")[:-1], found) == tuple(after.split("\n")[:-1])
    for hunk in found:
        assert tuple(before.split("\n")[hunk.start - 1 :][: len(hunk.old)]) == hunk.old
