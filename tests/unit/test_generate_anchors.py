"""Lines of the input that a prompt quotes to say where."""

import pytest

from pytest_editbench.generate.anchors import Anchor, anchor
from pytest_editbench.generate.mutations.mutation import Refused

LINES = ("if (a) {", "  find(b);", "}", "if (a) {", "  find( b );", "go(`c`);", "if (a) { // why")


def test_a_line_that_stands_once_is_quoted_without_its_number() -> None:
    assert anchor(LINES, 6).quoted(numbered=False) == "``go(`c`);``"


def test_an_easy_prompt_tells_the_line_too() -> None:
    assert anchor(LINES, 6).quoted(numbered=True) == "``go(`c`);`` (line 6)"


@pytest.mark.parametrize(("numbered", "told"), [(False, "("), (True, "(line 6, ")])
def test_what_goes_with_a_line_is_told_behind_its_number(numbered: bool, told: str) -> None:
    quoted = anchor(LINES, 6).quoted(numbered=numbered, above="comment line")
    assert quoted == f"``go(`c`);`` {told}together with the comment line directly above it)"


@pytest.mark.parametrize("line", [2, 5])
def test_lines_that_differ_in_white_space_alone_are_told_by_their_number(line: int) -> None:
    assert anchor(LINES, line).quoted(numbered=False).endswith(f"(line {line})")


def test_a_line_that_a_longer_one_begins_with_is_told_by_its_number() -> None:
    assert not anchor(LINES, 1).clear
    assert not anchor(("load()", "load().then()"), 1).clear


def test_the_head_of_a_repeated_block_may_stand_twice() -> None:
    assert anchor(("if (a) {", "}", "if (a) {", "}"), 1, times=2) == Anchor("if (a) {", 1, clear=True)


@pytest.mark.parametrize("line", ["}", "});", "x = 1;", "// -"])
def test_a_line_without_a_name_is_no_anchor(line: str) -> None:
    with pytest.raises(Refused, match="without a name"):
        anchor((line,), 1)


def test_a_cut_line_must_stay_the_only_one_that_begins_so() -> None:
    long = "const list = [" + "value, " * 40
    assert anchor((f"{long}1];", "other"), 1).clear
    assert not anchor((f"{long}1];", f"{long}2];"), 1).clear
