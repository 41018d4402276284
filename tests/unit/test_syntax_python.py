"""Pairs of Python that a formatter makes of one another, and pairs that none may make."""

from pathlib import PurePosixPath

import pytest

from pytest_editbench import languages
from pytest_editbench.compare import levels
from pytest_editbench.model import MatchLevel

SAME = [
    ("a=1", "a = 1"),
    ("a = 'b'", 'a = "b"'),
    ("a = 'it\\'s'", 'a = "it\'s"'),
    ("a = U'b'", "a = 'b'"),
    ("a = B'b'", "a = b'b'"),
    ("a = '\\xAB'", "a = '\\xab'"),
    ("a = '''b'''", 'a = """b"""'),
    ("a = 'b' 'c'", "a = 'bc'"),
    ("a = 'b' 'c'", "a = (\n    'b'\n    'c'\n)"),
    ("a = f'{b}' 'c{'", "a = f'{b}c{{'"),
    ("a = f'{b[\"c\"]}'", "a = f\"{b['c']}\""),
    ("a = f'{b+c}'", "a = f'{b + c}'"),
    ("a = (1)", "a = 1"),
    ("a = ((b))", "a = b"),
    ("(a) = 1", "a = 1"),
    ("a = (b\n    + c)", "a = b + c"),
    ("a = b \\\n    + c", "a = b + c"),
    ("a = (yield)", "a = yield"),
    ("f(x for x in y)", "f((x for x in y))"),
    ("f(a, )", "f(a)"),
    ("f(\n    a,\n    b,\n)", "f(a, b)"),
    ("a = b,", "a = (b,)"),
    ("a, b = c", "(a, b) = c"),
    ("for (a, b) in c:\n    d", "for a, b in c:\n    d"),
    ("for a in (b, c):\n    d", "for a in b, c:\n    d"),
    ("del (a, b)", "del a, b"),
    ("a[b, c]", "a[(b, c)]"),
    ("a[b, c,]", "a[b, c]"),
    ("a[b,]", "a[(b,)]"),
    ("def f():\n    return (a, b)", "def f():\n    return a, b"),
    ("a; b", "a\nb"),
    ("if a: b", "if a:\n    b"),
    ("if a:\n  b\n  c", "if a:\n\tb\n\tc"),
    ("if (a):\n    b", "if a:\n    b"),
    ("if (a := b):\n    c", "if a := b:\n    c"),
    ("not (a in b)", "not a in b"),
    ("a = (b if c else d)", "a = b if c else d"),
    ("a = lambda b: (c)", "a = lambda b: c"),
    ("class A():\n    b", "class A:\n    b"),
    ("from a import (b, c,)", "from a import b, c"),
    ("with (a as b, c as d):\n    e", "with a as b, c as d:\n    e"),
    ("def f(a: (b[c] | d)): pass", "def f(a: b[c] | d): pass"),
    ("def f() -> (b[c, d,]): pass", "def f() -> b[c, d]: pass"),
    ("a = 0XFF + 1E5 + 1J", "a = 0xFF + 1e5 + 1j"),
    ("#a\nb", "# a\nb"),
    ("a   # b", "a  # b"),
    ("a = [  # b\n    1,\n]", "a = [ # b\n  1\n]"),
    ("@a\n\ndef b(): pass", "@a\ndef b(): pass"),
    ("match a:\n  case (b):\n    c", "match a:\n    case b:\n        c"),
    ("async def f():\n  await (a)", "async def f():\n    await a"),
    ("a\n\n\n\nb", "a\n\nb"),
    ("print(*(a), **(b))", "print(*a, **b)"),
    ("if a:\n    b\n    # c\nd", "if a:\n  b\n\n  # c\nd"),
]

