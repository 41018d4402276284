"""The table of mutations: every example of each, and what holds for all."""

from __future__ import annotations

import pickle
from itertools import pairwise
from pathlib import PurePosixPath

import pytest

from pytest_editbench import languages
from pytest_editbench.cases import vocabulary
from pytest_editbench.edits import apply
from pytest_editbench.generate.draw import Draw
from pytest_editbench.generate.mutations import BY_NAME, MUTATIONS
from pytest_editbench.generate.mutations.mutation import Candidate, Example, Mutation
from pytest_editbench.generate.source import Parsed

EXAMPLES = [
    pytest.param(mutation, example, id=f"{mutation.name}-{number}")
    for mutation in MUTATIONS
    for number, example in enumerate(mutation.examples, 1)
]
LIKE_NOTHING_IN_PYTHON = ("remove-optional-chain", "swap-nullish", "remove-case-label")

each_mutation = pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)


def found(name: str, text: str, path: str = "a.ts", seed: int = 0) -> list[Candidate]:
    return list(BY_NAME[name].find(Parsed(PurePosixPath(path), text.encode()), Draw(seed)))


@pytest.mark.parametrize(("mutation", "example"), EXAMPLES)
def test_a_mutation_makes_of_its_example_what_it_says(mutation: Mutation, example: Example) -> None:
    parsed = Parsed(PurePosixPath(example.name), example.before.encode())
    damages = [mutation.damage(parsed, candidate) for candidate in mutation.find(parsed, Draw(0))]
    texts = [apply(parsed.data, damage.edits).decode() for damage in damages]
    assert tuple(texts) == example.after


@pytest.mark.parametrize(("mutation", "example"), EXAMPLES)
def test_an_example_is_code_before_and_after(mutation: Mutation, example: Example) -> None:
    for text in (example.before, *example.after):
        assert not languages.syntax_errors(PurePosixPath(example.name), text.encode())


def test_names_and_categories_are_those_of_the_vocabulary() -> None:
    assert {mutation.name: mutation.category for mutation in MUTATIONS} == vocabulary.MUTATIONS


def test_no_name_stands_twice_in_the_table() -> None:
    assert len(BY_NAME) == len(MUTATIONS)


def test_a_standard_suite_holds_as_many_cases_of_each_mutation_as_planned() -> None:
    many = {mutation.name: mutation.count for mutation in MUTATIONS if mutation.count > 1}
    assert many == {
        "duplicate-line-flip": 6,
        "identifier-multi-edit": 10,
        "composite-multi-edit": 16,
        "remove-case-label": 8,
        "swap-adjacent-lines": 6,
        "swap-if-else": 8,
        "wrap-redundant-if": 14,
        "swap-sibling-blocks": 14,
        "duplicate-block": 6,
        "move-distant-block": 10,
    }


@each_mutation
def test_a_mutation_has_examples_of_what_it_damages_and_of_what_it_leaves_alone(mutation: Mutation) -> None:
    asked = {".ts"} if mutation.name in LIKE_NOTHING_IN_PYTHON else {".ts", ".py"}
    damaging = {PurePosixPath(each.name).suffix for each in mutation.examples if each.after}
    leaving = {PurePosixPath(each.name).suffix for each in mutation.examples if not each.after}
    assert (asked - damaging, asked - leaving) == (set(), set())


@each_mutation
def test_a_slip_is_one_sentence_without_code(mutation: Mutation) -> None:
    assert mutation.slip.endswith(".")
    assert mutation.slip.count(". ") == 0
    assert "`" not in mutation.slip


@each_mutation
def test_candidates_can_be_sent_to_other_processes(mutation: Mutation) -> None:
    for example in mutation.examples:
        candidates = found(mutation.name, example.before, example.name)
        assert pickle.loads(pickle.dumps(candidates)) == candidates


def test_a_candidate_is_on_the_line_of_its_damage() -> None:
    assert [each.line for each in found("flip-boolean", "f(\n  1,\n  true,\n);\n")] == [3]


def test_a_quantifier_in_a_pattern_of_several_lines_is_left_alone() -> None:
    assert not found("swap-regex-quantifier", "re.compile(r'''a+  # some\nb''', re.X)\n", "a.py")


LONG = "".join(f"open{n} = true;\nif (a{n} === b) f(a, c{n});\nn{n}++;\n\n\n\n" for n in range(40))


def composites(seed: int = 0) -> list[Candidate]:
    return found("composite-multi-edit", LONG, seed=seed)


def test_a_composite_has_three_to_five_parts() -> None:
    parts = {each.changed_lines for each in composites()}  # one line each
    assert parts == {3, 4, 5}


def test_the_parts_of_a_composite_stand_apart() -> None:
    parsed = Parsed(PurePosixPath("a.ts"), LONG.encode())
    for candidate in composites():
        lines = sorted({parsed.line(span.start) for span in candidate.spans})
        assert all(two - one > 6 for one, two in pairwise(lines))


def test_no_two_composites_of_a_file_share_a_part() -> None:
    spans = [span for candidate in composites() for span in candidate.spans]
    assert len(set(spans)) == len(spans)


def test_composites_are_drawn_by_the_seed_alone() -> None:
    assert composites(1) == composites(1)
    assert composites(1) != composites(2)
