"""The after-states that structural prompts show."""

from drafts import damaged, edited

from pytest_editbench.generate.draft import Draft
from pytest_editbench.generate.regions import after_state

SHORT = """\
function load(shelf) {
  const books = shelf.books;

  if (books.length > 0) {
    sort(books);
  }

  report(books);
}
"""


def body(height: int) -> str:
    return "".join(f"  step{number}(shelf);\n" for number in range(height))


def shown(draft: Draft) -> list[tuple[int, str, str]]:
    """First line, and first and last text, of each region."""
    return [(region.line, region.lines[0], region.lines[-1]) for region in after_state(draft).regions]


def test_a_region_reaches_to_the_next_visible_line_on_both_sides() -> None:
    draft = edited(SHORT, ("    sort(books);\n", ""))
    assert shown(draft) == [(4, "  if (books.length > 0) {", "  }")]


def test_a_region_grows_until_it_holds_a_name() -> None:
    draft = edited("load(() => {\n  if (a) {\n  }\n})\n", ("  }\n", "  }\n\n"))
    (region,) = after_state(draft).regions
    assert region.lines[0] == "  if (a) {"


def test_near_changes_share_a_region_and_far_ones_do_not() -> None:
    source = f"first();\n{body(12)}last();\n"
    near = edited(source, ("step1(", "stop1("), ("step5(", "stop5("))
    far = edited(source, ("step1(", "stop1("), ("step9(", "stop9("))
    assert [line for line, _, _ in shown(near)] == [2]
    assert [line for line, _, _ in shown(far)] == [2, 10]


def test_a_short_body_is_shown_whole_once_unwrapped() -> None:
    source = f"function f(shelf) {{\n{body(20)}}}\n"
    state = after_state(damaged("wrap-redundant-if", source))
    assert state.whole
    assert [len(region.lines) for region in state.regions] == [22]


def test_a_long_body_is_shown_where_it_starts_and_ends() -> None:
    source = f"function f(shelf) {{\n{body(60)}}}\n"
    state = after_state(damaged("wrap-redundant-if", source))
    assert not state.whole
    assert [(region.line, len(region.lines)) for region in state.regions] == [(1, 6), (57, 6)]


def test_long_neighbours_are_shown_where_one_ends_and_the_other_starts() -> None:
    one, two = (f"function {name}(shelf) {{\n{body(20)}}}\n" for name in ("one", "two"))
    state = after_state(damaged("swap-sibling-blocks", f"{one}\n{two}"))
    assert any("function two(shelf) {" in region.lines and "}" in region.lines for region in state.regions)
    assert (len(state.regions), state.whole) == (3, False)


def test_of_a_repeated_block_the_copy_that_stays_is_shown() -> None:
    state = after_state(damaged("duplicate-block", SHORT, 4))
    assert "    sort(books);" in state.regions[0].lines
    assert state.regions[0].lines[-1] == "  report(books);"


def test_of_a_long_repeated_block_only_its_end_is_shown() -> None:
    source = f"if (a) {{\n{body(40)}}}\nlast();\n"
    assert after_state(damaged("duplicate-block", source)).whole
    assert shown(damaged("duplicate-block", source)) == [(38, "  step36(shelf);", "last();")]


def test_a_moved_block_is_shown_where_it_comes_back_to_and_where_it_leaves() -> None:
    block = f"if (a) {{\n{body(3)}}}\n"
    source = f"first();\n{block}{body(9).replace('  ', '')}"
    draft = damaged("move-distant-block", source, 2)
    state = after_state(draft)
    assert state.regions[0].lines[:2] == ("first();", "if (a) {")
    assert len(state.regions) == 2


def test_comments_that_move_with_a_block_are_shown_with_it() -> None:
    source = "first();\n\n// Why this is here.\nfunction a() {\n  x();\n}\n\nfunction b() {\n  y();\n}\n"
    (region,) = after_state(damaged("swap-sibling-blocks", source, 3)).regions
    assert region.lines[0] == "first();"
