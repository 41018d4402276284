from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from pytest_editbench import prose
from pytest_editbench.commits import answers, history, messages, rules, verbs
from pytest_editbench.commits.answers import NoProposalError
from pytest_editbench.commits.proposal import Proposal
from pytest_editbench.commits.subject import Subject

TOLD = {"type": "fix", "scope": "api", "summary": "mended it", "details": ["One."], "issues": ["#1"]}
READ = Proposal("fix", "mended it", "api", ("One.",), ("#1",))

PAST = """
added fixed applied tied freed used typed agreed wrote rewrote overrode made rebuilt set reset split put read
sent undid re-added re-wrote de-duplicated kept sped fed led cherry-picked hard-coded double-checked
type-checked lower-cased A/B-tested utf8-encoded offset broadcast proofread learnt typeset freed
disagreed guaranteed
"""
OTHER = """
add adds adding fix need embed feed seed speed exceed proceed succeed hundred red shred unused indeed
user-defined write make new the re- ed hatred biped watershed testbed creed linseed cherry-pick type-check
"""


class TestAnswers:
    @pytest.mark.parametrize(
        "text",
        [
            json.dumps(TOLD),
            f"Here it is:\n```json\n{json.dumps(TOLD, indent=2)}\n```\nAnything else? {{}}",
            f'{{"proposal": {json.dumps(TOLD)}}}',
            f"First {json.dumps({**TOLD, 'summary': 'draft'})}, but then {json.dumps(TOLD)}",
            "fix(api): mended it\n\n- One.\n\nRefs: #1\n",
            "I propose:\n\n```\nfix(api): mended it\n\n- One.\n\nRefs #1\n```\n\nShall I go on?",
            "I propose:\n\n    fix(api): mended it\n\n    - One.\n\n    Refs #1\n",
        ],
        ids=["bare", "fenced", "nested", "last", "message", "message in a fence", "indented message"],
    )
    def test_a_proposal_is_found_wherever_it_stands(self, text: str) -> None:
        assert answers.read(text) == READ

    def test_what_may_be_left_out_may_be_null(self) -> None:
        told = {"type": "fix", "summary": "mended it", "scope": None, "details": None}

        assert answers.read(json.dumps(told)) == Proposal("fix", "mended it")

    def test_an_empty_scope_is_none(self) -> None:
        assert answers.read(json.dumps({**TOLD, "scope": ""})).scope is None

    @pytest.mark.parametrize(
        "text", ["", " \n", "I could not do it.", "{}", '{"summary": "mended it"}', "[1"]
    )
    def test_no_proposal_is_told_with_what_is_wanted(self, text: str) -> None:
        with pytest.raises(NoProposalError, match='"type" and "summary"'):
            answers.read(text)

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            ("type", 1),
            ("type", None),
            ("summary", None),
            ("summary", ["a"]),
            ("scope", {}),
            ("details", "One."),
            ("issues", [1]),
        ],
    )
    def test_a_value_of_another_kind_is_named(self, key: str, value: object) -> None:
        with pytest.raises(NoProposalError, match=f'^"{key}" of the answer must be'):
            answers.read(json.dumps({**TOLD, key: value}))

    def test_half_a_character_is_told_and_written_as_it_was_read(self) -> None:
        found = answers.read('{"type": "fix", "summary": "mended \\ud800"}')

        [breach] = rules.check(Subject(found))
        assert (breach.rule, breach.message.isascii()) == ("control-characters", True)
        text = prose.written(asdict(found))
        assert (answers.read(text), text.encode().count(b"ud800")) == (found, 1)

    @pytest.mark.parametrize("text", ["x" * 60_000, '{"type": "fix", "summary": "' + "a" * 60_000 + '"}'])
    def test_what_is_too_long_is_told_with_its_bound(self, text: str) -> None:
        with pytest.raises(NoProposalError, match="is too long: more than 50,000 characters"):
            answers.read(text)

    def test_a_proposal_after_much_text_is_found(self) -> None:
        assert answers.read("x" * 60_000 + json.dumps(TOLD)) == READ

    def test_a_key_that_stands_twice_is_refused(self) -> None:
        with pytest.raises(NoProposalError, match='says "summary" twice'):
            answers.read('Here: {"summary": "added it", "type": "fix", "summary": "mended it"}')

    @pytest.mark.parametrize("text", ["{" * 90_000, '{"a":' * 20_000, '{"type":"' * 12_000])
    def test_what_only_looks_like_json_is_soon_seen_through(self, text: str) -> None:
        with pytest.raises(NoProposalError):
            answers.read(text)


