"""What `editbench doctor` says of the control agents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.compare import display

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_editbench.doctor.controls.running import Verdict

_OPEN = "expected without a sandbox: agents run as you and can read what you can; see --sandbox bwrap"


def lines(verdicts: Sequence[Verdict], sandbox: str) -> Iterator[str]:
    """A line for each control agent, what was expected and what happened, and what there is to say of it."""
    yield f"control agents, sandbox {sandbox}"
    names = max(len(each.control.agent) for each in verdicts)
    does = max(len(each.control.does) for each in verdicts)
    for each in verdicts:
        mark = "SURPRISE" if each.surprise else "ok"
        control = each.control
        yield f"{mark:<8}  {control.agent:<{names}}  {control.does:<{does}}  {_told(each)}"
        for finding in each.findings:
            yield f"          {'surprise' if finding.surprise else 'note'}: {display.escaped(finding.text)}"
    if any(
        "lies open" in finding.text and not finding.surprise for each in verdicts for finding in each.findings
    ):
        yield f"          {_OPEN}"
    surprises = sum(each.surprise for each in verdicts)
    yield f"{len(verdicts) - surprises} of {len(verdicts)} as expected"


def data(verdicts: Sequence[Verdict]) -> list[dict[str, object]]:
    """The same as plain data."""
    return [
        {
            "agent": each.control.agent,
            "does": each.control.does,
            "case": each.control.case,
            "expected": each.control.expected,
            "happened": each.happened,
            "surprise": each.surprise,
            "findings": [{"text": finding.text, "surprise": finding.surprise} for finding in each.findings],
        }
        for each in verdicts
    ]


def _told(verdict: Verdict) -> str:
    if not verdict.surprise:
        return verdict.control.expected
    return f"expected: {verdict.control.expected}; happened: {verdict.happened}"
