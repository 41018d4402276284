"""What is read from recorded output of the eight tools."""

from dataclasses import replace

import pytest
import recorded

from pytest_editbench.agents.logs import PARSERS
from pytest_editbench.results import EDIT_FAILURES, TOOL_KINDS, Usage

MODELS = {
    "claude": "claude-sonnet-4-5",
    "codex": None,
    "opencode": None,
    "pi": "scripted",
    "gemini": "gemini-2.5-pro",
    "qwen": "scripted",
    "mini": "openai/gpt-4o",
    "aider": "openai/gpt-4o",
}
WITH_TOOLS = ["claude", "codex", "opencode", "pi", "gemini", "qwen"]

# What each tool tells of a run with one edit: requests, uncached, cached and written input, reasoning, cost.
ONE_EDIT = {
    "claude": (3, 2400, 600, 0, 0, 0.01188),
    "codex": (None, 1600, 400, 0, 0, None),  # no read before the edit: two requests
    "opencode": (3, 2400, 600, 0, 0, 0.01188),
    "pi": (3, 2400, 600, 0, None, 0.01188),
    "gemini": (3, 2400, 600, None, 0, None),
    "qwen": (3, 2400, 600, None, None, None),
    "mini": (2, 1600, 400, None, 0, 0.0065),
    "aider": (1, 1000, None, None, None, 0.0033),
}


def tokens(usage: Usage):
    cost = None if usage.cost is None else round(usage.cost, 6)
    return (
        usage.turns,
        usage.input_tokens,
        usage.cached_tokens,
        usage.cache_write_tokens,
        usage.reasoning_tokens,
        cost,
    )


def test_every_tool_with_a_parser_has_recordings():
    assert set(PARSERS) == {*recorded.TOOLS, "aider-streaming"}


@pytest.mark.parametrize("tool", recorded.TOOLS)
def test_a_run_with_one_edit_is_told_in_one_meaning_of_tokens(tool):
    usage = recorded.log(tool, "edit").usage

    assert tokens(usage) == ONE_EDIT[tool]
    requests = 2 if tool == "codex" else usage.turns
    assert usage.output_tokens == 100 * requests


@pytest.mark.parametrize("tool", recorded.TOOLS)
def test_a_run_with_one_edit_tells_its_model_and_its_answer(tool):
    log = recorded.log(tool, "edit")

    assert log.usage.model == MODELS[tool]
    assert log.answered is True
    assert log.error is None
    assert log.answer.endswith(">>>>>>> REPLACE\n```" if tool == "aider" else "Done.")


@pytest.mark.parametrize("tool", WITH_TOOLS)
@pytest.mark.parametrize(("name", "edits"), [("edit", 1), ("two-edits", 2)])
def test_edits_that_landed_are_counted(tool, name, edits):
    usage = recorded.log(tool, name).usage

    assert (usage.edit_calls_ok, usage.edit_calls_failed, usage.edit_failures) == (edits, 0, {})
    reads = {} if tool == "codex" else {"read": edits}
    assert usage.calls_by_kind == {**reads, "edit": edits}


FAILURES = {
    "text-not-found": "text not found",
    "not-unique": "not unique",
    "no-change": "no change",
    "stale": "stale",
}


@pytest.mark.parametrize(
    ("tool", "name"), [(tool, name) for tool, name in recorded.ALL if name in FAILURES and tool != "mini"]
)
def test_an_edit_that_failed_is_sorted_by_what_the_tool_said(tool, name):
    log = recorded.log(tool, name)

    failed = 4 if tool == "aider" else 1  # aider hands the complaint to the model, three times at most
    assert (log.usage.edit_calls_ok, log.usage.edit_calls_failed) == (0, failed)
    assert log.usage.edit_failures == {FAILURES[name]: failed}
    assert [event.failure for event in log.events if event.failure] == [FAILURES[name]] * failed
    assert log.error is None


@pytest.mark.parametrize("tool", [tool for tool in recorded.TOOLS if tool != "aider"])
def test_a_shell_call_is_a_shell_call(tool):
    usage = recorded.log(tool, "shell").usage

    assert set(usage.calls_by_kind) == {"shell"}


def test_an_agent_that_has_a_shell_alone_has_no_edit_calls_to_tell():
    usage = recorded.log("mini", "two-edits").usage

    assert usage.tool_calls == {"bash": 3}
    assert (usage.edit_calls_ok, usage.edit_calls_failed, usage.edit_failures) == (None, None, None)


