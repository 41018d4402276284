"""The documentation says what is so: its tables, names and links hold, and its examples run."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from harness import CaseTree

from pytest_editbench.agents.presets import reading
from pytest_editbench.agents.presets import table as presets
from pytest_editbench.cases.metadata import KEYS
from pytest_editbench.cli import COMMANDS
from pytest_editbench.model import Outcome
from pytest_editbench.options import OPTIONS
from pytest_editbench.workspace import DROPPINGS

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
DOCUMENTS = [README, ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]

each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


def rows(document: Path, heading: str) -> list[list[str]]:
    """The cells of the table whose header starts with `heading`."""
    table = document.read_text().split(f"\n| {heading} |")[1].split("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def code(document: Path) -> str:
    """What stands in fences and code spans, one per line."""
    text = document.read_text()
    fences = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    return "\n".join([*fences, *spans])


def example(name: str) -> str:
    """The fenced code below `<!-- test: name -->`."""
    pattern = rf"<!-- test: {name} -->\n```\w+\n(.*?)^```"
    [found] = [
        match[1]
        for path in DOCUMENTS
        for match in re.finditer(pattern, path.read_text(), re.MULTILINE | re.DOTALL)
    ]
    return found


def anchors(document: Path) -> set[str]:
    """The names of the headings, as links spell them."""
    titles = re.findall(r"^#+ (.*)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_the_two_commands_of_the_readme_are_those_that_ci_runs():
    blocks = re.findall(r"^```sh\n(.*?)^```", README.read_text(), re.MULTILINE | re.DOTALL)
    run = (ROOT / ".ci/run").read_text().splitlines(keepends=True)
    assert blocks == [line for line in run if ".venv/bin/pytest" in line]
    assert len(blocks) == 2


def test_the_option_table_of_the_readme_is_that_of_the_program():
    shown = {(): "–", None: "–", 300.0: "`300`"}
    assert [row[:3] for row in rows(README, "option")] == [
        [
            "–" if option.ini_only else f"`{option.argument}`",
            f"`{option.key}`",
            shown.get(option.default, f"`{str(option.default).lower()}`"),
        ]
        for option in OPTIONS
    ]


@each_document
def test_every_relative_link_leads_somewhere(document):
    for target in re.findall(r"\]\(([^)\s]+)\)", document.read_text()):
        path, _, anchor = target.partition("#")
        place = document.parent / path if path else document
        assert place.exists(), target
        assert not anchor or anchor in anchors(place), target


@each_document
def test_every_option_and_subcommand_that_is_named_exists(document):
    options = set(re.findall(r"--editbench-[a-z]+(?:-[a-z]+)*", document.read_text()))
    assert options <= {option.argument for option in OPTIONS if not option.ini_only}
    keys = set(re.findall(r"^(editbench_\w+) *=", code(document), re.MULTILINE))
    assert keys <= {option.key for option in OPTIONS}
    commands = set(re.findall(r"(?<![-_\w])editbench ([a-z]+(?:-[a-z]+)*)", code(document)))
    assert commands <= set(COMMANDS)


def test_the_table_of_metadata_lists_every_key_with_its_spellings():
    table = rows(ROOT / "docs/writing-cases.md", "key")
    assert [re.findall(r"`(\w+)`", " ".join(row[:2])) for row in table] == [
        list(key.spellings) for key in KEYS
    ]


def test_the_table_of_outcomes_is_complete_and_tells_which_are_scored():
    table = rows(ROOT / "docs/verdicts.md", "outcome")
    assert [(row[0], row[2]) for row in table] == [
        (f"`{outcome}`", "yes" if outcome.scored else "no") for outcome in Outcome
    ]


def test_the_list_of_droppings_is_that_of_the_program():
    assert tuple(example("droppings").split()) == DROPPINGS


def test_the_table_of_presets_is_that_of_the_program():
    table = presets.of_the_package()
    assert [(row[0], row[2]) for row in rows(ROOT / "docs/presets.md", "preset")] == [
        (f"`{name}`", row.checked) for name, row in table.items()
    ]


def test_the_table_of_keys_of_a_preset_is_complete():
    told = {key for row in rows(ROOT / "docs/presets.md", "key") for key in re.findall(r"`(\w+)`", row[0])}
    assert told == {*reading.KEYS, reading.EXTENDS}


def test_the_file_of_presets_of_the_documentation_is_one(tmp_path):
    (tmp_path / "mine.toml").write_text(example("presets-file"))
    found = presets.rows([tmp_path / "mine.toml"])
    assert (found["mycli"].litter, found["careful"].parser) == ((".mycli/",), "claude")


def test_the_shell_script_of_the_documentation_is_an_agent(run_plain, pytester):
    if shutil.which("perl") is None:
        pytest.skip("the example calls perl")
    CaseTree("one").write(pytester.path / "cases")
    script = pytester.path / "agent.sh"
    script.write_text(example("shell-agent"))
    script.chmod(0o755)
    result = run_plain("cases", "--editbench-agent=./agent.sh")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["input tokens*1,200*"])


def test_the_callable_of_the_documentation_is_an_agent(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    pytester.makepyfile(my_agents=example("callable"))
    run_plain("cases", "--editbench-agent=my_agents:careful").assert_outcomes(passed=1)


def test_the_fixture_of_the_documentation_is_an_agent(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    pytester.makeconftest(example("conftest-override"))
    run_plain("cases").assert_outcomes(passed=1)


def test_the_hooks_of_the_documentation_register_an_agent_and_hear_of_trials(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    pytester.makeconftest(example("agents-hook") + example("record-hook"))
    result = run_plain("cases", "-s", "--editbench-agent=mine")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*one by mine: passed*"])


def test_the_own_test_of_the_documentation_runs_a_trial(run_plain, pytester):
    CaseTree("one").write(pytester.path / "cases")
    pytester.makepyfile(test_mine=example("own-test"))
    run_plain("test_mine.py", "--editbench-agent=oracle", "--strict-markers").assert_outcomes(passed=2)


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_a_stored_change_is_applied_as_the_documentation_says(run_plain, pytester):
    case = CaseTree("my-first-001").write(pytester.path / "cases")
    subprocess.run(["git", "init", "--quiet"], cwd=pytester.path, check=True)
    run_plain("cases", "--editbench-agent=oracle", "--editbench-record=run.jsonl").assert_outcomes(passed=1)
    [patch] = (pytester.path / "run.jsonl.artifacts" / "changes").iterdir()
    steps = "\n".join(line.removeprefix("$ ") for line in example("apply-change").splitlines())
    subprocess.run(["sh", "-ec", steps.replace("a25d21ba….patch", patch.name)], cwd=pytester.path, check=True)
    assert (pytester.path / "left" / "app.js").read_text() == "const limit = 2;\n"
    shutil.copytree(case / "input", pytester.path / "other")
    subprocess.run(["git", "apply", "--directory=other", str(patch)], cwd=pytester.path, check=True)
    assert (pytester.path / "other" / "app.js").read_text() == "const limit = 2;\n"
