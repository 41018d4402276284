"""Which agent of which record is meant."""

import pytest

from pytest_editbench.errors import UsageError
from pytest_editbench.runs.selection import Contender, Selection, choose, parse

FAST, SLOW = Contender("fast"), Contender("slow")
DIFF, WHOLE = Contender("chat", "diff"), Contender("chat", "whole-file")
LOST = Contender("-")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("run.jsonl", Selection("run.jsonl")),
        ("a/run.jsonl#fast", Selection("a/run.jsonl", "fast")),
        ("run.jsonl#chat/diff", Selection("run.jsonl", "chat", "diff")),
        ("run.jsonl#/diff", Selection("run.jsonl", None, "diff")),
        ("run#1.jsonl#fast", Selection("run#1.jsonl", "fast")),
        ("latest", Selection("latest")),
        ("#fast", Selection("#fast")),
    ],
)
def test_a_name_is_a_file_an_agent_and_a_format(text, expected):
    assert parse(text) == expected


def test_a_path_that_exists_is_meant_whole(tmp_path):
    path = tmp_path / "run#fast"
    path.touch()

    assert parse(str(path)) == Selection(str(path))


@pytest.mark.parametrize(
    ("found", "asked", "expected"),
    [
        ([FAST], Selection("r"), FAST),
        ([FAST, LOST], Selection("r"), FAST),
        ([LOST], Selection("r"), LOST),
        ([FAST, SLOW], Selection("r", "slow"), SLOW),
        ([DIFF, WHOLE], Selection("r", "chat", "diff"), DIFF),
        ([DIFF, WHOLE, FAST], Selection("r", None, "whole-file"), WHOLE),
    ],
)
def test_one_that_fits_is_chosen(found, asked, expected):
    assert choose(found, asked) == expected


@pytest.mark.parametrize(
    ("found", "asked", "message"),
    [
        ([FAST, SLOW], Selection("d/r"), "d/r has several agents; name one: r#fast, r#slow"),
        (
            [DIFF, WHOLE],
            Selection("r", "chat"),
            "r has several agents; name one: r#chat/diff, r#chat/whole-file",
        ),
        ([FAST], Selection("r", "slow"), "r has no agent slow; it has: r#fast"),
        (
            [DIFF],
            Selection("r", "chat", "whole"),
            "r has no agent chat with edit format whole; it has: r#chat/diff",
        ),
        ([], Selection("r"), "r: there are no trials in it"),
    ],
)
def test_none_or_several_are_refused_with_the_choices(found, asked, message):
    with pytest.raises(UsageError) as refusal:
        choose(found, asked)

    assert str(refusal.value) == message
