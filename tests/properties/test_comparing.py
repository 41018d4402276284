"""Comparing: laws that hold for any two runs."""

from hypothesis import given, settings
from hypothesis import strategies as st
from stored import log, sample, trials

from pytest_editbench.runs import samples
from pytest_editbench.runs.compare import compare
from pytest_editbench.runs.selection import Selection
from pytest_editbench.scoring import intervals
from pytest_editbench.scoring.holm import adjusted
from pytest_editbench.scoring.paired import sign_flip

few = settings(max_examples=40, deadline=None)
DIFFERENCES = st.lists(st.integers(-60, 60), max_size=40)
LETTERS = st.text("PMTE", min_size=1, max_size=3)
RUNS = st.dictionaries(st.sampled_from("abcdefgh"), st.tuples(LETTERS, LETTERS), min_size=1).filter(
    lambda run: any(set(base) - {"E"} and set(new) - {"E"} for base, new in run.values())
)
TABLE = st.tuples(*[st.integers(0, 60)] * 4).filter(any)


def sides(run):
    return ({case: both[side] for case, both in run.items()} for side in (0, 1))


@few
@given(DIFFERENCES)
def test_exchanging_the_sides_exchanges_the_tails(differences):
    one, other = sign_flip(differences), sign_flip([-each for each in differences])

    assert (one.low, one.high) == (other.high, other.low)


@few
@given(DIFFERENCES)
def test_the_tails_overlap_in_what_was_found(differences):
    found = sign_flip(differences)

    assert 0 < found.low <= 1
    assert found.low + found.high > 1


@few
@given(DIFFERENCES, st.randoms(use_true_random=False))
def test_the_order_of_cases_means_nothing(differences, random):
    assert sign_flip(random.sample(differences, len(differences))) == sign_flip(differences)


@few
@given(TABLE)
def test_newcombes_interval_holds_the_difference_and_stays_on_the_scale(table):
    both, lost, won, neither = table
    low, high = intervals.newcombe(both, lost, won, neither)

    assert -1 <= low <= (won - lost) / sum(table) + 1e-12
    assert (won - lost) / sum(table) - 1e-12 <= high <= 1


@few
@given(st.lists(st.floats(0, 1)))
def test_holm_raises_and_keeps_the_order(chances):
    raised = adjusted(chances)

    assert all(one <= other <= 1 for one, other in zip(chances, raised, strict=True))
    assert sorted(raised) == [raised[place] for place in sorted(range(len(chances)), key=chances.__getitem__)]


@few
@given(RUNS)
def test_a_comparison_the_other_way_is_its_mirror(run):
    base, new = map(sample, sides(run))
    there, back = compare(base, new, allowed=ALL), compare(new, base, allowed=ALL)

    assert abs(there.rate.difference + back.rate.difference) < 1e-12
    assert (there.rate.test.low, there.rate.test.high) == (back.rate.test.high, back.rate.test.low)
    assert sorted(flip.case for flip in there.flips) == sorted(flip.case for flip in back.flips)
    assert there.coverage.share == back.coverage.share


ALL = ("match", "attempts", "comparator", "grammars")


@few
@given(RUNS, st.randoms(use_true_random=False))
def test_the_order_of_trials_in_a_record_means_nothing(run, random):
    base, new = sides(run)
    found = trials(new)
    shuffled = samples.pick(log(random.sample(found, len(found))), Selection("run.jsonl"))

    assert compare(sample(base), shuffled, allowed=ALL) == compare(sample(base), sample(new), allowed=ALL)


@few
@given(RUNS)
def test_a_run_against_itself_differs_in_nothing(run):
    base, _ = sides(run)
    if not any(set(letters) - {"E"} for letters in base.values()):
        return
    found = compare(sample(base), sample(base))

    assert found.rate.difference == 0
    assert found.settings == ()
    assert {flip.base - flip.new for flip in found.flips} <= {0}
