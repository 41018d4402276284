"""How the solver reads the Markdown of a prompt."""

import pytest

from pytest_editbench.agents.solver import NotUnderstood
from pytest_editbench.agents.solver.prompt import Fence, Prose, passages


def fences(prompt: str) -> list[tuple[str, ...]]:
    return [passage.lines for passage in passages(prompt) if isinstance(passage, Fence)]


def proses(prompt: str) -> list[Prose]:
    return [passage for passage in passages(prompt) if isinstance(passage, Prose)]


def test_the_content_of_a_fence_is_literal_with_trailing_blanks_and_blank_lines() -> None:
    assert fences("```ts\n\n  a  \n\t\n\n```\n") == [("", "  a  ", "\t", "")]


def test_a_longer_fence_holds_a_shorter_one() -> None:
    assert fences("````md\n```\nx\n```\n````\n") == [("```", "x", "```")]


def test_tildes_and_backticks_do_not_close_each_other() -> None:
    assert fences("~~~\n```\n~~~\n") == [("```",)]


def test_a_fence_in_a_list_item_loses_the_indentation_of_the_item_only() -> None:
    assert fences("1. Replace:\n\n   ```py\n   if x:\n       y\n   ```\n") == [("if x:", "    y")]


def test_a_fence_that_is_never_closed_is_not_understood() -> None:
    with pytest.raises(NotUnderstood, match="line 3 of the prompt is never closed"):
        passages("a\n\n```\nx\n")


def test_code_spans_keep_their_text_whatever_the_number_of_backticks() -> None:
    (text,) = proses("Change **`a`** to `` `b` `` and ``*c*``.")
    assert text.codes == ("a", "`b`", "*c*")
    assert text.plain() == "Change `a` to ``b`` and `*c*`."


def test_quotations_stand_for_code_where_there_is_none() -> None:
    (text,) = proses('The identifier "recieve" is misspelled.')
    assert text.codes == ("recieve",)


def test_list_items_are_paragraphs_of_their_own() -> None:
    assert [text.text for text in proses("Lines:\n- line 3\n- line 5\n")] == ["Lines:", "line 3", "line 5"]


def test_line_ends_of_the_prompt_do_not_matter() -> None:
    assert passages("Before:\r\n```\r\nx\r\n```\r\n") == passages("Before:\n```\nx\n```\n")
