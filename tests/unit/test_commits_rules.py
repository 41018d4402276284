from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import PurePosixPath

import pytest

from pytest_editbench.breaches import Breach
from pytest_editbench.commits import kinds, messages
from pytest_editbench.commits.proposal import TYPES, ChangedFile, Proposal, message
from pytest_editbench.commits.ranking import trimmed, weight
from pytest_editbench.commits.rules import RULES, Rule, check
from pytest_editbench.commits.subject import Demands, Subject
from pytest_editbench.severity import Severity


def names(subject: Subject) -> list[str]:
    return [breach.rule for breach in check(subject)]


def proposed(kind: str, summary: str, *details: str, scope: str | None = None) -> Subject:
    return Subject(Proposal(kind, summary, scope, details), (ChangedFile(PurePosixPath("a.py")),))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
class TestEachRule:
    def test_its_good_example_breaks_no_rule(self, rule: Rule) -> None:
        assert check(rule.keeps) == ()

    def test_its_bad_example_breaks_this_rule_alone(self, rule: Rule) -> None:
        found = check(rule.breaks)

        assert [(breach.rule, breach.severity) for breach in found] == [(rule.name, rule.severity)]

    def test_its_message_is_one_line(self, rule: Rule) -> None:
        assert [len(breach.message.splitlines()) for breach in check(rule.breaks)] == [1]


def test_the_rules_have_names_of_their_own() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)


def test_types_that_demand_files_are_types() -> None:
    assert kinds.DEMANDED.keys() <= TYPES.keys()


def test_where_no_files_are_known_no_rule_asks_for_them() -> None:
    assert [names(replace(proposed(kind, "added it"), files=None)) for kind in kinds.DEMANDED] == [[]] * 4


@pytest.mark.parametrize(
    ("kind", "path"),
    [("test", "tests/a.py"), ("docs", "docs/a.py"), ("ci", ".ci/a.py"), ("build", "setup.py")],
)
@pytest.mark.parametrize("into", [True, False], ids=["into", "out of"])
def test_a_renamed_file_counts_at_both_its_places(kind: str, path: str, *, into: bool) -> None:
    places = PurePosixPath("src/other.py"), PurePosixPath(path)
    before, after = places if into else places[::-1]
    moved = ChangedFile(after, "renamed", before)

    assert names(Subject(Proposal(kind, "moved it"), (moved,))) == []


def test_of_two_bad_details_both_are_told() -> None:
    assert names(proposed("fix", "mended it", "One", "Two")) == ["detail-period", "detail-period"]


@pytest.mark.parametrize("sign", ["\0", "\x1b", "\x7f", "\x9b", "\ud800"])
def test_a_control_character_is_an_error_and_never_quoted_as_it_is(sign: str) -> None:
    for subject in (
        proposed("fix", f"mended {sign}it"),
        proposed("fix", "mended it", f"{sign}One."),
        Subject(Proposal("fix", "mended it", issues=(f"#1{sign}",))),
    ):
        [breach] = check(subject)
        assert (breach.rule, breach.message.isprintable()) == ("control-characters", True)


def test_a_type_and_a_scope_are_quoted_in_print() -> None:
    assert all(breach.message.isprintable() for breach in check(proposed("f\x1bx", "mended it", scope="\0")))


@pytest.mark.parametrize("scope", ["a", "0a-b_c", "a/b"])
def test_a_scope_is_one_or_two_plain_words(scope: str) -> None:
    assert names(proposed("fix", "mended it", scope=scope)) == []


@pytest.mark.parametrize("scope", ["", "A", "-a", "a/", "a/b/c", "a b", "ä"])
def test_another_scope_is_refused(scope: str) -> None:
    assert names(proposed("fix", "mended it", scope=scope)) == ["scope-form"]


def test_words_are_looked_for_as_whole_words_in_any_case() -> None:
    demands = Demands(words=("C++20",), forbidden=("cat",))

    assert names(replace(proposed("fix", "required c++20 for concatenation"), demands=demands)) == []
    assert names(replace(proposed("fix", "fed the Cat c++20"), demands=demands)) == ["case-forbidden"]


def test_no_scope_may_be_what_a_case_accepts() -> None:
    assert names(replace(proposed("fix", "mended it"), demands=Demands(scopes=("",)))) == []
    assert names(replace(proposed("fix", "mended it"), demands=Demands(scopes=("api",)))) == ["case-scope"]


class TestRanking:
    @pytest.mark.parametrize(
        ("detail", "wanted"),
        [
            ("Closed a security hole in the API.", 100),
            ("A breaking change.", 90),
            ("Lookups are faster.", 80),
            ("Fixed a crash.", 70),
            ("The API takes a limit.", 50),
            ("Users see it.", 40),
            ("Removed the old one.", 35),
            ("Moved a line.", 0),
        ],
    )
    def test_the_heaviest_word_counts(self, detail: str, wanted: int) -> None:
        assert weight(detail) == wanted

    def test_six_details_are_kept_in_their_order(self) -> None:
        details = ("One.", "Two.", "Removed three.", "Four.", "Five.", "Six.", "Fixed a bug.", "Eight.")

        kept = trimmed(Proposal("fix", "mended it", details=details)).details

        assert kept == ("One.", "Two.", "Removed three.", "Four.", "Five.", "Fixed a bug.")

    def test_details_that_are_not_kept_break_no_rule(self) -> None:
        six = [f"Fixed bug {number}." for number in range(6)]

        assert names(proposed("fix", "mended it", "no period", *six)) == []


def test_a_proposal_is_read_back_from_its_message() -> None:
    proposal = Proposal("fix", "mended it", "api/v2", ("One.", "Two."), ("#1", "x/y#2"), breaking=True)

    assert messages.read(message(proposal)) == proposal


def test_a_breach_tells_itself_in_a_line() -> None:
    assert str(Breach("a-rule", Severity.WARNING, "is so")) == "warning: is so (a-rule)"
    assert asdict(Breach("a-rule", Severity.WARNING, "is so"))["severity"] == "warning"
