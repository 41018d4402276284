"""Laws of records that are continued, merged and judged anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

import stored
from harness import CaseTree
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_editbench import changes, records
from pytest_editbench.agents.lookup import resolve
from pytest_editbench.cases import directory
from pytest_editbench.model import AgentResult, Attempt, File, MatchLevel, Outcome, Trial
from pytest_editbench.runner import Settings, planned
from pytest_editbench.runner.judging import against
from pytest_editbench.runs import merge, rejudge, resume, shards
from pytest_editbench.runs.merge import Merged, Part

letters = st.sampled_from("PMUTES")
runs = st.dictionaries(st.sampled_from("abcdefgh"), st.lists(letters, min_size=1, max_size=3), max_size=6)
few = settings(max_examples=40, deadline=None)


def trials_of(outcomes: dict[str, list[str]], duration: float = 1.0) -> list[Trial]:
    """The trials with these outcomes."""
    found = stored.trials({case: "".join(each) for case, each in outcomes.items()}, duration=duration)
    return [
        replace(trial, test=f"cases/{trial.case}/prompt.md::{trial.case}-{trial.number}") for trial in found
    ]


def part(number: int, of: int, trials: list[Trial]) -> Part:
    """The record of a shard."""
    header = {
        **stored.HEADER,
        "plan_digest": "plan",
        "shard": f"{number}/{of}",
        "started": f"2026-01-0{number}",
        "python": f"3.{number % 2}",
    }
    closing = {"finished": f"2026-02-0{number}", "interrupted": number == 2, "taken_over": number}
    return Part(f"{number}", header, [merge.row(each, records.to_data(each)) for each in trials], closing)


def again(merged: Merged) -> Part:
    """A merged record as it is read back."""
    return Part("merged", merged.header, merged.rows, merged.closing)


@few
@given(runs, st.integers(2, 5), st.data())
def test_merging_is_associative_and_free_of_order(
    outcomes: dict[str, list[str]], of: int, data: st.DataObject
) -> None:
    trials = trials_of(outcomes)
    dealt = shards.by_hash(outcomes, of)
    parts = [
        part(number, of, [trial for trial in trials if dealt[trial.case] == number])
        for number in range(1, of + 1)
    ]
    whole = merge.merge(parts)
    pool = data.draw(st.permutations(parts))
    while len(pool) > 1:
        count = data.draw(st.integers(2, len(pool)))
        pool = data.draw(st.permutations([again(merge.merge(pool[:count])), *pool[count:]]))

    assert merge.merge(pool) == whole
    assert whole.missing_shards == []
    assert len(whole.rows) == len(trials)


def without_times(trial: Trial) -> Trial:
    """The trial as if it had taken no time."""
    return replace(trial, attempts=tuple(replace(attempt, duration=0.0) for attempt in trial.attempts))


@few
@given(runs, st.floats(0, 1), st.data())
def test_any_prefix_of_a_record_is_continued_to_the_same_record(
    outcomes: dict[str, list[str]], share: float, data: st.DataObject
) -> None:
    lasting = {
        case: [letter if letter in "PMUT" else "P" for letter in each] for case, each in outcomes.items()
    }
    first, second = trials_of(lasting), trials_of(lasting, duration=2.0)
    with TemporaryDirectory() as folder:
        path = stored.write(Path(folder, "r.jsonl"), data.draw(st.permutations(first)))
        text = path.read_bytes()
        header = text.index(b"\n") + 1
        path.write_bytes(text[: header + int(share * (len(text) - header))])
        earlier = resume.Earlier(path)
        whole = path.read_bytes().count(b"\n") - 1
        final = []
        for trial in second:
            found = earlier.find(resume.key(trial), str(trial.test), elsewhere=True)
            final.append(earlier.trial(found) if found else trial)

    assert list(map(without_times, final)) == list(map(without_times, first))
    taken = [trial for trial in final if trial in first]
    assert min(whole, len(first)) <= len(taken) <= min(whole + 1, len(first))


texts = st.lists(
    st.sampled_from(
        ["const limit = 1;", "const limit = 2;", "let a = 'b';", "  x()", "// é", "", "}", "x\t=  2"]
    ),
    max_size=4,
).map("\n".join)


@settings(few, max_examples=20)
@given(st.lists(texts, min_size=1, max_size=2), st.sampled_from(["exact", "eol", "lines", "format"]))
def test_judging_anew_with_the_same_settings_changes_nothing(left: list[str], level: str) -> None:
    asked = Settings(scratch=Path(), marker="", match=MatchLevel(level), attempts=2)
    with TemporaryDirectory() as folder:
        case = directory.open_case(CaseTree("one").write(Path(folder)), "one")
        contents = directory.read(case)
        agent = resolve("noop", registered={}, directory=Path())
        start = planned(case, contents, agent, 1, asked, "one")
        patches, attempts = {}, []
        for number, text in enumerate(left, start=1):
            actual = {PurePosixPath("app.js"): File(text.encode())}
            change = changes.write(contents.input, actual, 1 << 20)
            patches[change.digest] = change.patch
            attempt = Attempt(number, Outcome.PASSED, 1.0, AgentResult(), change=change.digest)
            attempts.append(against(attempt, contents, actual, asked, start.match))
            if attempts[-1].outcome is Outcome.PASSED:
                break
        done = replace(start, attempts=tuple(attempts), outcome=attempts[-1].outcome)
        read_back = records.from_data(records.loads(records.dumps(records.to_data(done))))
        found = rejudge.rejudge(read_back, case, contents, patches.get, asked)

    assert found == rejudge.Rejudged(read_back, read_back)
