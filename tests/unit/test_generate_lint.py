"""What is wrong with the cases of a suite, ours and foreign ones."""

from __future__ import annotations

from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path

import pytest
from drafts import edited
from harness import CaseTree

from pytest_editbench.cases import directory
from pytest_editbench.cases.faults import Severity
from pytest_editbench.generate import hunks, lint, prompts, proof
from pytest_editbench.generate.difficulty import survey
from pytest_editbench.generate.mutations import BY_NAME
from pytest_editbench.generate.source import Parsed

ERROR, WARNING = Severity.ERROR, Severity.WARNING
SOUND = CaseTree()
SOURCE = "first();\nif (left <= right) {\n  go();\n}\nsecond();\nif (left < right) {\n  go();\n}\n"


def faults(case: CaseTree, root: Path) -> list[tuple[Severity, str]]:
    found = lint.lint(directory.open_case(case.write(root), "one"))
    return [(fault.severity, str(fault)) for fault in found]


def generated(**changes: object) -> CaseTree:
    """A case as the generator makes it, some of its metadata changed."""
    draft = edited(SOURCE, ("left <= right", "left < right"), difficulty="easy")
    draft = replace(draft, mutation=BY_NAME["swap-comparison"])
    prompt, before = prompts.render(draft), draft.before
    shape, here = hunks.shape(before, draft.after), survey(Parsed(draft.path, draft.after))
    metadata = {
        "mutation_type": "swap-comparison",
        "mutation_category": "operator",
        "difficulty": "easy",
        "difficulty_score": here.score(2),
        "line_number": 2,
        "original_snippet": "if (left <= right) {",
        "mutated_snippet": "if (left < right) {",
        "file_path": "src/a.ts",
        "context": asdict(here.context(2)),
        "language": "TypeScript",
        "source": {"name": "own", "digest": sha256(draft.after).hexdigest()},
        "proof": proof.prove(draft, prompt).to_data(),
        "hunks": shape.hunks,
        "changed_lines": shape.changed_lines,
    }
    case = CaseTree(prompt=f"{prompt}\n").input({"a.ts": before}).expected({"a.ts": draft.after})
    return case.told({**metadata, **changes})


def test_a_sound_case_has_no_faults(tmp_path: Path) -> None:
    assert faults(SOUND, tmp_path) == []


def test_a_generated_case_has_no_faults(tmp_path: Path) -> None:
    assert faults(generated(), tmp_path) == []


def test_a_case_that_cannot_be_read_is_told_as_validate_tells_it(tmp_path: Path) -> None:
    assert [severity for severity, _ in faults(CaseTree(prompt=" "), tmp_path)] == [ERROR]


def test_an_input_that_passes_as_it_is_measures_nothing(tmp_path: Path) -> None:
    case = SOUND.expected({"app.js": "const limit   =   1\n"})
    assert (ERROR, "one/input: passes as it is, at level format: there is nothing to measure") in faults(
        case, tmp_path
    )


def test_a_prompt_that_is_not_understood_is_a_warning(tmp_path: Path) -> None:
    ((severity, told),) = faults(CaseTree(prompt="Make the limit higher."), tmp_path)
    assert severity is WARNING
    assert told.startswith("one/prompt.md: is not understood by the solver: ")


@pytest.mark.parametrize("told", [{"loose": True}, {"determined_by": "patch"}])
def test_of_prompts_that_nobody_calls_solvable_it_is_none(tmp_path: Path, told: dict[str, object]) -> None:
    assert faults(CaseTree(prompt="Make the limit higher.").told(told), tmp_path) == []


def test_a_prompt_that_leads_elsewhere_is_an_error(tmp_path: Path) -> None:
    case = SOUND.expected({"app.js": "const limit = 3;\n"})
    assert faults(case, tmp_path) == [
        (ERROR, "one/prompt.md: carried out to the letter, leads to no accepted tree")
    ]


