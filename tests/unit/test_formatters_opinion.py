"""A formatter as judge: what it looks past, what it must not, and who answers when it fails."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest

from pytest_editbench import formatters
from pytest_editbench.compare import opinion
from pytest_editbench.errors import FormatterError
from pytest_editbench.formatters.programs import executable

HERE = Path(__file__).parent
SCRIPT = PurePosixPath("app.ts")
PYTHON = PurePosixPath("app.py")


def found(name: str) -> formatters.Formatter:
    if "{" not in name and executable(name, HERE) is None:
        pytest.skip(f"{name} is not installed: {formatters.FORMATTERS[name].advice}")
    return formatters.resolve(name, HERE)


def both(path: PurePosixPath, one: bytes, other: bytes, name: str) -> opinion.Opinion:
    """The opinion on two contents, which must not depend on their order."""
    said = opinion.equal(path, one, other, found(name))
    assert opinion.equal(path, other, one, found(name)).equal == said.equal
    return said


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(b"f( a,b )", b"f(a, b);\n", id="blanks and a semicolon"),
        pytest.param(b"f('a');\n", b'f("a");\n', id="quotes"),
        pytest.param(b"f();\n\n\n\ng();\n", b"f();\ng();\n", id="blank lines"),
        pytest.param(b"x = {\n  a: 1,\n  b: 2,\n};\n", b"x = { a: 1, b: 2 };\n", id="an object on lines"),
        pytest.param(b"if (a) {\n\n  b();\n}\n", b"if (a) {\r\n\tb();\r\n}\r\n", id="indentation, line ends"),
    ],
)
def test_biome_looks_past(one, other):
    assert both(SCRIPT, one, other, "biome") == opinion.Opinion(True)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(b"return x;", b"returnx;", id="a lost blank between words"),
        pytest.param(b"f('a b');", b"f('ab');", id="a lost blank in a string"),
        pytest.param(b"f(`a\n\nb`);", b"f(`a\nb`);", id="a blank line in a template"),
        pytest.param(b"f(`a\n \nb`);", b"f(`a\n\nb`);", id="blanks on a line of a template"),
        pytest.param(b"f(/a b/);", b"f(/ab/);", id="a lost blank in a regular expression"),
        pytest.param(b"a + ++b;", b"a++ + b;", id="an increment that moves"),
        pytest.param(b"function f() { return 1 }", b"function f() { return\n1 }", id="a lonely return"),
        pytest.param(b"x = css`a {}`;", b"x = css`a  {  }`;", id="code in a template"),
        pytest.param(b"f(); // a", b"f(); // b", id="a comment"),
    ],
)
def test_biome_does_not_look_past(one, other):
    wrapped = [b"function w() {\n" + text + b"\n}\n" if b"return" in text else text for text in (one, other)]
    assert both(SCRIPT, *wrapped, "biome") == opinion.Opinion(False)


def test_ruff_tells_a_return_that_moved_into_a_loop():
    one = b"def f(x):\n    for a in x:\n        a()\n    return 1\n"
    assert not both(PYTHON, one, one.replace(b"    return", b"        return"), "ruff").equal
    assert both(PYTHON, one, one.replace(b"a()", b"a( )"), "ruff").equal


@pytest.mark.parametrize("name", ["a.md", "a.yaml", "a.yml"])
def test_blank_lines_count_in_markdown_and_yaml(name):
    assert not both(PurePosixPath(name), b"a\n\nb\n", b"a\nb\n", "true {file}").equal


def test_blank_lines_do_not_count_in_code():
    assert both(SCRIPT, b"a();\n\nb();\n", b"a();\nb();\n", "true {file}").equal


def test_equal_but_for_line_ends_needs_no_formatter():
    assert both(SCRIPT, b"a\n", b"\xef\xbb\xbfa\r\n", "false {file}") == opinion.Opinion(True)


def test_binary_content_is_not_formatted():
    assert both(SCRIPT, b"a\0", b"b\0", "cp /dev/null {file}") == opinion.Opinion(False)


def test_where_the_formatter_fails_the_normal_form_answers_and_the_note_says_so():
    said = both(SCRIPT, b"f('a')", b'f( "a" );', "false {file}")
    assert said.equal
    assert said.note == (
        "false {file}: app.ts: exit code 1: it said nothing (the expected side); "
        "the syntax normal form answers instead"
    )


def test_a_side_that_does_not_parse_is_named_and_is_no_silent_pass():
    said = opinion.equal(SCRIPT, b"f(1);", b"f(1", found("biome"))
    assert not said.equal
    assert "(the actual side)" in said.note


def test_two_sides_that_do_not_parse_are_not_equal_for_that():
    said = opinion.equal(SCRIPT, b"const = 'a b'", b"const = 'ab'", found("biome"))
    assert not said.equal
    assert "normal form" in said.note


def test_a_formatter_that_empties_every_file_makes_nothing_equal():
    said = both(SCRIPT, b"a();", b"b();", "cp /dev/null {file}")
    assert not said.equal
    assert "nothing came back" in said.note


def test_the_indent_score_is_the_mean_distance_to_the_formatted_text():
    text = b"if (a) {\nb();\n\t\t\tc();\n  d();\n}\n"  # off by 2, by |6 - 2|, by 0
    found_score = opinion.indent(SCRIPT, text, found("biome"))
    assert (found_score.score, found_score.lines) == ((2 + 4) / 2, 2)


@pytest.mark.parametrize("text", [b"f(a);\n", b"f(a);\r\n", b"\xef\xbb\xbff(a);\n"])
def test_formatted_text_has_indent_score_zero(text):
    assert opinion.indent(SCRIPT, text, found("biome")).score == 0


def test_lines_that_the_formatter_joins_are_held_against_no_indentation():
    score = opinion.indent(SCRIPT, b"f(\n    a,\n);\n", found("biome"))
    assert score.score == (0 + 4 + 0) / 3


def test_text_without_a_formatted_form_has_no_indent_score():
    with pytest.raises(FormatterError, match=r"biome: app\.ts"):
        opinion.indent(SCRIPT, b"f(", found("biome"))
