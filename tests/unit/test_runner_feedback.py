"""What is said of a trial is one line that a terminal can show; what an agent is told has an end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath

import pytest

from pytest_editbench.model import (
    AgentResult,
    Attempt,
    Comparison,
    Contents,
    File,
    FileComparison,
    MatchLevel,
    Outcome,
    Trial,
    Usage,
)
from pytest_editbench.runner import feedback


def trial(outcome: Outcome, result: AgentResult = AgentResult(), duration: float = 1.0) -> Trial:  # noqa: B008  # frozen
    return Trial("one", "mine", 1, outcome, attempts=(Attempt(1, outcome, duration, result),))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no key", "no key"),
        ("two\n  lines\r\nand\u2028more\n", "two lines and more"),
        ("\x1b[31mred\x07", r"\x1b[31mred\x07"),
        ("a\tb\udcff", r"a\tb\udcff"),
        ("x" * 501, "x" * 500 + "…"),
        ("\n" * 10_000_000, ""),
        ("", ""),
    ],
)
def test_a_message_is_one_printable_line_of_bounded_length(text: str, said: str) -> None:
    assert feedback.line(text) == said


def test_whatever_an_agent_says_its_trials_message_is_one_line() -> None:
    error = "provider failure: \x1b[2J\nTraceback\n" + "x" * 5000

    message = feedback.message(trial(Outcome.AGENT_ERROR, AgentResult(error=error)), "f\nf", ["n\nn"])

    assert message.isprintable()
    assert message.startswith(r"agent-error: provider failure: \x1b[2J Traceback xxx")
    assert message.endswith("x…; f f; n n")
    assert len(message) < 600


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0.012, "0.012 s"), (0.5034, "0.5 s"), (2.004, "2 s"), (9.99, "10 s"), (300.4, "300 s")],
)
def test_a_time_limit_is_told_as_precisely_as_makes_sense(seconds: float, said: str) -> None:
    message = feedback.message(trial(Outcome.TIMEOUT, AgentResult(timed_out=True), seconds))

    assert message == f"timeout: ended at the time limit after {said}"


def test_an_exit_code_is_said_once() -> None:
    by_code = AgentResult(exit_code=75, error="provider failure signalled by exit code 75")
    by_file = AgentResult(exit_code=75, error="provider failure: quota", usage=Usage(error="quota"))

    assert feedback.message(trial(Outcome.AGENT_ERROR, by_code)) == f"agent-error: {by_code.error}"
    assert feedback.message(trial(Outcome.AGENT_ERROR, by_file)) == (
        "agent-error: provider failure: quota (the agent's exit code was 75)"
    )


def test_the_last_output_is_the_last_ten_lines_printable_and_cut() -> None:
    tail = "".join(f"line {number}\n\n" for number in range(20)) + "\x1b[32mdone\tnow\r" + "+" * 300

    lines = feedback.last_output(trial(Outcome.MISMATCH, AgentResult(output_tail=tail))).split("\n")

    assert lines[0] == "agent's last output:"
    assert len(lines) == 11
    assert lines[1] == "  line 12"
    assert lines[-2:] == ["  \\x1b[32mdone\tnow", "  " + "+" * 200 + "…"]


@pytest.mark.parametrize(
    "silent",
    [
        trial(Outcome.PASSED, AgentResult(output_tail="hello")),
        trial(Outcome.UNCHANGED),
        trial(Outcome.UNCHANGED, AgentResult(output_tail="\n \n")),
        replace(trial(Outcome.INVALID_CASE), attempts=()),
    ],
    ids=["passed", "nothing printed", "blank", "never asked"],
)
def test_there_is_no_last_output_to_tell(silent: Trial) -> None:
    assert feedback.last_output(silent) == ""


def test_a_retry_prompt_names_fifty_paths_of_a_kind() -> None:
    paths = tuple(PurePosixPath(f"f{number:04}.js") for number in range(1200))
    comparison = Comparison(
        "expected",
        MatchLevel.NONE,
        tuple(FileComparison(path, MatchLevel.NONE) for path in paths[:51]),
        missing=paths[100:150],
        unexpected=paths[150:],
    )
    broken = dict.fromkeys(paths[:52], File(b"(\n" * 40))
    contents = Contents("Do it.", {}, {}, "")

    prompt = feedback.retry_prompt(
        contents, Attempt(1, Outcome.MISMATCH, 1.0, comparison=comparison), MatchLevel.FORMAT, broken
    )

    assert prompt.count("\n- ") == 4 * 50 + 3
    assert "- `f0049.js`\n- and 1 more\n" in prompt
    assert "- `f0149.js`\n\nThese files should not be there" in prompt
    assert "- and 1,000 more\n" in prompt
    assert "- and 2 more\n" in prompt
    assert max(map(len, prompt.splitlines())) < 100
