"""What is said of a trial: to people in one line, and to the agent before its next attempt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench import languages, templating
from pytest_editbench.cases.commits.contents import CommitContents
from pytest_editbench.cases.examples.contents import ExampleContents
from pytest_editbench.compare import display
from pytest_editbench.model import AgentResult, Attempt, Contents, File, Outcome, Tree, Trial
from pytest_editbench.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.model import Comparison, MatchLevel


MESSAGE = 500  # characters of each thing that a message says
LINES = 10  # of syntax errors, for each file; and of the agent's last output
WIDTH = 200  # characters of a line of its output


def line(text: str) -> str:
    """Text from anywhere as part of a message: one line, printable, and no longer than `MESSAGE`."""
    text = display.escaped(" ".join(filter(None, map(str.strip, text[: 4 * MESSAGE].splitlines()))))
    return text if len(text) <= MESSAGE else f"{text[:MESSAGE]}…"


def last_output(trial: Trial) -> str:
    """The last lines that the agent printed, for a trial that did not pass; plain, "" when there are none."""
    tail = trial.last.result.output_tail if trial.last and trial.outcome is not Outcome.PASSED else ""
    lines = [each for each in tail.splitlines() if each.strip()][-LINES:]
    if not lines:
        return ""
    return "\n".join(("agent's last output:", *(f"  {_cut(each)}" for each in lines)))


def _cut(text: str) -> str:
    shown = display.escaped(text[:WIDTH], keep="\t")
    return f"{shown}…" if len(text) > WIDTH else shown


def message(trial: Trial, fault: str = "", notes: Iterable[str] = ()) -> str:
    """One line: what went wrong, then `notes`; nothing else for a trial that passed."""
    verdict = "" if trial.outcome is Outcome.PASSED else _verdict(trial, fault)
    return "; ".join(filter(None, (verdict, line(_unasked(trial)), *map(line, notes))))


def _verdict(trial: Trial, fault: str) -> str:
    attempt = trial.last
    result = attempt.result if attempt else AgentResult()
    comparison = attempt.comparison if attempt else None
    found = _found(comparison) if comparison else ""
    reasons = {
        Outcome.UNCHANGED: "the agent changed nothing",
        Outcome.TIMEOUT: f"ended at the time limit after {_seconds(attempt.duration if attempt else 0)} s",
        Outcome.TAMPERED: "the agent changed the case's own folder; restore it",
        Outcome.AGENT_ERROR: result.error or "",
        Outcome.REJECTED: "; ".join(_broken(attempt)),
        Outcome.MISMATCH: "" if comparison or fault else "a file was changed, and none was to be",
    }
    detail = "; ".join(filter(None, (line(reasons.get(trial.outcome, "")), line(fault)))) or found
    said = not result.exit_code or f"exit code {result.exit_code}" in detail
    ending = "" if said else f" (the agent's exit code was {result.exit_code})"
    if result.signal:
        ending = f" (the agent was ended by signal {result.signal})"
    return f"{trial.outcome}: {detail}{ending}"


def _broken(attempt: Attempt | None) -> list[str]:
    """What a commit proposal must mend."""
    breaches = attempt.breaches if attempt else ()
    return [breach.message for breach in breaches if breach.severity is Severity.ERROR]


def _found(comparison: Comparison) -> str:
    told = ": ".join(filter(None, (display.diagnosed(comparison), display.headline(comparison))))
    return f"{line(told)}; {_size(comparison)} changed" if comparison.lines_changed else line(told)


def _seconds(duration: float) -> str:
    return f"{duration:.2g}" if duration < 10 else f"{duration:.0f}"


def _size(comparison: Comparison) -> str:
    lines, characters = comparison.lines_changed, comparison.chars_changed
    counts = {"line": lines, "character": characters}
    return ", ".join(f"{count:,} {noun}{'' if count == 1 else 's'}" for noun, count in counts.items())


def _unasked(trial: Trial) -> str:
    """Why a later attempt did not count, where the agent could not be asked again."""
    final = trial.attempts[-1] if trial.attempts else None
    if final is None or final is trial.last or final.outcome is not Outcome.AGENT_ERROR:
        return ""
    return f"attempt {final.number} does not count: {final.result.error}"


def retry_prompt(
    contents: Contents, attempt: Attempt, demanded: MatchLevel, actual: Tree | None, fault: str = ""
) -> str:
    """What a user could say after a failed attempt; never a line of the accepted answer.

    Where to edit is part of what an edit prediction is asked for, so that no file is named there.
    """
    if isinstance(contents, CommitContents):
        return _ask_again(contents, attempt, actual, fault)
    predicted = isinstance(contents, ExampleContents)
    comparison = None if predicted else attempt.comparison
    files = comparison.files if comparison else ()
    missing = comparison.missing if comparison else ()
    unexpected = comparison.unexpected if comparison else ()
    named = {*missing, *unexpected}
    wrong = [file.path for file in files if file.path not in named and not file.level.satisfies(demanded)]
    return templating.render(
        "retry.md.j2",
        prompt=contents.prompt,
        unchanged=attempt.outcome is Outcome.UNCHANGED,
        wrong=_shown(wrong),
        missing=_shown(missing),
        unexpected=_shown(unexpected),
        syntax=[] if predicted else _new_syntax_errors(contents.input, actual or {}),
        predicted=predicted,
        fault=fault,
    )


def _ask_again(contents: CommitContents, attempt: Attempt, actual: Tree | None, fault: str) -> str:
    given, left = contents.input, contents.input if actual is None else actual
    changed = sorted(path for path in {*given, *left} if given.get(path) != left.get(path))
    return templating.render(
        "retry-commit.md.j2",
        prompt=contents.prompt,
        changed=_shown(changed),
        fault=fault if attempt.outcome is Outcome.MALFORMED else "",
        broken=_broken(attempt),
    )


def _shown(paths: Iterable[PurePosixPath]) -> list[str]:
    return [display.escaped(str(path)) for path in paths]


def _new_syntax_errors(before: Tree, after: Tree) -> Sequence[tuple[str, Sequence[int]]]:
    found = []
    for path, entry in after.items():
        old = before.get(path)
        if entry == old or not isinstance(entry, File):
            continue
        lines = languages.syntax_errors(path, entry.data)
        was_sound = not (isinstance(old, File) and languages.syntax_errors(path, old.data))
        if lines and was_sound:
            found.append((display.escaped(str(path)), lines[:LINES]))
    return found
