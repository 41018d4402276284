"""What sessions leave among the temporary files."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from harness import FIX, CaseTree, agent


@pytest.fixture
def scratch(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path_factory.mktemp("scratch")
    monkeypatch.setenv("TMPDIR", str(place))
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    return place


@pytest.mark.parametrize(
    "body",
    [
        "pass\n",
        "shutil.rmtree(scratch); open(scratch, 'w').close()\n",
        "shutil.rmtree(scratch); os.symlink('/etc', scratch)\n",
        "shutil.rmtree(scratch); os.mkfifo(scratch)\n",
        "os.mkdir('x'); os.chmod('x', 0); os.chmod(scratch, 0)\n",
    ],
    ids=["nothing", "file", "link", "fifo", "locked"],
)
def test_a_session_leaves_nothing_whatever_was_put_in_place_of_its_folder(run, pytester, scratch, body):
    CaseTree("one").write(pytester.path / "cases")
    code = FIX + "import shutil\nscratch = os.path.dirname(os.path.dirname(os.getcwd()))\n" + body
    run("cases", f"--editbench-agent={agent(pytester.path, code)}", f"--basetemp={pytester.path / 'base'}")
    assert [path.name for path in scratch.iterdir() if path.name.startswith(("editbench", "running"))] == []


def test_a_session_whose_agent_a_fixture_names_owns_its_folder_too(pytester, scratch):
    CaseTree("one").write(pytester.path / "cases")
    place = str(pytester.path / "seen")
    seen = f"import glob\nopen({place!r}, 'w').write(str(glob.glob('{scratch}/.*.lock')))\n"
    command = agent(pytester.path, FIX + seen)
    fixture = "import pytest\n\n@pytest.fixture\ndef editbench_agent():\n    return {!r}\n"
    (pytester.path / "cases" / "conftest.py").write_text(fixture.format(command))

    pytester.runpytest_subprocess("cases").assert_outcomes(passed=1)

    assert "/.editbench-" in (pytester.path / "seen").read_text()
    assert [*scratch.glob(".*.lock")] == []


def test_the_next_session_removes_what_one_that_was_killed_left_homes_with_logins_too(
    run_plain, pytester, scratch
):
    CaseTree("one").write(pytester.path / "cases")
    killing = "open(os.environ['HOME'] + '/login', 'w').write('s3cret')\nos.kill(os.getppid(), 9)\n"
    options = [f"--editbench-agent={agent(pytester.path, killing)}", "--editbench-home=private"]
    killed = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "cases", *options],
        cwd=pytester.path,
        check=False,
        capture_output=True,
    )
    assert killed.returncode == -9
    homes = Path(os.environ["EDITBENCH_CACHE"]) / "homes"
    assert [*homes.rglob("login")]
    assert [*scratch.glob("editbench-*")]

    run_plain("cases", f"--editbench-agent={agent(pytester.path, FIX)}", "--editbench-home=private")

    assert [*homes.iterdir()] == []
    assert [path.name for path in scratch.iterdir() if path.name.startswith(("editbench", "running"))] == []
