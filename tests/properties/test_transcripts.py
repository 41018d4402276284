"""Whatever stands in a transcript, it is read without a fault, and its page holds nothing that acts."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_editbench import transcripts
from pytest_editbench.report.html import talk
from pytest_editbench.report.html.talk import Go, Talk
from pytest_editbench.transcripts import KINDS, NAME, Event

WORDS = st.text(st.characters() | st.sampled_from("<>&'\"\x00\x1b\u202e\n\ud800"), max_size=40)
EVENTS = st.builds(
    Event,
    st.sampled_from(KINDS),
    WORDS,
    st.none() | WORDS,
    st.none() | WORDS,
    st.none() | st.booleans(),
    st.none() | WORDS,
)
TAGS = ("<script", "<img", "<svg", "<iframe")


@given(st.lists(EVENTS, max_size=5))
@settings(max_examples=40, deadline=None)
def test_what_is_written_is_read_whatever_it_says(events):
    with TemporaryDirectory() as folder:
        transcripts.write(Path(folder), events)

        assert [*transcripts.read(Path(folder))] == events


@given(st.lists(st.binary(max_size=60) | EVENTS.map(lambda event: str(event).encode("utf-8", "replace"))))
@settings(max_examples=40, deadline=None)
def test_any_bytes_are_read_without_a_fault(lines):
    with TemporaryDirectory() as folder:
        Path(folder, NAME).write_bytes(b"\n".join(lines))

        assert all(event.kind in KINDS for event in transcripts.read(Path(folder)))


@given(st.lists(EVENTS, min_size=1, max_size=5), WORDS)
@settings(max_examples=40, deadline=None)
def test_nothing_on_the_page_of_a_transcript_acts(events, word):
    page = talk.render(Talk(word, [("agent", word)], [Go(word, events)], "../page.html", word))

    assert page is not None
    assert not [tag for tag in TAGS if tag in page]
    assert not [sign for sign in page if not sign.isprintable() and sign not in "\n\t"]
    assert page.count("<pre") == page.count("</pre>")