@pytest.mark.parametrize(
    ("tool", "output", "reasoning"),
    [
        ("claude", 300, None),
        ("codex", 200, 80),
        ("opencode", 300, 120),
        ("pi", 300, None),
        ("gemini", 420, 120),  # reasoning comes on top of the 100
        ("qwen", 300, None),
    ],
)
def test_reasoning_is_part_of_the_output(tool, output, reasoning):
    usage = recorded.log(tool, "thinking").usage

    assert (usage.output_tokens, usage.reasoning_tokens) == (output, reasoning)


@pytest.mark.parametrize("tool", [tool for tool in WITH_TOOLS if tool != "gemini"])
def test_reasoning_that_is_shown_is_an_event(tool):
    events = recorded.log(tool, "thinking").events

    assert "The loop adds each item once." in [event.text for event in events if event.kind == "thought"]


def test_tokens_written_to_a_cache_are_no_input():
    usage = recorded.log("claude", "thinking").usage

    assert (usage.input_tokens, usage.cached_tokens, usage.cache_write_tokens) == (2400, 600, 900)


@pytest.mark.parametrize("tool", [tool for tool, name in recorded.ALL if name == "no-answer"])
def test_a_run_that_was_killed_before_any_answer_may_have_been_about_to_get_one(tool):
    log = recorded.log(tool, "no-answer")

    assert (log.error, log.answer, log.answered) == (None, None, None)
    assert (log.usage.tool_calls, log.usage.turns, log.usage.output_tokens) == (None, None, None)


@pytest.mark.parametrize("tool", [tool for tool, name in recorded.ALL if name == "cut"])
def test_a_stream_that_breaks_off_for_good_is_a_failure_of_the_provider(tool):
    assert recorded.log(tool, "cut").error


REFUSALS = ("status-401", "status-429", "status-500", "refused", "no-key", "no-model", "no-provider")


@pytest.mark.parametrize(("tool", "name"), [pair for pair in recorded.ALL if pair[1] in REFUSALS])
def test_a_provider_that_fails_is_told_apart_from_an_agent_that_does(tool, name):
    log = recorded.log(tool, name)

    assert log.error
    assert "\n" not in log.error
    assert log.answered is False
    assert log.answer is None
    assert log.usage.turns == 0
    assert not log.usage.output_tokens


@pytest.mark.parametrize(
    ("tool", "error"),
    [
        ("claude", "API Error: Request rejected (429) · scripted fault 429"),
        ("codex", "exceeded retry limit, last status: 429 Too Many Requests, request id: req_scripted"),
        ("opencode", "APIError 429: scripted fault 429"),
        ("pi", "429 scripted fault 429"),
        ("gemini", "[API Error: scripted fault 429] Please wait and try again later. To increase"),
        ("qwen", "[API Error: 429 scripted fault 429] Possible quota limitations in place"),
        ("mini", "RateLimitError: litellm.RateLimitError: RateLimitError: OpenAIException - scripted"),
        ("aider", "litellm.RateLimitError: RateLimitError: OpenAIException - scripted fault 429"),
    ],
)
def test_the_reason_is_what_the_tool_said_last(tool, error):
    assert recorded.log(tool, "status-429").error.startswith(error)


@pytest.mark.parametrize("tool", [tool for tool, name in recorded.ALL if name == "retried"])
def test_a_request_that_was_made_again_is_no_failure(tool):
    log = recorded.log(tool, "retried")

    assert log.error is None
    assert log.answered is True


# tool → the last line of a run that was killed while it waited to ask again
ASKED_AGAIN = {
    "aider": b"Retrying in 8.0 seconds...",
    "claude": b'"subtype":"api_retry"',
    "codex": b"Reconnecting... 2/5",
    "pi": b'"type":"auto_retry_start"',
}
PI_AGAIN = (
    b'{"type":"auto_retry_start","attempt":1,"maxAttempts":1,"errorMessage":"429 scripted fault 429"}\n'
)


def killed_while_waiting(tool):
    """The lines of a recorded failure up to the last one of a run that was killed."""
    if tool == "pi":  # no recording of it asks again
        return recorded.said(tool, "status-429") + PI_AGAIN
    lines = recorded.said(tool, "status-500").splitlines(keepends=True)
    last = next(number for number, line in enumerate(lines) if ASKED_AGAIN[tool] in line)
    return b"".join(lines[: last + 1])


@pytest.mark.parametrize("tool", ASKED_AGAIN)
def test_a_run_that_was_killed_while_it_waited_to_ask_again_failed_by_its_provider(tool):
    log = recorded.read(tool, killed_while_waiting(tool))

    assert log.error
    assert log.answered is False


