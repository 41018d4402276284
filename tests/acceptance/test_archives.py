from __future__ import annotations

import tarfile
import zipfile
from pathlib import Path

import pytest
from harness import CaseTree, trials


def pack(folder: Path, archive: Path) -> None:
    if archive.suffix == ".zip":
        with zipfile.ZipFile(archive, "w") as target:
            for path in sorted(folder.rglob("*")):
                target.write(path, path.relative_to(folder))
    else:
        with tarfile.open(archive, "w:gz" if archive.name.endswith("gz") else "w") as target:
            target.add(folder, arcname=".")


@pytest.fixture
def suite(pytester: pytest.Pytester) -> Path:
    for name in ("one", "two"):
        CaseTree(name).write(pytester.path / "suite" / "fixtures")
    return pytester.path / "suite"


@pytest.mark.parametrize("name", ["suite.tar.gz", "suite.tgz", "suite.tar", "suite.zip"])
def test_an_archive_is_an_argument_and_its_items_hang_directly_under_it(run_plain, suite, name):
    pack(suite, suite.parent / name)
    listed = [line for line in run_plain("--collect-only", "-q", name).outlines if "::" in line]
    assert listed == [f"{name}::one", f"{name}::two"]
    run_plain(listed[1], "--editbench-agent=oracle").assert_outcomes(passed=1)


def test_the_cases_option_takes_an_archive(run, suite, pytester):
    pack(suite, suite.parent / "packed.tar.gz")
    run("--editbench-cases=packed.tar.gz", "--editbench-agent=solver").assert_outcomes(passed=2)


def test_an_archive_met_while_walking_is_no_suite(run_plain, suite, pytester):
    pack(suite, pytester.path / "suite" / "packed.tar.gz")
    run_plain("suite", "--editbench-agent=oracle").assert_outcomes(passed=2)


def test_equal_ids_in_an_archive_are_told_apart_by_inner_path(run, suite, pytester):
    CaseTree("one").write(suite / "more")
    pack(suite, pytester.path / "packed.zip")
    run("packed.zip", "--editbench-agent=oracle", "--editbench-record=r.jsonl").assert_outcomes(passed=3)
    cases = {str(trial["case"]) for trial in trials(pytester.path / "r.jsonl")}
    assert len(cases) == 3
    assert {name for name in cases if name.endswith("one")} == {"fixtures/one", "more/one"}


@pytest.mark.parametrize(
    ("member", "said"), [("../../escaped.txt", "*escaped.txt*"), ("notes.txt", "*no case in this archive*")]
)
def test_a_refused_archive_is_one_error_of_one_line_and_the_others_run(run, suite, pytester, member, said):
    with zipfile.ZipFile(pytester.path / "evil.zip", "w") as target:
        target.writestr(member, "x")
    result = run("evil.zip", "suite", "--editbench-agent=oracle", "--editbench-record=r.jsonl")
    result.assert_outcomes(errors=1, passed=2)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines([f"invalid-case: evil.zip: {said}"])
    result.stdout.no_fnmatch_line("*Traceback*")
    outcomes = {str(trial["case"]): trial["outcome"] for trial in trials(pytester.path / "r.jsonl")}
    assert outcomes == {"evil": "invalid-case", "one": "passed", "two": "passed"}
    assert not list(pytester.path.parent.rglob("escaped.txt"))


def test_an_agent_that_changes_an_unpacked_case_spoils_no_later_session(run_plain, suite, pytester):
    pack(suite, pytester.path / "packed.zip")
    pytester.makeconftest(
        "import pytest\n"
        "@pytest.fixture\n"
        "def editbench_agent(editbench_case):\n"
        "    def agent(task, workspace):\n"
        "        (editbench_case.path / 'expected' / 'app.js').write_text('broken')\n"
        "    return agent\n"
    )
    assert "tampered" in run_plain("packed.zip").stdout.str()
    (pytester.path / "conftest.py").unlink()
    run_plain("packed.zip", "--editbench-agent=oracle").assert_outcomes(passed=2)
