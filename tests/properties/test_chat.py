"""Whatever a server sends is an answer or a failure, never an error of ours."""

from __future__ import annotations

import json
from contextlib import suppress

from completions import said
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_editbench.agents.chat import reply, wire
from pytest_editbench.agents.chat.failures import FailureError, of_status
from pytest_editbench.agents.chat.request import Message, Request

REQUEST = Request("http://here/v1", "tiny", (Message("user", "Hello"),), temperature=1.0)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
GOOD = json.loads(said("Hi", reasoning="hm", usage={"prompt_tokens": 3, "total_tokens": 4}).body)


def places(data: object, above: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """The ways to all values inside a value."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [above, *(way for key, value in inner for way in places(value, (*above, key)))]


def replaced(data: object, way: tuple[object, ...], value: object) -> object:
    """The value with another one at the end of the way."""
    if not way:
        return value
    first, *rest = way
    copy = dict(data) if isinstance(data, dict) else list(data)  # type: ignore[call-overload]  # it has insides
    copy[first] = replaced(copy[first], tuple(rest), value)
    return copy


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(places(GOOD)), VALUES)
def test_a_completion_with_something_else_anywhere_is_an_answer_or_a_failure(way, value):
    body = json.dumps(replaced(GOOD, way, value)).encode()

    with suppress(FailureError):
        found = reply.reply(reply.loaded(body, REQUEST))
        counts = (found.usage.input_tokens, found.usage.output_tokens, found.usage.cached_tokens)
        assert all(count is None or count >= 0 for count in counts)
        assert isinstance(found.text.encode(), bytes)


@settings(max_examples=100, deadline=None)
@given(
    st.integers(min_value=100, max_value=599), st.binary(max_size=40) | VALUES.map(json.dumps).map(str.encode)
)
def test_any_error_is_told_on_one_line(status, body):
    told = str(of_status(status, body, None, REQUEST))

    assert len(told.splitlines()) == 1


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=30) | st.none(), st.text(max_size=30) | st.none())
def test_any_header_asks_for_a_wait_or_none(first, second):
    wait = wire._wait(first, second)

    assert wait is None or 0 <= wait < float("inf")
