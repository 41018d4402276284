"""The HTML page: what is on it, that nothing in it acts, and that it keeps to its size."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from stored import trial, trials, write

from pytest_editbench.errors import UsageError
from pytest_editbench.model import AgentResult, Attempt, Metadata, Outcome, Usage
from pytest_editbench.report.html import MARK, page, render
from pytest_editbench.report.html.values import Body, Entry, Page, Source
from pytest_editbench.runs.listing import Listing, entry
from pytest_editbench.runs.page import gather
from pytest_editbench.runs.transcripts import Shelf
from pytest_editbench.terms import Terms

EVIL = '</pre></script><script>alert(1)</script><img src=x onerror="a()">&amp;\x00\u202e\x1b[31m\ud800<!--'
VOID = {"meta", "br", "img", "input", "link", "line", "rect", "circle", "polygon", "polyline"}


class Reader(HTMLParser):
    """The elements and texts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data):
        self.texts.append(data)


def listed(count, body=None, **facts):
    return [
        Entry("fast", 0, f"case-{number:05}", 1, "mismatch", passed=False, body=body, **facts)
        for number in range(count)
    ]


def paged(entries, **facts):
    return Page([Source("run.jsonl")], [], entries, len(entries), **facts)


def page_of(tmp_path, *found, transcripts=None, **facts):
    named = [
        (f"{number}.jsonl", write(tmp_path / f"{number}.jsonl", each, **facts))
        for number, each in enumerate(found)
    ]
    return gather(named, transcripts or (lambda *_: ()))


def test_nothing_that_an_agent_or_a_case_says_becomes_an_element():
    facts = dict.fromkeys(("category", "mutation", "difficulty", "diagnosis", "level", "message"), EVIL)
    body = Body(EVIL, f"@@ -1 +1 @@\n-{EVIL}\n+{EVIL}.", EVIL)
    evil = Entry(EVIL, 0, EVIL, 1, EVIL, passed=False, body=body, **facts)
    calm = Entry("x", 0, "x", 1, "x", passed=True)

    found = Reader(render(paged([evil, calm], apart=EVIL, notes=[EVIL])))

    assert found.tags.count("script") == 1
    assert "img" not in found.tags
    assert not [name for name, _ in found.attributes if name.startswith("on") or name in ("src", "style")]


def test_signs_that_act_are_written_out():
    text = render(paged(listed(1, Body(EVIL, EVIL, EVIL), message=EVIL)))

    assert not [sign for sign in text if not sign.isprintable() and sign not in "\n\t"]
    assert r"\x00\u202e\x1b[31m\ud800" in text


def test_the_policy_of_the_page_lets_only_its_own_script_run():
    text = render(paged(listed(1)))

    [policy] = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy.startswith("default-src &#39;none&#39;")
    assert "unsafe" not in policy


def test_the_page_names_no_other_place():
    text = render(paged(listed(3, Body("prompt", "diff", "output"))))

    assert not re.findall(r'(?:href|src)="(?!#)', text)
    assert "://" not in text
    assert "@import" not in text


def test_a_thousand_trials_with_huge_texts_stay_below_three_megabytes():
    bodies = [Body(f"{number}{'<&' * 9_000}", "-<\n+&\n" * 3_000, "\x1b" * 8_000) for number in range(100)]
    entries = [replace(each, body=bodies[number % 100]) for number, each in enumerate(listed(1_000))]

    text = render(paged(entries))

    assert 2_000_000 < len(text.encode()) < 3_000_000
    assert "cut here" in text
    assert text.count("<tbody id=") == 1_000


def test_small_texts_are_whole():
    text = render(paged(listed(500, Body("the prompt", "@@ -1 +1 @@\n-a\n+b", "the output"))))

    assert "cut here" not in text
    assert text.count("the output") == 500


def test_a_prompt_stands_once_for_all_its_trials():
    text = render(paged(listed(50, Body("only once"))))

    assert text.count("only once") == 1
    assert text.count('href="#p0"') == 50


def test_a_column_that_tells_nothing_is_left_out():
    text = render(paged([*listed(1, level="none"), *listed(1, level="eol")]))

    heads = re.search(r'<table id="list">\n<thead><tr>(.*?)</thead>', text)[1]
    assert re.findall(r">(\w+)", heads) == ["case", "outcome", "level"]


def test_the_mark_stands_in_the_first_bytes():
    assert MARK in render(paged(listed(1)))[:1024]


def test_one_record_gives_totals_heat_curve_and_spreads(tmp_path):
    found = page_of(tmp_path, trials({"operator-1": "P", "operator-2": "M", "literal-1": "P"}))

    [column] = found.columns
    assert column.summary.total.first_trials.count == 2
    assert {key: share.count for key, share in column.heat.shares.items()} == {
        ("operator", "easy"): 1,
        ("literal", "easy"): 1,
    }
    assert [(point.label, point.share.n) for point in column.curve] == [("0", 3)]
    assert [spread.bars[0].count for spread in column.spreads] == [3, 3, 3]


@pytest.mark.parametrize(("letters", "told"), [("PM", True), ("P", False)])
def test_the_rate_says_that_it_is_of_first_trials_where_there_are_more(tmp_path, letters, told):
    text = render(page_of(tmp_path, trials({"a": letters, "b": letters})))

    assert ("of 2: first trial of each case" in text) is told


