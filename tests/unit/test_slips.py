"""Slips, and what the study of formats under them counts."""

from __future__ import annotations

import json
import sys
from pathlib import Path, PurePosixPath
from random import Random
from types import ModuleType, SimpleNamespace
from xml.etree import ElementTree

import pytest

from pytest_editbench.cases import discovery, whole
from pytest_editbench.formats import FORMATS, carried_out
from pytest_editbench.model import File, Tree
from pytest_editbench.slips import account, chart, stale, tokens
from pytest_editbench.slips.slip import SLIPS, Said
from pytest_editbench.slips.study import ALL, SETTINGS, STRICT, Edit, Findings, Landing, study

ROOT = Path(__file__).parents[2]
A = PurePosixPath("a.py")
BEFORE = "".join(f"  line {number}\n" for number in range(20)) + "\nend\n"
AFTER = BEFORE.replace("line 12", "line twelve").replace("end", "The end")
WORDS = tokens.Tokeniser("words", lambda text: len(text.split()))


def said(name: str, before: str = BEFORE, after: str = AFTER) -> Said:
    fmt, trees = FORMATS[name], [{A: File(text.encode())} for text in (before, after)]
    answer = fmt.render(*trees)
    assert isinstance(answer, str)
    return Said(fmt, answer, fmt.parse(answer), *trees)


def text(tree: Tree) -> str:
    entry = tree[A]
    assert isinstance(entry, File)
    return entry.data.decode()


def findings(*names: str, edits: list[Edit] | None = None, seed: int = 1) -> list[Findings]:
    plain = [Edit("one", {A: File(BEFORE.encode())}, {A: File(AFTER.encode())})]
    return study(edits or plain, names or FORMATS, WORDS, seed)


@pytest.mark.parametrize("slip", SLIPS)
@pytest.mark.parametrize("name", FORMATS)
def test_the_same_seed_makes_the_same_slip(name, slip):
    one, other = (SLIPS[slip].make(said(name), Random("7")) for _ in range(2))

    assert one == other or (one is not None and other is not None and one.operations == other.operations)


def test_only_numbered_formats_can_be_off_by_a_line():
    slipped = {name for name in FORMATS if SLIPS["line-off"].make(said(name), Random("7"))}

    assert slipped == {"unified-diff", "line-range", "hashed-lines"}


def test_a_lost_fence_is_one_line_less():
    whole_answer = said("whole-file")
    lost = SLIPS["lost-fence"].make(whole_answer, Random("7"))

    assert lost is not None
    assert lost.answer.count("```") == whole_answer.answer.count("```") - 1


def test_a_stale_file_has_one_more_line_before_and_after():
    found = stale.far({A: File(BEFORE.encode())}, {A: File(AFTER.encode())}, Random("7"))

    assert found is not None
    assert text(found[0]) == f"  added meanwhile\n{BEFORE}"
    assert text(found[1]) == f"  added meanwhile\n{AFTER}"


def test_a_small_file_has_no_place_that_is_far():
    assert stale.far({A: File(b"a\nb\n")}, {A: File(b"a\nc\n")}, Random("7")) is None


@pytest.mark.parametrize(
    ("name", "slip", "landing"),
    [
        ("whole-file", "stale-far", Landing.WRONG),
        ("line-range", "stale-far", Landing.WRONG),
        ("unified-diff", "stale-far", Landing.REFUSED),
        ("hashed-lines", "stale-far", Landing.REFUSED),
        ("search-replace", "stale-far", Landing.RIGHT),
        ("apply-patch", "stale-far", Landing.RIGHT),
        ("json-edits", "stale-far", Landing.RIGHT),
        ("line-range", "line-off", Landing.WRONG),
        ("unified-diff", "line-off", Landing.REFUSED),
        ("line-range", "wrong-indent", Landing.WRONG),
        ("search-replace", "wrong-indent", Landing.REFUSED),
        ("whole-file", "lost-fence", Landing.REFUSED),
    ],
)
def test_a_slip_lands_as_the_format_lets_it(name, slip, landing):
    [found] = findings(name)

    assert found.rates(slip, STRICT) == {landing: 1}


