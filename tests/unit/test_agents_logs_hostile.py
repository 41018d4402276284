"""What no tool should say, and what is read of it."""

import json
import tracemalloc

import pytest
import recorded

from pytest_editbench import transcripts
from pytest_editbench.agents.logs import PARSERS
from pytest_editbench.agents.logs.lines import LONGEST, Lines

LINES = [tool for tool in PARSERS if tool not in ("mini", "aider", "aider-streaming")]


def line(**values):
    return json.dumps(values).encode() + b"\n"


def claude_result(**values):
    usage = {"input_tokens": 10, "cache_read_input_tokens": 2, "output_tokens": 3}
    return line(**{"type": "result", "is_error": False, "result": "Done.", "usage": usage, **values})


@pytest.mark.parametrize("tool", PARSERS)
def test_nothing_said_is_nothing_known(tool):
    log = recorded.read(tool)

    assert log == type(log)(usage=type(log.usage)())


@pytest.mark.parametrize("tool", LINES)
@pytest.mark.parametrize(
    "junk",
    [b"not JSON\n", b"[1, 2]\n", b'{"type":\n', b"\x00\x00\n", b"\xff\xfe\n", b"[" * 100_000 + b"\n", b"7"],
)
def test_a_line_that_is_no_object_is_counted(tool, junk):
    assert recorded.read(tool, junk).usage.unreadable_lines == 1


def test_a_line_after_junk_is_read():
    log = recorded.read("claude", b"Debugger attached.\n", claude_result())

    assert (log.usage.unreadable_lines, log.answer, log.usage.output_tokens) == (1, "Done.", 3)


def test_blank_lines_are_no_lines():
    assert recorded.read("claude", b"\n \r\n\n", claude_result()).usage.unreadable_lines == 0


def test_a_line_that_is_too_long_is_passed_over_and_counted():
    log = recorded.read("claude", b'{"x":"', b"x" * LONGEST, b'"}\n', claude_result())

    assert (log.usage.unreadable_lines, log.answer) == (1, "Done.")


def test_a_line_that_tells_nothing_new_may_be_as_long_as_it_likes():
    update = b'{"type":"message_update","x":"' + b"x" * LONGEST + b'"}\n'

    assert recorded.read("pi", update).usage.unreadable_lines == 0


