"""Diffs that are written, read and applied lead from one state of the files to the other."""

from pathlib import PurePosixPath

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_editbench.cases.examples import applying, diffing, patches
from pytest_editbench.cases.examples.files import Files, Naming
from pytest_editbench.cases.examples.place import Place

LINES = st.lists(
    st.sampled_from([b"a", b"b", b"", b"  c", b"--- x", b"+++ y", b"@@", b"\xff", b"d\r"]), max_size=12
)
FILE = st.builds(lambda lines, end: b"\n".join(lines) + end, LINES, st.sampled_from([b"", b"\n"]))
NAMES = st.sampled_from(["a.py", "deep/b c.py", "ü.py", 'q"uote.py', "tab\t.py"])
STATES = st.dictionaries(NAMES.map(PurePosixPath), FILE, max_size=3)


@settings(max_examples=150, deadline=None)
@given(STATES, STATES)
def test_a_written_diff_leads_from_one_state_to_the_other(old, new):
    text = diffing.unified(old, new)
    diff = patches.read(text, Place("diff"))
    assert diff.mends == ()
    after = applying.apply(diff, Files(old), Naming.of("", (), {})).files
    assert dict(after.items()) == new


@settings(max_examples=50, deadline=None)
@given(FILE)
def test_what_is_equal_has_no_diff(data):
    assert diffing.unified({PurePosixPath("a"): data}, {PurePosixPath("a"): data}) == ""
