"""How hard a line is to hit, by the A3 rules of the generator's reference."""

import pickle
from pathlib import PurePosixPath
from textwrap import dedent

import pytest

from pytest_editbench.generate.difficulty import MINIMUM, Survey, survey
from pytest_editbench.generate.source import Parsed


def surveyed(text: str, name: str = "a.ts") -> Survey:
    return survey(Parsed(PurePosixPath(name), text.encode()))


def filled(*lines: str, total: int) -> Survey:
    """A survey of the lines and as many blank ones as it takes."""
    return surveyed("\n".join([*lines, *[""] * (total - len(lines)), ""]))


def functions(text: str, name: str = "a.ts") -> list[str]:
    """For each line the function it stands in, with `?` where the name is not unique; `-` is none."""
    found = surveyed(dedent(text), name)
    contexts = [found.context(line) for line in range(1, found.file_lines + 1)]
    return [
        (each.containing_function or "-")
        + "?" * (each.containing_function is not None and not each.function_unique)
        for each in contexts
    ]


CONTAINING = {
    "a function from its head to its end": (
        "import a;\nexport default async function f() {\n  a;\n}\na;\n",
        ["-", "f", "f", "f", "-"],
    ),
    "an arrow under the name it is given": (
        "export const f = (a) => {\n  a;\n};\nconst g = a => a;\n",
        ["f", "f", "f", "g"],
    ),
    "the innermost one": (
        "function f() {\n  function g() {\n    a;\n  }\n  b;\n}\n",
        ["f", "g", "g", "g", "f", "f"],
    ),
    "one without a name is not asked": (
        "function f() {\n  a.map((b) => {\n    b;\n  });\n}\n",
        ["f", "f", "f", "f", "f"],
    ),
    "methods, accessors and fields": (
        "class A {\n  m() {\n  }\n  get g() {\n  }\n  f = () => {\n  };\n  a = 1;\n}\n",
        ["-", "m", "m", "g", "g", "f", "f", "-", "-"],
    ),
    "members of objects and what is assigned": (
        "const o = {\n  f: function () {\n  },\n};\no.g = () => {\n};\n",
        ["-", "f", "f", "-", "g", "g"],
    ),
    "a callback that a hook keeps": (
        "const f = useCallback(\n  () => {\n  },\n  [],\n);\nconst g = rows.map(() => {\n});\n",
        ["f", "f", "f", "f", "f", "-", "-"],
    ),
    "a name that two have is not unique": (
        "class A {\n  m() {}\n}\nclass B {\n  m() {}\n}\n",
        ["-", "m?", "-", "-", "m?", "-"],
    ),
    "a function that begins within a line does not hold its beginning": (
        "run(function f() {\n  a;\n});\n",
        ["-", "f", "f"],
    ),
}


@pytest.mark.parametrize(("text", "expected"), CONTAINING.values(), ids=CONTAINING)
def test_the_containing_function_is(text: str, expected: list[str]) -> None:
    assert functions(text) == expected


def test_the_containing_function_of_python_is_that_of_the_nearest_def() -> None:
    text = """\
    @d
    def f():
        g = lambda: 1
        class A:
            async def m(self):
                pass

        return 1
    x
    """
    assert functions(text, "a.py") == ["-", "f", "f", "f", "m", "m", "f", "f", "-"]


def test_every_function_counts_as_a_similar_block_named_or_not() -> None:
    text = "function f() {}\nconst g = () => a.map((b) => b);\nclass A {\n  m() {}\n}\n"
    assert surveyed(text).context(1).similar_block_count == 4


REPEATING = "f({\n  first: 1,\n});\nf({\n    first: 1,\n});\nreturn null;\nreturn null;\nshort();\nshort();\n"


@pytest.mark.parametrize(
    ("line", "count"),
    [
        pytest.param(2, 2, id="at any depth"),
        pytest.param(9, 1, id="not what is short"),
        pytest.param(7, 1, id="not what holds keywords only"),
    ],
)
def test_a_line_is_repeated_when_it_says_something_twice(line: int, count: int) -> None:
    context = surveyed(REPEATING.replace("first: 1", "first: one")).context(line)
    assert (context.repeat_count, context.is_repeated_line) == (count, count > 1)


