"""JSON, with and without comments, at the levels `lines` and `format`."""

from pathlib import PurePosixPath

import pytest

from pytest_editbench.compare import levels
from pytest_editbench.model import MatchLevel

SAME = [
    (".json", '{"a":1,"b":[true,null]}', '{\n  "a": 1,\n  "b": [\n    true,\n    null\n  ]\n}'),
    (".json", "1.0", "1"),
    (".json", "100", "1e2"),
    (".json", "1.50", "15e-1"),
    (".json", "0.0", "0e5"),
    (".json", "1E+2", "1e2"),
    (".json", "[]", "[ ]"),
    (".json", '{"a":1,"a":2}', '{"a": 1, "a": 2}'),
    (".json", '// c\n{"a":1}', '// c\n{ "a": 1 }'),
    (".json", "1e99999999999999999999", " 1e99999999999999999999"),
    (".jsonc", "[1,]", "[1]"),
    (".jsonc", '{"a":1,}', '{\n  "a": 1\n}'),
    (".jsonc", "[1, // c\n]", "[\n  1 // c\n]"),
    (".jsonc", "/* c */ [1]", "/* c */ [ 1 ]"),
    (".jsonc", "[\n// c\n1]", "[\n\n  // c\n  1]"),
    (".jsonc", '"a//b"', ' "a//b"'),
]

DIFFERENT = [
    (".json", '{"a":1,"b":2}', '{"b":2,"a":1}'),
    (".json", '{"a":1,"a":2}', '{"a":2}'),
    (".json", '"a  b"', '"a b"'),
    (".json", '"\\u0061"', '"a"'),
    (".json", '"\\/"', '"/"'),
    (".json", "1", "-1"),
    (".json", "0", "-0"),
    (".json", "10", "1"),
    (".json", "1e2", "1e3"),
    (".json", '"1"', "1"),
    (".json", "[1,2]", "[1, [2]]"),
    (".json", "[[1],2]", "[[1,2]]"),
    (".json", "12345678901234567890", "12345678901234567891"),
    (".json", "0.1", "0.10000000000000001"),
    (".json", "[1]", "[1,]"),
    (".json", "[1 ,2]", "[12]"),
    (".json", "[true]", "[True]"),
    (".json", '// c\n{"a":1}', '{"a":1}'),
    (".jsonc", "// c\n[1]", "// d\n[1]"),
    (".jsonc", "[1, // c\n2]", "[1,\n// c\n2]"),
    (".jsonc", "[1, 2 /* c */]", "[1 /* c */, 2]"),
    (".jsonc", "/* a\n\nb */ 1", "/* a\nb */ 1"),
    (".jsonc", "[]", "[,]"),
    (".jsonc", "[1,,]", "[1,]"),
    (".jsonc", "[1]", "[1 // c\n]"),
]


def level(extension, accepted, actual):
    return levels.level(PurePosixPath(f"a{extension}"), accepted.encode(), actual.encode())


@pytest.mark.parametrize(("extension", "accepted", "actual"), SAME)
def test_white_space_and_the_spelling_of_numbers_make_no_difference(extension, accepted, actual):
    assert level(extension, accepted, actual).level is not MatchLevel.NONE
    assert level(extension, actual, accepted).level is not MatchLevel.NONE


@pytest.mark.parametrize(("extension", "accepted", "actual"), DIFFERENT)
def test_anything_else_makes_a_difference(extension, accepted, actual):
    assert level(extension, accepted, actual).level is MatchLevel.NONE
    assert level(extension, actual, accepted).level is MatchLevel.NONE


def test_blank_lines_are_lines():
    assert level(".json", '{\n  "a": 1\n}', '{\n\n  "a": 1  \n}').level is MatchLevel.LINES


@pytest.mark.parametrize("text", ["{", "[1 2]", "{'a': 1}", "[1] @", '"a\nb"', "/* a"])
def test_what_is_no_json_is_compared_by_its_lines_and_says_so(text):
    assert level(".json", text, f"  {text}") == (MatchLevel.NONE, "compared at level eol: does not parse")


def test_what_is_nested_too_deeply_says_so():
    text = "[" * 100_000 + "]" * 100_000

    assert level(".json", text, f" {text}") == (MatchLevel.NONE, "compared at level eol: nested too deeply")
