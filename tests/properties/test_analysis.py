"""Of any change: each file has one task, in order; budgets hold; lines stay whole."""

from __future__ import annotations

import json
from pathlib import PurePosixPath

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_editbench import changes, roles, shortening
from pytest_editbench.analysis import answers, prompt, stored
from pytest_editbench.analysis.change import FileChange, change
from pytest_editbench.model import File

WORDS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=30)
PARTS = st.text(st.sampled_from('ab.ü "\\'), min_size=1, max_size=6).filter(lambda part: part.strip(". "))
PATHS = st.lists(PARTS, min_size=1, max_size=3).map(lambda parts: PurePosixPath(*parts))
TREES = st.dictionaries(PARTS.map(PurePosixPath), st.binary(max_size=40).map(File), max_size=4)


@given(st.lists(st.text(max_size=40), max_size=30), st.integers(0, 400))
@settings(max_examples=60, deadline=None)
def test_shortening_keeps_to_its_budget_and_never_splits_a_line(lines, budget):
    text = "\n".join(lines)
    found = shortening.shortened(text, budget)
    assert len(found) <= budget or found == text
    whole = set(text.split("\n"))
    assert all(line in whole or "left out" in line for line in found.split("\n") if line)


@given(PATHS)
@settings(max_examples=60, deadline=None)
def test_any_path_has_one_role(path):
    assert roles.of(path) in roles.ROLES
    assert FileChange(path, ("modified",)).role == roles.of(path).name


@given(st.lists(PATHS, min_size=1, max_size=6), WORDS, st.integers(1, 500))
@settings(max_examples=40, deadline=None)
def test_the_diff_in_a_task_keeps_to_its_budget(paths, line, budget):
    files = [FileChange(path, ("modified",), f"+{line}\n" * 40, 40) for path in paths]
    this = change("x", files)
    assert {file.path for file in this.files} == set(paths)
    bare = prompt.render(this, FileChange(this.files[0].path, ("modified",), "+\n", 1), budget=budget)
    assert len(prompt.render(this, this.files[0], budget=budget)) <= len(bare) + budget + 200


@given(TREES, TREES)
@settings(max_examples=60, deadline=None)
def test_each_path_that_differs_is_a_file_of_the_stored_change(before, after):
    found = stored.read(changes.write(before, after, 1_000_000).patch, "x")
    differ = {path for path in {*before, *after} if before.get(path) != after.get(path)}
    told = {file.path for file in found.files}
    moved = {
        each.removeprefix("renamed from ") for file in found.files for each in file.how if "renamed" in each
    }
    assert told | {PurePosixPath(path) for path in moved} == differ
    assert all(found.after[path] == after[path] for path in differ if path in after)


@given(WORDS, WORDS)
@settings(max_examples=40, deadline=None)
def test_an_answer_is_found_in_any_prose(before, after):
    told = {"summary": "It works.", "highlights": ["a", "b"], "risks": []}
    found = answers.read(f"{before}\n{json.dumps(told)}\n{after}")
    assert found == ("It works.", ("a", "b"), ())
