"""From a candidate to a case: what is refused on the way, and for how long."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

import pytest

from pytest_editbench.edits import Edit, Span, apply
from pytest_editbench.generate import craft
from pytest_editbench.generate.craft import Job, Made, Refusal
from pytest_editbench.generate.mutations.mutation import Candidate, Damage, Mutation, Refused, Telling
from pytest_editbench.generate.source import Parsed, SourceFile

TEXT = """\
export function first(a: number): number {
  const half = a / 2;

  if (a > 1) {
    return half;
  }
  return a;
}
"""


@dataclass(frozen=True)
class Trial:
    """A mutation that puts other text in the place of what stands once in the file, tried on it."""

    patch: pytest.MonkeyPatch
    text: str = TEXT
    difficulty: str = "easy"
    band: tuple[int, int] | None = None
    settings: dict[str, object] = field(default_factory=dict)

    def having(self, **settings: object) -> Trial:
        return replace(self, settings=settings)

    def __call__(self, *changes: tuple[str, str]) -> Made | Refusal:
        def damage(parsed: Parsed, candidate: Candidate) -> Damage:
            return Damage(tuple(_edit(parsed.data, old.encode(), new.encode()) for old, new in changes))

        fields: dict[str, object] = {"damage": damage, "slip": "Something is off.", **self.settings}
        mutation = Mutation("made-up", "test", find=lambda *_: (), **fields)
        self.patch.setitem(craft.BY_NAME, "made-up", mutation)
        file = SourceFile("shop", PurePosixPath("src/a.ts"), self.text.encode())
        candidate = Candidate("made-up", (Span(0, 1),), line=2)
        return craft.craft(Job(file, candidate, self.difficulty, self.band))


def _edit(data: bytes, old: bytes, new: bytes) -> Edit:
    assert data.count(old) == 1
    return Edit(Span(data.index(old), data.index(old) + len(old)), new)


@pytest.fixture
def trial(monkeypatch: pytest.MonkeyPatch) -> Trial:
    return Trial(monkeypatch)


def test_a_case_is_the_file_the_damage_and_a_prompt_that_is_proved(trial: Trial) -> None:
    made = trial(("a > 1", "a >= 1"))
    assert isinstance(made, Made)
    assert apply(TEXT.encode(), made.edits) == TEXT.replace("a > 1", "a >= 1").encode()
    assert "# Fix a bug in a.ts" in made.prompt
    assert "Something is off." in made.prompt
    assert (made.mutation, made.category, made.difficulty) == ("made-up", "test", "easy")
    assert (made.change.line, made.change.old, made.change.new) == (
        4,
        ("  if (a >= 1) {",),
        ("  if (a > 1) {",),
    )
    assert (made.proof.places, made.change.shape.changed_lines) == (1, 1)


def test_how_hard_it_is_is_told_of_the_line_of_the_candidate(trial: Trial) -> None:
    plain, doubled = trial(("a > 1", "a >= 1")), trial.having(doubles=True)(("a > 1", "a >= 1"))
    assert isinstance(plain, Made)
    assert isinstance(doubled, Made)
    assert (plain.context.line, plain.context.line_indent, plain.context.containing_function) == (
        2,
        2,
        "first",
    )
    assert (plain.context.repeat_count, doubled.context.repeat_count) == (1, 2)


def test_a_medium_prompt_names_the_function_and_an_easy_one_the_line(trial: Trial) -> None:
    made = [replace(trial, difficulty=tier)(("a > 1", "a >= 1")) for tier in ("easy", "medium", "hard")]
    told = [each.prompt for each in made if isinstance(each, Made)]
    assert ["`first`" in prompt for prompt in told] == [False, True, False]
    assert ["line 4" in prompt for prompt in told] == [True, False, False]


def test_a_function_whose_name_is_not_its_own_is_not_named(trial: Trial) -> None:
    twice = TEXT + "const other = { first(b: number) { return b; } };\n"
    made = replace(trial, text=twice, difficulty="medium")(("a > 1", "a >= 1"))
    assert isinstance(made, Made)
    assert "`first`" not in made.prompt
    assert "middle" in made.prompt


def test_a_line_that_is_missing_is_told_by_the_one_in_its_place(trial: Trial) -> None:
    made = trial.having(telling=Telling.MUTATION)(("    return half;\n", ""))
    assert isinstance(made, Made)
    assert (made.change.line, made.change.old) == (4, ("  if (a > 1) {",))
    assert made.change.new == ("  if (a > 1) {", "    return half;")


@pytest.mark.parametrize(
    ("changes", "settings", "reason"),
    [
        ([("a > 1", "a > 1")], {}, "nothing but line ends would change"),
        ([("a > 1", "a  >  1")], {}, "a formatter could have made the damage"),
        ([("a > 1", "(a > 1")], {}, "the damaged file does not parse"),
        ([("a / 2", "a * 2"), ("a > 1", "a >= 1")], {}, "more than one hunk"),
        ([("a / 2;\n\n", "a * 2;\n\n\n")], {"most_lines": 1}, "too many changed lines"),
    ],
)
def test_what_is_wrong_with_the_damage_is_refused_for_good(
    trial: Trial, changes: list[tuple[str, str]], settings: dict[str, object], reason: str
) -> None:
    assert trial.having(**settings)(*changes) == Refusal(reason, for_good=True)


def test_what_the_mutation_itself_refuses_is_refused_for_good(trial: Trial) -> None:
    def damage(*_: object) -> Damage:
        raise Refused("not like this")

    assert trial.having(damage=damage)() == Refusal("not like this", for_good=True)


def test_a_file_whose_line_ends_differ_is_refused(trial: Trial) -> None:
    mixed = replace(trial, text=TEXT.replace(";\n", ";\r\n"))
    assert mixed(("a > 1", "a >= 1")) == Refusal("line ends of several kinds", for_good=True)


@pytest.mark.parametrize(("band", "fits"), [((1, 1), True), ((1, 5), True), ((2, 5), False), ((0, 0), False)])
def test_another_size_than_asked_for_may_serve_elsewhere(
    trial: Trial, band: tuple[int, int], fits: bool
) -> None:
    got = replace(trial, band=band)(("a > 1", "a >= 1"))
    refusal = Refusal("changed lines outside of the band", for_good=False)
    assert isinstance(got, Made) if fits else got == refusal


def test_a_prompt_that_cannot_be_written_may_be_at_another_difficulty(trial: Trial) -> None:
    got = trial.having(telling=Telling.STRUCTURAL)(("a > 1", "a >= 1"))
    assert got == Refusal("no wording for this mutation", for_good=False)