@pytest.mark.parametrize(
    ("name", "aside"),
    [
        pytest.param("a.ts", "/** @internal */", id="a comment"),
        pytest.param("a.ts", "/*\n as ever\n*/", id="a comment of many lines"),
        pytest.param("a.ts", "@Component({\n  tag,\n})", id="a decorator"),
        pytest.param("a.py", "@classmethod", id="a decorator of Python"),
        pytest.param("a.py", "# type: ignore", id="a comment of Python"),
    ],
)
def test_comments_and_decorators_are_not_repeated_however_often_they_stand_there(
    name: str, aside: str
) -> None:
    ends = "class {}: pass" if name == "a.py" else "export class {} {{}}"
    found = surveyed("\n".join(f"{aside}\n{ends.format(letter)}" for letter in "ABC") + "\n", name)
    assert (found.repeated, set(found.repeats)) == (0, {1})


def test_code_beside_a_comment_is_repeated_all_the_same() -> None:
    assert surveyed("load(all); // now\nload(all); // now\n").repeats == (2, 2)


def test_the_density_is_the_share_that_is_not_white_space() -> None:
    assert surveyed("a b\n\n").context(1).density == 0.4


@pytest.mark.parametrize(("indent", "columns"), [("", 0), ("    ", 4), ("\t\t", 8), ("  \t", 4)])
def test_the_indent_counts_columns(indent: str, columns: int) -> None:
    assert surveyed(f"{indent}a;\r\n{indent}\r\n").context(1).line_indent == columns
    assert surveyed(f"{indent}a;\r\n{indent}\r\n").context(2).line_indent == columns


def test_the_context_has_the_keys_of_the_metadata() -> None:
    assert surveyed("  a;\n").context(1).to_data() == {
        "line": 1,
        "file_lines": 1,
        "is_repeated_line": False,
        "repeat_count": 1,
        "similar_block_count": 0,
        "density": 0.4,
        "line_indent": 2,
        "containing_function": None,
    }


@pytest.mark.parametrize(
    ("total", "parts"),
    [(1, "t"), (2, "tm"), (3, "tme"), (4, "ttmm"), (7, "tttmmme"), (9, "tttmmmeee")],
)
def test_the_part_is_a_third(total: int, parts: str) -> None:
    found = filled(total=total)
    assert "".join(found.part(line)[0] for line in range(1, total + 1)) == parts


LINE = "value = compute(1);"
SCORES = {
    "nothing": ((LINE,), 3, 1, 0),
    "150 lines": ((LINE,), 150, 1, 0),
    "300 lines": ((LINE,), 300, 1, 1),
    "over 150 lines": ((LINE,), 151, 1, 1),
    "over 300 lines": ((LINE,), 301, 1, 3),
    "the middle third": (("", LINE, ""), 3, 2, 2),
    "a repeated line": ((LINE, LINE), 9, 1, 2),
    "five repeats at most": ((LINE,) * 7, 60, 1, 5),
    "three functions": (("f(() => 1, () => 2, () => 3);",), 30, 1, 1),
    "five functions": (("f(() => 1, () => 2, () => 3, () => 4, () => 5);",), 60, 1, 3),
    "eight columns": ((" " * 8 + LINE,), 20, 1, 1),
    "sixteen columns": ((" " * 16 + LINE,), 20, 1, 2),
}


@pytest.mark.parametrize(("lines", "total", "line", "score"), SCORES.values(), ids=SCORES)
def test_the_score_counts(lines: tuple[str, ...], total: int, line: int, score: int) -> None:
    found = filled(*lines, total=total)
    crowded = 2 if found.crowded[line - 1] else 0
    dense = 2 if found.density > 0.75 else 1 if found.density > 0.65 else 0
    assert found.score(line) - crowded - dense == score


@pytest.mark.parametrize(
    ("text", "score"), [("abcdefgh\n", 2), ("abcd\nef\n", 1), ("ab cd\nef\n", 1), ("ab cd\n ef\n", 0)]
)
def test_the_score_counts_density(text: str, score: int) -> None:
    assert surveyed(text).score(1) == score


