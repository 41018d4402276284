"""Asking a server: what is sent, what is read, what is tried again, what is told when it fails."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest
from completions import Asked, Server, Told, refused, said, serving

from pytest_editbench.agents.chat import patience, reply, wire
from pytest_editbench.agents.chat.failures import FailureError, LateError
from pytest_editbench.agents.chat.pace import Limits, Pace
from pytest_editbench.agents.chat.patience import Asking
from pytest_editbench.agents.chat.request import DEFAULT_SERVER, Message, Request

KEY = "sk-of-a-test-000000000000"
REQUEST = Request("http://127.0.0.1:1/v1", "tiny", (Message("user", "Hello"),))


class Script:
    """Answers one after the other; the last one stays."""

    def __init__(self, *answers: Told) -> None:
        self.answers = answers

    def __call__(self, asked: Asked) -> Told:
        return self.answers[min(asked.number, len(self.answers)) - 1]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "_FIRST", 0.001)
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def pace(tmp_path: Path) -> Pace:
    return Pace(tmp_path / "requests", "00" * 32, Limits())


def asking(server: Server, pace: Pace, request: Request = REQUEST, timeout: float = 5.0) -> Asking:
    return Asking(replace(request, server=server.url), KEY, pace, timeout)


def failure(pace: Pace, *answers: Told, request: Request = REQUEST, timeout: float = 5.0) -> str:
    """What is told when these are the answers."""
    with serving(Script(*answers)) as server:
        with pytest.raises(FailureError) as caught:
            asking(server, pace, request, timeout).answer()
        return str(caught.value).replace(server.url, "URL")


def tries(pace: Pace, *answers: Told) -> int:
    """How often it was asked until there was an answer."""
    with serving(Script(*answers)) as server:
        asking(server, pace).answer()
        return len(server.asked)


def test_a_request_holds_what_was_chosen_and_nothing_else(pace):
    with serving(Script(said("Hi"))) as server:
        asking(server, pace).answer()
        (asked,) = server.asked

    assert asked.body == {"model": "tiny", "messages": [{"role": "user", "content": "Hello"}]}
    assert asked.path == "/v1/chat/completions"


def test_temperature_seed_and_limit_are_sent_when_they_are_given():
    body = replace(REQUEST, temperature=0.0, seed=7, max_tokens=50).body()

    assert (body["temperature"], body["seed"], body["max_tokens"]) == (0.0, 7, 50)


def test_openai_is_told_the_limit_by_its_new_name():
    body = replace(REQUEST, server=DEFAULT_SERVER, max_tokens=50).body()

    assert body["max_completion_tokens"] == 50
    assert "max_tokens" not in body


def test_the_key_is_sent_and_nothing_when_there_is_none(pace):
    with serving(Script(said("Hi"))) as server:
        asking(server, pace).answer()
        replace(asking(server, pace), key=None).answer()
        with_key, without = server.asked

    assert with_key.headers["authorization"] == f"Bearer {KEY}"
    assert "authorization" not in without.headers


def content(text: str) -> Told:
    """An answer with that JSON in the place of the text."""
    return Told(b'{"choices": [{"message": {"content": %s}}]}' % text.encode())


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 529])
def test_what_may_pass_is_tried_again(pace, status):
    assert tries(pace, refused(status), refused(status), said("Hi")) == 3


@pytest.mark.parametrize(
    "answer",
    [
        replace(said("Hi"), cut=True),
        Told(b"<html>"),
        Told(b"{}"),
        Told(b"[1]"),
        Told(b'{"choices": [{}]}'),
        *map(content, ("42", "{}", "[42]", "true")),
    ],
    ids=["cut", "html", "empty", "list", "no message", "number", "object", "list of numbers", "truth"],
)
def test_what_is_no_completion_is_tried_again(pace, answer):
    assert tries(pace, answer, said("Hi")) == 2


def test_a_proxy_that_cannot_be_used_is_told(pace, monkeypatch):
    monkeypatch.setenv("ALL_PROXY", "nonsense://here")

    assert failure(pace, said("Hi")).startswith("no connection can be made: ")


def test_without_a_connection_it_is_tried_less_often(pace):
    with pytest.raises(FailureError, match=r"\(tried 3 times\)$"):
        Asking(REQUEST, None, pace, 5.0).answer()


def test_trying_again_ends(pace):
    told = failure(pace, refused(500, "overloaded"))

    assert told == "500 from URL/chat/completions: overloaded (tried 6 times)"


def test_why_tries_failed_is_remembered(pace):
    with serving(Script(refused(500, "one"), refused(503, "two"), said("Hi"))) as server:
        asked = asking(server, pace)
        asked.answer()

    assert [each.partition(": ")[2] for each in asked.failed] == ["one", "two"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Retry-After": "0.15"},
        {"retry-after-ms": "150"},
        {"Retry-After": "nonsense", "retry-after-ms": "150"},
    ],
)
def test_a_wait_that_the_server_asks_for_is_kept(pace, headers):
    with serving(Script(refused(429, headers=headers), said("Hi"))) as server:
        asking(server, pace).answer()
        first, second = server.asked

    assert second.moment - first.moment >= 0.14


def test_a_wait_of_nothing_is_no_reason_to_hurry(pace, monkeypatch):
    monkeypatch.setattr(patience, "_FIRST", 0.1)
    with serving(Script(refused(429, headers={"Retry-After": "0"}), said("Hi"))) as server:
        asking(server, pace).answer()
        first, second = server.asked

    assert second.moment - first.moment >= 0.07


def test_a_wait_may_be_a_moment():
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)

    assert 25 < (wire._wait(None, soon) or 0) <= 31


@pytest.mark.parametrize("told", ["", "-1", "nan", "inf", "soon", "Mon, 99 Foo 2020", None])
def test_a_wait_that_is_none_is_passed_over(told):
    assert wire._wait(told, told) is None


def test_all_wait_when_the_server_asks_one_to(pace, tmp_path):
    pace.hold(0.15)
    start = time.monotonic()

    with Pace(tmp_path / "requests", "00" * 32, Limits()).turn():
        waited = time.monotonic() - start

    assert waited >= 0.14


def test_a_wait_beyond_the_time_limit_is_not_waited(pace):
    told = failure(pace, refused(429, "slow down", headers={"Retry-After": "3600"}))

    assert told == (
        "429 from URL/chat/completions: slow down "
        "(tried once, and it asks to wait 3,600 s; the time limit allows no more)"
    )


def test_a_used_up_quota_is_not_tried_again(pace):
    told = failure(pace, refused(429, "You exceeded your quota", code="insufficient_quota"))

    assert "tried" not in told


@pytest.mark.parametrize(
    ("status", "message", "advice"),
    [
        (401, "bad key", "the key is missing or refused: set EDITBENCH_API_KEY or OPENAI_API_KEY"),
        (403, "", "the key is missing or refused: set EDITBENCH_API_KEY or OPENAI_API_KEY"),
        (404, "no model", "is there a model 'tiny', and is --editbench-base-url right (most end in /v1)?"),
        (307, "", "it leads elsewhere: give that place to --editbench-base-url"),
        (400, "temperature is not supported", "leave out --editbench-temperature"),
        (422, "seed, max_tokens: extra", "leave out --editbench-seed, --editbench-max-tokens"),
    ],
)
def test_what_does_not_pass_is_told_with_advice(pace, status, message, advice):
    request = replace(REQUEST, temperature=0.5, seed=1, max_tokens=5)

    told = failure(pace, refused(status, message), request=request)

    assert told.endswith(f"; {advice}")
    assert "tried" not in told


def test_a_parameter_is_known_by_the_field_that_names_it(pace):
    request = replace(REQUEST, temperature=0.5)

    told = failure(pace, refused(400, "only 1 is allowed", param="temperature"), request=request)

    assert told.endswith("only 1 is allowed (temperature); leave out --editbench-temperature")


def test_a_parameter_that_was_not_sent_is_not_advised_on(pace):
    assert "leave out" not in failure(pace, refused(400, "the seed of all evil"))


@pytest.mark.parametrize("code", ["401", "invalid"])
def test_an_error_in_a_good_answer_is_one(pace, code):
    told = failure(pace, replace(refused(200, "no credit", code=code), status=200), timeout=0.5)

    assert told.startswith("URL/chat/completions: no credit")


def test_no_server_is_told_with_its_address(pace):
    with pytest.raises(FailureError, match=r"^http://127\.0\.0\.1:1/v1/.*: no connection: .*refused"):
        Asking(REQUEST, None, pace, 5.0).answer()


@pytest.mark.parametrize("slow", [{"delay": 1.0}, {"drip": 0.02}], ids=["silent", "dripping"])
def test_a_slow_server_meets_the_time_limit(pace, slow):
    start = time.monotonic()
    with serving(Script(replace(said("Hi"), **slow))) as server, pytest.raises(LateError):
        asking(server, pace, timeout=0.2).answer()

    assert time.monotonic() - start < 0.9


def test_an_answer_is_bounded(pace, monkeypatch):
    monkeypatch.setattr(wire, "LARGEST", 100)

    assert failure(pace, said("Hi" * 100)) == "URL/chat/completions: the answer is larger than 100 bytes"


def test_a_key_that_the_server_repeats_is_taken_out(pace):
    assert KEY not in failure(pace, refused(401, f"wrong key: {KEY}"))
    with serving(lambda asked: said(f"I know {asked.headers['authorization']}")) as server:
        data = asking(server, pace).answer()
    assert reply.reply(data).text == "I know Bearer [key]"


def test_the_key_is_not_shown_with_a_question(pace):
    assert KEY not in repr(Asking(REQUEST, KEY, pace, 1.0))


def test_what_a_server_says_is_one_short_line(pace):
    told = failure(pace, Told(b"a\nb " + b"x" * 100_000, status=400))

    assert "a b x" in told
    assert len(told) < 700


def usage(told: object, **more: object) -> dict[str, object]:
    data = json.loads(said("x", usage=told).body)
    found = reply.usage({**data, **more})
    return {
        name: getattr(found, f"{name}_tokens")
        for name in ("input", "cached", "cache_write", "output", "reasoning")
        if getattr(found, f"{name}_tokens") is not None
    }


@pytest.mark.parametrize(
    ("told", "known"),
    [
        ({"prompt_tokens": 10, "completion_tokens": 3}, {"input": 10, "output": 3}),
        (
            {"prompt_tokens": 10, "prompt_tokens_details": {"cached_tokens": 4}},
            {"input": 6, "cached": 4},
        ),
        ({"prompt_tokens": 10, "prompt_cache_hit_tokens": 4}, {"input": 6, "cached": 4}),
        (
            {"prompt_tokens": 10, "prompt_tokens_details": {"cached_tokens": 4, "cache_write_tokens": 1}},
            {"input": 5, "cached": 4, "cache_write": 1},
        ),
        (
            {"completion_tokens": 9, "completion_tokens_details": {"reasoning_tokens": 5}},
            {"output": 9, "reasoning": 5},
        ),
        (
            {
                "prompt_tokens": 10,
                "completion_tokens": 4,
                "total_tokens": 19,
                "completion_tokens_details": {"reasoning_tokens": 5},
            },
            {"input": 10, "output": 9, "reasoning": 5},
        ),
        ({"prompt_tokens": -1, "completion_tokens": "3", "prompt_tokens_details": 7}, {}),
        ([], {}),
    ],
)
def test_tokens_come_to_one_meaning(told, known):
    assert usage(told) == known


def test_cost_and_model_are_those_that_the_server_tells():
    data = json.loads(said("x", usage={"prompt_tokens": 1, "cost": 0.25}).body)

    found = reply.usage(data)

    assert (found.cost, found.model, found.turns, found.basis) == (0.25, "tiny-1", 1, "reported")


def test_a_server_that_tells_no_usage_leaves_it_unknown():
    found = reply.usage(json.loads(said("x", usage="none").body))

    assert (found.input_tokens, found.output_tokens, found.cost, found.basis) == (None, None, None, None)


@pytest.mark.parametrize(
    ("content", "text"),
    [("a", "a"), (None, ""), ([{"type": "text", "text": "a"}, {"text": "b"}, 3], "ab"), ({"a": 1}, "")],
)
def test_a_text_is_read_from_all_its_forms(content, text):
    assert reply.reply(json.loads(said(content).body)).text == text


def test_a_refusal_is_what_the_model_says():
    assert reply.reply(json.loads(said(None, refusal="I will not").body)).text == "I will not"


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning"])
def test_reasoning_is_kept_apart(name):
    found = reply.reply(json.loads(said("a", **{name: "hmm"}).body))

    assert (found.text, found.thought) == ("a", "hmm")
