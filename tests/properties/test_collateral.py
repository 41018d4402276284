"""Collateral and diagnosis: laws that hold for any three trees."""

from pathlib import PurePosixPath

from hypothesis import given
from hypothesis import strategies as st

from pytest_editbench import linediff
from pytest_editbench.compare import collateral, threeway
from pytest_editbench.compare.trees import compare
from pytest_editbench.model import Collateral, Diagnosis, File, Folder, Link, MatchLevel

LINES = [b"a", b"b", b"  b", b"b ", b"}", b"", b"  ", b"// c", b"<<<<<<<", b"x = 1;"]
TEXT = st.lists(
    st.tuples(st.sampled_from(LINES), st.sampled_from([b"\n", b"\n", b"\n", b"\r\n", b"\r"])), max_size=12
).map(lambda lines: b"".join(line + end for line, end in lines))
DATA = st.one_of(
    TEXT,
    TEXT.map(lambda text: text[:-1]),
    TEXT.map(lambda text: b"\xef\xbb\xbf" + text),
    st.sampled_from([b"\0", b"\0\n", b"\xff\xfe", b"\xed\xa0\x80\n", "\u202e\n".encode()]),
)
ENTRY = st.one_of(
    st.builds(File, DATA, st.booleans()), st.builds(Link, st.sampled_from("ab")), st.just(Folder())
)
TREE = st.dictionaries(st.sampled_from([PurePosixPath(name) for name in ("a.ts", "b.py", "c.md")]), ENTRY)
PLAIN = st.lists(st.sampled_from([b"a\n", b"b\n", b"  b\n", b"}\n", b"\n"]), max_size=15).map(b"".join)
PATH = PurePosixPath("a.ts")


def told(before, accepted, actual, demanded=MatchLevel.FORMAT):
    return compare(before, {"expected": accepted}, actual, demanded)


def counts(found):
    return found.right, found.wrong, found.missing, found.total


@given(TREE)
def test_three_equal_trees_have_neither_asked_nor_made_changes(tree):
    assert told(tree, tree, dict(tree)).collateral == Collateral()


@given(TREE, TREE)
def test_a_result_as_asked_is_right_and_has_nothing_outside(before, accepted):
    found = told(before, accepted, dict(accepted)).collateral

    assert (found.wrong, found.missing, found.outside) == (0, 0, {})


@given(TREE, TREE)
def test_a_tree_left_alone_misses_all_and_has_nothing_outside(before, accepted):
    found = told(before, accepted, dict(before)).collateral

    assert (found.right, found.wrong, found.outside) == (0, 0, {})
    assert found.missing == told(before, accepted, accepted).collateral.right


@given(TREE, TREE)
def test_where_nothing_was_asked_all_that_changed_lies_outside(before, actual):
    found = told(before, before, actual).collateral

    assert (found.right, found.wrong, found.missing) == (0, 0, 0)
    assert bool(found.total) == any(collateral.differing(before, actual))


@given(TREE, TREE, TREE)
def test_swapping_the_accepted_and_the_actual_tree_swaps_missing_and_outside(before, accepted, actual):
    right, wrong, missing, outside = counts(told(before, accepted, actual).collateral)

    assert counts(told(before, actual, accepted).collateral) == (right, wrong, outside, missing)


@given(PLAIN, PLAIN, PLAIN)
def test_the_lines_of_both_diffs_are_all_accounted_for(before, accepted, actual):
    before, accepted, actual = ({PATH: File(data)} for data in (before, accepted, actual))
    found = told(before, accepted, actual).collateral
    change = threeway.change(before[PATH], accepted[PATH], actual[PATH])

    asked, made = (sum(len(run.old) + len(run.new) for run in runs) for runs in (change.asked, change.made))
    assert found.right + found.wrong + found.missing == asked
    assert found.right + found.wrong + found.total == made


@given(TREE, TREE, TREE)
def test_the_whole_is_the_sum_of_the_files(before, accepted, actual):
    found = told(before, accepted, actual)

    parts = map(counts, found.collateral_by_file.values())
    assert counts(found.collateral) == tuple(map(sum, zip((0, 0, 0, 0), *parts, strict=True)))


@given(PLAIN, PLAIN, PLAIN)
def test_every_run_is_in_one_group_and_groups_do_not_meet(before, accepted, actual):
    change = threeway.change(File(before), File(accepted), File(actual))
    groups = list(threeway.groups(change.asked, change.made))

    assert [run for group in groups for run in group.asked] == change.asked
    assert [run for group in groups for run in group.made] == change.made
    for number, group in enumerate(groups):
        for other in groups[number + 1 :]:
            assert not any(threeway._meet(asked, made) for asked in group.asked for made in other.made)
            assert not any(threeway._meet(made, asked) for made in group.made for asked in other.asked)


@given(TREE, TREE, TREE, st.sampled_from([level for level in MatchLevel if level is not MatchLevel.NONE]))
def test_exactly_what_does_not_pass_has_a_diagnosis(before, accepted, actual, demanded):
    found = told(before, accepted, actual, demanded)

    assert (found.diagnosis is None) == found.level.satisfies(demanded)


@given(TREE, TREE)
def test_no_edit_is_told_of_untouched_trees_alone(before, accepted):
    found = told(before, accepted, dict(before))

    assert found.diagnosis in (None, Diagnosis.NO_EDIT)


@given(PLAIN, PLAIN)
def test_kept_lines_are_equal_and_all_that_no_run_holds(old, new):
    old, new = old.splitlines(), new.splitlines()
    runs = linediff.runs(old, new)

    kept = list(linediff.kept(runs, len(old)))

    assert all(old[one] == new[other] for one, other in kept)
    assert len(kept) == len(old) - sum(len(run.old) for run in runs)


@given(DATA)
def test_a_sheet_holds_the_whole_text(data):
    if b"\0" in data:
        return
    sheet = threeway.sheet(data)

    mark = b"\xef\xbb\xbf" if sheet.marked else b""
    assert mark + b"".join(map(bytes.__add__, sheet.lines, sheet.ends)) == data
