"""Whatever the edit: what a format writes makes it, or it says why it cannot; no answer breaks a reader."""

from __future__ import annotations

from contextlib import suppress
from pathlib import PurePosixPath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_editbench.formats import FORMATS, TOLERANCES, FormatError, Refusal, carried_out, presented
from pytest_editbench.model import Entry, File, Folder, Link, Tree

each_format = pytest.mark.parametrize("name", FORMATS)

# Lines that mean something in one format or another, and some that are equal but for white space.
LINES = [
    *("", " ", "\t", "a", "  a", "a ", "b", "}", "  }", "\r", "a\r", "\ufeff", "é", "\u2028", "\x00", '"\\'),
    *(
        "```",
        "````",
        "~~~",
        "```json",
        "FILE: a",
        "REPLACE 1",
        "INSERT AFTER 0",
        "DELETE 1-2",
        "CREATE",
        "1|a",
    ),
    *("<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE", "*** Begin Patch", "*** End Patch", "*** End of File"),
    *(
        "*** Update File: a",
        "@@",
        "@@ a",
        "@@ -1 +1 @@",
        "@@ -1,2 +1,2 @@",
        "--- a/a",
        "+++ b/a",
        "+a",
        "-a",
        " a",
    ),
    *(
        "-- a",
        "++ b",
        "diff --git a/a b/a",
        "rename from a",
        "\\ No newline at end of file",
        "{",
        '{"edits": [',
    ),
]
NAMES = ["a", "b", "a b", "d/a", "d/e/a", "é", '"', "--- a", "a/b", "```", "x b/x"]
ODD_NAMES = [" a", "a ", "\n", "\udcff", "\x7f"]

texts = st.tuples(
    st.lists(st.sampled_from(LINES), max_size=8),
    st.sampled_from(["\n"] * 4 + ["\r\n"]),
    st.sampled_from([""] * 4 + ["\ufeff"]),
).map(lambda parts: parts[2] + "".join(f"{line}{parts[1]}" for line in parts[0]))
files = texts.map(lambda text: File(text.encode()))
odd_entries = st.one_of(
    texts.map(lambda text: File(text.removesuffix("\n").encode())),
    st.builds(File, st.binary(max_size=4), st.booleans()),
    st.just(Link("a")),
    st.just(Folder()),
)


def possible(tree: Tree) -> Tree:
    """Without what lies beneath something that is no folder."""
    return {path: entry for path, entry in sorted(tree.items()) if not any(up in tree for up in path.parents)}


def trees(names: list[str], entries: st.SearchStrategy[Entry]) -> st.SearchStrategy[Tree]:
    return st.dictionaries(st.sampled_from(names).map(PurePosixPath), entries, max_size=3).map(possible)


plain_trees = trees(NAMES, files)
odd_trees = trees(NAMES + ODD_NAMES, files | odd_entries)


@st.composite
def edits(draw: st.DrawFn, some: st.SearchStrategy[Tree] = plain_trees) -> tuple[Tree, Tree]:
    """Two trees that have much in common."""
    before, other = draw(some), draw(some)
    kept = dict(before) if draw(st.booleans()) else {}
    for path, entry in kept.items():
        data = entry.data.split(b"\n") if isinstance(entry, File) else []
        if data:
            at = draw(st.integers(0, len(data) - 1))
            data[at : at + draw(st.integers(0, 2))] = draw(
                st.lists(st.sampled_from([b"a", b"n"]), max_size=2)
            )
            kept[path] = File(b"\n".join(data))
    return before, possible({**other, **kept}) if draw(st.booleans()) else kept or other


@each_format
@settings(max_examples=60, deadline=None)
@given(edits() | edits(odd_trees))
def test_what_a_format_writes_makes_the_edit(name: str, edit: tuple[Tree, Tree]) -> None:
    before, after = edit
    answer = FORMATS[name].render(before, after)

    assert isinstance(answer, Refusal) or carried_out(FORMATS[name], answer, before).tree == after


@each_format
@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(LINES) | st.text(max_size=5), max_size=12), odd_trees, st.data())
def test_no_answer_raises_anything_but_a_format_error(
    name: str, lines: list[str], tree: Tree, data: st.DataObject
) -> None:
    answer = "\n".join(lines)
    if data.draw(st.booleans()):  # an answer that was right, but for a few lines
        after = data.draw(plain_trees)
        right = FORMATS[name].render(tree, after)
        whole = right.split("\n") if isinstance(right, str) else []
        at = data.draw(st.integers(0, len(whole)))
        whole[at : at + data.draw(st.integers(0, 2))] = lines[:2]
        answer = "\n".join(whole)
    with suppress(FormatError):
        carried = carried_out(FORMATS[name], answer, tree, TOLERANCES)
        assert set(carried.saved) <= set(TOLERANCES)


@each_format
@settings(max_examples=30, deadline=None)
@given(odd_trees)
def test_every_tree_can_be_shown(name: str, tree: Tree) -> None:
    shown = presented(FORMATS[name], tree)

    assert shown.count("FILE: ") >= sum(not isinstance(entry, Folder) for entry in tree.values())


@each_format
@settings(max_examples=40, deadline=None)
@given(edits())
def test_a_tolerance_changes_nothing_about_an_answer_that_is_right(
    name: str, edit: tuple[Tree, Tree]
) -> None:
    before, after = edit
    answer = FORMATS[name].render(before, after)
    if isinstance(answer, str):
        carried = carried_out(FORMATS[name], answer, before, TOLERANCES)
        assert (carried.tree, carried.saved) == (after, ())
