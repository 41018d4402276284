"""Misspelling a name on some of its lines; the mutation's own examples are run elsewhere."""

import pickle
from collections.abc import Mapping
from pathlib import PurePosixPath

import pytest

from pytest_editbench.agents.solver import solve
from pytest_editbench.edits import apply
from pytest_editbench.generate.draw import Draw
from pytest_editbench.generate.mutations.identifiers import damage, find, misspelt
from pytest_editbench.generate.mutations.mutation import Candidate
from pytest_editbench.generate.source import Parsed
from pytest_editbench.model import File

LONG = b"""\
function f(total, other) {
  total += 1; total += other;
  total += 2;
  total += 3;
  total += 4;
  return { total };
}
"""


def parsed(data: bytes, name: str = "a.ts") -> Parsed:
    return Parsed(PurePosixPath(name), data)


def found(data: bytes, name: str = "a.ts", seed: int = 1) -> list[Candidate]:
    return list(find(parsed(data, name), Draw(seed)))


def wrongs(data: bytes, name: str = "a.ts") -> list[str]:
    return [candidate.texts[0].decode() for candidate in found(data, name)]


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("total", "ottal"),
        ("llama", "alaml"),
        ("élan", "léan"),
        ("$el", "e$l"),
        ("a", None),
        ("aa", None),
        ("aaa", None),
        ("x1", None),
    ],
)
def test_the_first_two_letters_are_swapped_or_else_the_first_and_the_last(
    name: str, wrong: str | None
) -> None:
    assert misspelt(name) == wrong


@pytest.mark.parametrize("seed", range(20))
def test_two_to_four_lines_are_chosen_and_every_occurrence_on_them(seed: int) -> None:
    (candidate,) = found(LONG, seed=seed)
    source = parsed(LONG)
    lines = [source.line(span.start) for span in candidate.spans]
    assert 2 <= len(set(lines)) == candidate.changed_lines <= 4
    assert lines.count(2) in (0, 2)
    assert candidate.line == lines[0]
    assert 6 not in lines, "a shorthand property cannot be respelled alone"


def test_the_seed_decides_which_lines() -> None:
    assert len({found(LONG, seed=seed)[0].spans for seed in range(20)}) > 5


def test_names_of_one_file_are_drawn_for_apart() -> None:
    assert len({candidate.changed_lines for candidate in found(LONG * 9)}) == 3


def test_the_right_spelling_stays_on_a_line_where_there_are_three() -> None:
    data = b"let total = 1;\nf(total);\ng(total);\n"
    assert {found(data, seed=seed)[0].changed_lines for seed in range(20)} == {2}


def test_a_name_on_two_lines_is_passed_over_since_none_would_keep_the_right_spelling() -> None:
    data = b"let one = 1, two = 2;\nf(one, two);\nf(one);\n"
    assert wrongs(data) == ["noe"]


def test_a_name_on_a_line_that_must_keep_it_needs_only_two_others() -> None:
    assert wrongs(b"let total = 1;\nf({ total });\nf(total);\n") == ["ottal"]


@pytest.mark.parametrize(
    "other", ["f.ottal;", "f('ottal');", "f({ ottal: 1 });", "// see ottal-1", "`ottal`;"]
)
def test_a_misspelling_that_stands_anywhere_as_a_word_is_passed_over(other: str) -> None:
    data = b"let total = 1;\nf(total);\ng(total);\n"
    assert wrongs(data) == ["ottal"]
    assert wrongs(data + other.encode()) == []


def test_a_misspelling_that_is_only_part_of_a_word_is_none() -> None:
    assert wrongs(b"let total = 1;\nf(total);\ng(total);\n// ottally\n") == ["ottal"]


def test_a_name_that_other_files_see_is_passed_over() -> None:
    assert wrongs(b"export let total = 1;\nf(total);\ng(total);\n") == []


@pytest.mark.parametrize("name", ["arguments", "self", "cls", "_total", "type"])
def test_names_with_a_meaning_of_their_own_are_passed_over(name: str) -> None:
    assert wrongs(f"function f({name}) {{\n  g({name});\n  return {name};\n}}\n".encode()) == []


def test_a_misspelling_that_is_a_keyword_is_passed_over() -> None:
    assert wrongs(b"def f(fi):\n    fi()\n    return fi\n", "a.py") == []
    assert wrongs(b"def f(fa):\n    fa()\n    return fa\n", "a.py") == ["af"]


def test_equal_names_of_two_scopes_are_two_candidates() -> None:
    one = b"function f(row) {\n  g({ row });\n  return row;\n}\n"
    starts = [[span.start for span in each.spans] for each in found(one * 2)]
    assert starts == [[11, 41], [11 + len(one), 41 + len(one)]]


def test_the_damage_marks_its_lines_and_tells_both_spellings() -> None:
    data = b"\xef\xbb\xbflet total = 1;\r\n\r\nf(total);\r\ng({ total });\r\n"
    (candidate,) = found(data)
    made = damage(parsed(data), candidate)
    assert apply(data, made.edits) == b"\xef\xbb\xbflet ottal = 1;\r\n\r\nf(ottal);\r\ng({ total });\r\n"
    assert made.marks == {"line-1": 1, "line-2": 3}
    assert made.words == {"wrong": "ottal", "right": "total"}


def test_a_candidate_travels_between_processes() -> None:
    assert pickle.loads(pickle.dumps(found(LONG))) == found(LONG)


PYTHON = b"""\
def f(rows, limit):
    kept = [row for row in rows if row.size < limit]
    def g(row):
        return kept.index(row) < limit
    for row in rows:
        kept.append(
            row)
        g(
            row)
    return kept
"""


@pytest.mark.parametrize(("name", "data"), [("a.ts", LONG), ("a.py", PYTHON)])
def test_correcting_every_misspelling_gives_back_the_original(name: str, data: bytes) -> None:
    path = PurePosixPath(name)
    for candidate in found(data, name):
        made = damage(parsed(data, name), candidate)
        answer = solve(prompt(name, made.words, len(made.marks)), {path: File(apply(data, made.edits))})
        assert answer == {path: File(data)}


def prompt(name: str, words: Mapping[str, str], lines: int) -> str:
    wrong, right = words["wrong"], words["right"]
    return f"# Fix {name}\n\n`{right}` is misspelled as `{wrong}` on {lines} lines. Correct every occurrence."
