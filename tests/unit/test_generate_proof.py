"""The proof that a prompt has one answer."""

from pathlib import PurePosixPath

import pytest
from drafts import damaged, edited, misspelled

from pytest_editbench.cases.vocabulary import DIFFICULTIES
from pytest_editbench.edits import apply
from pytest_editbench.generate import prompts, proof
from pytest_editbench.generate.draft import Draft
from pytest_editbench.generate.draw import Draw
from pytest_editbench.generate.mutations import MUTATIONS
from pytest_editbench.generate.mutations.mutation import Mutation, Refused
from pytest_editbench.generate.proof import Proof
from pytest_editbench.generate.rereading import reread
from pytest_editbench.generate.source import Parsed

TWINS = "first();\nif (left <= right) {\n  go();\n}\nsecond();\nif (left < right) {\n  go();\n}\n"
REPEATED = "if (left) {\n  go();\n}\n\nif (right) {\n  stop();\n}\n"


def proved(draft: Draft) -> Proof:
    return proof.prove(draft, prompts.render(draft))


def refusal(draft: Draft, old: str, new: str) -> str:
    """Why a prompt is refused once a part of it is another."""
    prompt = prompts.render(draft)
    assert prompt.count(old) == 1, prompt
    with pytest.raises(Refused) as refused:
        proof.prove(draft, prompt.replace(old, new))
    return refused.value.reason


def test_a_block_that_stands_once_needs_no_more_words() -> None:
    assert proved(edited(TWINS, ("second();", "SECOND();"))) == Proof(1, {})


def test_other_places_of_the_changed_line_are_ruled_out_by_its_context() -> None:
    assert proved(edited(TWINS, ("left <= right", "left < right"))) == Proof(2, {"context": 1})


def test_the_data_of_a_proof_says_how_and_what_was_ruled_out() -> None:
    assert Proof(3, {"line": 2}).to_data() == {"solver": "exact", "places": 3, "ruled_out": {"line": 2}}


def test_a_block_that_could_stand_elsewhere_is_refused() -> None:
    draft = edited(TWINS, ("left <= right", "left < right"))
    assert "more than once" in refusal(
        draft, "```typescript\nfirst();\nif (left < right) {\n", "```\nif (left < right) {\n"
    )


def test_a_line_that_is_not_so_is_refused() -> None:
    draft = edited(TWINS, ("left <= right", "left < right"), difficulty="easy")
    assert "where it says" in refusal(draft, "on line 1", "on line 2")


def test_blocks_that_make_another_file_are_refused() -> None:
    draft = edited(TWINS, ("second();", "SECOND();"))
    assert "do not make" in refusal(draft, "\nsecond();\n", "\nthird();\n")


def test_a_prompt_in_other_words_proves_nothing() -> None:
    draft = edited(TWINS, ("second();", "SECOND();"))
    with pytest.raises(Refused, match="no wording of ours"):
        proof.prove(draft, "Make it work.")


@pytest.mark.parametrize(
    ("more", "reason"),
    [("Extract `go` into `run`.", "in doubt"), ("Delete the line `first();`.", "another way")],
)
def test_the_solver_has_to_be_led_to_the_expected_bytes(more: str, reason: str) -> None:
    draft = edited(TWINS, ("second();", "SECOND();"))
    assert reason in refusal(draft, "Make exactly", f"{more} Make exactly")


def test_a_misspelling_within_other_words_is_ruled_out_by_being_no_word() -> None:
    draft = misspelled("id = 1\nmedia(id)\nput(id)\n", "id", "di", (1, 3), difficulty="easy")
    assert proved(draft) == Proof(3, {"whole word": 1})


@pytest.mark.parametrize(("old", "new"), [("on 2 lines", "on 3 lines"), ("lines 1 and 3", "lines 1 and 2")])
def test_a_misspelling_stands_on_as_many_lines_as_are_told_and_on_those(old: str, new: str) -> None:
    draft = misspelled("id = 1\nmedia(id)\nput(id)\n", "id", "di", (1, 3), difficulty="easy")
    assert "where the prompt says" in refusal(draft, old, new)