class TestMessages:
    def test_bullets_and_sentences_are_details(self) -> None:
        text = (
            "feat!: added it\n\nIt was wanted. So it\nis here:\n- One goes\n  on.\n* Two.\n\n"
            "```\ncode: no detail\n```"
        )

        found = messages.read(text)

        assert found == Proposal(
            "feat",
            "added it",
            None,
            ("It was wanted.", "So it is here:", "One goes on.", "Two."),
            breaking=True,
        )

    def test_trailers_give_issues_and_no_details(self) -> None:
        text = "fix: mended it\n\nCloses #1\nRefs: a/b#2, ABC-3\nSigned-off-by: Ada <ada@example.org>"

        assert messages.read(text) == Proposal("fix", "mended it", issues=("#1", "a/b#2", "ABC-3"))

    def test_a_breaking_change_is_a_detail(self) -> None:
        found = messages.read("fix: mended it\n\nBREAKING CHANGE: The limit is gone.")

        assert found == Proposal("fix", "mended it", details=("The limit is gone.",), breaking=True)

    def test_a_word_and_a_colon_are_no_trailer(self) -> None:
        found = messages.read("fix: mended it\n\nNote: it was old.")

        assert found is not None
        assert found.details == ("Note: it was old.",)

    def test_an_empty_summary_is_still_one(self) -> None:
        assert messages.read("fix:") == Proposal("fix", "")

    @pytest.mark.parametrize("text", ["", "Fixed it", "a b: c", "fix mended: it"])
    def test_another_first_line_is_no_proposal(self, text: str) -> None:
        assert messages.read(text) is None


class TestHistory:
    def test_comments_and_all_below_the_scissors_are_cut(self) -> None:
        text = "fix: mended it  \n# a comment\n\n- One.\n# ------ >8 ------\ndiff --git\n"

        assert history.cleaned(text) == "fix: mended it\n\n- One."

    @pytest.mark.parametrize("sign", ["\x0b", "\x0c", "\x1d"])
    def test_what_git_takes_for_no_line_end_ends_no_line(self, sign: str) -> None:
        text = f"fix: mended{sign}it\n\n- One.\n"

        assert history.cleaned(text) == text.strip()
        told = messages.last(f"My proposal:\n{text}")
        assert told is not None
        assert told.summary == f"mended{sign}it"

    @pytest.mark.parametrize(
        "text", ["Merge branch 'a'", "fixup! fix: a", "squash! a", "amend! a", 'Revert "a"', 'Reapply "a"']
    )
    def test_what_git_words_itself_is_passed_over(self, text: str) -> None:
        assert history.passed_over(text)

    @pytest.mark.parametrize("text", ["revert: took a back", "Merged a", "fix: merged", ""])
    def test_all_else_is_judged(self, text: str) -> None:
        assert history.passed_over(text) == ""

    @pytest.mark.parametrize(("text", "told"), [("", "is empty"), ("Fixed it", "tells no type")])
    def test_a_message_without_a_type_is_an_error(self, text: str, told: str) -> None:
        [breach] = history.check(text, None)

        assert (breach.rule, breach.severity) == (history.HEADER, "error")
        assert told in breach.message


class TestVerbs:
    @pytest.mark.parametrize(
        "word",
        PAST.split(),
    )
    def test_forms_of_the_past_are_known(self, word: str) -> None:
        assert verbs.is_past(word)

    @pytest.mark.parametrize(
        "word",
        OTHER.split(),
    )
    def test_other_words_are_not(self, word: str) -> None:
        assert not verbs.is_past(word)

    @pytest.mark.parametrize(
        ("text", "word"),
        [
            ("Added it", "added"),
            ("`x` was", "x"),
            ("re-Added", "re-added"),
            ("A/B-tested it", "a/b-tested"),
            ("1 a", ""),
            ("", ""),
        ],
    )
    def test_the_first_word_is_in_lower_case(self, text: str, word: str) -> None:
        assert verbs.first_word(text) == word

    def test_no_word_stands_in_both_lists(self) -> None:
        assert not verbs.IRREGULAR & verbs.NOT_PAST
