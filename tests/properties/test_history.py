"""What commits become, whatever their files hold."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path, PurePosixPath

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_editbench.agents.solver import solve
from pytest_editbench.history import edits, predictions
from pytest_editbench.history.leaving import LeftOutError
from pytest_editbench.history.past import Past
from pytest_editbench.history.request import HUNKS, Request
from pytest_editbench.model import File
from pytest_editbench.repositories.git import Repository
from pytest_editbench.repositories.history import Commit

LINES = ["", "a", "b", "  c", "\td", "`e`", "```", "# f", "}", "Delete `g`.", "x = 1", "{{ y }}", "{% z %}"]
TEXTS = st.builds(
    lambda lines, end, last: (end.join(lines) + (end if last else "")).encode(),
    st.lists(st.sampled_from(LINES), max_size=12),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
)
PATHS = st.sampled_from(["a.py", ".b/c.md", "d e.txt", "f`g.ts", "a/a.py"]).map(PurePosixPath)
TREES = st.dictionaries(PATHS, TEXTS, max_size=3)
MESSAGES = st.sampled_from(["", "Change it", "Rename `a` to `b`\n\nDelete the file `a.py`.", "Use ```x```"])


def past(before: dict[PurePosixPath, bytes], after: dict[PurePosixPath, bytes], message: str) -> Past:
    differ = {path for path in {*before, *after} if before.get(path) != after.get(path)}
    sides = ({path: File(tree[path]) for path in sorted(differ & tree.keys())} for tree in (before, after))
    return Past(Commit("1" * 40, ("0" * 40,), message), *sides)


@given(TREES, TREES, MESSAGES)
@settings(max_examples=30, deadline=None)
def test_blocks_that_make_a_case_lead_to_the_files_after(before, after, message):
    found = past(before, after, message)
    try:
        product = edits.make(found, Request(Repository(Path()), prompt=HUNKS))
    except LeftOutError:
        return

    [prompt] = [entry.data.decode() for path, entry in product.files.items() if path.name == "prompt.md"]
    assert solve(prompt, found.before) == found.after


@given(TREES, TREES)
@settings(max_examples=30, deadline=None)
def test_the_places_of_a_change_lead_from_before_to_after_and_each_changes_one_file(before, after):
    states = list(predictions.states(before, after))

    assert (states[0], states[-1]) == (before, after)
    for old, new in pairwise(states):
        assert sum(old.get(path) != new.get(path) for path in {*old, *new}) == 1
