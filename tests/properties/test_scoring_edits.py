"""Scores of edits: laws that hold for any texts, and delta-chrF as its definition reads."""

from collections import Counter

from hypothesis import example, given
from hypothesis import strategies as st

from pytest_editbench.scoring.edits import alignment, lines, tokens
from pytest_editbench.scoring.edits.chrf import delta_chrf
from pytest_editbench.scoring.edits.reversal import reversal_ratio
from pytest_editbench.scoring.edits.scores import Result, score

PIECES = [
    "a",
    "b",
    "(",
    "}",
    " ",
    "  ",
    "\t",
    "\n",
    "\n\n",
    "\r\n",
    "\u2028",
    "é",
    "x = 1\n",
    "def f():\n",
    "word",
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
LONG = st.lists(
    st.sampled_from([f"line {n} of it\n" for n in range(9)] + ["   \n", "\n\n"]), max_size=40
).map("".join)


@st.composite
def edits(draw):
    """A text and two edits of it, which may touch each other or lie far apart."""
    old = draw(st.one_of(TEXTS, LONG))
    return old, changed(draw, old), changed(draw, old)


def changed(draw, text):
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(TEXTS) + text[at + draw(st.integers(0, 9)) :]
    return text


def plain_delta_chrf(original, expected, actual):
    """The definition, step by step over the whole texts."""
    if original == expected == actual:
        return 100.0
    texts = [squeezed(text) for text in (original, expected, actual)]
    shares = []
    for n in range(1, 7):
        before, wanted, made = (Counter(text[i : i + n] for i in range(len(text) - n + 1)) for text in texts)
        shares.append(agreement(difference(wanted, before), difference(made, before)))
    precision, recall = (sum(side) / 6 for side in zip(*shares, strict=True))
    return 100 * 5 * precision * recall / (4 * precision + recall) if precision + recall else 0.0


def squeezed(text):
    """One character for each run of line feeds, and for each run of other white space."""
    found = []
    for character in text:
        kind = "\n" if character == "\n" else " " if character.isspace() else character
        if not (character.isspace() and found and found[-1] == kind):
            found.append(kind)
    return "".join(found)


def difference(after, before):
    delta = {gram: after[gram] - before[gram] for gram in {**after, **before}}
    return Counter({(gram, count < 0): abs(count) for gram, count in delta.items() if count})


def agreement(wanted, made):
    if not wanted and not made:
        return 1.0, 1.0
    common = (wanted & made).total()
    return common / made.total() if made else 0.0, common / wanted.total() if wanted else 0.0


@given(edits())
@example(("a  b", "a b", "a\tb"))
@example(("x" * 99 + " \n" + "y" * 99, "x" * 99 + "\n" + "y" * 99, "x" * 99 + " z \n" + "y" * 99))
@example(("a" * 9 + " " * 99 + "b" * 9, "a" * 9 + " " * 99 + "c" * 9, "a" * 9 + " " * 98 + "d" + " " * 99))
def test_delta_chrf_is_what_its_definition_gives(texts):
    assert abs(delta_chrf(*texts) - plain_delta_chrf(*texts)) < 1e-10


@given(edits())
def test_scores_stay_on_their_scales(texts):
    original, expected, actual = texts
    found = score(original, Result(expected), Result(actual), before=expected)

    assert 0 <= found.delta_chrf <= 100
    assert 0 <= found.kept_rate <= 1
    assert 0 <= found.reversal_ratio <= 1
    assert 0 <= found.lines.f1 <= 1


@given(edits())
def test_an_answer_is_perfect_against_itself(texts):
    original, expected, _ = texts
    found = score(original, Result(expected), Result(expected))

    assert found.perfect
    assert found.kept_rate == 1
    assert (found.lines.wrong, found.lines.missing) == (0, 0)


@given(edits())
def test_undoing_the_whole_history_is_all_reversal(texts):
    before, buffer, _ = texts

    assert abs(reversal_ratio(before, buffer, before) - (before != buffer)) < 1e-10


@given(edits())
def test_what_lies_between_two_changes_is_equal(texts):
    old, new, _ = texts
    at = (0, 0)
    for change in [*alignment.changes(old, new), alignment.Change(len(old), 0, len(new), 0)]:
        assert old[at[0] : change.old_start] == new[at[1] : change.new_start]
        at = change.old_stop, change.new_stop


@given(edits())
def test_lines_and_tokens_that_go_one_way_come_back_the_other(texts):
    old, new, _ = texts
    there, back = lines.changed(old, new), lines.changed(new, old)

    assert sum(len(each.removed) for each in there) == sum(len(each.added) for each in back)
    inserted, deleted = tokens.inserted_and_deleted(old, new)
    assert (inserted == deleted == 0) is (old == new)
