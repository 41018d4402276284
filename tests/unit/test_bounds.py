"""A record with a value that cannot be is refused where it is read, by file and line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import stored

from pytest_editbench import bounds, records
from pytest_editbench.errors import RecordError
from pytest_editbench.runs import merge, samples

TRIALS = [stored.trial("a", "M", tokens=5, cost=0.5, test="t::a"), stored.trial("b", "P", test="t::b")]
USAGE = ("attempts", 0, "result", "usage")
READERS = (records.read, samples.read, merge.read)


def damaged(path: Path, line: int, place: tuple[str | int, ...], value: object) -> Path:
    """A record with this value at that place of a line (1-based)."""
    lines = [json.loads(text) for text in stored.write(path, TRIALS).read_text().splitlines()]
    inner = lines[line - 1]
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = value
    path.write_text("".join(f"{json.dumps(each)}\n" for each in lines))
    return path


BAD = [
    (2, (*USAGE, "input_tokens"), -1e308),
    (2, (*USAGE, "input_tokens"), 1.5),
    (2, (*USAGE, "output_tokens"), -1),
    (2, (*USAGE, "output_tokens"), 10**400),
    (2, (*USAGE, "output_tokens"), "5"),
    (2, (*USAGE, "cost"), -0.01),
    (2, (*USAGE, "cost"), float("inf")),
    (2, (*USAGE, "tool_calls"), {"edit": -1}),
    (3, ("attempts", 0, "duration"), float("nan")),
    (3, ("attempts", 0, "comparison", "collateral", "outside", "code"), -3),
    (3, ("trial",), 0),
    (3, ("terms", "timeout"), -1),
    (4, ("taken_over",), "True"),
    (4, ("taken_over",), True),
    (4, ("counts",), {"passed": 0.5}),
    (1, ("merged",), [{"taken_over": "many"}]),
    (1, ("plan_digest",), [[]]),
    (1, ("agents", 0, "command"), [None]),
]


@pytest.mark.parametrize(("line", "place", "value"), BAD, ids=str)
@pytest.mark.parametrize("reader", READERS)
def test_an_absurd_value_is_named(tmp_path, reader, line, place, value):
    path = damaged(tmp_path / "r.jsonl", line, place, value)

    with pytest.raises(RecordError, match=rf"r\.jsonl:{line} is not a (trial|closing|header): .*{place[-1]}"):
        reader(path)


@pytest.mark.parametrize(("line", "place", "value"), BAD, ids=str)
def test_the_fast_answer_is_the_one_that_is_told(tmp_path, line, place, value):
    text = damaged(tmp_path / "r.jsonl", line, place, value).read_text().splitlines()[line - 1]
    shape = {1: bounds.HEADER, 4: bounds.CLOSING}.get(line, bounds.TRIAL)

    assert not bounds.fits(json.loads(text), shape)
    assert len([*bounds.faults(json.loads(text), shape)]) == 1


def test_a_record_of_ours_has_no_fault(tmp_path):
    path = stored.write(tmp_path / "r.jsonl", TRIALS)

    assert [trial.case for trial in records.read(path).trials] == ["a", "b"]
    for data in map(records.to_data, TRIALS):
        assert bounds.fits(data, bounds.TRIAL)
        assert [*bounds.faults(data, bounds.TRIAL)] == []


@pytest.mark.parametrize("reader", READERS)
def test_a_trial_that_stands_twice_is_told(tmp_path, reader):
    path = stored.write(tmp_path / "r.jsonl", [*TRIALS, TRIALS[0]])

    with pytest.raises(RecordError, match=r"r\.jsonl:4: trial 1 of fast on a stands in line 2 already"):
        reader(path)


def test_two_tests_may_be_about_one_case(tmp_path):
    path = stored.write(
        tmp_path / "r.jsonl",
        [stored.trial("a", "P", test="test_x.py::one"), stored.trial("a", "P", test="test_x.py::two")],
    )

    assert len(records.read(path).trials) == 2


@pytest.mark.parametrize("merged", [[{"shard": "x/y"}], [{"shard": "1/2/3"}], [3], [{}]], ids=str)
def test_a_header_that_tells_nonsense_of_its_shards_can_be_merged(tmp_path, merged):
    path = damaged(tmp_path / "r.jsonl", 1, ("merged",), merged)
    part = merge.read(path)
    found = merge.merge([part.__class__(part.name, {**part.header, "plan_digest": "p"}, part.rows, None)])

    assert found.missing_shards == []
