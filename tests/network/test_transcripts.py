"""The HTML page and the transcript beside it, of trials of real tools."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from network.measuring import mark

from pytest_editbench import transcripts

pytestmark = pytest.mark.network


@pytest.fixture(scope="session")
def page(edited) -> Path:
    """The page of a session with an edit that lands and two that do not."""
    root = edited.place.root
    command = [sys.executable, "-m", "pytest_editbench", "report", "run.jsonl", "--html", "page.html"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return root / "page.html"


def events(edited, case):
    folders = (path.parent for path in (edited.place.root / "kept").rglob(transcripts.NAME))
    told = (list(transcripts.read(folder)) for folder in folders)
    return next(one for one in told if mark(case) in one[0].text)


def test_the_transcript_begins_with_the_prompt_and_ends_with_the_answer(tool, edited):
    told = events(edited, "lands")
    assert told[0].kind == "prompt"
    last = next(event for event in reversed(told) if event.kind in ("said", "call"))
    ends_by_words = tool.shell and tool.edits is not None  # others by a command, or by the edit in the answer
    assert last.kind == ("said" if ends_by_words else "call")


def test_the_edit_and_its_result_are_in_the_transcript(tool, edited):
    kinds = [(event.kind, event.tool_kind) for event in events(edited, "lands") if event.tool_kind]
    wanted = "shell" if tool.edits is None else "edit"
    assert ("call", wanted) in kinds
    assert ("result", wanted) in kinds


def test_an_edit_that_failed_is_told_with_its_reason(tool, edited):
    if tool.failure is None:
        pytest.skip(f"{tool.name} has no edit tool")
    failed = [event for event in events(edited, "not-found") if event.failure]
    assert {(event.failure, event.ok) for event in failed} == {(tool.failure, False)}


def test_the_page_leads_to_a_page_for_each_transcript(page):
    copied = list(page.with_name("page.html.d").rglob("*-transcript.html"))
    assert len(copied) == 3
    text = "".join(path.read_text() for path in copied)
    assert "const limit = 2;" in text
    assert "const other = 1;" in text