DIFFERENT = [
    ("for a in b:\n    c\nd", "for a in b:\n    c\n    d"),
    (
        "def f(a):\n    for b in a:\n        c\n    return b",
        "def f(a):\n    for b in a:\n        c\n        return b",
    ),
    ("def f(): return x", "def f(): returnx"),
    ("a = 'a b'", "a = 'ab'"),
    ("a = 'a b'", "a = 'a  b'"),
    ("'''a\n\nb'''", "'''a\nb'''"),
    ("'''a\\n\n\nb'''", "'''a\\n\nb'''"),
    ("'''a  \nb'''", "'''a\nb'''"),
    ("def f():\n    '''a'''", "def f():\n    '''a '''"),
    ("a = '\\1' '2'", "a = '\\12'"),
    ("a = r'b' 'c'", "a = r'bc'"),
    ("a = r'b'", "a = 'b'"),
    ("a = R'b'", "a = r'b'"),
    ("a = r'\\''", 'a = r"\'"'),
    ("a = b'b'", "a = 'b'"),
    ("a = b'\\uAB'", "a = b'\\uab'"),
    ("a = f'b'", "a = 'b'"),
    ("a = f'{b}'", "a = '{b}'"),
    ("a = f'{b=}'", "a = f'{b =}'"),
    ("a = f'{b:>3}'", "a = f'{b: >3}'"),
    ("a = f'{b} {c}'", "a = f'{b}  {c}'"),
    ("a = f'{(b:=3)}'", "a = f'{b:=3}'"),
    ("a = f'{b[\"c\"]}'", "a = f'{b['c']}'"),
    ("(a + b) * c", "a + b * c"),
    ("(a < b) < c", "a < b < c"),
    ("(-1) ** 2", "-1 ** 2"),
    ("a and (b or c)", "a and b or c"),
    ("a - (b - c)", "a - b - c"),
    ("not a == b", "not a != b"),
    ("a not in b", "a in b"),
    ("a is not b", "a is (not b)"),
    ("(a): b = 1", "a: b = 1"),
    ("a = b,", "a = b"),
    ("a = (b,)", "a = (b)"),
    ("a[b,]", "a[b]"),
    ("a: b[c,]", "a: b[c]"),
    ("assert (a, b)", "assert a, b"),
    ("with (a, b) as c:\n    d", "with a, b as c:\n    d"),
    ("(lambda: a)()", "lambda: a()"),
    ("(a, b), c", "a, (b, c)"),
    ("f(a, b)", "f((a, b))"),
    ("f(*a)", "f(a)"),
    ("(yield a), b", "yield a, b"),
    ("a = yield b, c", "a = (yield b), c"),
    ("a\n-b", "a - b"),
    ("a\n(b)", "a(b)"),
    ("a = b \\\n\n-c", "a = b \\\n-c"),
    ("a = 1\nb = 2", "b = 2\na = 1"),
    ("a", "    a"),
    ("if a:\n    b\n    c", "if a:\n    b\n      c"),
    ("if a:\n    b\nelse:\n    c", "if a:\n    b\n    c"),
    ("if a:\n  if b:\n    c\n  else:\n    d", "if a:\n  if b:\n    c\nelse:\n    d"),
    ("a == b", "a ==\nb"),
    ("f()", "f(,)"),
    ("if (a\n  and b):\n    c", "if a\n  and b:\n    c"),
    ("a = (b := c)", "a = b := c"),
    ("def f():\n    return (yield)", "def f():\n    return yield"),
    ("# a\nb", "# c\nb"),
    ("a  # b\nc", "a\n# b\nc"),
    ("a  # b\nc", "a\nc  # b"),
    ("a = [\n    1,  # b\n    2,\n]", "a = [\n    1,\n    # b\n    2,\n]"),
    ("a = [\n    1,  # b\n    2,\n]", "a = [\n    1,\n    2,  # b\n]"),
    ("if a:\n    b\n    # c\nd", "if a:\n    b\n# c\nd"),
    ("#!a\nb", "# !a\nb"),
    ("#!/bin/python\na", "\n#!/bin/python\na"),
    ("a = ('b'  # c\n     'd')", "a = ('b'\n     'd')  # c"),
    ("global a, b", "global b, a"),
    ("async def f(): pass", "def f(): pass"),
    ("@a\n@b\ndef c(): pass", "@b\n@a\ndef c(): pass"),
    ("match a:\n  case b, c: d", "match a:\n  case b | c: d"),
    ("from . import a", "from .. import a"),
    ("import a.b", "import a .c"),
    ("a = 1_0", "a = 10"),
    ("a = 1.0", "a = 1"),
]


def level(accepted, actual):
    return levels.level(PurePosixPath("a.py"), accepted.encode(), actual.encode()).level


@pytest.mark.parametrize(("accepted", "actual"), SAME)
def test_what_a_formatter_owns_makes_no_difference(accepted, actual):
    assert level(accepted, actual) is not MatchLevel.NONE
    assert level(actual, accepted) is not MatchLevel.NONE


@pytest.mark.parametrize(("accepted", "actual"), DIFFERENT)
def test_what_means_something_makes_a_difference(accepted, actual):
    assert level(accepted, actual) is MatchLevel.NONE
    assert level(actual, accepted) is MatchLevel.NONE


@pytest.mark.parametrize("text", [text for pair in SAME for text in pair] + [pair[0] for pair in DIFFERENT])
def test_what_is_compared_here_parses(text):
    assert not languages.parse(languages.LANGUAGES[".py"], text.encode()).has_error


def test_blank_lines_and_trailing_blanks_are_lines():
    assert level("a\n\n\nb", "a  \nb") is MatchLevel.LINES


def test_a_blank_line_in_a_docstring_with_escapes_is_content():
    assert level("'''a\\n\n\nb\\n'''", "'''a\\n\nb\\n'''") is MatchLevel.NONE


def test_a_file_that_does_not_parse_is_compared_by_its_lines_and_says_so():
    verdict = levels.level(PurePosixPath("a.py"), b"a = (\nb=1", b"a = (\nb = 1")

    assert verdict == (MatchLevel.NONE, "compared at level eol: does not parse")


def test_five_thousand_nested_brackets_are_told_apart_or_left_with_a_note():
    deep = "a = " + "[" * 5000 + "]" * 5000

    verdict = levels.level(PurePosixPath("a.py"), deep.encode(), deep.replace("a = ", "a=").encode())

    assert verdict == (MatchLevel.NONE, "compared at level eol: does not parse")
