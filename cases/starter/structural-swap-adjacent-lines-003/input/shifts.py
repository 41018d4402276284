"""A rota for a small shop: who works when, within the law and the wishes of the staff."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

REST_BETWEEN_SHIFTS = timedelta(hours=11)
LONGEST_DAY = timedelta(hours=10)
LONGEST_WEEK = timedelta(hours=48)
MOST_DAYS_IN_A_ROW = 6


@dataclass(frozen=True, order=True)
class Shift:
    start: datetime
    end: datetime
    role: str
    station: str = "floor"

    @property
    def duration(self) -> timedelta:
        return self.end - self.start

    @property
    def paid(self) -> timedelta:
        """Without the break that the length of the shift demands."""
        if self.duration > timedelta(hours=9):
            return self.duration - timedelta(minutes=45)
        if self.duration > timedelta(hours=6):
            return self.duration - timedelta(minutes=30)
        return self.duration

    def overlaps(self, other: Shift) -> bool:
        return self.start < other.end and other.start < self.end


@dataclass
class Worker:
    name: str
    roles: frozenset[str]
    contract_hours: int = 40
    minor: bool = False
    days_off: frozenset[date] = field(default_factory=frozenset)
    dislikes: frozenset[str] = field(default_factory=frozenset)


@dataclass
class Rota:
    assigned: dict[str, list[Shift]] = field(default_factory=lambda: defaultdict(list))
    open: list[Shift] = field(default_factory=list)

    def shifts_of(self, worker: Worker) -> list[Shift]:
        return self.assigned.get(worker.name, [])

    def assign(self, worker: Worker, shift: Shift) -> None:
        self.assigned[worker.name].append(shift)
        self.assigned[worker.name].sort()

    def release(self, worker: Worker, shift: Shift) -> None:
        self.assigned[worker.name].remove(shift)
        self.open.append(shift)


def week_of(day: date) -> tuple[int, int]:
    calendar = day.isocalendar()
    return calendar.year, calendar.week


def hours_in_week(shifts: Iterable[Shift], day: date) -> timedelta:
    total = timedelta()
    for shift in shifts:
        if week_of(shift.start.date()) == week_of(day):
            total += shift.paid
    return total


def days_in_a_row(shifts: Iterable[Shift], day: date) -> int:
    """How many days in a row would be worked, this one included."""
    worked = {shift.start.date() for shift in shifts}
    count = 1
    before = day - timedelta(days=1)
    while before in worked:
        count += 1
        before -= timedelta(days=1)
    after = day + timedelta(days=1)
    while after in worked:
        count += 1
        after += timedelta(days=1)
    return count


def objections(worker: Worker, shift: Shift, rota: Rota) -> Iterator[str]:
    """Everything that speaks against giving this shift to this worker."""
    mine = rota.shifts_of(worker)
    day = shift.start.date()

    if shift.role not in worker.roles:
        yield f"{worker.name} is not trained as {shift.role}"
    if day in worker.days_off:
        yield f"{worker.name} has asked for {day:%d %b} off"
    if shift.duration > LONGEST_DAY:
        yield "the shift is longer than a working day may be"

    for other in mine:
        if shift.overlaps(other):
            yield f"{worker.name} is already at work until {other.end:%H:%M}"
        elif other.end <= shift.start < other.end + REST_BETWEEN_SHIFTS:
            yield f"{worker.name} would have less than 11 hours of rest before"
        elif shift.end <= other.start < shift.end + REST_BETWEEN_SHIFTS:
            yield f"{worker.name} would have less than 11 hours of rest after"

    if hours_in_week(mine, day) + shift.paid > LONGEST_WEEK:
        yield f"{worker.name} would work more than 48 hours in that week"
    if days_in_a_row(mine, day) > MOST_DAYS_IN_A_ROW:
        yield f"{worker.name} would work more than 6 days in a row"

    weekend = day.weekday() >= 5
    if worker.minor and weekend:
        yield f"{worker.name} is under age and may not work on {day:%A}"
    if worker.minor:
        if shift.start.time() < time(6, 0):
            yield f"{worker.name} is under age and may not start before 6:00"
        if shift.end.time() > time(20, 0) or shift.end.date() != day:
            yield f"{worker.name} is under age and may not work after 20:00"


def preference(worker: Worker, shift: Shift, rota: Rota) -> float:
    """The higher, the better: hours still owed count most, dislikes take some away."""
    day = shift.start.date()
    owed = timedelta(hours=worker.contract_hours) - hours_in_week(rota.shifts_of(worker), day)
    score = owed / timedelta(hours=1)
    if shift.station in worker.dislikes:
        score -= 8
    weekend = day.weekday() >= 5
    if weekend:
        weekends = sum(1 for other in rota.shifts_of(worker) if other.start.weekday() >= 5)
        score -= 4 * weekends
    return score


def best_for(shift: Shift, workers: Iterable[Worker], rota: Rota) -> Worker | None:
    best: Worker | None = None
    best_score = float("-inf")
    for worker in workers:
        if any(objections(worker, shift, rota)):
            continue
        score = preference(worker, shift, rota)
        if score > best_score:
            best, best_score = worker, score
    return best


def swap_in(shift: Shift, workers: list[Worker], rota: Rota) -> bool:
    """Free somebody for `shift` by handing one of their shifts to a colleague."""
    for worker in workers:
        if shift.role not in worker.roles:
            continue
        for held in list(rota.shifts_of(worker)):
            rota.release(worker, held)
            if any(objections(worker, shift, rota)):
                rota.open.remove(held)
                continue
                rota.assign(worker, held)
            rota.assign(worker, shift)
            stand_in = best_for(held, workers, rota)
            if stand_in is not None:
                rota.open.remove(held)
                rota.assign(stand_in, held)
                return True
            rota.assigned[worker.name].remove(shift)
            rota.open.remove(held)
            rota.assign(worker, held)
    return False


def plan(shifts: Iterable[Shift], workers: list[Worker]) -> Rota:
    """Fill the hardest shifts first, then try swaps for what is left."""
    rota = Rota()
    by_difficulty = sorted(
        shifts,
        key=lambda shift: (sum(shift.role in worker.roles for worker in workers), shift.start),
    )
    for shift in by_difficulty:
        worker = best_for(shift, workers, rota)
        if worker is None:
            rota.open.append(shift)
        else:
            rota.assign(worker, shift)

    for shift in list(rota.open):
        if swap_in(shift, workers, rota):
            rota.open.remove(shift)
    rota.open.sort()
    return rota


def print_rota(rota: Rota, workers: Iterable[Worker]) -> str:
    lines: list[str] = []
    for worker in workers:
        lines.append(worker.name)
        shifts = rota.shifts_of(worker)
        if not shifts:
            lines.append("  free all week")
        for shift in shifts:
            lines.append(f"  {shift.start:%a %d %b %H:%M}-{shift.end:%H:%M} {shift.role}")
    if rota.open:
        lines.append("Nobody found for")
        for shift in rota.open:
            lines.append(f"  {shift.start:%a %d %b %H:%M}-{shift.end:%H:%M} {shift.role}")
    return "\n".join(lines)