def test_a_tolerance_turns_a_refusal_into_a_right_landing():
    [found] = findings("unified-diff")

    assert found.rates("stale-far", STRICT) == {Landing.REFUSED: 1}
    assert found.rates("stale-far", "line-drift") == {Landing.RIGHT: 1}
    assert found.rates("stale-far", "blank-drift") == {Landing.REFUSED: 1}
    assert found.rates("stale-far", ALL) == {Landing.RIGHT: 1}


def test_no_setting_lands_more_answers_than_there_are():
    for found in findings():
        assert len({found.total(setting).total() for setting in SETTINGS}) == 1


def test_what_a_format_cannot_say_is_counted_by_reason_and_costs_nothing():
    [found] = findings("whole-file", edits=[Edit("gone", {A: File(b"a\n")}, {})])

    assert (found.edits, found.said, dict(found.refusals)) == (1, 0, {"a file deleted": 1})
    assert (found.cost.edits, found.faults) == (0, [])


def test_costs_stand_beside_those_of_the_whole_file():
    whole_file, search = findings("whole-file", "search-replace")

    assert whole_file.cost.tokens == whole_file.cost.whole_tokens == search.cost.whole_tokens
    assert 0 < search.cost.tokens < search.cost.whole_tokens
    assert search.cost.bytes == len(said("search-replace").answer)


def test_the_same_seed_makes_the_same_findings_and_another_one_others():
    cases = list(discovery.discover([ROOT / "cases/handwritten"]))[:3]
    contents = [whole.read(case) for case in cases]
    edits = [
        Edit(case.id, each.input, each.answers["expected"])
        for case, each in zip(cases, contents, strict=True)
    ]

    assert findings(edits=edits) == findings(edits=edits)
    assert findings(edits=edits) != findings(edits=edits, seed=2)


def test_the_report_names_every_format_slip_and_setting_and_the_tokeniser():
    report = "\n".join(account.lines(findings(), "words", 200))

    assert all(name in report for name in (*FORMATS, *SLIPS, *SETTINGS, "counted by: words"))


def test_the_data_is_json_with_every_count():
    data = json.loads(json.dumps(account.data(findings("line-range"), "words", 1)))

    [found] = data["formats"]
    assert (found["format"], found["edits"], found["said"], found["right"]) == ("line-range", 1, 1, 1)
    assert found["slips"]["line-off"]["strict"] == {"right": 0, "refused": 0, "wrong": 1}


def test_the_chart_is_an_svg_with_a_bar_for_every_landing():
    picture = ElementTree.fromstring(chart.render(findings()))
    titles = [each.text for each in picture.iter("{http://www.w3.org/2000/svg}title")]

    assert "line-range, line-off, strict: wrong 1 of 1" in titles
    assert "unified-diff, stale-far, all tolerances: right 1 of 1" in titles


def test_tokens_are_counted_with_the_vocabulary_where_it_is_installed(monkeypatch):
    found = ModuleType("bpe_openai")
    monkeypatch.setattr(found, "get_encoding", lambda _: SimpleNamespace(encode_ordinary=list), raising=False)
    monkeypatch.setitem(sys.modules, "bpe_openai", found)
    monkeypatch.setattr(tokens.metadata, "version", lambda _: "9.9")

    counted = tokens.tokeniser()

    assert (counted.name, counted.count("abc")) == ("o200k_base (bpe-openai 9.9)", 3)


def test_tokens_are_words_blanks_and_signs_where_it_is_not(monkeypatch):
    monkeypatch.setitem(sys.modules, "bpe_openai", None)

    counted = tokens.tokeniser()

    assert (counted.name, counted.count("a = b_1;\n")) == ("words, blanks and signs", 7)


def test_a_right_answer_is_not_changed_by_trying_slips_on_it():
    answer = said("search-replace")
    for slip in SLIPS.values():
        slip.make(answer, Random("7"))

    assert carried_out(answer.fmt, answer.answer, answer.before).tree == answer.after
