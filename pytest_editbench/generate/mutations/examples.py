"""Examples of the mutations of tokens."""

from __future__ import annotations

from pytest_editbench.generate.mutations.mutation import Example


def _lines(before: str, *after: str, name: str = "a.ts") -> Example:
    return Example(before + "\n", tuple(each + "\n" for each in after), name)


def _python(before: str, *after: str) -> Example:
    return _lines(before, *after, name="a.py")


SWAP_COMPARISON = (
    _lines("ok = a < b && c >= d", "ok = a <= b && c >= d", "ok = a < b && c > d"),
    _lines("const make = new Map<string, number>();"),
    _lines("function first<T>(all: T[]): Array<T> { return all; } // a < b"),
    _lines(
        "const view = <b>{a > 1 ? 'a < b' : `a < ${b}`}</b>;",
        *("const view = <b>{a >= 1 ? 'a < b' : `a < ${b}`}</b>;",),
        name="a.tsx",
    ),
    _lines("same = total < total"),
    _lines("ok = a && a >= 0; ok = b && a > 0;", "ok = a && a >= 0; ok = b && a >= 0;"),
    _python("new = sys.version_info > (3, 8)"),
    _python("ok = 0 <= n < size  # n < 0", "ok = 0 < n < size  # n < 0", "ok = 0 <= n <= size  # n < 0"),
    _python("ok = 'a < b' in text"),
)

SWAP_EQUALITY = (
    _lines("a === b; a != b;", "a !== b; a != b;", "a === b; a == b;"),
    _lines("const equal = (a) => a; // a === b"),
    _lines("type Is<T> = T extends true ? 1 : 0;"),
    _python("if a == b: pass", "if a != b: pass"),
    _python("if a is None: pass", "if a is not None: pass"),
    _python("f(a='==', b=1)"),
)

SWAP_LOGICAL = (
    _lines("a && (b || c);", "a || (b || c);", "a && (b && c);"),
    _lines("a && a; a ?? b; a & b;"),
    _lines("a ||= b;"),
    _python("ok = a and b or c", "ok = a or b or c", "ok = a and b and c"),
    _python("ok = 'a and b'"),
)

REMOVE_NEGATION = (
    _lines("if (!done && ! ready) stop();", "if (done && ! ready) stop();", "if (!done && ready) stop();"),
    _lines("const given = !!value;", "const given = !value;"),
    _lines("value!.size; a !== b;"),
    _lines("const f = () => {return!done};"),
    _lines("!function () { start(); }();"),
    _python("if not done: pass", "if done: pass"),
    _python("if not(a or b): pass", "if (a or b): pass"),
    _python("if a not in b or a is not b: pass"),
)

SWAP_INCREMENT_DECREMENT = (
    _lines("i++; --j;", "i--; --j;", "i++; ++j;"),
    _lines("a + +b; a - -b; // i++"),
    _lines("a - --b;", "a - ++b;"),
    _lines("a+--b; a+ ++b;", "a+--b; a+ --b;"),
    _python("n += 1", "n -= 1"),
    _python("n += 0.0; n += size; text = ''; text += n"),
    _python("total = 0\ntotal += size", "total = 0\ntotal -= size"),
    _python("total += len(all)", "total -= len(all)"),
    _python("path -= part"),
    _python("text += 'more'"),
    _python("names += ['more']"),
)

SWAP_ARITHMETIC = (
    _lines("const c = a + b * 2;", "const c = a - b * 2;", "const c = a + b / 2;"),
    _lines("const label = 'a' + b + c;"),
    _lines("const label = a + ('b' + c) + d;"),
    _lines("const sign = -a; const number = +b; a += 1; a ** b;"),
    _lines("a * 1; a / 1; a + 0; a - 0; a*/* note */b;"),
    _python(
        "area = width * height - margin", "area = width / height - margin", "area = width * height + margin"
    ),
    _lines("a + b; a[1] - b(2); prefix + 1; str - name + ':' + val; a * 1.0; a / 1.0; 2 + 0.0;"),
    _lines("n = a.length - b;", "n = a.length + b;"),
    _python("path = root / name"),
    _python("row = [0] * n"),
    _python("rule = '-' * n + name"),
    _python("path = f'{a}' + b"),
)

FLIP_BOOLEAN = (
    _lines(
        "let open = true, shut = false;", "let open = false, shut = false;", "let open = true, shut = true;"
    ),
    _lines("type Yes = true; let yes: false | undefined; f<true>(); 'true'; x.true;"),
    _python("f(a=True, b=False)", "f(a=False, b=False)", "f(a=True, b=True)"),
    _python("def f(a: Literal[True]): pass"),
)

REMOVE_OPTIONAL_CHAIN = (
    _lines("a?.b;", "a.b;"),
    _lines("a?.[0];", "a[0];"),
    _lines("f?.(1);", "f(1);"),
    _lines("a?.b?.(c);", "a.b?.(c);", "a?.b(c);"),
    _lines("a ? .5 : 1; ({}?.a); a && a?.b;"),
    _lines("type A = { b?: string };"),
    _python("a.b"),
)

SWAP_CALL_ARGS = (
    _lines("f(a, b + 1, c);", "f(b + 1, a, c);"),
    _lines("new Range(from, to);", "new Range(to, from);"),
    _lines("f(...a, b); f(a, ...b); f(a); f(a, a); Math.max(a, b); f(a /* first */, b);"),
    _lines("f(\n  a,\n  b,\n); wait(() => {\n  go();\n}, 100);"),
    _lines("const f = (a, b) => a;"),
    _python("f(a, b, c=1)", "f(b, a, c=1)"),
    _python("f(x=a, y=b)", "f(x=b, y=a)"),
    _python("f(a, x=b)"),
    _lines("a.isEqual(b, c); shallowEqual(b, c); Math.imul(a, b); _.union(a, b); add(a, b);"),
    _python("max(a, b); f(*a, b); f(x=1, y=1)"),
    _python("math.isclose(a, b); np.union(a, b); get_max(a, b)"),
    _python("class A(B, C): pass"),
)

