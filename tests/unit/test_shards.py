"""Shards divide a suite without hearing of one another."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import stored

from pytest_editbench.options import OPTIONS
from pytest_editbench.parsing import Shard
from pytest_editbench.runs import shards

CASES = [f"operator-swap-{number:03}" for number in range(200)]


def test_every_case_falls_to_one_shard() -> None:
    assert set(shards.by_hash(CASES, 8)) == set(CASES)
    assert set(shards.by_hash(CASES, 8).values()) == set(range(1, 9))


def test_a_case_stays_in_its_shard_whatever_other_cases_there_are() -> None:
    alone = {case: shards.by_hash([case], 8)[case] for case in CASES}

    assert shards.by_hash(reversed(CASES), 8) == alone


def test_the_hash_is_the_same_everywhere() -> None:
    assert shards.by_hash(["a", "b", "\udcff"], 8) == {"a": 4, "b": 6, "\udcff": 2}


def test_the_longest_cases_go_first_to_who_has_least_to_do() -> None:
    dealt = shards.longest_first("abcd", {"a": 9.0, "b": 5.0, "c": 4.0, "d": 1.0}, 2)

    assert dealt == {"a": 1, "b": 2, "c": 2, "d": 1}


def test_ties_go_by_id_whatever_the_order() -> None:
    assert shards.longest_first("ba", {}, 2) == shards.longest_first("ab", {}, 2) == {"a": 1, "b": 2}


def test_a_case_that_nothing_is_known_of_counts_as_the_median_one() -> None:
    seconds = {"a": 100.0, "b": 10.0, "c": 1.0}

    assert shards.longest_first("abcn", seconds, 4) == {"a": 1, "b": 2, "n": 3, "c": 4}


def test_no_shard_has_much_more_than_its_part_of_the_time() -> None:
    seconds = {case: 1.0 + number % 17 for number, case in enumerate(CASES)}
    loads: Counter[int] = Counter()
    for case, shard in shards.longest_first(CASES, seconds, 8).items():
        loads[shard] += seconds[case]

    assert max(loads.values()) - min(loads.values()) <= max(seconds.values())


def test_the_time_of_a_case_is_the_mean_over_its_trials(tmp_path: Path) -> None:
    found = [
        stored.trial("a", "P", duration=1.0),
        stored.trial("a", "M", 2, duration=3.0),
        stored.trial("b", "S"),
    ]

    assert shards.seconds(stored.write(tmp_path / "r.jsonl", found)) == {"a": 2.0}


@pytest.mark.parametrize("value", ["0/3", "4/3", "3", "a/b", "1/0", "1/2/3", "-1/2", " 1/2", "1/2 "])
def test_a_shard_is_a_number_of_a_count(value: str) -> None:
    [option] = [option for option in OPTIONS if option.name == "shard"]

    with pytest.raises(ValueError, match=r"^must be NUMBER/OF, such as 3/8, with NUMBER from 1 to OF$"):
        option.parse(value)


def test_a_shard_is_shown_as_it_is_typed() -> None:
    [option] = [option for option in OPTIONS if option.name == "shard"]

    assert option.parse("3/8") == Shard(3, 8)
    assert str(option.parse("3/8")) == "3/8"
