"""What holds for the project as a whole."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from harness import trials

from pytest_editbench import starter
from pytest_editbench.cases.vocabulary import DIFFICULTIES, MUTATIONS

ROOT = Path(__file__).parents[2]
CASES = ROOT / "cases"
STARTER = CASES / "starter"
COUNT = len(list(CASES.glob("*/*/prompt.md")))


@pytest.mark.parametrize(
    ("agent", "passed"), [("oracle", COUNT), ("solver", COUNT), ("noop", 0)], ids=["oracle", "solver", "noop"]
)
def test_oracle_and_solver_pass_every_case_and_noop_none(pytester, agent, passed):
    result = pytester.runpytest(
        str(CASES), f"--editbench-agent={agent}", "--editbench-record=r.jsonl", "--tb=no"
    )
    assert result.parseoutcomes() == {
        name: n for name, n in {"passed": passed, "failed": COUNT - passed}.items() if n
    }
    done = trials(pytester.path / "r.jsonl")
    assert len(done) == COUNT
    commits = [trial for trial in done if trial["metadata"]["kind"] == "commit"]
    edits = [trial for trial in done if trial not in commits]
    if agent == "noop":
        assert {trial["outcome"] for trial in edits} == {"unchanged"}
        assert {trial["outcome"] for trial in commits} == {"malformed"}
    else:
        assert {trial["match_level"] for trial in edits} == {"exact"}
        assert {trial["match_level"] for trial in commits} == {None}


def test_the_bundled_cases_have_no_fault():
    done = subprocess.run(
        [sys.executable, "-m", "pytest_editbench", "validate", str(CASES)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines()[-1] == f"{COUNT} cases, 0 errors, 0 warnings"


def test_the_starter_suite_is_what_its_recipe_makes(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "pytest_editbench", "generate", str(CASES / "suite.toml"), "-o", "made"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    made, stored = _suite(tmp_path / "made"), _suite(STARTER)
    assert made == stored
    told = [json.loads((folder / "suite.json").read_bytes()) for folder in (tmp_path / "made", STARTER)]
    for manifest in told:
        del manifest["grammars"]  # what is installed today
    assert told[0] == told[1]


def _suite(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.glob("*/**/*")
        if path.is_file()
    }


def test_the_packaged_archive_holds_the_starter_suite(tmp_path):
    with tarfile.open(starter.ARCHIVE) as packed:
        packed.extractall(tmp_path, filter="data")
    assert _suite(tmp_path / "fixtures") == _suite(STARTER)
    assert (tmp_path / "fixtures/suite.json").read_bytes() == (STARTER / "suite.json").read_bytes()


def test_the_starter_suite_holds_every_mutation_and_every_difficulty():
    manifest = json.loads((STARTER / "suite.json").read_bytes())
    assert len(manifest["cases"]) >= 120
    assert {name for name, row in manifest["plan"]["mutations"].items() if row["got"]} == set(MUTATIONS)
    assert {name for name, row in manifest["plan"]["difficulties"].items() if row["got"]} == set(DIFFICULTIES)


def test_the_starter_suite_can_be_named(pytester):
    result = pytester.runpytest(
        "--editbench-cases=starter", "--editbench-agent=solver", "-k", "swap-logical", "-q"
    )
    assert result.parseoutcomes().keys() == {"passed", "deselected"}


def test_an_unrelated_session_loads_nothing_heavy(pytester):
    pytester.makepyfile(
        "import sys\n"
        "def test_modules():\n"
        "    heavy = {'tree_sitter', 'jinja2', 'psutil', 'rapidfuzz', 'cattrs', 'filelock', 'jsonschema'}\n"
        "    assert sorted(heavy & set(sys.modules)) == []\n"
        "    assert 'pytest_editbench.model' not in sys.modules\n"
    )
    pytester.runpytest_subprocess("-p", "no:hypothesispytest").assert_outcomes(passed=1)


def test_the_match_levels_of_the_options_are_those_of_the_model():
    from pytest_editbench.editscores import COLUMNS
    from pytest_editbench.model import MatchLevel
    from pytest_editbench.options.judging import COLUMN_CHOICES, MATCH_CHOICES

    assert [*MATCH_CHOICES, "none"] == [level.value for level in MatchLevel]
    assert COLUMN_CHOICES == COLUMNS
