"""Whatever the two trees, a stored change brings one to the other."""

from __future__ import annotations

import os
from pathlib import PurePosixPath

from hypothesis import given
from hypothesis import strategies as st

from pytest_editbench import changes
from pytest_editbench.model import Entry, File, Folder, Link, Tree

PLENTY = 1 << 24

names = st.sampled_from(["a", "b", "a b", '"', "\\", "\n", "é", "-", "b a"]) | st.binary(
    min_size=1, max_size=4
).filter(lambda name: not {0, ord("/")} & set(name) and name not in (b".", b"..")).map(os.fsdecode)
leaves: st.SearchStrategy[Entry] = (
    st.builds(File, st.binary(max_size=200), st.booleans())
    | st.builds(File, st.sampled_from([b"", b"x\n", b"x", b"diff --git a/a b/a\n"]))
    | st.builds(Link, names)
    | st.just(Folder())
)
Nested = dict[str, "Nested | Entry"]


def flat(nested: Nested, folder: PurePosixPath) -> Tree:
    found: dict[PurePosixPath, Entry] = {}
    for name, each in nested.items():
        if isinstance(each, dict):
            found |= flat(each, folder / name) or {folder / name: Folder()}
        else:
            found[folder / name] = each
    return found


folders: st.SearchStrategy[Nested] = st.recursive(
    st.dictionaries(names, leaves, max_size=4),
    lambda inner: st.dictionaries(names, leaves | inner, max_size=4),
    max_leaves=8,
)
some_trees = folders.map(lambda nested: flat(nested, PurePosixPath()))


@given(some_trees, some_trees)
def test_a_change_brings_the_one_tree_to_the_other(before: Tree, after: Tree) -> None:
    change = changes.write(before, after, PLENTY)

    assert not change.truncated
    assert changes.apply(change.patch, before) == after


@given(some_trees, some_trees, some_trees)
def test_digests_are_equal_where_the_results_are(before: Tree, one: Tree, other: Tree) -> None:
    digests = {changes.write(before, after, PLENTY).digest for after in (one, other)}

    assert len(digests) == (1 if one == other else 2)


@given(some_trees, some_trees, st.integers(200, 2000))
def test_a_patch_keeps_to_its_limit_or_is_whole(before: Tree, after: Tree, limit: int) -> None:
    change = changes.write(before, after, limit)

    assert len(change.patch) <= limit
    assert change.truncated or changes.apply(change.patch, before) == after