def test_difficulties_come_in_their_order(tmp_path):
    found = [
        trial(f"case-{name}", "P", metadata=Metadata(difficulty=name)) for name in ("hard", "odd", "easy")
    ]

    assert page_of(tmp_path, found).columns[0].heat.columns == ["easy", "hard", "odd"]


def test_two_records_are_compared_and_the_flips_come_first(tmp_path):
    base, new = trials({"operator-1": "P", "operator-2": "P"}), trials({"operator-1": "M", "operator-2": "P"})

    text = render(page_of(tmp_path, base, new))

    assert [column in text for column in ("fast (0.jsonl)", "fast (1.jsonl)")] == [True, True]
    assert text.index('class="tag broken"') < text.index('id="totals"')
    assert re.findall(r'<a href="#t(\d)">(base|new)</a>', text) == [("0", "base"), ("1", "new")]


def test_records_that_cannot_be_compared_say_why(tmp_path):
    found = page_of(tmp_path, trials({"operator-1": "P"}), trials({"operator-2": "P"}))

    assert found.contrast is None
    assert "2 cases are not the same in both" in render(found)


def test_what_ended_without_an_agent_is_the_only_agents(tmp_path):
    found = page_of(tmp_path, [*trials({"operator-1": "P"}), trial("operator-2", "S", agent="-")])

    assert [column.name for column in found.columns] == ["fast"]
    assert {each.column for each in found.entries} == {"fast"}


def test_a_record_that_was_cut_short_is_marked(tmp_path):
    path = write(tmp_path / "run.jsonl", trials({"operator-1": "P"}))
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))

    assert "the run was cut short" in render(gather([("run.jsonl", path)], lambda *_: ()))


def test_a_record_without_trials_is_refused(tmp_path):
    with pytest.raises(UsageError, match=r"no trials in 0\.jsonl"):
        page_of(tmp_path, [])


def test_a_long_list_keeps_what_failed_and_says_so():
    lists = Listing(listed=3, with_bodies=2)
    for each in trials({"a-1": "P", "a-2": "P", "a-3": "P", "a-4": "M"}, prompt="p"):
        lists.add(entry(each, 0, "fast"), each, None)

    found = lists.entries(lambda each: each.column, lambda *_: ())

    assert [(each.case, each.body is not None) for each in found] == [
        ("a-1", False),
        ("a-2", False),
        ("a-4", True),
    ]
    assert [note.split(",")[0] for note in lists.notes()] == [
        "Of 4 trials 3 are listed",
        "Of so many trials (more than 2) prompts",
    ]


def test_a_transcript_is_copied_beside_the_page_and_a_link_is_not(tmp_path):
    source, shelf = tmp_path / "artifacts", Shelf(tmp_path / "page 1.html.d")
    [each] = trials({"a-1": "M"}, test="cases/a-1")
    shelf.keep(each, source)
    from pytest_editbench.runner import artifacts

    place = source / "output" / artifacts.token("cases/a-1", "fast", 1) / "attempt-1"
    place.mkdir(parents=True)
    (place / "stdout").write_text("all of it")
    (place / "stderr").symlink_to(__file__)

    [kept] = shelf.keep(each, source)

    assert kept.href.startswith("page%201.html.d/")
    assert [path.read_text() for path in shelf.folder.iterdir()] == ["all of it"]
    shelf.clear()
    assert not shelf.folder.exists()


def test_transcripts_beyond_the_limit_are_counted(tmp_path):
    from pytest_editbench.runner import artifacts

    shelf = Shelf(tmp_path / "d", room=4)
    place = tmp_path / "output" / artifacts.token("t", "fast", 1) / "attempt-1"
    place.mkdir(parents=True)
    (place / "stdout").write_text("12345")

    assert shelf.keep(trial("a-1", "M", test="t"), tmp_path) == []
    assert shelf.left_out == 1


def test_a_page_too_large_by_its_list_alone_is_still_written(monkeypatch):
    monkeypatch.setattr(page, "BYTES", 1_000)

    assert render(paged(listed(5, Body("prompt")))).count("<tbody id=") == 5


def test_the_head_tells_what_each_agent_was_run_under(tmp_path):
    terms = Terms(version="1.2<3", home="private", sandbox="bwrap", temperature=0.5)

    text = render(page_of(tmp_path, trials({"a-1": "P"}, terms=terms, model="m-1")))

    head = re.sub("<[^>]*>", "", text[text.index("<header>") : text.index("</header>")])
    told = "model m-1 version 1.2&lt;3 temperature 0.5 home private sandbox bwrap"
    assert told in " ".join(head.split())


def test_tables_by_agent_come_only_where_there_is_something_to_tell(tmp_path):
    used = Usage(edit_calls_ok=3, edit_calls_failed=1, edit_failures={"stale": 1})
    attempts = (Attempt(1, Outcome.MISMATCH, 1.0, AgentResult(usage=used)),)

    plain = render(page_of(tmp_path, trials({"a-1": "P"})))
    (tmp_path / "0.jsonl").unlink()
    told = render(page_of(tmp_path, trials({"a-1": "M"}, attempts=attempts)))

    assert "edit calls" not in plain
    assert re.findall(r'<th scope="row">(failed: [^<]*)<td class="n">(\d)', told) == [("failed: stale", "1")]
    assert "75.0 % of 4" in told
