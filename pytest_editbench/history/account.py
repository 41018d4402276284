"""What came of the commits, for people and as data."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.cases.kinds import LOOSE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pytest_editbench.history.leaving import Reason

_SHOWN = 4  # commits, or details, that are named under a reason


class Made(NamedTuple):
    """A case that was made."""

    name: str
    commit: str
    subject: str
    facts: Mapping[str, object]


class LeftOut(NamedTuple):
    """A commit that no case was made of."""

    commit: str
    subject: str
    reason: Reason
    details: tuple[str, ...]


@dataclass(slots=True)
class Account:
    """All commits, in their order."""

    made: list[Made] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)

    @property
    def commits(self) -> int:
        """All that were looked at."""
        return len(self.made) + len(self.left_out)

    @property
    def loose(self) -> int:
        """Cases whose prompt does not determine the change."""
        return sum(bool(each.facts.get(LOOSE)) for each in self.made)

    def total(self) -> str:
        """How many cases there are, in a few words."""
        loose = f", {self.loose} of them loose" if self.loose else ""
        return f"{self.counted()} of {_counted(self.commits, 'commit')}{loose}"

    def counted(self) -> str:
        """The number of cases."""
        return _counted(len(self.made), "case")

    def lines(self) -> Iterator[str]:
        """Each reason with its count, commits and details, the commonest first."""
        groups: dict[Reason, list[LeftOut]] = defaultdict(list)
        for each in self.left_out:
            groups[each.reason].append(each)
        for reason, found in sorted(groups.items(), key=lambda group: -len(group[1])):
            yield f"left out, {len(found):,}: {reason}"
            yield f"  {_listed([each.commit[:12] for each in found])}"
            details = Counter(detail for each in found for detail in each.details).most_common()
            yield from (f"  {count:,}: {detail}" for detail, count in details[:_SHOWN])
            if len(details) > _SHOWN:
                yield f"  and {len(details) - _SHOWN:,} other details"

    def data(self) -> dict[str, object]:
        """The same as JSON holds it."""
        return {
            "commits": self.commits,
            "cases": [{**each._asdict(), "facts": dict(each.facts)} for each in self.made],
            "left_out": [{**each._asdict(), "details": [*each.details]} for each in self.left_out],
        }


def _listed(words: list[str]) -> str:
    more = f", and {len(words) - _SHOWN:,} more" if len(words) > _SHOWN else ""
    return ", ".join(words[:_SHOWN]) + more


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