@pytest.mark.parametrize(
    ("around", "more"),
    [(["}", "}", "", "b(c)"], 2), (["}", "", "a(b)", "b(c)"], 0), (["}", "return;", "} else {", "b(c)"], 2)],
)
def test_the_score_counts_three_trivial_lines_among_the_five_around(around: list[str], more: int) -> None:
    lines = [*around[:2], "call(me)", *around[2:], *["x  " * 9] * 12]
    assert surveyed("\n".join(lines)).score(3) == more


@pytest.mark.parametrize(
    ("names", "more"),
    [
        ("item, items, itemsById", 2),
        ("item, items, other", 0),
        ("a, ab, aba, abab", 0),
        ("row, firstRow, lastRow, rowCount", 2),
    ],
)
def test_the_score_counts_names_that_contain_one_another(names: str, more: int) -> None:
    lines = ["function go() {", f"  use({names});", "}", *[" " * 9] * 9]
    others = surveyed("\n".join(lines).replace(names, names.replace(", ", ".")))
    assert surveyed("\n".join(lines)).score(2) - others.score(2) == more


REPEATS = ("one = call(a);", "two = call(b);", "three = call(c);")
FUNCTIONS = ("f(() => 1);", "g(() => 1);", "h(() => 1);")
TIERS = {
    "short": (("",), 99, ["easy"]),
    "short with two repeated lines": ((*REPEATS[:2],) * 2, 99, ["easy"]),
    "short with three repeated lines": (REPEATS * 2, 99, []),
    "middling": (("",), 100, ["easy", "medium"]),
    "too long for easy": (("",), 150, ["medium"]),
    "at 200 lines": ((*REPEATS * 2, *FUNCTIONS), 200, ["medium"]),
    "over 200 lines": (("",), 201, ["medium"]),
    "over 200 lines with functions": (("", *FUNCTIONS), 201, ["medium", "hard"]),
    "over 200 lines on a repeated line": (REPEATS * 2, 201, ["medium", "nightmare"]),
    "over 300 lines": ((*REPEATS * 2, *FUNCTIONS), 301, ["hard", "nightmare"]),
}


@pytest.mark.parametrize(("lines", "total", "tiers"), TIERS.values(), ids=TIERS)
def test_the_tiers_of_the_first_line_are_by_the_file_and_the_line(
    lines: tuple[str, ...], total: int, tiers: list[str]
) -> None:
    assert list(filled(*lines, total=total).tiers(1)) == tiers


def test_the_least_scores_rise_with_the_tiers() -> None:
    assert MINIMUM == {"easy": 0, "medium": 2, "hard": 5, "nightmare": 8}


@pytest.mark.parametrize(
    ("text", "name", "structured"),
    [
        ("a = 1;\n", "a.js", False),
        ("a(() => 1);\n", "a.js", True),
        ("class A {}\n", "a.ts", True),
        ("export { a };\n", "a.ts", True),
        ("a = 1\n", "a.py", False),
        ("class A: pass\n", "a.py", True),
        ("", "a.py", False),
    ],
)
def test_structure_is_a_function_a_class_or_an_export(text: str, name: str, *, structured: bool) -> None:
    assert surveyed(text, name).structured is structured


def test_a_survey_travels_light_between_processes() -> None:
    found = filled(*REPEATS * 2, *FUNCTIONS, total=500)
    assert pickle.loads(pickle.dumps(found)) == found
    assert len(pickle.dumps(found)) < 10_000


def test_a_line_that_the_damage_repeats_counts_once_more() -> None:
    found = surveyed("first = compute(1);\nsecond = compute(2);\n" + "value;\n" * 300)
    assert not found.context(1).is_repeated_line
    assert found.context(1, doubled=True).repeat_count == 2
    assert found.score(1, doubled=True) == found.score(1) + 2
    assert "nightmare" not in found.tiers(1)
    assert "nightmare" in found.tiers(1, doubled=True)
