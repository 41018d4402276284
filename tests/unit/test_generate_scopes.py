"""Which names a file declares, and what refers to each."""

import symtable
from pathlib import Path, PurePosixPath
from textwrap import dedent

import pytest

from pytest_editbench.edits import Edit, apply
from pytest_editbench.generate import difficulty, outline, scopes
from pytest_editbench.generate.source import Parsed


def told(text: str, name: str) -> list[str]:
    """Each binding as its name and lines; `=` before a line where it is held, `shared` if others see it."""
    parsed = Parsed(PurePosixPath(name), dedent(text).encode())
    assert not parsed.root.has_error
    return [
        " ".join(
            [binding.name]
            + ["=" * (span in binding.held) + str(parsed.line(span.start)) for span in binding.spans]
            + ["shared"] * (not binding.local)
        )
        for binding in scopes.bindings(parsed)
    ]


SCRIPTS = {
    "parameters are seen in their function and in functions within it": (
        """\
        function f(a, { b, c: d = a }, [e, ...g], ...h) {
          return () => a + d + e + g + h;
        }
        a;
        """,
        ["f 1", "a 1 1 2", "b =1", "d 1 2", "e 1 2", "g 1 2", "h 1 2"],
    ),
    "an arrow's lone parameter is one": ("const f = a =>\n  a;\na;\n", ["f 1", "a 1 2"]),
    "a block's names end with it and hide outer ones": (
        """\
        let a = 1;
        {
          const a = 2;
          a;
        }
        a;
        """,
        ["a 1 6", "a 3 4"],
    ),
    "a var belongs to the whole function": (
        """\
        function f() {
          a;
          if (b) {
            var a = 1;
          }
        }
        a;
        """,
        ["f 1", "a 2 4"],
    ),
    "a name is not that of a variable within its function": (
        """\
        function a() {
          var a = 1;
          return a;
        }
        a();
        """,
        ["a 1 5", "a 2 3"],
    ),
    "a function expression's name is its own": (
        "const f = function g() {\n  g();\n};\ng;\n",
        ["f 1", "g 1 2"],
    ),
    "loops declare their variables, or use those that are there": (
        """\
        let a;
        for (let i = 0; i < 1; i++) i;
        for (const i of i2) i;
        for (var v in w) v;
        for (a of w) a;
        v;
        """,
        ["a 1 5 5", "i 2 2 2 2", "i 3 3", "v 4 4 6"],
    ),
    "what is caught is seen in its clause": (
        "try {\n  e;\n} catch (e) {\n  e;\n}\n",
        ["e 3 4"],
    ),
    "a switch is a block": ("switch (a) {\n  case 1:\n    let b = 2;\n    b;\n}\nb;\n", ["b 3 4"]),
    "a pattern that assigns declares nothing": ("let a;\n[a, b] = c;\n({ d } = a);\n", ["a 1 2 3"]),
    "names of properties, keys and labels, and words of strings, refer to nothing": (
        """\
        function f(a) {
          a: for (;;) break a;
          b.a.a({ a: 1, a() {} }, "a", `a`);
          return `${a}`; // a
        }
        """,
        ["f 1", "a 1 4"],
    ),
    "a shorthand property refers but is held": ("let a = 1;\nf({ a });\n", ["a 1 =2"]),
    "a method's computed name is read outside of it": (
        "let a;\nconst b = {\n  [a](a) {\n    a;\n  },\n};\n",
        ["a 1 3", "b 2", "a 3 4"],
    ),
    "exported and imported names are shared": (
        """\
        import a, { b, c as d } from "x";
        import * as e from "y";
        export const { f, g: [h] } = a;
        export function i(j) {}
        let k;
        export { k as l };
        """,
        [
            *("a 1 3 shared", "b 1 shared", "d 1 shared", "e 2 shared", "f =3 shared", "h 3 shared"),
            *("i 4 shared", "j 4", "k 5 6 shared"),
        ],
    ),
    "a parameter that is a field too is shared": (
        "class A {\n  constructor(private a: B, readonly b: B, c: B) {}\n}\n",
        ["A 1", "a 2 shared", "b 2 shared", "c 2"],
    ),
    "a class is a value and a type, but not the last name of a path": (
        "class A<T> {\n  a: A<T> = new A();\n}\nlet b: A | N.A;\n",
        ["A 1 2 2 4", "b 4"],
    ),
    "a type is no value": (
        "interface A {}\nconst A = 1;\ntype B = A;\nf(A);\n",
        ["A 2 4"],
    ),
    "parameters of types are apart": (
        "let a;\ntype F = (a: A) => typeof a;\ninterface I { [a: string]: A; m(a: A): a }\n",
        ["a 1", "a 2 2", "a 3", "a 3"],
    ),
    "an overload names the same function": (
        "function f(a: A): B;\nfunction f(a: any) {\n  a;\n}\n",
        ["f 1 2", "a 1", "a 2 3"],
    ),
    "an enumeration is a value and a type": ("enum A { B }\nlet c: A = A.B;\n", ["A 1 2 2", "c 2"]),
}


@pytest.mark.parametrize(("text", "expected"), SCRIPTS.values(), ids=SCRIPTS)
def test_names_of_scripts(text: str, expected: list[str]) -> None:
    assert told(text, "a.ts") == expected


def test_the_names_of_a_pair_of_tags_are_held_and_those_of_the_page_itself_refer_to_nothing() -> None:
    text = """\
    function f(div, A) {
      return (
        <A div={div}>
          <div />
          <A />
        </A>
      );
    }
    """
    assert told(text, "a.tsx") == ["f 1", "div 1 3", "A 1 =3 5 =6"]


