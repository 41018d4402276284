"""Texts of others as the reasoning of an example."""

from __future__ import annotations

import pytest

from pytest_editbench.convert import proven


@pytest.mark.parametrize(
    "text",
    [
        "a\n\n## Edit History\n\nnone",
        "Title\n---",
        "a\n\n```\nopen",
        "<!-- open",
        "a\n\n    code",
        "###### six",
    ],
)
def test_a_text_that_a_section_cannot_hold_as_it_is_stands_in_a_fence(text):
    assert proven.reasoning(text).splitlines()[1:-1] == text.splitlines()


@pytest.mark.parametrize("text", ["", "Plain.\n\n- one\n- two", "```\n# no heading\n```"])
def test_a_text_that_a_section_can_hold_stays_as_it_is(text):
    assert proven.reasoning(text) == text
