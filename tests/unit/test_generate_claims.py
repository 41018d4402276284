"""Whether the words of a generated case agree with its files."""

from dataclasses import replace

import pytest
from drafts import damaged, edited

from pytest_editbench.generate import claims, prompts
from pytest_editbench.generate.craft import change_of
from pytest_editbench.generate.difficulty import survey
from pytest_editbench.generate.draft import Draft
from pytest_editbench.generate.mutations import BY_NAME
from pytest_editbench.generate.source import Parsed
from pytest_editbench.model import Metadata

SOURCE = "function pick(one, two) {\n  one < two;\n}\n\nfunction drop(all) {\n  all.clear();\n}\n"


def slipped(difficulty: str = "medium", function: str | None = None) -> Draft:
    draft = edited(SOURCE, ("one < two", "one <= two"), difficulty=difficulty, function=function, part="top")
    return replace(draft, mutation=BY_NAME["swap-comparison"])


def wrong(draft: Draft, old: str = "", new: str = "", **told: str) -> list[str]:
    """What is wrong with the draft's prompt, a text in it changed."""
    prompt = prompts.render(draft)
    assert old in prompt
    metadata = Metadata(
        mutation=told.get("mutation", draft.mutation.name),
        difficulty=told.get("difficulty", draft.difficulty),
    )
    here = survey(Parsed(draft.path, draft.after))
    line = change_of(draft.before, draft.after).line
    spoilt = prompt.replace(old, new, 1) if old else prompt
    return list(claims.of_prompt(metadata, spoilt, draft.path, here, line))


@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard", "nightmare"])
@pytest.mark.parametrize("function", [None, "pick"])
def test_a_prompt_of_the_generator_says_what_is_so(difficulty: str, function: str | None) -> None:
    assert wrong(slipped(difficulty, function)) == []


STRUCTURAL = {
    "remove-case-label": "switch (n) {\n  case one:\n  case two:\n    a();\n}\n",
    "swap-adjacent-lines": "first();\nsecond();\n",
    "swap-sibling-blocks": "first(\n  1,\n);\n\nsecond();\n",
    "swap-if-else": "if (one) {\n  first();\n} else {\n  second();\n}\n",
    "wrap-redundant-if": "() => {\n  first();\n  second();\n  third();\n  last();\n}\n",
    "duplicate-block": "first(\n  1,\n);\n\nsecond();\n",
    "move-distant-block": "() => {\n  run(\n    1,\n  );\n  one();\n  two();\n  three();\n  four();\n}\n",
}


@pytest.mark.parametrize("mutation", STRUCTURAL)
def test_the_words_of_each_instruction_tell_its_mutation(mutation: str) -> None:
    draft = damaged(mutation, STRUCTURAL[mutation])
    assert wrong(draft) == []
    other = "swap-if-else" if mutation != "swap-if-else" else "duplicate-block"
    assert wrong(draft, mutation=other) == [f"does not tell of {other}"]


def test_a_title_that_names_another_file_is_found() -> None:
    assert wrong(slipped(), "in a.ts", "in b.ts") == ["is about a.ts, but its title is # Fix a bug in b.ts"]


def test_a_title_that_only_ends_like_the_file_is_found() -> None:
    assert len(wrong(slipped(), "in a.ts", "in ba.ts")) == 1


def test_another_slip_is_found() -> None:
    slip = BY_NAME["swap-comparison"].slip
    assert wrong(slipped(), slip, "A name is misspelled.") == ["does not tell of swap-comparison"]


def test_a_function_that_does_not_hold_the_change_is_found() -> None:
    told = "says that the slip is in the function `drop`, but it is in pick"
    assert wrong(slipped(function="pick"), "`pick`", "`drop`") == [told]


def test_another_part_of_the_file_is_found() -> None:
    told = "says that the slip is near the end of the file, but it is near the top"
    assert wrong(slipped(), "near the top", "near the end") == [told]


def test_a_prompt_that_tells_more_than_its_difficulty_allows_is_found() -> None:
    told = "tells where the slip is, which is not for one that is hard"
    assert wrong(slipped(function="pick"), difficulty="hard") == [told]


@pytest.mark.parametrize(("is_one", "said_to_be"), [("hard", "nightmare"), ("nightmare", "hard")])
def test_a_prompt_of_another_difficulty_is_found(is_one: str, said_to_be: str) -> None:
    found = wrong(slipped(is_one), difficulty=said_to_be)
    assert found == [f"does not read as one that is {said_to_be}"]