PYTHON = {
    "parameters are seen in their function and in functions within it": (
        """\
        def f(a, b=1, *c, d: e, g: h = 2, **i):
            return lambda: a + b + c + d + g + i
        """,
        ["f 1 shared", "a 1 2", "b 1 2", "c 1 2", "d 1 2", "g 1 2", "i 1 2"],
    ),
    "defaults, types and bases are read outside": (
        """\
        def f(a):
            def g(a: a = a, b=lambda a: a) -> a:
                return a
            class a(a):
                pass
        """,
        ["f 1 shared", "a 1 2 2 2 4 4", "g 2", "a 2 3", "b 2", "a 2 2"],
    ),
    "whatever a function assigns is its own from the start": (
        """\
        def f(x):
            g(a)
            a, (b, *c) = x
            b += 1
            for d, [e] in x:
                with g() as h, g() as (i, j):
                    k = (m := i)
            try:
                return d, e, h, j, k, m
            except E as n:
                return n
        """,
        [
            *("f 1 shared", "x 1 3 5", "a 2 3", "b 3 4", "c 3", "d 5 9", "e 5 9", "h 6 9", "i 6 7", "j 6 9"),
            *("k 7 9", "m 7 9", "n 10 11"),
        ],
    ),
    "a comprehension has its own variables but reads its first source outside": (
        """\
        def f(a):
            b = [a for a in a if (c := a)]
            return a, c, {d: e for d, e in b for a in d}
        """,
        ["f 1 shared", "a 1 2 3", "b 2 3", "a 2 2 2", "c 2 3", "d 3 3 3", "e 3 3", "a 3"],
    ),
    "global and nonlocal names belong elsewhere": (
        """\
        def f():
            a = b = 1
            def g():
                nonlocal a
                global b
                a = b = 2
                def h():
                    return a, b
        b
        """,
        ["f 1 shared", "a 2 =4 6 8", "b 2", "g 3", "b 5 6 8 9 shared", "h 7"],
    ),
    "a nonlocal name may be assigned later in the function around": (
        "def f():\n    def g():\n        nonlocal a\n        a = 1\n    a = 2\n",
        ["f 1 shared", "g 2", "a =3 4 5"],
    ),
    "a class's names are its own": (
        """\
        def f(a):
            class A:
                a = a
                def m(self):
                    return a
        """,
        ["f 1 shared", "a 1 5", "A 2", "a 3 3 shared", "m 4 shared", "self 4"],
    ),
    "patterns of a match declare what they take": (
        """\
        def f(x):
            match x:
                case [a, *b] | B.a if a:
                    b
                case C(k=c) as d:
                    c, d
                case {"k": e, **g}:
                    e, g
        """,
        ["f 1 shared", "x 1 2", "a 3 3", "b 3 4", "c 5 6", "d 5 6", "e 7 8", "g 7 8"],
    ),
    "imported names are shared, the rest of a path is no name": (
        """\
        def f(b, d):
            import a.b
            from c.d import e, g as h
            return a, e, h
        """,
        ["f 1 shared", "b 1", "d 1", "a 2 4 shared", "e 3 4 shared", "h 3 4 shared"],
    ),
    "names of attributes and of keyword arguments, and words of strings, refer to nothing": (
        """\
        def f(a):
            b.a(a=1, b="a")
            return f"a {a}"  # a
        """,
        ["f 1 shared", "a 1 3"],
    ),
}


@pytest.mark.parametrize(("text", "expected"), PYTHON.values(), ids=PYTHON)
def test_names_of_python(text: str, expected: list[str]) -> None:
    assert told(text, "a.py") == expected


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.js", "function a() { var a; }", ["a 1", "a 1"]),
        ("a.py", "def a(): a = 1", ["a 1 shared", "a 1"]),
    ],
)
def test_a_file_that_is_one_function_has_its_name_in_the_scope_around(
    name: str, text: str, expected: list[str]
) -> None:
    assert told(text, name) == expected


def test_a_file_without_any_scope_has_no_bindings() -> None:
    parsed = Parsed(PurePosixPath("a.py"), b"([a]:,")
    assert parsed.root.type == "ERROR"
    assert scopes.bindings(parsed) == []


FRESH = "zzzz"


def shape(table: symtable.SymbolTable, name: str) -> tuple[object, ...]:
    """What the compiler knows of each scope's names, with the fresh one as the name it stands for."""
    symbols = [
        (
            name if symbol.get_name() == FRESH else symbol.get_name(),
            symbol.is_local(),
            symbol.is_free(),
            symbol.is_global(),
            symbol.is_parameter(),
        )
        for symbol in table.get_symbols()
    ]
    return (table.get_type(), sorted(symbols), [shape(each, name) for each in table.get_children()])


@pytest.mark.parametrize("module", [scopes, outline, difficulty])
def test_the_compiler_finds_the_same_scopes_after_a_name_is_replaced_wherever_it_refers(
    module: object,
) -> None:
    data = Path(str(module.__file__)).read_bytes()  # type: ignore[attr-defined]  # modules have one
    original = symtable.symtable(data.decode(), "a.py", "exec")
    bindings = scopes.bindings(Parsed(PurePosixPath("a.py"), data))
    assert len(bindings) > 50
    for binding in bindings:
        if binding.local:
            renamed = apply(data, [Edit(span, FRESH.encode()) for span in binding.spans])
            table = symtable.symtable(renamed.decode(), "a.py", "exec")
            assert shape(table, binding.name) == shape(original, binding.name), binding
