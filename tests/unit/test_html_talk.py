"""The page of a transcript: what is on it, that nothing in it acts, and that it keeps to its size."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from stored import trial

from pytest_editbench import transcripts
from pytest_editbench.report.html import talk
from pytest_editbench.report.html.talk import Go, Talk
from pytest_editbench.runner import artifacts
from pytest_editbench.runs.transcripts import Shelf
from pytest_editbench.transcripts import KINDS, TEXT, Event

EVIL = '</pre></style><script>alert(1)</script><img src=x onerror="a()">&amp;\x00\u202e\x1b[31m\ud800<!--'
EDIT = Event("result", "2 matches", "Edit", "edit", ok=False, failure="not unique")


def page(*events, **facts):
    values = {"title": "case-1", "facts": [("agent", "fast")], "back": "../page.html", **facts}
    return talk.render(Talk(goes=[Go("attempt 1", events)], **values))


def laid(folder: Path, *events: Event, test="t", attempt=1):
    """The transcript of an attempt in the artefacts; its folder."""
    place = folder / "output" / artifacts.token(test, "fast", 1) / f"attempt-{attempt}"
    transcripts.write(place, events)
    return place


def test_every_kind_of_event_is_shown():
    text = page(*(Event(kind, f"text of {kind}") for kind in KINDS))

    assert re.findall(r'class="k-(\w+)', text) == list(KINDS)
    assert all(f"text of {kind}" in text for kind in KINDS)


def test_a_call_tells_its_tool_and_how_it_ended():
    text = page(Event("call", "{}", "Edit", "edit"), EDIT, Event("result", "done", "Edit", "edit", ok=True))

    assert re.findall(r'<code>Edit</code> <span class="dim">(.*?)</span>', text) == [
        "edit",
        "edit, failed: not unique",
        "edit, ok",
    ]


def test_what_failed_is_linked_from_the_top():
    text = page(Event("said", "hm"), EDIT, Event("error", "429"))

    assert re.findall(r'<a href="(#e\d+)">(.*?)</a>', text) == [
        ("#e2", "2 Edit: not unique"),
        ("#e3", "3 error"),
    ]


def test_a_long_text_is_folded_under_its_first_line_and_a_short_one_is_open():
    text = page(Event("said", "\nfirst\n" + "more\n" * 20), Event("said", "short"))

    assert re.findall(r"<summary>(.*?) <span class=\"dim\">(.*?)</span>", text) == [("first", "(22 lines)")]


@pytest.mark.parametrize("part", ["events", "page"])
def test_nothing_in_a_transcript_becomes_an_element_or_a_control_sign(part):
    events = [Event(kind, EVIL, EVIL, EVIL, ok=False, failure=EVIL) for kind in KINDS]
    facts = {"title": EVIL, "facts": [(EVIL, EVIL)], "message": EVIL} if part == "page" else {}

    text = page(*events, **facts)

    assert "<script" not in text
    assert "<img" not in text
    assert not [sign for sign in text if not sign.isprintable() and sign != "\n"]
    text.encode()


def test_the_page_runs_no_script_and_names_no_other_place():
    text = page(EDIT)

    [policy] = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy.startswith("default-src &#39;none&#39;; style-src &#39;sha256-")
    assert "script-src" not in policy
    assert "://" not in text


@pytest.mark.parametrize("text", ["", "<" * 9_000, "'\n" * 400])
def test_the_largest_page_stays_below_two_megabytes(text):
    words = "'" * 900

    found = page(*[Event("result", text, words, words, ok=False, failure=words)] * 1_500)

    assert len(found.encode()) < 2_000_000
    assert found.count("<li ") == 1_000
    assert "Only the first 1,000 events are shown" in found


def test_attempts_are_told_apart_and_numbered_through():
    goes = [Go("attempt 1", [EDIT, EDIT]), Go("attempt 2", []), Go("attempt 3", [EDIT])]

    text = talk.render(Talk("case-1", [], goes, "../page.html"))

    assert re.findall("<h2>(.*?)</h2>", text) == ["attempt 1", "attempt 3"]
    assert re.findall(r'start="(\d)"', text) == ["1", "3"]


def test_without_events_there_is_no_page():
    assert page() is None


def test_a_transcript_gets_a_page_beside_the_report_before_what_was_printed(tmp_path):
    place = laid(tmp_path, EDIT)
    (place / "stdout").write_text("printed")
    shelf = Shelf(tmp_path / "page 1.html.d")

    told, whole = shelf.keep(trial("a-1", "M", test="t", prompt="Do it."), tmp_path)

    assert (told.name, whole.name) == ("transcript", "whole stdout")
    text = (shelf.folder / told.href.partition("/")[2]).read_text()
    assert re.findall(r'class="k-(\w+)', text) == ["prompt", "result"]
    assert '<a href="../page%201.html">' in text
    shelf.clear()
    assert not shelf.folder.exists()


def test_a_prompt_that_the_agent_told_stands_once(tmp_path):
    laid(tmp_path, Event("prompt", "as sent"), EDIT)
    shelf = Shelf(tmp_path / "p.d")

    [told] = shelf.keep(trial("a-1", "M", test="t", prompt="Do it."), tmp_path)

    assert "Do it." not in (tmp_path / told.href).read_text()


@pytest.mark.parametrize("linked", ["transcript.jsonl", "attempt-1", "trial"])
def test_links_among_the_artefacts_are_not_followed(tmp_path, linked):
    place = laid(tmp_path / "elsewhere", Event("said", "secret"))
    (place / "stdout").write_text("secret")
    there = {"transcript.jsonl": place / "transcript.jsonl", "attempt-1": place, "trial": place.parent}[
        linked
    ]
    here = tmp_path / there.relative_to(tmp_path / "elsewhere")
    here.parent.mkdir(parents=True)
    here.symlink_to(there)

    assert not Shelf(tmp_path / "p.d").keep(trial("a-1", "M", test="t"), tmp_path)


def test_no_page_is_made_where_transcripts_are_not_wanted(tmp_path):
    laid(tmp_path, EDIT)

    assert not Shelf(tmp_path / "p.d", wanted=False).keep(trial("a-1", "M", test="t"), tmp_path)


def test_a_page_beyond_the_limit_is_counted(tmp_path):
    laid(tmp_path, Event("said", "x" * TEXT))
    shelf = Shelf(tmp_path / "p.d", room=100)

    assert not shelf.keep(trial("a-1", "M", test="t"), tmp_path)
    assert shelf.left_out == 1
