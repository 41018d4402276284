"""Approval of expenses, leave and purchases: one state machine, three kinds of request.

Requests are immutable. `step` takes a request and an event and gives the next request, together
with the effects (mails, bookings) that the caller has to carry out; nothing in here talks to the
outside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from enum import Enum
from typing import Any


class State(Enum):
    DRAFT = "draft"
    SUBMITTED = "submitted"
    IN_REVIEW = "in review"
    NEEDS_INFO = "needs information"
    ESCALATED = "escalated"
    APPROVED = "approved"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    BOOKED = "booked"
    EXPIRED = "expired"


class Topic(Enum):
    EXPENSE = "expense"
    LEAVE = "leave"
    PURCHASE = "purchase"


FINAL = (State.REJECTED, State.WITHDRAWN, State.BOOKED, State.EXPIRED)
REVIEW_DAYS = 5
INFO_DAYS = 14
MENTION = re.compile(r"(?:^|\s)@([a-z][a-z0-9_.-]*)")
COST_CENTRE = re.compile(r"^[0-9]{3}-[0-9]+$")
AMOUNT = re.compile(r"^\s*([0-9]+)(?:[.,]([0-9]{2}))?\s*$")


@dataclass(frozen=True)
class Person:
    login: str
    name: str
    manager: str | None = None
    approval_limit: int = 0
    away_until: date | None = None
    deputy: str | None = None


@dataclass(frozen=True)
class Entry:
    """A line of the history, as it is shown below a request."""

    at: datetime
    who: str
    what: str
    comment: str = ""


@dataclass(frozen=True)
class Request:
    number: int
    topic: Topic
    author: str
    title: str
    state: State = State.DRAFT
    amount: int = 0
    cost_centre: str = ""
    first_day: date | None = None
    last_day: date | None = None
    receipts: tuple[str, ...] = ()
    approver: str | None = None
    approved_by: tuple[str, ...] = ()
    due: date | None = None
    reminders: int = 0
    history: tuple[Entry, ...] = ()


@dataclass(frozen=True)
class Event:
    name: str
    who: str
    at: datetime
    comment: str = ""


@dataclass(frozen=True)
class Effect:
    kind: str
    to: str
    text: str


@dataclass
class Outcome:
    request: Request
    effects: list[Effect] = field(default_factory=list)


class RefusalError(Exception):
    """An event that is not possible; the message is meant for the person who caused it."""


@dataclass
class Directory:
    people: dict[str, Person]
    accountants: Sequence[str] = ()

    def person(self, login: str) -> Person:
        try:
            return self.people[login]
        except KeyError:
            raise RefusalError(f"nobody is called {login!r}") from None

    def present(self, login: str, day: date) -> str:
        """The person, or whoever stands in while that person is away."""
        seen: set[str] = set()
        current = self.person(login)
        while current.away_until is not None and current.away_until >= day:
            if current.deputy is None or current.login in seen:
                break
            seen.add(current.login)
            current = self.person(current.deputy)
        return current.login

    def chain(self, login: str) -> list[str]:
        """The managers above a person, nearest first."""
        found: list[str] = []
        manager = self.person(login).manager
        while manager is not None and manager not in found:
            found.append(manager)
            manager = self.person(manager).manager
        return found


def working_days(first: date, last: date, holidays: Iterable[date] = ()) -> int:
    free = set(holidays)
    count = 0
    day = first
    while day <= last:
        if day.weekday() < 5 and day not in free:
            count += 1
        day += timedelta(days=1)
    return count


def add_working_days(day: date, count: int) -> date:
    while count > 0:
        day += timedelta(days=1)
        if day.weekday() < 5:
            count -= 1
    return day


def parse_amount(text: str) -> int:
    """Cents out of `12`, `12.50` or `12,50`."""
    match = AMOUNT.match(text)
    if match is None:
        raise RefusalError(f"{text!r} is not an amount")
    return int(match.group(1)) * 100 + int(match.group(2) or 0)


def problems_of_expense(request: Request) -> list[str]:
    problems: list[str] = []
    if not request.title.strip():
        problems.append("the title is missing")
    if request.amount <= 0:
        problems.append("the amount is missing")
    if not COST_CENTRE.match(request.cost_centre):
        problems.append("the cost centre is missing")
    if request.amount > 1000 and not request.receipts:
        problems.append("a receipt is needed above 10.00")
    if request.first_day is None:
        problems.append("the day of the expense is missing")
    elif request.last_day is not None and request.last_day < request.first_day:
        problems.append("the last day lies before the first")
    if len(set(request.receipts)) != len(request.receipts):
        problems.append("a receipt was added twice")
    return problems


def problems_of_purchase(request: Request) -> list[str]:
    problems: list[str] = []
    if not request.title.strip():
        problems.append("the title is missing")
    if request.amount <= 0:
        problems.append("the amount is missing")
    if not COST_CENTRE.match(request.cost_centre):
        problems.append("the cost centre is missing")
    if request.amount > 500_000 and len(request.receipts) < 3:
        problems.append("three offers are needed above 5000.00")
    elif request.amount > 100_000 and not request.receipts:
        problems.append("an offer is needed above 1000.00")
    if len(set(request.receipts)) != len(request.receipts):
        problems.append("an offer was added twice")
    return problems


def problems_of_leave(request: Request) -> list[str]:
    problems: list[str] = []
    if request.first_day is None:
        problems.append("the first day is missing")
    if request.last_day is None:
        problems.append("the last day is missing")
    if request.first_day is not None and request.last_day is not None:
        if request.last_day < request.first_day:
            problems.append("the last day lies before the first")
        elif working_days(request.first_day, request.last_day) == 0:
            problems.append("there is no working day in between")
    if request.amount != 0:
        problems.append("leave has no amount")
    return problems


PROBLEMS: dict[Topic, Callable[[Request], list[str]]] = {
    Topic.EXPENSE: problems_of_expense,
    Topic.PURCHASE: problems_of_purchase,
    Topic.LEAVE: problems_of_leave,
}


def needs_second_approval(request: Request) -> bool:
    match request.topic:
        case Topic.EXPENSE:
            return request.amount > 100_000
        case Topic.PURCHASE:
            return request.amount > 250_000
        case Topic.LEAVE:
            if request.first_day is None or request.last_day is None:
                return False
            return working_days(request.first_day, request.last_day) > 15


def next_approver(request: Request, directory: Directory, day: date) -> str | None:
    """Who has to decide now; None when enough people have."""
    chain = directory.chain(request.author)
    if not chain:
        raise RefusalError(f"{request.author} has no manager who could approve this")
    if not request.approved_by:
        return directory.present(chain[0], day)

    needed = 2 if needs_second_approval(request) else 1
    if len(request.approved_by) >= needed:
        last = directory.person(request.approved_by[-1])
        if request.topic is Topic.LEAVE or request.amount <= last.approval_limit:
            return None
    for manager in chain:
        candidate = directory.present(manager, day)
        if candidate in request.approved_by or candidate == request.author:
            continue
        return candidate
    return None


def noted(request: Request, event: Event, what: str, **changes: Any) -> Request:
    entry = Entry(event.at, event.who, what, event.comment)
    return replace(request, history=(*request.history, entry), **changes)


def mail(to: str, request: Request, text: str) -> Effect:
    return Effect("mail", to, f"[{request.topic.value} {request.number}] {text}")


def expect_author(request: Request, event: Event) -> None:
    if event.who != request.author:
        raise RefusalError("only the author can do that")


def expect_approver(request: Request, event: Event) -> None:
    if event.who != request.approver:
        raise RefusalError(f"this waits for {request.approver}, not for you")
    if event.who == request.author:
        raise RefusalError("nobody approves their own requests")


def expect_comment(event: Event) -> None:
    if not event.comment.strip():
        raise RefusalError("please say why")


def step(request: Request, event: Event, directory: Directory) -> Outcome:
    """The request after an event, and what has to happen besides."""
    today = event.at.date()
    author = request.author
    match request.state, event.name:
        case State.DRAFT | State.NEEDS_INFO, "submit":
            expect_author(request, event)
            problems = PROBLEMS[request.topic](request)
            if problems:
                raise RefusalError("; ".join(problems))
            approver = next_approver(request, directory, today)
            if approver is None:
                raise RefusalError("nobody is left who could approve this")
            due = add_working_days(today, REVIEW_DAYS)
            submitted = noted(
                request, event, "submitted", state=State.SUBMITTED, approver=approver, due=due
            )
            return Outcome(submitted, [mail(approver, request, "waits for your decision")])

        case State.SUBMITTED | State.ESCALATED, "open":
            expect_approver(request, event)
            return Outcome(noted(request, event, "opened", state=State.IN_REVIEW))

        case State.SUBMITTED | State.IN_REVIEW | State.ESCALATED, "approve":
            expect_approver(request, event)
            approved = replace(request, approved_by=(*request.approved_by, event.who))
            approver = next_approver(approved, directory, today)
            if approver is None:
                due = add_working_days(today, REVIEW_DAYS)
                done = noted(
                    approved, event, "approved", state=State.APPROVED, approver=None, due=due
                )
                effects = [mail(author, request, "was approved")]
                for accountant in directory.accountants:
                    effects.append(mail(accountant, request, "is ready to be booked"))
                return Outcome(done, effects)
            else:
                due = add_working_days(today, REVIEW_DAYS)
                passed = noted(
                    approved, event, "passed on", state=State.SUBMITTED, approver=approver, due=due
                )
                return Outcome(passed, [mail(approver, request, "waits for your decision")])

        case State.SUBMITTED | State.IN_REVIEW | State.ESCALATED, "reject":
            expect_approver(request, event)
            expect_comment(event)
            rejected = noted(
                request, event, "rejected", state=State.REJECTED, approver=None, due=None
            )
            return Outcome(rejected, [mail(author, request, f"was rejected: {event.comment}")])

        case State.SUBMITTED | State.IN_REVIEW | State.ESCALATED, "ask":
            expect_approver(request, event)
            expect_comment(event)
            due = today + timedelta(days=INFO_DAYS)
            asked = noted(request, event, "asked", state=State.NEEDS_INFO, due=due)
            return Outcome(asked, [mail(author, request, f"has a question: {event.comment}")])

        case State.DRAFT | State.SUBMITTED | State.IN_REVIEW | State.NEEDS_INFO, "withdraw":
            expect_author(request, event)
            withdrawn = noted(
                request, event, "withdrawn", state=State.WITHDRAWN, approver=None, due=None
            )
            effects = []
            if request.approver is not None:
                effects.append(mail(request.approver, request, "was withdrawn"))
            return Outcome(withdrawn, effects)

        case State.APPROVED, "book":
            if event.who not in directory.accountants:
                raise RefusalError("only accounting can book this")
            booked = noted(request, event, "booked", state=State.BOOKED, due=None)
            effects = [mail(author, request, "was booked")]
            if request.topic is not Topic.LEAVE:
                effects.append(Effect("payment", author, f"{request.amount / 100:.2f}"))
            return Outcome(booked, effects)

        case _, "comment":
            expect_comment(event)
            commented = noted(request, event, "commented")
            people = sorted(set(MENTION.findall(event.comment)) & set(directory.people))
            return Outcome(commented, [mail(login, request, event.comment) for login in people])

        case _, name:
            raise RefusalError(f"a request that is {request.state.value} cannot {name}")


def tick(request: Request, now: datetime, directory: Directory) -> Outcome:
    """What time alone does: reminders, escalation, expiry. Called once a day for each request."""
    today = now.date()
    if request.state in FINAL or request.due is None or today <= request.due:
        return Outcome(request)
    late = working_days(request.due, today) - 1
    event = Event("tick", "system", now)

    match request.state:
        case State.SUBMITTED | State.IN_REVIEW:
            approver = request.approver or request.author
            if late >= 5:
                chain = directory.chain(approver)
                if not chain:
                    return Outcome(request, [mail(approver, request, "is long overdue")])
                above = directory.present(chain[0], today)
                due = add_working_days(today, REVIEW_DAYS)
                escalated = noted(
                    request,
                    event,
                    "escalated",
                    state=State.ESCALATED,
                    approver=above,
                    due=due,
                    reminders=0,
                )
                effects = [mail(above, request, f"was not decided by {approver} in time")]
                effects.append(mail(request.author, request, f"now waits for {above}"))
                return Outcome(escalated, effects)
            if late >= 2 and request.reminders == 1:
                reminded = replace(request, reminders=2)
                return Outcome(reminded, [mail(approver, request, "is overdue, please decide")])
            if late >= 1 and request.reminders == 0:
                reminded = replace(request, reminders=1)
                return Outcome(reminded, [mail(approver, request, "still waits for you")])
            return Outcome(request)

        case State.ESCALATED:
            approver = request.approver or request.author
            if late >= 5 and request.reminders == 1:
                reminded = replace(request, reminders=2)
                effects = [mail(approver, request, "is overdue, please decide")]
                for accountant in directory.accountants:
                    effects.append(mail(accountant, request, f"is stuck at {approver}"))
                return Outcome(reminded, effects)
            if late >= 1 and request.reminders == 0:
                reminded = replace(request, reminders=1)
                return Outcome(reminded, [mail(approver, request, "still waits for you")])
            return Outcome(request)

        case State.NEEDS_INFO:
            if late >= 10:
                expired = noted(
                    request, event, "expired", state=State.EXPIRED, approver=None, due=None
                )
                return Outcome(expired, [mail(request.author, request, "has expired")])
            if late >= 1 and request.reminders == 0:
                reminded = replace(request, reminders=1)
                return Outcome(reminded, [mail(request.author, request, "waits for your answer")])
            return Outcome(request)

        case State.APPROVED if late >= 3 and request.reminders == 0:
            reminded = replace(request, reminders=1)
            effects = [mail(request.author, request, "was approved, but is not booked yet")]
            for accountant in directory.accountants:
                effects.append(mail(accountant, request, "still has to be booked"))
            if request.topic is Topic.LEAVE and request.first_day is not None:
                left = working_days(today, request.first_day)
                if left <= 2:
                    effects.append(mail(request.author, request, "begins soon"))
            return Outcome(reminded, effects)

    return Outcome(request)


def statistics(requests: Iterable[Request]) -> dict[str, float]:
    """Figures for the yearly report; durations in days."""
    decided = 0
    rejected = 0
    escalated = 0
    amount = 0
    longest = 0.0
    total = 0.0
    for request in requests:
        submitted = [entry.at for entry in request.history if entry.what == "submitted"]
        finished = [entry.at for entry in request.history if entry.what in ("approved", "rejected")]
        if not submitted or not finished:
            continue
        decided += 1
        duration = (finished[-1] - submitted[0]) / timedelta(days=1)
        total += duration
        longest = max(longest, duration)
        if any(entry.what == "escalated" for entry in request.history):
            escalated += 1
        if request.state is State.REJECTED:
            rejected += 1
        else:
            amount += request.amount
    return {
        "decided": decided,
        "rejected": rejected,
        "escalated": escalated,
        "amount": amount / 100,
        "average duration": total / decided if decided else 0.0,
        "longest duration": longest,
    }


@dataclass
class Inbox:
    """What one person sees: what waits for them, what they wait for, what is done."""

    to_decide: list[Request] = field(default_factory=list)
    to_answer: list[Request] = field(default_factory=list)
    to_book: list[Request] = field(default_factory=list)
    waiting: list[Request] = field(default_factory=list)
    done: list[Request] = field(default_factory=list)

    @property
    def count(self) -> int:
        return len(self.to_decide) + len(self.to_answer) + len(self.to_book)


def inbox_of(login: str, requests: Iterable[Request], directory: Directory) -> Inbox:
    inbox = Inbox()
    is_accountant = login in directory.accountants
    for item in sorted(requests, key=lambda item: (item.due or date.max, item.number)):
        mine = item.author == login
        match item.state:
            case State.SUBMITTED | State.IN_REVIEW | State.ESCALATED:
                if item.approver == login:
                    inbox.to_decide.append(item)
                elif mine:
                    inbox.waiting.append(item)
            case State.NEEDS_INFO | State.DRAFT:
                if mine:
                    inbox.to_answer.append(item)
            case State.APPROVED:
                if is_accountant:
                    inbox.to_book.append(item)
                elif mine:
                    inbox.waiting.append(item)
            case State.REJECTED | State.WITHDRAWN | State.BOOKED | State.EXPIRED:
                if mine:
                    inbox.done.append(item)
    return inbox


def describe(request: Request, directory: Directory) -> str:
    """Some lines about a request, for a mail or the command line."""
    author = directory.person(request.author)
    lines = [f"{request.topic.value} {request.number}: {request.title or 'without a title'}"]
    lines.append(f"by {author.name}, {request.state.value}")
    if request.topic is Topic.LEAVE:
        if request.first_day is not None and request.last_day is not None:
            days = working_days(request.first_day, request.last_day)
            span = f"{request.first_day:%d %b %Y} - {request.last_day:%d %b %Y}"
            lines.append(f"{span}, {days} working days")
    else:
        lines.append(f"{request.amount / 100:,.2f} on {request.cost_centre or 'no cost centre'}")
        lines.append(f"{len(request.receipts)} documents attached")
    if request.approver is not None:
        approver = directory.person(request.approver)
        lines.append(f"waits for {approver.name} until {request.due:%d %b %Y}")
    for entry in request.history:
        line = f"  {entry.at:%d %b %Y %H:%M} {entry.who} {entry.what}"
        if entry.comment:
            line += f": {entry.comment}"
        lines.append(line)
    return "\n".join(lines)
