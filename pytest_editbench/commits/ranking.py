"""Which details are kept where there are too many: those that matter most to who reads a history."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_editbench.commits.proposal import Proposal

MOST = 6

WEIGHTS = tuple(
    (weight, re.compile(rf"\b(?:{words})", re.IGNORECASE))
    for weight, words in (
        (100, r"secur|vulnerab|cve\b|xss\b|csrf\b|injection|password|secret|credential"),
        (90, r"breaking|incompatib|backwards?[- ]compat"),
        (80, r"perf\b|performance|faster|slower|speed|latency|throughput|memory"),
        (70, r"bugs?\b|fix|crash|regression|corrupt|deadlock|race\b"),
        (50, r"apis?\b|endpoint|interface|signature|public\b"),
        (40, r"users?\b|ui\b|message|option|command"),
        (35, r"deprecat|remov"),
    )
)
"""What a detail weighs that has one of these words; the heaviest counts."""


def weight(detail: str) -> int:
    """How much a detail matters; 0 where no word of the table is in it."""
    return max((weight for weight, words in WEIGHTS if words.search(detail)), default=0)


def trimmed(proposal: Proposal) -> Proposal:
    """The proposal with at most `MOST` details: the weightiest, of equal ones the first, in their order."""
    details = proposal.details
    best = sorted(range(len(details)), key=lambda index: (-weight(details[index]), index))[:MOST]
    return replace(proposal, details=tuple(details[index] for index in sorted(best)))
