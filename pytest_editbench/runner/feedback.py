"""What is said of a trial: to people in one line, and to the agent before its next attempt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench import languages, templating
from pytest_editbench.compare import display
from pytest_editbench.model import AgentResult, Attempt, Contents, File, Outcome, Tree, Trial

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.model import Comparison, MatchLevel


def message(trial: Trial, fault: str = "", notes: Iterable[str] = ()) -> str:
    """One line: what went wrong, then `notes`; nothing else for a trial that passed."""
    verdict = "" if trial.outcome is Outcome.PASSED else _verdict(trial, fault)
    return "; ".join(filter(None, (verdict, _unasked(trial), *notes)))


def _verdict(trial: Trial, fault: str) -> str:
    attempt = trial.last
    result = attempt.result if attempt else AgentResult()
    comparison = attempt.comparison if attempt else None
    found = _found(comparison) if comparison else ""
    reasons = {
        Outcome.UNCHANGED: "the agent changed nothing",
        Outcome.TIMEOUT: f"ended at the time limit after {attempt.duration if attempt else 0:.0f} s",
        Outcome.TAMPERED: "the agent changed the case's own folder; restore it",
        Outcome.AGENT_ERROR: result.error or "",
    }
    detail = "; ".join(filter(None, (reasons.get(trial.outcome), fault))) or found
    ending = f" (the agent's exit code was {result.exit_code})" if result.exit_code else ""
    if result.signal:
        ending = f" (the agent was ended by signal {result.signal})"
    return f"{trial.outcome}: {detail}{ending}"


def _found(comparison: Comparison) -> str:
    told = ": ".join(filter(None, (display.diagnosed(comparison), display.headline(comparison))))
    return f"{told}; {_size(comparison)} changed" if comparison.lines_changed else told


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
    """What a user could say after a failed attempt; never a line of the accepted answer."""
    comparison = attempt.comparison
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
        syntax=_new_syntax_errors(contents.input, actual or {}),
        fault=fault,
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
            found.append((display.escaped(str(path)), lines))
    return found
