"""Pairs of TypeScript and JavaScript that a formatter makes of one another, and pairs that none may make."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from pytest_editbench.compare import levels
from pytest_editbench.model import MatchLevel

SAME = [
    ("type A = B | (C | D)", "type A = B | C | D"),
    ("type F = () =>\n  void", "type F = ()\n  => void"),
    ("x = a ? (b as any) : (c) => d", "x = a ? b as any : (c) => d"),
    ("a", "a;"),
    ("'a'", '"a"'),
    ("f(a,)", "f(a)"),
    ("x => y", "(x) => y"),
    ("async x => y", "async (x) => y"),
    ("((a))", "a"),
    ("type A = | B | C", "type A = B | C"),
    ("interface I { a: string, b: number }", "interface I { a: string; b: number; }"),
    ("x = { 'a': 1 }", "x = { a: 1 }"),
    ("1.0", "1."),
    ("0XAB", "0xab"),
    (".5", "0.50"),
    ("1E5", "1e+5"),
    ("x = <b>\n  a\n</b>", "x = <b>a</b>"),
    ("x=<b><i/> a</b>", 'x=<b>\n<i/>{" "}\na\n</b>'),
    ("x=<a b='c'/>", 'x=<a b="c"/>'),
    ('x=<a b={"c"}/>', 'x=<a b="c"/>'),
    ("/**\n * a\n */\nx", "/**\n   * a\n   */\nx"),
    ("f() // a\ng()", "f(); // a\ng()"),
    ('"it\'s"', "'it\\'s'"),
    ("a && (b && c)", "a && b && c"),
    ("new Foo", "new Foo()"),
    ("@dec class A {}", "@dec\nclass A {}"),
    ("if (a) {};b", "if (a) {}\nb"),
    ("return1", "return1"),
    ("x = (\n  a\n)", "x = a"),
    ("const {a,\n\n\nb} = c", "const { a, b, } = c"),
    ("[a,]", "[a]"),
    ("type A = (B)", "type A = B"),
    ("x = a ? b : c", "x = a\n ? b\n : c"),
    ("({a: 1, // x\n})", "({a: 1 // x\n})"),
    ("a || (b && c)", "a || b && c"),
    ("f({ // c\n a })", "f({\n // c\n a\n})"),
    ("a;\n\n\n// c\nb", "a\n// c\nb"),
    (";[1].x", "[1].x"),
    ("a\n;[1].x", "a;\n[1].x"),
    ('enum E { A, "B" = 2, }', "enum E { A, B = 2 }"),
    ("class A { x = 1\n y = 2 }", "class A { x = 1; y = 2; }"),
]

DIFFERENT = [
    ("class A { constructor(private x: B) {} }", "class A { constructor(private\nx: B) {} }"),
    ("function f(a): asserts a is C {}", "function f(a): asserts\na is C {}"),
    ("function f<const T>() {}", "function f<const\nT>() {}"),
    ("x = (a ?? b)!.c", "x = a ?? b!.c"),
    ("f = () => ({ a: 's' })", "f = () => { a: 's' }"),
    ("x = await (a as C)", "x = await a as C"),
    ("type A = (new () => B) | C", "type A = new () => B | C"),
    ("interface A { b;\n(): C }", "interface A { b\n(): C }"),
    ("(function () {})()", "function () {}()"),
    ("for (let i = 0;\n i < n; i++) {}", "for (let i = 0\n i < n; i++) {}"),
    ("type A = { b: string }", "type A = { ;b: string }"),
    ("type A = { b: string; c: D }", "type A = { b: string;; c: D }"),
    ("type A = B || C", "type A = B | C"),
    ("function f<P extends any\n[] = []>() {}", "function f<P extends any[] = []>() {}"),
    ("if ((a(b)) {}", "if (a(b)) {}"),
    ("a && (b = c)", "a && b = c"),
    ("import a from 'b' import c from 'd'", "import a from 'b'; import c from 'd'"),
    ("(a?.b).c", "a?.b.c"),
    ("(a?.b)()", "a?.b()"),
    ("(a?.b)!.c", "a?.b!.c"),
    ('("use strict")', '"use strict"'),
    ("x=<b> a</b>", "x=<b>a</b>"),
    ("x=<b>a  b</b>", "x=<b>a b</b>"),
    ("f(x); // a\ng()", "f(x);\n// a\ng()"),
    ('for (var i = ("a" in b);;);', 'for (var i = "a" in b;;);'),
    ("a ? (b) : c => d", "a ? b : c => d"),
    ("class A{get\nx(){}}", "class A{get;\nx(){}}"),
    ("class A{get\nx(){}}", "class A{get x(){}}"),
    ("class A{set\nx(v){}}", "class A{set x(v){}}"),
    ("class A{static\nx(){}}", "class A{static x(){}}"),
    ("function f(){throw\nx}", "function f(){throw x}"),
    ("function f(){return\nx}", "function f(){return x}"),
    ("function f(){return\n`x`}", "function f(){return `x`}"),
    ("a + ++b", "a++ + b"),
    ("(a + b) * c", "a + b * c"),
    ("(a, b)", "a, b, c"),
    ("f((a,b))", "f(a,b)"),
    ("(-1) ** 2", "-1 ** 2"),
    ("a ?? (b || c)", "a ?? b || c"),
    ("() => ({})", "() => {}"),
    ("new (f())()", "new f()()"),
    ('"a b"', '"ab"'),
    ("`a\n\nb`", "`a\nb`"),
    ("[a,,]", "[a,]"),
    ("/a b/", "/ab/"),
    ("a;\n[1].b()", "a\n[1].b()"),
    ("a;\n(b)", "a\n(b)"),
    ("x = a /* c */ + b", "x = a + /* c */ b"),
    ("// a", "// b"),
    ("a - -b", "a--b"),
    ("(let)[0] = 1", "let[0] = 1"),
    (';"use strict"', '"use strict"'),
    ('class A{"get"\nx(){}}', "class A{get\nx(){}}"),
    ("if (a);b()", "if (a) b()"),
    ("var a = 010", "var a = 10"),
    ('x = <a b="c d"/>', 'x = <a b="cd"/>'),
    ("const x = {a, b}", "const x = {b, a}"),
    ('"\\d"', '"d"'),
    ("a;\n`b`", "a\n`b`"),
    ("let;\nx", "let\nx"),
    ("async;\nfunction f(){}", "async function f(){}"),
    ("(x) = function(){}", "x = function(){}"),
    ("returnx", "return x"),
    ("1_000", "1000"),
    ("0x1F", "0x1E"),
    ("type A = (B | C)[]", "type A = B | C[]"),
    ("export default (function(){})", "export default function(){}"),
    ("x = {get: 1}", "x = {set: 1}"),
]


def level(accepted: str, actual: str, name: str = "file.tsx") -> MatchLevel:
    return levels.level(PurePosixPath(name), accepted.encode(), actual.encode()).level


@pytest.mark.parametrize(("one", "two"), SAME)
def test_what_a_formatter_owns_is_no_difference(one: str, two: str) -> None:
    assert level(one, two) is not MatchLevel.NONE
    assert level(two, one) is not MatchLevel.NONE


@pytest.mark.parametrize(("one", "two"), DIFFERENT)
def test_what_changes_the_program_or_its_comments_is_a_difference(one: str, two: str) -> None:
    assert level(one, two) is MatchLevel.NONE
    assert level(two, one) is MatchLevel.NONE


@pytest.mark.parametrize("name", ["a.ts", "a.mts", "a.cts", "a.tsx", "a.js", "a.mjs", "a.cjs", "a.jsx"])
def test_every_extension_of_the_family_is_read(name: str) -> None:
    assert level("f(a,\n  b);\n", "f(a, b)\n", name) is MatchLevel.FORMAT


def test_blank_lines_and_trailing_blanks_are_level_lines_outside_literals_only() -> None:
    assert level("a;\n\n\nb; \n", "a;\nb;\n") is MatchLevel.LINES
    assert level("x = `a\n\nb`", "x = `a\nb`") is MatchLevel.NONE
    assert level("x = `a \nb`", "x = `a\nb`") is MatchLevel.NONE
    assert level("/*\n\n*/ x", "/*\n*/ x") is MatchLevel.NONE


def test_a_file_that_does_not_parse_is_compared_at_level_eol_and_the_verdict_says_so() -> None:
    found = levels.level(PurePosixPath("a.ts"), b"const = (;\n", b"const  = (;\n")
    assert found == (MatchLevel.NONE, "compared at level eol: does not parse")
    assert level("const = (;\r\n", "const = (;\n") is MatchLevel.EOL


def test_what_the_grammar_cannot_read_does_not_hide_the_rest_when_it_is_equal() -> None:
    rest = "export type * from './types';\n{}"
    assert level(rest.format("f( a );"), rest.format("f(a)")) is MatchLevel.FORMAT
    assert level(rest.format("f(a);"), rest.format("f(b);")) is MatchLevel.NONE


def test_content_with_a_nul_is_binary_and_has_no_form() -> None:
    assert level("a = 1\0;", "a = 1\0") is MatchLevel.NONE


def test_invalid_utf_8_is_compared_by_bytes() -> None:
    found = levels.level(PurePosixPath("a.ts"), b"f( '\xff' );", b"f('\xff');")
    assert found == (MatchLevel.NONE, "compared at level eol: not UTF-8")


def test_deep_nesting_is_no_recursion() -> None:
    deep = "x = " + "[" * 5000 + "]" * 5000
    assert level(deep, deep.replace("[]", "[ ]")) is MatchLevel.FORMAT
    assert level(deep, deep.replace("[]", "[1]")) is MatchLevel.NONE
