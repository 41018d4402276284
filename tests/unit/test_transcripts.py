"""Transcripts on disk: what is written is read, and what anybody else put there does no harm."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from pytest_editbench import transcripts
from pytest_editbench.transcripts import EVENTS, NAME, TEXT, Event

EDIT = Event("result", "2 matches", "Edit", "edit", ok=False, failure="not unique")


def written(tmp_path, *lines):
    (tmp_path / NAME).write_bytes(b"".join(lines))
    return [*transcripts.read(tmp_path)]


def line(**facts):
    return json.dumps({"kind": "said", "text": "fine", **facts}).encode() + b"\n"


def test_what_is_written_is_read(tmp_path):
    events = [Event("prompt", "Do it.\n\x00\u202e\ud800😀"), EDIT]
    transcripts.write(tmp_path / "new", events)

    assert [*transcripts.read(tmp_path / "new")] == events


def test_a_long_text_says_once_how_much_of_it_is_not_kept(tmp_path):
    transcripts.write(tmp_path, [Event("said", "😀" * (TEXT + 1_234))])

    [event] = transcripts.read(tmp_path)
    assert event.text == "😀" * TEXT + "\n… 1,234 more characters not kept"


def test_events_beyond_the_bound_are_counted_in_a_last_one(tmp_path):
    transcripts.write(tmp_path, (Event("said", "") for _ in range(EVENTS + 5)))

    *kept, last = transcripts.read(tmp_path)
    assert len(kept) == EVENTS
    assert last == Event("note", "5 more events are not kept")


@pytest.mark.parametrize(
    "bad",
    [
        b"\n",
        b"[]\n",
        b"null\n",
        b'{"kind": "said"\n',
        b"\xff\xfe\x00\n",
        b"[" * 100_000 + b"\n",
        b"1" * 5_000 + b"\n",
        line(kind="other"),
        line(kind=["said"]),
        line(text=5),
        line(text=["a"]),
        line(tool={}),
        line(tool_kind=1),
        line(ok="yes"),
        line(failure=[]),
        line(more=1),
        b'{"kind": "said", "text": "' + b"x" * 2 * transcripts.LINE + b'"}\n',
    ],
    ids=lambda bad: bad[:30],
)
def test_a_line_that_is_no_event_is_passed_over(tmp_path, bad):
    assert [event.text for event in written(tmp_path, line(text="a"), bad, line(text="b"))] == ["a", "b"]


def test_a_last_line_that_was_cut_off_is_passed_over(tmp_path):
    assert len(written(tmp_path, line(), line()[:-9])) == 1


def test_no_more_events_are_read_than_are_kept(tmp_path):
    assert len(written(tmp_path, *[line()] * (EVENTS + 500))) == EVENTS + 1


def test_no_more_of_a_file_is_read_than_the_bound(tmp_path, monkeypatch):
    monkeypatch.setattr(transcripts, "READ", 3 * len(line()))

    assert len(written(tmp_path, *[line()] * 10)) == 3


def test_names_of_tools_are_bounded(tmp_path):
    [event] = written(tmp_path, line(kind="call", tool="x" * 9_000))

    assert len(event.tool or "") == transcripts.WORD


def test_a_link_is_not_read(tmp_path):
    (tmp_path / "secret").write_bytes(line())
    (tmp_path / NAME).symlink_to(tmp_path / "secret")

    assert [*transcripts.read(tmp_path)] == []


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / NAME)

    assert [*transcripts.read(tmp_path)] == []


def test_a_folder_is_no_transcript(tmp_path):
    (tmp_path / NAME).mkdir()

    assert [*transcripts.read(tmp_path)] == []


def test_a_link_that_an_agent_left_is_not_written_through(tmp_path):
    (tmp_path / "mine").write_text("mine")
    (tmp_path / NAME).symlink_to(tmp_path / "mine")

    transcripts.write(tmp_path, [EDIT])

    assert (tmp_path / "mine").read_text() == "mine"
    assert [*transcripts.read(tmp_path)] == [EDIT]


def test_the_example_of_the_documentation_writes_a_transcript(tmp_path):
    page = Path(__file__).parents[2] / "docs" / "writing-agents.md"
    example = page.read_text().split("<!-- test: transcript -->\n```python\n")[1].split("```")[0]

    exec(example, {"workspace": SimpleNamespace(output=tmp_path)})

    assert [event.kind for event in transcripts.read(tmp_path)] == ["call", "result"]
