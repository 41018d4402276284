"""Output that is torn, shuffled, split anywhere or hostile: always a log, never one that claims too much."""

import json

import pytest
import recorded
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_editbench import transcripts
from pytest_editbench.agents import answers
from pytest_editbench.agents.logs import PARSERS, Log
from pytest_editbench.model import AgentResult

LINES = [tool for tool in PARSERS if tool not in ("mini", "aider", "aider-streaming")]
RECORDINGS = [(tool, name) for tool, name in recorded.ALL if tool != "mini"]

# A text without a word on where a failure ends: what it asked again after looks like the end.
MADE_AGAIN = {(tool, name) for tool, name in recorded.ALL if tool == "aider"}


def numbers(log: Log) -> dict[str, int]:
    """What a longer stream can only add to."""
    usage = log.usage
    names = ("input_tokens", "cached_tokens", "output_tokens", "turns", "edit_calls_ok", "edit_calls_failed")
    counts = {name: getattr(usage, name) for name in names}
    counts |= {f"call {name}": number for name, number in (usage.tool_calls or {}).items()}
    return {name: number for name, number in counts.items() if number is not None}


def assert_supported(part: Log, whole: Log) -> None:
    most = numbers(whole)
    assert {name: number for name, number in numbers(part).items() if number > most.get(name, 0)} == {}


def is_told(error: str, whole: Log) -> bool:
    """Whether the whole stream tells of this failure too, be it that the model was asked again after it."""
    told = [event.text for event in whole.events if event.kind == "error"]
    return any(error in text or text in error for text in told)


def assert_fit_to_record(log: Log) -> None:
    """It passes the checks of what agents say, and can be kept."""
    clean = answers.checked(AgentResult(usage=log.usage, text=log.answer, error=log.error))
    assert clean.output_tail == ""
    assert clean.usage == log.usage
    assert len(log.events) < transcripts.EVENTS
    assert all(event.kind in transcripts.KINDS for event in log.events)
    assert log.error is None or (log.error and "\n" not in log.error)


@pytest.mark.parametrize(("tool", "name"), RECORDINGS)
def test_a_stream_torn_anywhere_claims_nothing_that_the_whole_does_not(tool, name):
    said, warned = recorded.said(tool, name), recorded.warned(tool, name)
    whole = recorded.log(tool, name)

    ends = range(0, len(said), max(1, len(said) // 25))
    for end in [*ends, *(end + 1 for end in range(len(said)) if said[end : end + 1] == b"\n")]:
        torn = recorded.read(tool, said[:end], error=warned if b"\n" in said[:end] else b"")

        assert_supported(torn, whole)
        claimed = torn.error not in (None, whole.error)
        assert not claimed or is_told(str(torn.error), whole) or (tool, name) in MADE_AGAIN


@pytest.mark.parametrize(("tool", "name"), [pair for pair in recorded.ALL if pair[0] == "mini"])
def test_a_torn_trajectory_claims_nothing(tool, name):
    said = recorded.said(tool, name)

    for end in range(0, len(said) - 2, len(said) // 10):
        torn = recorded.read(tool, said[:end])

        assert (torn.error, torn.answer, numbers(torn)) == (None, None, {})


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_stream_reads_alike_however_it_is_split(data):
    tool, name = data.draw(st.sampled_from(recorded.ALL))
    said = recorded.said(tool, name)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(said)), max_size=8)))
    pieces = [said[start:end] for start, end in zip([0, *cuts], [*cuts, len(said)], strict=True)]

    assert recorded.read(tool, *pieces, error=recorded.warned(tool, name)) == recorded.log(tool, name)


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_shuffled_lines_add_no_calls_and_no_edits(data):
    tool, name = data.draw(st.sampled_from([pair for pair in RECORDINGS if pair[0] in LINES]))
    lines = data.draw(st.permutations(recorded.said(tool, name).splitlines(keepends=True)))

    log = recorded.read(tool, *(line.rstrip(b"\n") + b"\n" for line in lines))

    assert_fit_to_record(log)
    whole = recorded.log(tool, name).usage
    for count in ("edit_calls_ok", "edit_calls_failed"):
        assert (getattr(log.usage, count) or 0) <= (getattr(whole, count) or 0)


def keys(tool: str) -> list[str]:
    """The keys that a tool uses, and the words it tells its lines apart by."""
    found: set[str] = set()

    def walk(value: object) -> None:
        if isinstance(value, dict):
            found.update(value)
            found.update(word for word in value.values() if isinstance(word, str) and len(word) < 30)
        for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            walk(inner)

    for name in recorded.names(tool):
        for line in recorded.said(tool, name).splitlines() if tool != "mini" else [recorded.said(tool, name)]:
            if line.startswith(b"{"):
                walk(json.loads(line) if line.endswith(b"}") else {})
    return sorted(found)


WORDS = {tool: keys(tool) for tool in recorded.TOOLS if tool != "aider"}
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(2**50, 2**80),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["10", "\x00", "\udc80", "429", "error"]),
)


def objects(tool: str) -> st.SearchStrategy:
    words = st.sampled_from(WORDS[tool])
    values = st.recursive(
        SCALARS | words,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=6),
        max_leaves=12,
    )
    return st.dictionaries(words, values, max_size=6)


@given(data=st.data())
@settings(max_examples=80, deadline=None)
def test_any_json_under_the_keys_of_a_tool_is_read_without_an_error(data):
    tool = data.draw(st.sampled_from(LINES))
    lines = data.draw(st.lists(objects(tool), max_size=8))

    log = recorded.read(tool, *(json.dumps(line).encode() + b"\n" for line in lines))

    assert_fit_to_record(log)


def mutate(data: st.DataObject, value: object) -> object:
    """The value with something else in some place."""
    if data.draw(st.integers(0, 7)) == 0:
        return data.draw(SCALARS | st.just([]) | st.just({}))
    if isinstance(value, dict):
        keys = data.draw(st.sets(st.sampled_from(sorted(value)), max_size=2)) if value else ()
        return {**value, **{key: mutate(data, value[key]) for key in keys}}
    if isinstance(value, list) and value:
        place = data.draw(st.integers(0, len(value) - 1))
        return [*value[:place], mutate(data, value[place]), *value[place + 1 :]]
    return value


@given(data=st.data())
@settings(max_examples=80, deadline=None)
def test_a_recording_with_something_else_in_some_place_is_read_without_an_error(data):
    tool, name = data.draw(st.sampled_from([pair for pair in recorded.ALL if pair[0] != "aider"]))
    said = recorded.said(tool, name)
    lines = [said] if tool == "mini" else [line for line in said.splitlines() if line.endswith(b"}")]
    mutated = [json.dumps(mutate(data, json.loads(line))).encode() + b"\n" for line in lines]

    assert_fit_to_record(recorded.read(tool, *mutated))


@given(tool=st.sampled_from(list(PARSERS)), said=st.binary(max_size=400), error=st.binary(max_size=100))
@settings(max_examples=80, deadline=None)
def test_any_bytes_are_read_without_an_error(tool, said, error):
    assert_fit_to_record(recorded.read(tool, said, error=error))


@given(
    st.lists(
        st.sampled_from(
            [
                line
                for name in recorded.names("aider")
                for line in recorded.said("aider", name).splitlines(keepends=True)
            ]
            + [b"Tokens: 9.9.9k sent, 1k received.\n", b"# 9999 SEARCH/REPLACE blocks failed to match!\n"]
        ),
        max_size=30,
    )
)
@settings(max_examples=60, deadline=None)
def test_any_lines_of_aider_are_read_without_an_error(lines):
    assert_fit_to_record(recorded.read("aider", *lines))
