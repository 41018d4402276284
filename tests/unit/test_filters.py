"""Which cases are to run."""

from __future__ import annotations

from pathlib import Path

from pytest_editbench.cases.examples import opening
from pytest_editbench.model import Case, Metadata
from pytest_editbench.selection.filters import Wanted, chosen


def ordinary(name: str, line: int | None = None, source: object = None) -> Case:
    extra = {"source": source} if source else {}
    return Case(name, Path(name), name, Metadata(file_path="a.ts", line_number=line, extra=extra))


def example(name: str, url: str = "https://host/one/two", excerpt: str = "x = <|user_cursor|>1") -> Case:
    front = f'+++\nrepository_url = "{url}"\nrevision = "r"\n+++\n'
    text = f"{front}# {name}\n## Cursor Position\n```a.py\n{excerpt}\n```\n"
    return opening.of_content(text.encode(), Path(f"{name}.md"), f"{name}.md")[0]


def names(cases: list[Case], **wanted: object) -> list[str]:
    return [case.id for case in chosen(cases, Wanted(**wanted))]


ABC = [ordinary("alpha"), ordinary("beta"), ordinary("gamma")]


def test_nothing_asked_is_everything_chosen():
    assert names(ABC) == ["alpha", "beta", "gamma"]


def test_a_name_is_a_part_or_a_pattern_of_the_whole():
    assert names(ABC, names=("et", "al*")) == ["alpha", "beta"]
    assert names(ABC, names=("e*",)) == []


def test_numbers_count_what_the_others_leave():
    assert names(ABC, names=("a",), offset=1, limit=1) == ["beta"]
    assert names(ABC, offset=5) == []


def test_a_repository_is_told_by_an_example_and_by_a_generated_case():
    cases = [example("one"), example("two", "git@other:x/y"), ordinary("three", source={"name": "two"}), *ABC]
    assert names(cases, repositories=("ONE/TWO",)) == ["one"]
    assert names(cases, repositories=("two",)) == ["one", "three"]


def test_only_those_among_the_ids_are_left():
    assert names(ABC, among=frozenset({"gamma", "delta"})) == ["gamma"]


def test_of_one_repository_file_and_line_only_so_many_are_left():
    cases = [
        example("a"),
        example("b", "git@host:one/two.git", "y = 2\nx <|user_cursor|>= 1"),
        example("c", "https://host/one/three"),
        example("d", excerpt="x = 2<|user_cursor|>"),
        ordinary("e", 3),
        ordinary("f", 3),
        ordinary("g"),
        ordinary("h"),
    ]
    assert names(cases, duplicates=1) == ["a", "c", "d", "e", "g", "h"]


def test_a_line_that_says_nothing_is_told_by_its_neighbours():
    cases = [
        example("a", excerpt="def f():\n    <|user_cursor|>\n    return 1"),
        example("b", excerpt="def g():\n    <|user_cursor|>\n    return 1"),
        example("c", excerpt="import x\ndef f():\n  <|user_cursor|>  \n    return 1"),
    ]
    assert names(cases, duplicates=1) == ["a", "b"]