def test_a_long_line_is_not_kept():
    lines, piece = Lines([].append), b"x" * (LONGEST // 10)

    tracemalloc.start()
    for _ in range(60):
        lines.feed(piece)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 3 * LONGEST


@pytest.mark.parametrize("value", ["10", 10.5, True, -1, 2**60, float("nan"), [], {}, None])
def test_a_number_of_tokens_that_is_none_is_unknown(value):
    usage = recorded.read("claude", claude_result(usage={"input_tokens": value, "output_tokens": 3})).usage

    assert (usage.input_tokens, usage.output_tokens) == (None, 3)


@pytest.mark.parametrize("value", ["0.1", True, -0.5, float("inf"), [0.1]])
def test_a_cost_that_is_none_is_unknown(value):
    assert recorded.read("claude", claude_result(total_cost_usd=value)).usage.cost is None


def test_tokens_that_cost_nothing_have_no_known_price():
    assert recorded.read("claude", claude_result(total_cost_usd=0)).usage.cost is None


def test_more_cached_tokens_than_input_leave_the_input_unknown():
    usage = {"input_tokens": 5, "cached_input_tokens": 9, "output_tokens": 1}

    used = recorded.read("codex", line(type="turn.completed", usage=usage)).usage

    assert (used.input_tokens, used.cached_tokens) == (None, 9)


@pytest.mark.parametrize("tool", LINES)
def test_a_number_longer_than_any_reader_takes_is_unreadable(tool):
    assert recorded.read(tool, b'{"type":' + b"1" * 10_000 + b"}\n").usage.unreadable_lines == 1


def test_text_that_utf8_cannot_hold_is_replaced():
    log = recorded.read("claude", claude_result(result="caf\udce9"))

    assert log.answer == "caf?"


def test_bytes_that_are_not_utf8_are_replaced():
    said = claude_result(result="caf#").replace(b"#", b"\xe9")

    assert recorded.read("claude", said).answer == "caf\ufffd"


def test_a_result_that_no_call_asked_for_is_not_counted():
    block = {"type": "tool_result", "tool_use_id": "t", "is_error": True, "content": "String to replace"}

    log = recorded.read("claude", line(type="user", message={"content": [block]}), claude_result())

    assert (log.usage.edit_calls_failed, log.usage.tool_calls) == (0, {})


def test_one_call_has_one_result():
    call = {"type": "tool_use", "id": "t", "name": "Edit", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "t", "content": "updated"}

    log = recorded.read(
        "claude",
        line(type="assistant", message={"id": "m", "content": [call]}),
        *[line(type="user", message={"content": [result]})] * 3,
    )

    assert log.usage.edit_calls_ok == 1


def test_events_are_bounded_and_the_last_tells_what_is_left_out():
    said = line(type="assistant", message={"id": "m", "content": [{"type": "text", "text": "Hm."}]})

    events = recorded.read("claude", said * (transcripts.EVENTS + 10)).events

    assert len(events) < transcripts.EVENTS
    assert (events[-1].kind, events[-1].text) == ("note", "12 more events are not kept")


def test_the_text_of_an_event_is_bounded():
    said = line(type="assistant", message={"id": "m", "content": [{"type": "text", "text": "x" * 100_000}]})

    assert len(recorded.read("claude", said).events[0].text) < transcripts.TEXT + 100


def test_names_of_tools_are_bounded():
    calls = b"".join(
        line(
            type="assistant",
            message={"id": "m", "content": [{"type": "tool_use", "id": str(n), "name": f"{n}" * 100}]},
        )
        for n in range(1000)
    )

    usage = recorded.read("claude", calls).usage

    assert len(usage.tool_calls) <= 501
    assert max(map(len, usage.tool_calls)) <= 200
    assert usage.calls_by_kind == {"other": 1000}


def test_a_trajectory_that_is_cut_off_is_unreadable():
    half = recorded.said("mini", "edit")[:1000]

    log = recorded.read("mini", half)

    assert (log.usage.unreadable_lines, log.error, log.usage.turns) == (1, None, None)


def test_sub_agents_count_in_what_a_run_of_claude_used():
    models = {
        "one": {"inputTokens": 10, "outputTokens": 1, "cacheReadInputTokens": 5},
        "two": {"inputTokens": 20, "outputTokens": 2, "cacheReadInputTokens": 5},
    }

    usage = recorded.read("claude", claude_result(modelUsage=models)).usage

    assert (usage.input_tokens, usage.cached_tokens, usage.output_tokens) == (30, 10, 3)


def test_the_older_qwen_says_an_error_as_if_it_were_an_answer():
    said = line(type="result", is_error=False, result="[API Error: Connection error.]", usage={})

    log = recorded.read("qwen", said)

    assert (log.error, log.answer, log.answered) == ("[API Error: Connection error.]", None, False)


def test_a_permission_that_was_not_given_is_no_failure_of_the_provider():
    call = {"type": "tool_use", "id": "t", "name": "Edit", "input": {}}
    text = "Claude requested permissions to write to /workspace/a.ts, but you haven't granted it yet."
    result = {"type": "tool_result", "tool_use_id": "t", "content": text, "is_error": True}

    log = recorded.read(
        "claude",
        line(type="assistant", message={"id": "m", "content": [call]}),
        line(type="user", message={"content": [result]}),
        claude_result(),
    )

    assert (log.error, log.usage.edit_failures) == (None, {"permission": 1})


def test_a_run_that_used_up_its_turns_could_be_asked():
    log = recorded.read("claude", claude_result(subtype="error_max_turns", is_error=True, result=None))

    assert log.error is None


def test_a_run_that_filled_its_context_could_be_asked():
    log = recorded.read(
        "claude", claude_result(is_error=True, result="Prompt is too long", api_error_status=400)
    )

    assert log.error is None


def test_tokens_and_costs_of_aider_add_up():
    said = (
        b"Main model: anthropic/x with diff edit format\n\nHello.\n"
        b"Tokens: 12k sent, 1.5k cache write, 900 cache hit, 1.2k received.\n"
        b"Cost: $0.05 message, $0.05 session.\n"
        b"Hello again.\n\nTwice.\n"
        b"Tokens: 500 sent, 20 received. Cost: $0.0012 message, $0.05 session.\n"
    )

    log = recorded.read("aider", said)
    usage = log.usage

    assert (usage.input_tokens, usage.output_tokens) == (10_100, 1_220)
    assert (usage.cached_tokens, usage.cache_write_tokens) == (900, 1_500)
    assert (usage.cost, usage.turns, log.answer) == (pytest.approx(0.0512), 2, "Hello again.\n\nTwice.")


def test_blocks_of_aider_that_fit_beside_one_that_did_not_are_counted():
    said = (
        b"Tokens: 5 sent, 5 received.\nThe LLM did not conform to the edit format.\n\n"
        b"# 1 SEARCH/REPLACE block failed to match!\n\n"
        b"# The other 2 SEARCH/REPLACE blocks were applied successfully.\n"
    )

    usage = recorded.read("aider", said).usage

    assert (usage.edit_calls_ok, usage.edit_failures) == (2, {"text not found": 1})


def test_an_answer_of_aider_that_names_no_blocks_is_one_malformed_call():
    said = (
        b"Tokens: 5 sent, 5 received.\nThe LLM did not conform to the edit format.\n"
        b"https://aider.chat/docs/troubleshooting/edit-errors.html\n\n"
        b"Bad/missing filename. The filename must be alone on the line before the opening fence ```\n"
    )

    assert recorded.read("aider", said).usage.edit_failures == {"malformed call": 1}