@pytest.mark.parametrize("tool", ASKED_AGAIN)
def test_an_answer_before_the_waiting_changes_nothing(tool):
    log = recorded.read(tool, recorded.said(tool, "edit"), killed_while_waiting(tool))

    assert log.error
    assert log.answered is True


@pytest.mark.parametrize("tool", ASKED_AGAIN)
def test_an_answer_after_the_waiting_ends_it(tool):
    log = recorded.read(tool, killed_while_waiting(tool) + recorded.said(tool, "edit"))

    assert log.error is None


GEMINI_AGAIN = b"Attempt 1 failed with status 500. Retrying with backoff... _ApiError: {}\n"


def test_gemini_says_on_standard_error_that_it_asks_again():
    parser = PARSERS["gemini"]()
    parser.feed(recorded.said("gemini", "no-answer"))
    parser.feed_error(GEMINI_AGAIN)

    assert parser.close(cut=True).error == GEMINI_AGAIN.decode().strip()


def test_an_answer_of_gemini_after_that_ends_it():
    parser = PARSERS["gemini"]()
    parser.feed_error(GEMINI_AGAIN)
    parser.feed(recorded.said("gemini", "edit"))

    assert parser.close(cut=True).error is None


def test_a_message_of_pi_that_its_end_cut_off_leaves_open_whether_the_model_would_have_answered():
    line = b'{"type":"message_end","message":{"role":"assistant","content":[],"stopReason":"aborted"}}\n'
    log = recorded.read("pi", recorded.said("pi", "no-answer"), line)

    assert (log.error, log.answered) == (None, None)


@pytest.mark.parametrize("tool", WITH_TOOLS)
def test_standard_error_tells_what_keeps_a_tool_from_asking_in_any_order_of_the_streams(tool):
    pieces = (("feed", b'{"type":"session"}\n'), ("feed_error", b"No API key found for the model.\n"))
    for order in (pieces, pieces[::-1]):
        parser = PARSERS[tool]()
        for name, data in order:
            getattr(parser, name)(data)

        assert parser.close().error == "No API key found for the model."


@pytest.mark.parametrize("tool", WITH_TOOLS)
def test_standard_error_tells_nothing_of_a_model_that_was_silent_until_the_end(tool):
    parser = PARSERS[tool]()
    parser.feed_error(b"Failed to connect to the companion of an editor\n")
    log = parser.close(cut=True)

    assert (log.error, log.answered) == (None, None)


@pytest.mark.parametrize("tool", [tool for tool, name in recorded.ALL if name == "killed"])
def test_a_run_that_was_killed_tells_what_came_before(tool):
    log = recorded.log(tool, "killed")

    assert log.error is None
    assert log.answered is True
    assert log.usage.cost is None or log.usage.cost > 0
    assert log.usage.tool_calls


def test_a_killed_run_of_claude_knows_its_input_and_not_its_output():
    usage = recorded.log("claude", "killed").usage

    assert (usage.input_tokens, usage.cached_tokens) == (2400, 600)
    assert (usage.output_tokens, usage.cost) == (None, None)


def test_aider_estimates_where_it_streams():
    said = recorded.said("aider", "edit")

    rounded = recorded.read("aider", said)
    estimated = recorded.read("aider-streaming", said)

    assert rounded.usage.basis == "rounded"
    assert estimated.usage == replace(rounded.usage, basis="estimated")


@pytest.mark.parametrize(("tool", "name"), recorded.ALL)
def test_every_line_of_a_recording_is_readable(tool, name):
    cut_off = tool in ("opencode", "pi") and name == "killed"
    assert (recorded.log(tool, name).usage.unreadable_lines or 0) == 0 or cut_off


@pytest.mark.parametrize(("tool", "name"), recorded.ALL)
def test_kinds_and_failures_are_of_the_closed_sets(tool, name):
    log = recorded.log(tool, name)

    assert set(log.usage.calls_by_kind or ()) <= set(TOOL_KINDS)
    assert set(log.usage.edit_failures or ()) <= set(EDIT_FAILURES)
    assert sum((log.usage.calls_by_kind or {}).values()) == sum((log.usage.tool_calls or {}).values())


@pytest.mark.parametrize("tool", recorded.TOOLS)
def test_the_events_of_a_run_are_in_their_order(tool, snapshot):
    events = recorded.log(tool, "edit").events

    assert [
        " | ".join(filter(None, (event.kind, event.tool, event.tool_kind, event.text.split("\n")[0])))
        for event in events
    ] == snapshot
