"""Analyses that are asked to end: nobody is left at work, and what was said is kept."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from harness import CaseTree, records

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
ANSWER = json.dumps({"summary": "S.", "highlights": ["a", "b"], "risks": []})
AGENT = f"""
import os, sys, time
from pathlib import Path
about = sys.stdin.read().partition("Yours is `")[2].partition("`")[0]
if about == "a.js":
    print({ANSWER!r})
    sys.exit()
time.sleep(0.5)  # the other one is done by now
(Path({{folder!r}}) / f"asked-{{os.getpid()}}").touch()
time.sleep(60)
"""
EDITOR = """
from pathlib import Path
for name in ("a.js", "b.js"):
    Path(name).write_text("const limit = 2;\\n")
"""


@pytest.fixture
def place(tmp_path, monkeypatch) -> Path:
    """A folder with a patch, a case and agents; what sessions make goes to `scratch`."""
    for name in ("scratch", "asked", "project"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "scratch"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    project = tmp_path / "project"
    (project / "slow.py").write_text(AGENT.replace("{folder!r}", repr(str(tmp_path / "asked"))))
    (project / "edit.py").write_text(EDITOR)
    names = ("a", "b", *(f"z{number}" for number in range(300)))
    parts = [f"--- {name}.js\n+++ {name}.js\n@@ -1 +1 @@\n-1\n+2\n" for name in names]
    (project / "many.patch").write_text("".join(parts))
    files = dict.fromkeys(("a.js", "b.js"), "const limit = 1;\n")
    case = CaseTree("two-files-001").input(files)
    case.expected(dict.fromkeys(files, "const limit = 2;\n")).write(project / "cases")
    return project


def _python(script: str) -> str:
    return shlex.join([sys.executable, "-IS", str(Path(script).resolve())])


def _start(place: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", *words],
        cwd=place,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def _is_at_work(place: Path) -> bool:
    return any((place.parent / "asked").iterdir())


def _once_at_work(place: Path, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 60
    while not _is_at_work(place):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.005)


def _left(place: Path) -> list[str]:
    """The agents that still run."""
    pids = [int(each.name.partition("-")[2]) for each in (place.parent / "asked").iterdir()]
    return [str(pid) for pid in pids if psutil.pid_exists(pid)]


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("times", [1, 3])
def test_the_command_ends_all_and_prints_what_it_has(place, number, times):
    process = _start(
        place,
        *("pytest_editbench", "analyze", "--patch", "many.patch", "--jobs", "2", "--json"),
        *("--agent", _python(f"{place}/slow.py")),
    )
    _once_at_work(place, process)
    for _ in range(times):
        process.send_signal(number)
        time.sleep(0.02)
    output, errors = process.communicate(timeout=30)

    assert process.returncode == 130
    assert errors == "editbench: interrupted: 1 of 302 files\n"
    (change,) = json.loads(output)["changes"]
    assert [(file["path"], file["outcome"]) for file in change["files"]] == [("a.js", "analysed")]
    assert _left(place) == []
    assert [*(place.parent / "scratch").iterdir()] == []


@pytest.mark.parametrize("number", SIGNALS)
def test_a_session_closes_its_record_and_leaves_nothing(place, number):
    process = _start(
        place,
        *("pytest", "-p", "no:cacheprovider", "cases", "--editbench-record=r.jsonl"),
        f"--editbench-agent={_python(f'{place}/edit.py')}",
        f"--editbench-analyze=judge={_python(f'{place}/slow.py')}",
    )
    _once_at_work(place, process)
    for _ in range(2):
        process.send_signal(number)
        time.sleep(0.02)
    output, _ = process.communicate(timeout=30)

    assert process.returncode == pytest.ExitCode.OK
    assert "WARNING: interrupted after 1 of 2 files to be asked about;" in output
    assert records(place / "r.jsonl")[-1]["kind"] == "closing"
    assert _left(place) == []
    assert [*(place.parent / "scratch").iterdir()] == []


LATE = """
import os, pytest, signal

class Late:
    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self):
        os.kill(os.getpid(), signal.{name})

def pytest_configure(config):
    config.pluginmanager.register(Late())
"""


@pytest.mark.parametrize("number", SIGNALS[1:])
def test_a_signal_behind_the_last_trial_asks_nothing_and_closes_the_record(place, number):
    (place / "conftest.py").write_text(LATE.format(name=number.name))
    process = _start(
        place,
        *("pytest", "-p", "no:cacheprovider", "cases", "--editbench-record=r.jsonl"),
        f"--editbench-agent={_python(f'{place}/edit.py')}",
        f"--editbench-analyze=judge={_python(f'{place}/slow.py')}",
    )
    output, _ = process.communicate(timeout=60)

    assert process.returncode == pytest.ExitCode.OK, output
    assert "WARNING: interrupted after 0 of 2 files" in output
    assert records(place / "r.jsonl")[-1]["kind"] == "closing"
    assert not _is_at_work(place)
    assert [*(place.parent / "scratch").iterdir()] == []
