"""Every mutation on real files and on random code: it undoes to the byte, and what it leaves is code."""

from __future__ import annotations

from functools import cache
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pytest_editbench import languages
from pytest_editbench.edits import Edit, apply, inverse
from pytest_editbench.generate.draw import Draw
from pytest_editbench.generate.mutations import MUTATIONS
from pytest_editbench.generate.mutations.mutation import Candidate, Damage, Mutation, Refused
from pytest_editbench.generate.source import Parsed

CASES = Path(__file__).parents[2] / "cases"
FILES = sorted(
    path
    for path in (*CASES.glob("handwritten/*/expected/**/*"), *CASES.glob("sources/**/*"))
    if path.suffix in (".ts", ".tsx", ".js", ".mjs", ".jsx", ".py") and path.stat().st_size < 9_000
)
TOKENS = tuple(mutation for mutation in MUTATIONS if mutation.category != "structural")
SINGLE = tuple(mutation for mutation in TOKENS if not mutation.multi_hunk)


@cache
def read(path: Path) -> Parsed:
    return Parsed(PurePosixPath(path.name), path.read_bytes())


def found(mutation: Mutation, parsed: Parsed) -> list[Candidate]:
    return list(mutation.find(parsed, Draw(7).at(mutation.name)))


def damage(mutation: Mutation, parsed: Parsed, candidate: Candidate) -> Damage | None:
    try:
        return mutation.damage(parsed, candidate)
    except Refused:
        return None


def kept(data: bytes, edits: tuple[Edit, ...]) -> list[bytes]:
    """What stands between the edits."""
    spans = sorted(edit.span for edit in edits)
    starts, stops = [0, *(span.stop for span in spans)], [*(span.start for span in spans), len(data)]
    return [data[start:stop] for start, stop in zip(starts, stops, strict=True)]


def check(mutation: Mutation, parsed: Parsed, candidate: Candidate) -> None:
    done = damage(mutation, parsed, candidate)
    if done is None:
        return
    damaged = apply(parsed.data, done.edits)
    undoing = inverse(parsed.data, done.edits)
    assert apply(damaged, undoing) == parsed.data
    assert kept(damaged, undoing) == kept(parsed.data, done.edits)
    assert damaged != parsed.data
    assert not languages.syntax_errors(parsed.path, damaged)


files = st.sampled_from(FILES)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
@settings(max_examples=8, deadline=None)
@given(files, st.data())
def test_damage_to_a_real_file_undoes_and_is_code(
    mutation: Mutation, path: Path, data: st.DataObject
) -> None:
    candidates = found(mutation, read(path))
    assume(candidates)
    check(mutation, read(path), data.draw(st.sampled_from(candidates)))


@settings(max_examples=25, deadline=None)
@given(files)
def test_no_two_candidates_of_a_mutation_are_equal_and_all_stand_in_order(path: Path) -> None:
    for mutation in TOKENS:
        candidates = found(mutation, read(path))
        keys = [(candidate.spans, candidate.texts) for candidate in candidates]
        assert len(set(keys)) == len(keys)
        assert keys == sorted(keys) or mutation.name == "identifier-multi-edit"


@settings(max_examples=15, deadline=None)
@given(files)
def test_line_ends_and_a_byte_order_mark_hide_no_candidate(path: Path) -> None:
    plain = read(path)
    other = Parsed(plain.path, b"\xef\xbb\xbf" + plain.data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    for mutation in SINGLE:
        lines = [candidate.line for candidate in found(mutation, plain)]
        assert [candidate.line for candidate in found(mutation, other)] == lines


names = st.sampled_from(["a", "b", "count", "items.length", "$x", "_y"])
spaces = st.sampled_from(["", " "])


def joined(operators: list[str], parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def join(left: str, operator: str, right: str, space: str) -> str:
        return left + space + operator + space + right

    return st.builds(join, parts, st.sampled_from(operators), parts, spaces)


def typescript(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    operators = ["<", ">=", "===", "!=", "&&", "||", "??", "+", "-", "*", "/", "%", "in"]
    return st.one_of(
        joined(operators, parts),
        st.builds("{}({}, {})".format, names, parts, parts),
        st.builds("{}{}".format, st.sampled_from(["!", "! ", "-", "typeof ", "++", "--"]), parts),
        st.builds("{}?.{}".format, names, st.sampled_from(["b", "[0]", "(1, 2)", "c?.()"])),
        st.builds("({})".format, parts),
        st.builds("`x-${{{}}}-y`".format, parts),
        st.builds("items[{}]".format, parts),
    )


def python(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    operators = ["<", ">=", "==", "!=", " and ", " or ", "+", "-", "*", "/", "%", " is not ", " is ", " in "]
    return st.one_of(
        joined(operators, parts),
        st.builds("f({}, {})".format, parts, parts),
        st.builds("f(x={}, y={})".format, parts, parts),
        st.builds("{}{}".format, st.sampled_from(["not ", "-", "+"]), parts),
        st.builds("({})".format, parts),
        st.builds("f'x-{{{}}}-y'".format, st.sampled_from(["a", "a+b", "a<b", "a==b"])),
        st.builds("items[{}:]".format, parts),
    )


atoms = st.sampled_from(["0", "1", "2", "'a-b'", "a", "b"])
SAMPLES = {
    "a.ts": st.recursive(
        atoms | st.sampled_from(["true", "null", "/a+[*]b*?/g", "i++"]), typescript, max_leaves=8
    ).map("if ({}) x = 1;\n".format),
    "a.py": st.recursive(
        atoms | st.sampled_from(["True", "None", "re.match(r'a+(?P<b>c*)', b)"]), python, max_leaves=8
    ).map("if {}: x += 1\n".format),
}


@pytest.mark.parametrize("name", SAMPLES)
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_damage_to_random_code_undoes_and_is_code(name: str, data: st.DataObject) -> None:
    parsed = Parsed(PurePosixPath(name), data.draw(SAMPLES[name]).encode())
    assume(not languages.syntax_errors(parsed.path, parsed.data))
    for mutation in TOKENS:
        for candidate in found(mutation, parsed):
            check(mutation, parsed, candidate)
