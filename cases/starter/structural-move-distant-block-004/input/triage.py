"""Sorts incoming support tickets: what they are about, how urgent they are, and who takes them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

SUBJECT_NOISE = re.compile(r"^(?:\s*(?:re|fw|fwd|aw)\s*:\s*)+", re.IGNORECASE)
QUOTED = re.compile(r"^\s*>.*$", re.MULTILINE)
SHOUTING = re.compile(r"[A-Z]{4,}(?:\s+[A-Z]{4,})+")
ORDER_NUMBER = re.compile(r"\b[A-Z]{2}-\d{6,}\b")


@dataclass(frozen=True)
class Ticket:
    number: int
    sender: str
    subject: str
    body: str
    received: datetime
    plan: str = "free"
    replies: int = 0
    attachments: tuple[str, ...] = ()


@dataclass
class Verdict:
    topic: str = "other"
    priority: int = 3
    team: str = "front desk"
    due: datetime | None = None
    spam: bool = False
    escalate: bool = False
    automatic: bool = False
    notes: list[str] = field(default_factory=list)

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)


WORDS: dict[str, tuple[str, ...]] = {
    "billing": ("invoice", "refund", "charged", "payment", "receipt", "subscription"),
    "outage": ("down", "unavailable", "timeout", "503", "not reachable", "outage"),
    "account": ("password", "sign in", "login", "locked", "two-factor", "verification"),
    "bug": ("error", "crash", "broken", "does not work", "exception", "freezes"),
    "privacy": ("gdpr", "delete my data", "personal data", "privacy"),
    "feature": ("would be nice", "feature request", "please add", "wish"),
}

SPAM = ("casino", "cheap loans", "guest post", "seo offer", "crypto investment")


def topic_of(subject: str, body: str) -> tuple[str, int]:
    """The topic whose words occur most, those of the subject counting double; and how often."""
    best, best_score = "other", 0
    for topic, words in WORDS.items():
        score = 0
        for word in words:
            score += 2 * subject.count(word)
            score += body.count(word)
        if score > best_score:
            best, best_score = topic, score
    return best, best_score


# Everything that can be said about a ticket before a person has read it.
def triage(ticket: Ticket, known: Sequence[Ticket], now: datetime) -> Verdict:
    verdict = Verdict()
    subject = SUBJECT_NOISE.sub("", ticket.subject).lower()
    body = QUOTED.sub("", ticket.body).lower()
    if "out of office" in subject or "automatic reply" in subject:
        verdict.automatic = True
        verdict.priority = 5
        return verdict

    verdict.topic, confidence = topic_of(subject, body)
    if confidence < 2:
        verdict.note("the topic is a guess")

    match verdict.topic:
        case "outage":
            verdict.priority = 1
            verdict.team = "operations"
            similar = [other for other in known if is_similar(ticket, other)]
            if len(similar) >= 3:
                verdict.escalate = True
                verdict.note(f"{len(similar)} others tell of the same")
        case "privacy":
            verdict.priority = 2
            verdict.team = "legal"
            verdict.escalate = True
        case "billing":
            verdict.team = "accounts"
            if not ORDER_NUMBER.search(ticket.body):
                verdict.note("ask for the order number")
            if "refund" in body or "charged twice" in body:
                verdict.priority = 2
        case "account":
            verdict.team = "accounts"
            if "locked" in body:
                verdict.priority = 2
                verdict.note("check for attempts to break in")
        case "bug":
            verdict.team = "engineering"
            if not ticket.attachments:
                verdict.note("ask for a screenshot")
            if "data loss" in body or "lost my" in body:
                verdict.priority = 1
                verdict.escalate = True
        case "feature":
            verdict.priority = 4
            verdict.team = "product"
        case _:
            verdict.note("needs a person to read it")

    if ticket.plan == "enterprise":
        verdict.priority = max(1, verdict.priority - 1)
        verdict.note("enterprise customer")
    elif ticket.plan == "free" and verdict.priority == 2 and verdict.topic != "privacy":
        verdict.priority = 3
    if ticket.replies >= 4:
        verdict.escalate = True
        verdict.note(f"{ticket.replies} replies already")
    if any(phrase in subject or phrase in body for phrase in SPAM):
        verdict.spam = True
        verdict.automatic = True
        verdict.priority = 5
        return verdict
    if SHOUTING.search(ticket.body):
        verdict.note("the sender is upset")
    verdict.due = due_date(ticket, verdict.priority, now)
    return verdict


def is_similar(one: Ticket, two: Ticket) -> bool:
    """Whether two tickets of the same hours speak of the same thing."""
    if one.number == two.number:
        return False
    if abs(one.received - two.received) > timedelta(hours=6):
        return False
    mine = set(one.subject.lower().split()) | set(one.body.lower().split()[:40])
    other = set(two.subject.lower().split()) | set(two.body.lower().split()[:40])
    shared = len(mine & other)
    return shared / max(1, min(len(mine), len(other))) > 0.5


def due_date(ticket: Ticket, priority: int, now: datetime) -> datetime:
    """When an answer is due: by the clock for urgent tickets, else on the next working days."""
    match priority:
        case 1:
            return ticket.received + timedelta(hours=1)
        case 2:
            return ticket.received + timedelta(hours=4)
        case 3:
            days = 1
        case 4:
            days = 5
        case _:
            days = 10
    due = max(ticket.received, now - timedelta(days=days))
    while days > 0:
        due += timedelta(days=1)
        if due.weekday() < 5:
            days -= 1
    return due.replace(hour=17, minute=0, second=0, microsecond=0)


def assign(
    verdicts: Iterable[tuple[Ticket, Verdict]], on_call: dict[str, list[str]]
) -> dict[int, str]:
    """Hand tickets out in turn within each team, the most urgent first."""
    turns = dict.fromkeys(on_call, 0)
    assigned: dict[int, str] = {}
    ordered = sorted(verdicts, key=lambda pair: (pair[1].priority, pair[0].received))
    for ticket, verdict in ordered:
        if verdict.spam or verdict.automatic:
            continue
        people = on_call.get(verdict.team) or on_call.get("front desk") or []
        if not people:
            continue
        team = verdict.team if on_call.get(verdict.team) else "front desk"
        assigned[ticket.number] = people[turns[team] % len(people)]
        turns[team] += 1
    return assigned


def summary(verdicts: Iterable[Verdict], now: datetime) -> str:
    total = urgent = late = spam = 0
    topics: dict[str, int] = {}
    for verdict in verdicts:
        total += 1
        if verdict.spam:
            spam += 1
            continue
        if verdict.priority <= 2:
            urgent += 1
        if verdict.due is not None and verdict.due < now:
            late += 1
        topics[verdict.topic] = topics.get(verdict.topic, 0) + 1
    lines = [f"{total} tickets, {urgent} urgent, {late} late, {spam} spam"]
    for topic, count in sorted(topics.items(), key=lambda item: (-item[1], item[0])):
        share = count / max(1, total - spam)
        lines.append(f"  {topic:<12}{count:>4}{share:>7.0%}")
    return "\n".join(lines)
