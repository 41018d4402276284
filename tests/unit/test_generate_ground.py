"""Files that are passed over before any time is lost on them."""

from pathlib import PurePosixPath

import pytest

from pytest_editbench.generate.draw import Draw
from pytest_editbench.generate.ground import Search, search
from pytest_editbench.generate.mutations import MUTATIONS
from pytest_editbench.generate.source import SourceFile

NAMES = [mutation.name for mutation in MUTATIONS]


def passed_over(text: str, name: str = "a.js") -> str | None:
    file = SourceFile("s", PurePosixPath(name), text.encode())
    return search(Search(file, NAMES, Draw(1))).passed_over


def function(value: str) -> str:
    return f"function f(a) {{\n  return {value};\n}}\n"


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (" + ".join(["a"] * 50), None),
        (" + ".join(["a"] * 150), "nested too deep"),
        ("a" + ".b()" * 150, "nested too deep"),
        ("[" * 250 + "]" * 250, "nested too deep"),
        (f"[{', '.join(['1'] * 31_000)}]", "too crowded"),
        (f"'{'a' * 400_000}'", "too crowded"),
        ("(", "does not parse"),
    ],
)
def test_a_file_that_would_take_too_long_is_passed_over(value: str, reason: str | None) -> None:
    assert passed_over(function(value)) == reason


def test_a_file_without_a_function_a_class_or_an_export_is_passed_over() -> None:
    assert passed_over("a = 1;\n") == "no function, class or export"


def test_a_text_with_more_quantifiers_than_people_write_has_none_of_them_damaged() -> None:
    file = SourceFile("s", PurePosixPath("a.js"), function(f"/{'a+b*' * 6}/").encode())
    assert not search(Search(file, ["swap-regex-quantifier"], Draw(1))).spots
