"""The HTML page of `editbench report`: the command, and the page in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import browser
import pytest
from browser import Browser
from stored import trials, write

from pytest_editbench import transcripts
from pytest_editbench.cli import main
from pytest_editbench.runner import artifacts
from pytest_editbench.transcripts import Event

TAKE = "document.title = 'taken'"
EVIL = f'</pre><script>{TAKE}</script><img src=x onerror="{TAKE}">\x00\u202e'
TRIALS = "return [...document.querySelectorAll('#list tbody:not([hidden])')].map(each => each.rows[0])"
SHOWN = f"{TRIALS}.map(row => row.cells[0].textContent)"
SECONDS = f"{TRIALS}.map(row => parseFloat(row.lastElementChild.textContent))"
WIDER = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if browser.ABSENT:
        pytest.skip(browser.ABSENT)
    with browser.launched(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture
def page(tmp_path: Path) -> Path:
    base = trials({"operator-1": "P", "operator-2": "P", "literal-3": "M"}, duration=10.0, prompt="Do it.")
    new = trials(
        {"operator-1": "M", "operator-2": "P", "literal-3": "M"}, duration=9.5, diff=EVIL, prompt=EVIL
    )
    names = [str(write(tmp_path / f"{name}.jsonl", found)) for name, found in (("base", base), ("new", new))]
    assert main(["report", *names, "--html", str(tmp_path / "page.html")]) == 0
    return tmp_path / "page.html"


def test_the_command_says_what_it_wrote(page, capsys):
    record = str(page.with_name("base.jsonl"))

    assert main(["report", record, "--html", str(page)]) == 0

    assert re.search(r"page\.html: 3 trials, [1-9][\d.]* kB\n$", capsys.readouterr().out)


def test_what_is_no_page_is_never_overwritten(page, tmp_path, capsys):
    record, other = str(page.with_name("base.jsonl")), tmp_path / "notes.html"
    other.write_text("mine")

    assert main(["report", record, "--html", str(other)]) == 2
    assert main(["report", record, "--html", record]) == 2
    assert main(["report", record, "--html", str(tmp_path)]) == 2

    assert other.read_text() == "mine"
    assert "is no page of editbench" in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_told(page, capsys):
    assert main(["report", str(page.with_name("base.jsonl")), "--html", "/nowhere/page.html"]) == 2
    assert "/nowhere" in capsys.readouterr().err


def test_the_page_opens_quietly_and_runs_nothing_that_an_agent_wrote(window, page):
    window.open(page)

    assert window.run("return document.title").startswith("Edit precision")
    assert window.console() == []


def test_search_and_outcome_narrow_the_list(window, page):
    window.open(page)

    window.type("#search", "OPERATOR mismatch")
    assert window.run(SHOWN) == ["operator-1"]
    assert window.run("return document.getElementById('count').textContent") == "1 of 6 trials"


def test_a_click_on_a_head_sorts_by_it_and_back(window, page):
    window.open(page)

    window.click("#list thead th:last-child button")
    assert window.run(SECONDS) == [9.5] * 3 + [10] * 3
    window.click("#list thead th:last-child button")
    assert window.run(SECONDS) == [10] * 3 + [9.5] * 3
    assert window.run("return document.querySelector('[aria-sort]').ariaSort") == "descending"


def test_a_trial_opens_by_keyboard_and_shows_its_prompt(window, page):
    window.open(page)

    window.type("#t0 button", "\ue007")  # the protocol's sign for the key Enter

    assert window.run("return document.querySelector('#t0 pre').textContent") == "Do it."
    assert window.run("return document.querySelector('#t0 button').ariaExpanded") == "true"


def test_a_link_to_a_trial_opens_it(window, page):
    window.open(page, "#t3")

    assert window.run("return document.querySelector('#t3').className") == "open"


def test_all_is_there_without_scripts(window, page):
    window.scripts(allowed=False)
    try:
        window.open(page)
        shown = window.send("GET", "source")
        window.click("#t0 summary")
    finally:
        window.scripts(allowed=True)

    assert 'id="filter" role="search" hidden' in shown
    assert window.console() == []


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_any_window_in_light_and_dark(window, page, width, scheme, tmp_path):
    window.resize(width, 800)
    window.prefers(scheme)
    window.open(page)

    assert window.run(WIDER) == 0
    back = window.run("return getComputedStyle(document.body).backgroundColor")
    assert back == {"light": "rgb(255, 255, 255)", "dark": "rgb(18, 22, 29)"}[scheme]


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """A report whose one trial has a transcript; the page of that."""
    [each] = trials({"operator-1": "M"}, test="cases/one", prompt="Do it.")
    record = write(tmp_path / "run.jsonl", [each])
    events = [
        Event("thought", EVIL),
        Event("call", "{}\n" * 40, "Edit", "edit"),
        Event("result", EVIL, EVIL, "edit", ok=False, failure="not unique"),
        Event("said", "Done. " * 400),
    ]
    token = artifacts.token("cases/one", "fast", 1)
    transcripts.write(record.with_name("run.jsonl.artifacts") / "output" / token / "attempt-1", events)
    assert main(["report", str(record), "--html", str(tmp_path / "page.html")]) == 0
    [found] = (tmp_path / "page.html.d").iterdir()
    return found


def test_a_trial_leads_to_its_transcript_and_back(window, talk):
    window.open(talk.parent.with_suffix(""), "#t0")
    window.click("#t0 a[href$='transcript.html']")
    assert window.run("return document.title") == "operator-1: transcript"

    window.click("header a")

    assert window.run("return document.title") == "Edit precision: fast"


def test_a_transcript_unfolds_without_scripts_and_runs_nothing_that_an_agent_wrote(window, talk):
    window.scripts(allowed=False)
    try:
        window.open(talk)
        window.type("#e3 summary", "\ue007")
    finally:
        window.scripts(allowed=True)

    assert window.run("return document.querySelector('#e3 details').open") is True
    assert window.run("return document.querySelectorAll('main li').length") == 5
    assert window.run("return document.title") == "operator-1: transcript"
    assert window.console() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_transcript_fits_a_narrow_window_in_light_and_dark(window, talk, scheme):
    window.resize(360, 800)
    window.prefers(scheme)
    window.open(talk)

    assert window.run(WIDER) == 0
    back = window.run("return getComputedStyle(document.body).backgroundColor")
    assert back == {"light": "rgb(255, 255, 255)", "dark": "rgb(18, 22, 29)"}[scheme]