def test_a_quoted_line_that_stands_twice_is_ruled_out_by_its_number() -> None:
    source = "first();\nload(shelf);\nsecond();\nthird();\nload(shelf);\n"
    assert proved(damaged("swap-adjacent-lines", source, 1)) == Proof(3, {"line": 1})


def test_a_quoted_line_that_stands_twice_is_refused_without_its_number() -> None:
    source = "first();\nload(shelf);\nsecond();\nthird();\nload(shelf);\n"
    assert "more than once" in refusal(damaged("swap-adjacent-lines", source, 1), " (line 1)", "")


def test_another_wrapper_is_ruled_out_by_its_line() -> None:
    source = "if (true) {\n  a();\n}\nfunction f() {\n  one();\n  two();\n  three();\n  four();\n}\n"
    assert proved(damaged("wrap-redundant-if", source, 5)) == Proof(2, {"line": 1})


def test_another_repeated_block_is_ruled_out_by_what_is_quoted() -> None:
    source = f"{REPEATED}\n{REPEATED[REPEATED.index('if (right)') :]}"
    assert proved(damaged("duplicate-block", source, 1)) == Proof(2, {"quotation": 1})


def test_a_block_that_would_stand_three_times_is_refused() -> None:
    source = f"{REPEATED}\n{REPEATED[REPEATED.index('if (right)') :]}"
    with pytest.raises(Refused, match="three times"):
        proved(damaged("duplicate-block", source, 5))


def test_a_repeated_block_may_hold_its_own_first_line_and_comments_above_it() -> None:
    inner = "  try {\n    go();\n  } finally {\n    stop();\n  }\n"
    source = f"start();\n\n// Why.\ntry {{\n{inner}}} finally {{\n  end();\n}}\nlast();\n"
    assert proved(damaged("duplicate-block", source, 3)).places == 1


LEAD = "  // Why.\n  @x\n"
LED = f"class A {{\n{LEAD}  load() {{\n    go();\n  }}\n\n{LEAD}  keep() {{\n    stop();\n  }}\n}}\n"


def test_what_goes_with_a_block_is_told_and_proved() -> None:
    draft = damaged("swap-sibling-blocks", LED)
    prompt = prompts.render(draft)
    above = "(together with the 2 comment and decorator lines directly above it)"
    quoted = [(each.text, each.above) for each in reread(prompt).quotations]
    assert quoted == [("load() {", 2), ("keep() {", 2)]
    assert prompt.count(above) == 2
    assert proof.prove(draft, prompt)


def test_what_is_said_to_stand_above_a_block_must_stand_there() -> None:
    draft = damaged("swap-sibling-blocks", LED)
    assert "stand above" in refusal(
        draft, "`load() {` (together with the 2", "`load() {` (together with the 3"
    )


def test_what_is_shown_of_the_result_must_be_so() -> None:
    draft = damaged("swap-adjacent-lines", "first();\nsecond();\nthird();\n", 1)
    assert "does not read" in refusal(draft, "Around line 1", "Around line 2")


def test_a_prompt_is_reread_as_it_was_told() -> None:
    told = reread(prompts.render(damaged("swap-adjacent-lines", "f(`one`);\nlast();\nlast();\n", 1)))
    assert [(quotation.text, quotation.line) for quotation in told.quotations] == [
        ("f(`one`);", None),
        ("last();", 1),
    ]
    assert [region.line for region in told.regions] == [1]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_the_examples_of_every_mutation_make_prompts_with_a_proof(mutation: Mutation) -> None:
    for number, example in enumerate(mutation.examples):
        parsed = Parsed(PurePosixPath(example.name), example.before.encode())
        for candidate in list(mutation.find(parsed, Draw(1)))[:1]:
            damage = mutation.damage(parsed, candidate)
            before, difficulty = apply(parsed.data, damage.edits), DIFFICULTIES[number % 4]
            assert proved(Draft(parsed.path, before, parsed.data, mutation, damage, difficulty))
