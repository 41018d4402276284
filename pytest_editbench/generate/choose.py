"""Choosing a suite's cases: for each slot the first spot, in drawn order, that makes a case.

Slots are filled in rounds: each open slot takes its next spot, all are tried at once (by as many workers
as there are), and the outcomes are read in the order of the slots. So the number of workers means nothing.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from pytest_editbench.cases.vocabulary import DIFFICULTIES
from pytest_editbench.generate.craft import Job, Made, Refusal, craft
from pytest_editbench.generate.difficulty import MINIMUM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.ground import Ground, Spot
    from pytest_editbench.generate.plan import Band, Slot
    from pytest_editbench.generate.source import SourceFile
    from pytest_editbench.processes.workers import Workers

APART = 3  # two cases of one file are further apart than this many lines
MOST_TRIES = 100  # of a slot at one difficulty
FALL_BACKS = ("hard", "medium", "easy")


@dataclass(frozen=True, slots=True)
class Place:
    """A spot of a file."""

    file: int  # its position among the files
    spot: Spot
    number: int  # its position among all spots of the file and the mutation


@dataclass(frozen=True, slots=True)
class Try:
    """A spot that a slot tried, and why it was refused; None if it was taken."""

    place: Place
    difficulty: str
    refusal: str | None


@dataclass(slots=True)
class Filling:
    """A slot on its way to a case."""

    slot: Slot
    levels: deque[Level]
    candidates: int = 0  # of its mutation in all files, of any size and difficulty
    made: Made | None = None
    tries: list[Try] = field(default_factory=list)
    unsuited: Counter[str] = field(default_factory=Counter)  # why other candidates were not tried
    tries_here: int = 0  # at the present level

    @property
    def open(self) -> bool:
        """Whether there is something left to try."""
        return self.made is None and bool(self.levels)


@dataclass(frozen=True, slots=True)
class Level:
    """A difficulty that a slot tries for, and the least score that is asked for there."""

    difficulty: str
    score: float


class _State(Enum):
    FREE = auto()
    RESERVED = auto()  # by another slot of this round
    TAKEN = auto()


class Chooser:
    """Fills slots from the grounds of files; asked again, it goes on where it stopped."""

    def __init__(
        self,
        files: Sequence[SourceFile],
        grounds: Sequence[Ground],
        draw: Draw,
        min_score: float = 0,
        difficulties: Sequence[str] = DIFFICULTIES,
    ) -> None:
        self._files = files
        self._places = _by_mutation(files, grounds, draw)
        self._streams: dict[tuple[str, Level, Band | None], deque[Place]] = {}
        self._min_score = min_score
        self._fall_backs = [name for name in FALL_BACKS if name in difficulties]
        self._taken: dict[int, set[int]] = {}
        self._reserved: dict[int, set[int]] = {}
        self._refused: set[tuple[int, str, int]] = set()  # at any difficulty

    def fill(
        self, slots: Iterable[Slot], workers: Workers, told: Callable[[int, int], None]
    ) -> list[Filling]:
        """The slots, filled where that was possible; `told` hears how many are done, of how many."""
        fillings = [
            Filling(slot, deque(self._levels(slot)), len(self._places.get(slot.mutation, ())))
            for slot in slots
        ]
        while waiting := [filling for filling in fillings if filling.open]:
            told(len(fillings) - len(waiting), len(fillings))
            self._round(waiting, workers)
        told(len(fillings), len(fillings))
        for filling in fillings:
            if not filling.made:
                filling.unsuited = self._unsuited(filling)
        return fillings

    def _unsuited(self, filling: Filling) -> Counter[str]:
        """Why the candidates that were not tried for a slot were passed over."""
        tried = {_key(each.place) for each in filling.tries}
        levels = list(self._levels(filling.slot))
        places = self._places.get(filling.slot.mutation, [])
        left = (place for place in places if _key(place) not in tried)
        return Counter(_why_not(place.spot, levels, filling.slot.band) for place in left)

    def _levels(self, slot: Slot) -> Iterator[Level]:
        """As asked for; then the difficulties that are left, harder ones first, whatever their score."""
        least = self._min_score
        yield Level(slot.difficulty, max(MINIMUM[slot.difficulty], least))
        yield from (Level(name, least) for name in self._fall_backs if name != slot.difficulty)

    def _round(self, waiting: Sequence[Filling], workers: Workers) -> None:
        self._reserved = {}
        picks = [(filling, place) for filling in waiting if (place := self._next(filling))]
        jobs = [self._job(filling, place) for filling, place in picks]
        for (filling, place), outcome in zip(picks, workers.map(craft, jobs), strict=True):
            self._read(filling, place, outcome)

    def _read(self, filling: Filling, place: Place, outcome: Made | Refusal) -> None:
        taken = self._taken.setdefault(place.file, set())
        if isinstance(outcome, Made) and not taken.isdisjoint(_near(outcome.change.line)):
            # Where the change begins is another line than the candidate's, and is known only now.
            outcome = Refusal("too near to another case", for_good=True)
        refusal = outcome.reason if isinstance(outcome, Refusal) else None
        filling.tries.append(Try(place, filling.levels[0].difficulty, refusal))
        if isinstance(outcome, Made):
            filling.made = outcome
            taken |= {place.spot.candidate.line, outcome.change.line}
        elif outcome.for_good:
            self._refused.add(_key(place))

    def _job(self, filling: Filling, place: Place) -> Job:
        level = filling.levels[0]
        return Job(
            self._files[place.file],
            place.spot.candidate,
            level.difficulty,
            filling.slot.band,
        )

    def _next(self, filling: Filling) -> Place | None:
        """The next spot of the slot, reserved; None where it must wait for the others, or has none left."""
        while filling.levels:
            stream = self._stream(filling)
            if filling.tries_here < MOST_TRIES:
                if place := self._first_free(stream):
                    filling.tries_here += 1
                    self._reserved.setdefault(place.file, set()).add(place.spot.candidate.line)
                    return place
                if stream:
                    return None
            filling.levels.popleft()
            filling.tries_here = 0
        return None

    def _first_free(self, stream: deque[Place]) -> Place | None:
        """The first spot that no case is too near to, taken out of the stream."""
        held: list[Place] = []
        found = None
        while stream and found is None:
            place = stream.popleft()
            state = self._state(place)
            if state is _State.FREE:
                found = place
            elif state is _State.RESERVED:
                held.append(place)
        stream.extendleft(reversed(held))
        return found

    def _state(self, place: Place) -> _State:
        if _key(place) in self._refused:
            return _State.TAKEN
        near = _near(place.spot.candidate.line)
        if not self._taken.get(place.file, set()).isdisjoint(near):
            return _State.TAKEN
        free = self._reserved.get(place.file, set()).isdisjoint(near)
        return _State.FREE if free else _State.RESERVED

    def _stream(self, filling: Filling) -> deque[Place]:
        slot, level = filling.slot, filling.levels[0]
        key = slot.mutation, level, slot.band
        if key not in self._streams:
            places = self._places.get(slot.mutation, [])
            self._streams[key] = deque(place for place in places if _suits(place.spot, level, slot.band))
        return self._streams[key]


def _near(line: int) -> range:
    return range(line - APART, line + APART + 1)


def _key(place: Place) -> tuple[int, str, int]:
    return place.file, place.spot.candidate.mutation, place.number


def _why_not(spot: Spot, levels: Sequence[Level], band: Band | None) -> str:
    if band and not band[0] <= spot.candidate.changed_lines <= band[1]:
        return "another size"
    if not any(level.difficulty in spot.tiers for level in levels):
        return "another difficulty"
    if not any(_suits(spot, level, band) for level in levels):
        return "a lower score"
    return "near another case, or refused before"


def _suits(spot: Spot, level: Level, band: Band | None) -> bool:
    fits = band is None or band[0] <= spot.candidate.changed_lines <= band[1]
    return fits and level.difficulty in spot.tiers and spot.score >= level.score


def _by_mutation(
    files: Sequence[SourceFile], grounds: Sequence[Ground], draw: Draw
) -> Mapping[str, list[Place]]:
    """The places of each mutation in drawn order: first one of each file, then a second one, and so on."""
    ranked: dict[str, list[tuple[int, int, Place]]] = {}
    for at, (file, ground) in enumerate(zip(files, grounds, strict=True)):
        spots: dict[str, list[Spot]] = {}
        for spot in ground.spots:
            spots.setdefault(spot.candidate.mutation, []).append(spot)
        for mutation, own in spots.items():
            here = draw.at(mutation, file.source, str(file.path))
            for rank, number in enumerate(sorted(range(len(own)), key=here.number)):
                entry = rank, here.number("turn", rank), Place(at, own[number], number)
                ranked.setdefault(mutation, []).append(entry)
    return {
        mutation: [place for _, _, place in sorted(entries, key=lambda entry: entry[:2])]
        for mutation, entries in ranked.items()
    }