SWAP_NULLISH = (
    _lines("const size = given ?? 10;", "const size = given || 10;"),
    _lines("const size = given || 10;", "const size = given ?? 10;"),
    _lines("a || b && c; a || b || c; a ?? b ?? c;"),
    _lines("a ?? (b && c);", "a || (b && c);"),
    _lines("x = a || !b; x = a || b || c === d; x = isOpen(a) || b; if (a || b) {} (a || b) && c;"),
    _lines("x = a ?? 0; x = a || ''; x = a ?? []; x = a || {}; x = a ?? false; x = a || null;"),
    _lines("[] ?? a; null || a; a ?? a; a ??= b;"),
    _python("size = given or 10"),
)

SWAP_REGEX_QUANTIFIER = (
    _lines("s.match(/a+b*?/g);", "s.match(/a*b*?/g);", "s.match(/a+b+?/g);"),
    _lines(r"/\+[+*]\*a{2}/; a + b * c; '/a+/';"),
    _lines(r"/(?<year>\d+)-[^\]+]+/u;", r"/(?<year>\d*)-[^\]+]+/u;", r"/(?<year>\d+)-[^\]+]*/u;"),
    _lines(r"/(?:a?)+(?=b)*(c+)*/;", r"/(?:a?)+(?=b)*(c+)+/;"),
    _lines(r"/[[a-z]--[+*]]+/v;", r"/[[a-z]--[+*]]*/v;"),
    _python(
        r"re.compile(r'\s*(?P<n>\d+)')", r"re.compile(r'\s+(?P<n>\d+)')", r"re.compile(r'\s*(?P<n>\d*)')"
    ),
    _lines(r"s.replace(/\W+/g, ''); s.replace(/^\s+|\s+$/, '');"),
    _lines(r"s.replace(/a\W+/g, '');", r"s.replace(/a\W*/g, '');"),
    _python(r"re.sub(r'\W*', '', s)"),
    _python(r"re.escape(r'a+'); re.sub(x, r'a+', s); find(r'a+')"),
)

UNICODE_HYPHEN = (
    _lines("f('a-b-c', `d${e - 1}f-g`);", "f('a–b-c', `d${e - 1}f-g`);", "f('a-b-c', `d${e - 1}f–g`);"),
    _lines("import a from 'some-module'; export * from './a-b'; require('a-b'); import('a-b');"),
    _lines("'use some-mode'; type A = 'b-c' | `d-${B}`; a - b; /a-b/; // 'c-d'"),
    _lines('const view = <a href="/a-b">c-d</a>;', 'const view = <a href="/a–b">c-d</a>;', name="a.tsx"),
    _python("f('a-b', f'{c - d}e-f')", "f('a–b', f'{c - d}e-f')", "f('a-b', f'{c - d}e–f')"),
    _python("f(b'a-b', '\\N{HYPHEN-MINUS}', f'{a:-5}')"),
)

OFF_BY_ONE = (
    _lines(
        "for (let i = 0; i < all.length; i++) {}",
        "for (let i = 1; i < all.length; i++) {}",
        "for (let i = 0; i <= all.length; i++) {}",
    ),
    _lines("if (row[1]) {}", "if (row[0]) {}"),
    _lines("const many = n > 1;", "const many = n > 0;"),
    _lines("const last = all[all.length - 1];", "const last = all[all.length - 2];"),
    _lines("const first = all[0]; switch (a) { case 0: case 1: } let b: 0 | 1; a === -1; a < 10;"),
    _lines("if ([0, 1].includes(a)) {}"),
    _python("for i in range(1, n): pass", "for i in range(0, n): pass"),
    _python("while i < len(all): pass", "while i <= len(all): pass"),
    _python(
        "rest, last = all[1:], all[-1]", "rest, last = all[0:], all[-1]", "rest, last = all[1:], all[-2]"
    ),
    _python("last = all[len(all) - 2]", "last = all[len(all) - 1]"),
    _python("first = all[0]; code = 1"),
)

_TWICE = """\
def f(a):
    if a {} 1:
        return 2


class A:
    def g(self, a):
        if a {} 1:
            return 2"""

DUPLICATE_LINE_FLIP = (
    Example(
        "a.dirty = true;\nif (b) {\n  a.dirty = true;\n  c = false;\n}\n",
        (
            "a.dirty = false;\nif (b) {\n  a.dirty = true;\n  c = false;\n}\n",
            "a.dirty = true;\nif (b) {\n  a.dirty = false;\n  c = false;\n}\n",
        ),
    ),
    _lines("run(true);\nrun(false);"),
    _python(
        _TWICE.format("==", "=="),
        _TWICE.format("!=", "=="),
        _TWICE.format("==", "!="),
    ),
    _python("run(True)\nrun(False)"),
)

_GAP = "\n" * 7

COMPOSITE_MULTI_EDIT = (
    _lines(
        f"a = b < c;{_GAP}d = true;{_GAP}e(f, g);",
        f"a = b <= c;{_GAP}d = false;{_GAP}e(g, f);",
    ),
    _lines("a = b < c;\nd = true;\ne(f, g);"),
    _python(
        f"a = b < c{_GAP}d = True{_GAP}e(f, g)",
        f"a = b <= c{_GAP}d = False{_GAP}e(g, f)",
    ),
    _python("a = b < c\nd = True\ne(f, g)"),
)
