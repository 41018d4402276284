"""Choosing a suite's cases."""

from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import PurePosixPath

import pytest

from pytest_editbench.edits import Span
from pytest_editbench.generate.choose import APART, MOST_TRIES, Chooser
from pytest_editbench.generate.craft import Change, Made, Refusal
from pytest_editbench.generate.draw import Draw
from pytest_editbench.generate.ground import Ground, Spot
from pytest_editbench.generate.hunks import Shape
from pytest_editbench.generate.mutations.mutation import Candidate
from pytest_editbench.generate.plan import Slot
from pytest_editbench.generate.source import SourceFile

FILES = [SourceFile("s", PurePosixPath(f"{name}.ts"), b"") for name in "abc"]


def spot(line, tiers=("easy",), score=0, lines=1):
    return Spot(Candidate("m", (Span(0, 1),), line=line, changed_lines=lines), tiers, score)


def slot(number=1, difficulty="easy", band=None):
    return Slot("m", "kind", number, difficulty, band)


@dataclass
class Scripted:
    """Workers that make a case of each candidate but for those on some lines."""

    refused: dict[int, Refusal] = field(default_factory=dict)
    moved: dict[int, int] = field(default_factory=dict)  # where the change begins, if not on that line
    asked: list[tuple[str, int, str]] = field(default_factory=list)

    def map(self, _work, tasks):
        for job in tasks:
            line = job.candidate.line
            self.asked.append((job.file.path.stem, line, job.difficulty))
            yield self.refused.get(line) or Made(
                file=job.file,
                mutation="m",
                category="kind",
                difficulty=job.difficulty,
                score=0,
                context=None,
                edits=(),
                prompt="",
                proof=None,
                change=Change(Shape(1, ("replace",)), self.moved.get(line, line), ("a",), ("b",)),
            )


def fill(grounds, slots, workers=None, min_score=0):
    chooser = Chooser(FILES[: len(grounds)], [Ground(tuple(own)) for own in grounds], Draw(1), min_score)
    return chooser.fill(slots, workers or Scripted(), lambda *_: None)


def lines(fillings):
    return [filling.made.change.line if filling.made else None for filling in fillings]


def test_cases_are_taken_from_all_files_before_a_second_one_of_any():
    grounds = [[spot(line) for line in range(10, 100, 10)] for _ in FILES]
    found = fill(grounds, [slot(number) for number in range(1, 7)])
    names = [filling.made.file.path.stem for filling in found]
    assert sorted(names[:3]) == sorted(names[3:]) == ["a", "b", "c"]


def test_two_cases_of_one_file_are_more_than_three_lines_apart():
    found = fill([[spot(line) for line in range(1, 40)]], [slot(number) for number in range(20)])
    taken = sorted(line for line in lines(found) if line)
    assert 5 <= len(taken) <= 10
    assert all(two - one > APART for one, two in pairwise(taken))


def test_a_case_whose_change_begins_near_another_is_not_taken():
    workers = Scripted(moved={30: 12})
    fillings = fill([[spot(10), spot(30)]], [slot(1), slot(2)], workers)
    taken = [line for line in lines(fillings) if line]
    assert taken in ([10], [12])
    assert [each.refusal for filling in fillings for each in filling.tries if each.refusal] == [
        "too near to another case"
    ]


def test_a_refused_candidate_gives_its_neighbourhood_back():
    workers = Scripted({10: Refusal("no", for_good=True)})
    assert sorted(lines(fill([[spot(10), spot(12)]], [slot(1), slot(2)], workers)), key=str) == [12, None]


def test_the_difficulties_that_are_left_are_tried_harder_ones_first_whatever_their_score():
    grounds = [[spot(10, ("easy",)), spot(20, ("medium",), score=0)]]
    (filling,) = fill(grounds, [slot(difficulty="nightmare")])
    assert (filling.made.difficulty, filling.made.change.line) == ("medium", 20)


def test_at_the_difficulty_asked_for_the_least_score_counts():
    grounds = [[spot(10, ("hard",), score=4), spot(20, ("hard",), score=5)]]
    assert lines(fill(grounds, [slot(difficulty="hard")])) == [20]


def test_the_least_score_of_the_user_counts_everywhere():
    grounds = [[spot(10, ("medium",), score=3)]]
    assert lines(fill(grounds, [slot(difficulty="easy")], min_score=4)) == [None]
    assert lines(fill(grounds, [slot(difficulty="easy")], min_score=3)) == [10]


@pytest.mark.parametrize(("for_good", "times"), [(True, 1), (False, 2)])
def test_what_is_refused_for_good_is_not_tried_at_another_difficulty(for_good, times):
    workers = Scripted({10: Refusal("no", for_good)})
    (filling,) = fill([[spot(10, ("easy", "medium"))]], [slot(difficulty="easy")], workers)
    assert filling.made is None
    assert len(workers.asked) == times


def test_a_slot_tries_a_hundred_candidates_at_each_difficulty():
    reasons = {line: Refusal("no", for_good=False) for line in range(0, 10_000, 10)}
    workers = Scripted(reasons)
    (filling,) = fill([[spot(line, ("easy", "hard")) for line in reasons]], [slot()], workers)
    assert len(filling.tries) == 2 * MOST_TRIES
    assert {each.refusal for each in filling.tries} == {"no"}


def test_only_candidates_of_the_size_asked_for_are_tried():
    grounds = [[spot(10, lines=5), spot(20, lines=6), spot(30, lines=21)]]
    assert lines(fill(grounds, [slot(1, band=(6, 20)), slot(2, band=(6, 20))])) == [20, None]


def test_the_order_of_the_candidates_within_a_file_is_drawn():
    grounds = [[spot(line) for line in range(0, 1000, 10)]]
    assert lines(fill(grounds, [slot(number) for number in range(5)])) != [0, 10, 20, 30, 40]


def test_only_difficulties_that_were_asked_for_are_fallen_back_to():
    chooser = Chooser(FILES[:1], [Ground((spot(10, ("easy",)),))], Draw(1), difficulties=["hard", "medium"])
    (filling,) = chooser.fill([slot(difficulty="hard")], Scripted(), lambda *_: None)
    assert filling.made is None
    assert filling.unsuited == {"another difficulty": 1}


def test_what_was_not_tried_is_told_with_the_reason():
    grounds = [[spot(10, lines=9), spot(20, ("nightmare",), lines=2), spot(30, ("hard",), 0, lines=2)]]
    (filling,) = fill(grounds, [slot(difficulty="hard", band=(1, 3))], min_score=1)
    assert filling.unsuited == {"another size": 1, "another difficulty": 1, "a lower score": 1}
