"""Reading regular expressions for their quantifiers."""

from __future__ import annotations

import pytest

from pytest_editbench.generate.mutations.patterns import quantifiers


def marked(pattern: str, *, nested: bool = False) -> str:
    """The pattern's length in dots, with a caret below each quantifier that was found."""
    found = quantifiers(pattern.encode(), nested=nested)
    return "".join("^" if at in found else "." for at in range(len(pattern)))


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        (r"a+b*c?", ".^.^.."),
        (r"a+?b*?", ".^..^."),
        (r"\+\*a+", ".....^"),
        (r"\\+", "..^"),
        (r"[+*]+[^*]", "....^...."),
        (r"[\]+]*", ".....^"),
        (r"(ab)+", "....^"),
        (r"(?:a|b+)c", "......^.."),
        (r"(?<year>\d+)", "..........^."),
        (r"(?P<year>\d+)(?P=year)", "...........^.........."),
        (r"(?<=a+)b(?!c*)", ".....^......^."),
        (r"a{2}b{1,}c+", "..........^"),
        (r"a{2}+", "....."),
        (r"a++b*+", ".^..^."),
        (r"{+", ".^"),
        (r"\u{1f600}+\p{L}*", ".........^.....^"),
        (r"\k<a>+", ".....^"),
        (r"(?i:a+)(?#b+)", ".....^......."),
        (r"(?i)a+", ".....^"),
    ],
)
def test_quantifiers_are_told_from_escapes_classes_and_counts(pattern: str, found: str) -> None:
    assert marked(pattern) == found


@pytest.mark.parametrize("pattern", [r"(a?)+", r"(a|)*", r"(?=a)+", r"(?:\b)*", r"(a{0,2}b?)+", r"()*"])
def test_a_quantifier_after_what_can_be_empty_is_passed_over(pattern: str) -> None:
    assert quantifiers(pattern.encode()) == []


@pytest.mark.parametrize(("pattern", "found"), [(r"(a+)*", "....^"), (r"(?:a+b)*", "....^..^")])
def test_a_quantifier_of_all_that_a_star_repeats_is_passed_over(pattern: str, found: str) -> None:
    assert marked(pattern) == found


def test_classes_hold_classes_only_where_the_flags_say_so() -> None:
    assert marked("[[a]+]+", nested=True) == "......^"
    assert marked("[[a]+]+") == "....^.^"


@pytest.mark.parametrize(
    "pattern",
    ["(a+", "a+)", "[a+", "+a", "a|*", "[]+]", "[^]+a]+", "a+\\", "a+\nb", "(?=a", "(" * 5000 + "a+"],
)
def test_of_a_pattern_that_cannot_be_read_nothing_is_told(pattern: str) -> None:
    assert quantifiers(pattern.encode()) == []