def test_a_prompt_that_leads_near_the_bytes_is_a_warning(tmp_path: Path) -> None:
    case = SOUND.expected({"app.js": "const limit =  2\n"})
    assert faults(case, tmp_path) == [
        (WARNING, "one/prompt.md: does not lead to the bytes of an accepted tree, only to level format")
    ]


@pytest.mark.parametrize(
    ("place", "warned"),
    [
        ("the line `go(1);`", True),
        ("the line `go(1);` (line 3)", False),
        ("the line `stop(2);`", False),
        ("a `go(1);` label", False),
    ],
)
def test_a_quoted_line_that_stands_twice_is_a_warning(place: str, warned: bool, tmp_path: Path) -> None:
    before = "go(1);\nstop(2);\ngo(1);\n"
    case = CaseTree(prompt=f"Fix it below {place}.").input({"a.js": before}).expected({"a.js": "x\n"})
    told = [text for _, text in faults(case, tmp_path) if "stands 2 times" in text]
    assert bool(told) is warned


def test_a_category_of_another_mutation_is_a_warning(tmp_path: Path) -> None:
    case = SOUND.told({"mutation_type": "flip-boolean", "category": "operator"})
    ((severity, told),) = faults(case, tmp_path)
    assert (severity, "is in the category literal" in told) == (WARNING, True)


def test_an_original_snippet_that_stands_nowhere_is_a_warning(tmp_path: Path) -> None:
    ((severity, told),) = faults(SOUND.told({"original_snippet": "const limit = 9;"}), tmp_path)
    assert (severity, "original_snippet" in told) == (WARNING, True)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("proof", {"solver": "exact", "places": 9, "ruled_out": {}}),
        ("hunks", 2),
        ("changed_lines", 3),
        ("source", {"name": "own", "digest": "0"}),
        ("difficulty_score", 99),
        ("context", {"line": 2, "file_lines": 1}),
        ("context", {"line": 99}),
        ("context", {"file_lines": 8}),
        ("language", "Python"),
        ("mutation_category", "literal"),
    ],
)
def test_a_number_of_a_generated_case_that_is_not_so_is_an_error(
    key: str, value: object, tmp_path: Path
) -> None:
    ((severity, told),) = faults(generated(**{key: value}), tmp_path)
    assert (severity, f'"{key}"' in told) == (ERROR, True)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("line_number", 3, '"line_number" is 3, but the change begins on line 2'),
        ("mutation_type", "swap-equality", "does not tell of swap-equality"),
        (
            "mutation_type",
            "swap-everything",
            '"mutation_type" is swap-everything, which the generator does not know',
        ),
        ("difficulty", "nightmare", "does not read as one that is nightmare"),
        ("context", {}, '"context" says no line'),
    ],
)
def test_a_word_of_a_generated_case_that_is_not_so_is_an_error(
    key: str, value: object, said: str, tmp_path: Path
) -> None:
    errors = [told for severity, told in faults(generated(**{key: value}), tmp_path) if severity is ERROR]
    assert any(told.endswith(said) for told in errors), errors


def test_a_proof_that_no_longer_holds_is_an_error(tmp_path: Path) -> None:
    case = generated()
    prompt = str(case.prompt).replace("on line 1", "on line 2")
    broken = CaseTree(prompt=prompt, given=case.given, answers=case.answers, metadata=case.metadata)
    assert any("does not hold" in told for severity, told in faults(broken, tmp_path) if severity is ERROR)


def test_a_proof_is_about_one_file(tmp_path: Path) -> None:
    case = generated().input({"a.ts": "x\n", "b.ts": "y\n"})
    assert any("is about one file" in told for _, told in faults(case, tmp_path))


def test_a_file_that_is_too_deep_to_be_read_is_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_deep(_: object) -> None:
        raise RecursionError

    case = generated()
    monkeypatch.setattr("pytest_editbench.generate.difficulty.survey", too_deep)
    assert (WARNING, True) in [
        (severity, "nested too deep" in told) for severity, told in faults(case, tmp_path)
    ]
