"""The tables of the parsers: tools, messages of failed edits, failures of providers."""

import re

import pytest

from pytest_editbench.agents.logs import editfailures, provider
from pytest_editbench.agents.logs.tools import TOOLS
from pytest_editbench.results import EDIT_FAILURES, TOOL_KINDS


def test_every_tool_is_of_a_kind_that_records_know():
    assert {kind for tools in TOOLS.values() for kind in tools.values()} <= set(TOOL_KINDS)


def test_every_failure_is_one_that_records_know():
    assert {name for rows in editfailures.EDIT_MESSAGES.values() for name in rows} <= set(EDIT_FAILURES)


def test_messages_are_known_of_agents_that_have_tools():
    assert set(editfailures.EDIT_MESSAGES) < set(TOOLS)


@pytest.mark.parametrize(
    ("agent", "message", "failure"),
    [
        ("claude", "File has been modified since read, either by the user or by a linter.", "stale"),
        ("claude", "File does not exist.", "other"),
        ("codex", "apply_patch verification failed: invalid hunk at line 3", "malformed call"),
        ("opencode", "The user rejected permission to use this specific tool call.", "permission"),
        ("opencode", "The edit tool was called with invalid arguments: expected schema", "malformed call"),
        ("pi", 'Validation failed for tool "edit": edits: must have required property', "malformed call"),
        ("gemini", "invalid_tool_params params must have required property 'old_string'", "malformed call"),
        ("qwen", "Error: permission denied by policy", "permission"),
        ("nobody", "whatever", "other"),
    ],
)
def test_messages_tell_why_an_edit_failed(agent, message, failure):
    assert editfailures.failure(agent, message) == failure


def test_what_a_message_quotes_far_behind_does_not_sort_it():
    message = "File does not exist." + " " * 5000 + "exactly the same"

    assert editfailures.failure("claude", message) == "other"


@pytest.mark.parametrize(
    "said",
    [
        "API Error: 429 rate limited",
        "insufficient_quota: You exceeded your current quota",
        "Your credit balance is too low to access the API",
        '{"error":{"code":503,"message":"The model is overloaded"}}',
        "unexpected status 502 Bad Gateway",
        "Not logged in · Please run /login",
        "Incorrect API key provided",
        "AuthenticationError: no auth credentials found",
        "PermissionDeniedError: litellm.PermissionDeniedError",
        "model: claude-none not found",
        "The model `gpt-none` does not exist or you do not have access to it",
        "connect ECONNREFUSED 127.0.0.1:1",
        "TypeError: fetch failed",
        "getaddrinfo ENOTFOUND api.example.org",
        "Connection error.",
        "127.0.0.1 refused to connect: connection error",
        "stream disconnected before completion",
        "400 Bad Request: unknown field",
        'Unknown provider "nosuch". Use --list-models to see available providers/models.',
        "litellm.BadRequestError: LLM Provider NOT provided.",
        "ValueError: No default model set. Please run the setup to set one.",
        "No LLM model was specified and no API keys were provided.",
    ],
)
def test_a_provider_that_could_not_be_asked(said):
    assert provider.failure(said) == said


@pytest.mark.parametrize(
    "said",
    [
        "",
        "   ",
        "Reached max turns (3)",
        "error_max_turns",
        "Prompt is too long",
        "400 This model's maximum context length is 8192 tokens, however you requested 9000",
        "ContextWindowExceededError: litellm.BadRequestError",
        "ContentPolicyViolationError: refused",
        "API Error: the request appears to violate our Usage Policy",
        "MessageOutputLengthError: the request failed",
        "LimitsExceeded",
        "max_output_tokens",
    ],
)
def test_a_run_that_the_agent_brought_to_its_end_itself(said):
    assert provider.failure(said, certain=True) is None


@pytest.mark.parametrize(
    "said",
    ["Could not find oldString in the file", "Command exited with code 1", "line 500 differs", "Done."],
)
def test_what_no_row_knows_counts_only_where_the_tool_lays_it_to_the_provider(said):
    assert provider.failure(said) is None
    assert provider.failure(said, certain=True) == said


def test_a_reason_is_one_line_of_bounded_length():
    reason = provider.failure("429\nToo Many\n" + "x" * 1000)

    assert reason.startswith("429 Too Many x")
    assert len(reason) == 500


@pytest.mark.parametrize("name", [*provider.OWN_DOING, *provider.PROVIDER_FAILURES])
def test_every_row_is_a_pattern(name):
    assert re.compile({**provider.OWN_DOING, **provider.PROVIDER_FAILURES}[name])
