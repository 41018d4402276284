"""Presets with their real tools, against a model server of the tests."""

from __future__ import annotations

import re

import pytest
import sandboxes
from modelserver import closed_port
from modelserver.conversation import Use
from network.measuring import PLANS, PROVIDER_FAILURES, RULE, files, mark, prompt

pytestmark = pytest.mark.network


def test_an_edit_lands(edited):
    assert edited.trials["lands"]["outcome"] == "passed"
    assert edited.attempt("lands")["comparison"]["level"] == "exact"


def test_the_model_gets_the_prompt_word_for_word(tool, edited):
    (first, *_) = [one for one in edited.asked("lands") if not one.aside]
    assert prompt(tool, "lands").strip() in first.said


def test_the_tool_asks_by_the_protocol_and_for_the_model_that_were_named(tool, edited):
    (first, *_) = [one for one in edited.asked("lands") if not one.aside]
    assert (first.protocol, first.model) == (tool.protocol, tool.model)


def test_the_tokens_recorded_are_those_the_server_told(tool, edited):
    told, recorded = edited.told("lands"), edited.usage("lands")
    cached = told.cached_tokens or 0
    apart = (told.input_tokens, cached) if tool.tells_cached else (told.input_tokens + cached, None)
    assert (recorded["input_tokens"], recorded["cached_tokens"]) == apart
    assert recorded["output_tokens"] == told.output_tokens > 0
    assert recorded["basis"] == tool.basis


def test_the_model_is_recorded_where_the_tool_tells_it(tool, edited):
    told = edited.usage("lands")["model"]
    assert str(told).endswith(tool.model) if tool.tells_model else told is None


def test_tool_calls_are_told_by_kind(tool, edited):
    assert edited.usage("lands")["calls_by_kind"] == tool.calls


def test_the_edit_that_landed_is_counted(tool, edited):
    used = edited.usage("lands")
    assert (used["edit_calls_ok"], used["edit_calls_failed"]) == (
        tool.edits,
        None if tool.edits is None else 0,
    )


def test_nothing_the_tool_prints_is_unreadable(edited):
    assert not edited.usage("lands")["unreadable_lines"]


def test_a_failed_edit_is_a_verdict_on_the_agent(tool, edited):
    assert edited.trials["not-found"]["outcome"] == "unchanged"
    used = edited.usage("not-found")
    if tool.edits is None:
        assert used["edit_calls_failed"] is None
    else:
        assert (used["edit_calls_ok"], used["edit_failures"]) == (
            0,
            {tool.failure: used["edit_calls_failed"]},
        )


def test_a_wrong_edit_is_a_verdict_on_the_agent(edited):
    assert edited.trials["wrong"]["outcome"] == "mismatch"


def test_no_case_sees_another(edited):
    told = [[case for case in PLANS if mark(case) in one.said] for one in edited.seen]
    assert {len(cases) for cases in told} == {1}


def test_no_file_of_the_tool_is_counted(edited):
    assert {case: edited.attempt(case)["comparison"]["unexpected"] for case in edited.trials} == {
        "lands": [],
        "not-found": [],
        "wrong": [],
    }


def test_nothing_in_the_users_home_is_touched_or_read(edited):
    assert edited.place.strange == set()
    assert not any(RULE in one.said for one in edited.seen)


def test_nothing_is_left_on_disk_or_running(edited):
    assert edited.left == []
    assert [name for name in files(edited.place.root / "tmp") if not name.startswith("pytest-of-")] == []
    assert [name for name in files(edited.place.root / "cache") if "homes/" in name] == []


def test_the_version_and_the_home_are_recorded(tool, edited):
    terms = edited.trials["lands"]["terms"]
    assert (terms["version"], terms["home"], terms["model"]) == (tool.row.checked, "private", tool.model)


def test_a_repository_changes_nothing(measured):
    session = measured("lands", options=["--editbench-git"])
    assert session.trials["lands"]["outcome"] == "passed"
    assert session.attempt("lands")["comparison"]["unexpected"] == []


def test_the_sandbox_without_a_network_but_for_the_server_changes_nothing(measured):
    sandboxes.needed()
    session = measured(
        "lands",
        options=["--editbench-sandbox=bwrap", "--editbench-network=off", "--editbench-relay={port}"],
    )
    assert session.trials["lands"]["outcome"] == "passed", session.output
    assert session.left == []


@pytest.mark.parametrize("case", PROVIDER_FAILURES)
def test_a_provider_that_fails_is_noticed_in_time(tool, failed, case):
    trial = failed.trials[case]
    assert trial["outcome"] == "agent-error", failed.output
    assert failed.attempt(case)["duration"] < tool.patience


@pytest.mark.parametrize("case", PROVIDER_FAILURES)
def test_what_the_tool_says_of_its_provider_is_told(failed, case):
    assert re.match(r"agent-error: provider failure: .*\w", failed.trials[case]["message"])


def test_a_server_that_is_not_there_is_noticed_in_time(tool, measured):
    session = measured("refused", url=f"http://127.0.0.1:{closed_port()}/v1")
    assert session.trials["refused"]["outcome"] == "agent-error", session.output
    assert session.attempt("refused")["duration"] < tool.patience


def test_a_trial_that_ends_while_a_command_runs_is_a_timeout(tool, ended):
    if not tool.shell:
        pytest.skip(f"{tool.name} runs no commands")
    assert ended.trials["sleeps"]["outcome"] == "timeout", ended.output
    assert isinstance(ended.asked("sleeps")[-1].move, Use)


def test_a_model_that_is_silent_until_the_end_gives_no_verdict_but_the_time(ended):
    assert ended.trials["silent"]["outcome"] == "timeout", ended.output
    assert ended.attempt("silent")["result"]["timed_out"]


def test_no_process_is_left_of_a_trial_that_was_ended(ended):
    assert ended.left == []
