"""Cases made from history, run like any others."""

from __future__ import annotations

import shutil

import pytest
import repositories
from repositories import Past

from pytest_editbench.cli import main

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

HISTORY = [
    Past("root", "Start", {"app.py": b"LIMIT = 1\n", "log.py": b"KEEP = 1\n"}),
    Past("loose", "Raise the limit", {"app.py": b"LIMIT = 2\n"}),
    Past("words", "Raise it\n\nIn the line `LIMIT = 2`, replace `2` with `3`.\n", {"app.py": b"LIMIT = 3\n"}),
    Past("fixed", "fix(app): corrected the limit", {"app.py": b"LIMIT = 4\n", "log.py": b"KEEP = 4\n"}),
]


@pytest.fixture
def harvested(pytester: pytest.Pytester) -> pytest.Pytester:
    """The folders `edits`, `loose` and `commits`."""
    repo = repositories.chronicle(pytester.path / "app.git", HISTORY)

    def make(folder: str, *words: str) -> None:
        assert main(["convert", "--from-git", str(repo), *words, "-o", str(pytester.path / folder)]) == 0

    make("edits", "words", "fixed", "--prompt", "hunks")
    make("loose", "loose..fixed", "--allow-loose")
    make("commits", "fixed", "--kind", "commit")
    return pytester


def test_the_solver_passes_all_that_is_proved_and_loose_cases_are_in_no_total(run_plain, harvested):
    result = run_plain("edits", "loose", "commits", "--editbench-agent=solver")

    result.assert_outcomes(passed=4, failed=1)
    result.stdout.fnmatch_lines(
        [
            "history * 3 *3/3*",
            "(commit) * 1 *1/1*",
            "(loose) * 1 *0/1*",
            "total * 3 *3/3*",
            "in parentheses: *not in the total; cases: 1 commit, 1 loose",
        ]
    )


def test_the_oracle_passes_them_all_and_junit_tells_which_are_in_no_total(run_plain, harvested):
    options = ("--editbench-agent=oracle", "--junitxml=junit.xml")
    run_plain("edits", "loose", "commits", *options).assert_outcomes(passed=5)

    text = (harvested.path / "junit.xml").read_text()
    assert text.count('name="counted_apart" value="loose"') == 1
    assert text.count('name="counted_apart" value="commit"') == 1
