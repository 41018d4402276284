"""Sessions that are asked to end more than once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from harness import CaseTree, agent, records


@pytest.mark.parametrize("pause", [0.05, 0.1, 0.2])
@pytest.mark.parametrize("workers", [(), ("-n2",)], ids=["plain", "xdist"])
def test_two_interrupts_in_a_row_are_never_told_as_a_whole_run(pytester, tmp_path, workers, pause):
    for name in ("one", "two"):
        CaseTree(name).write(pytester.path / "cases")
    command = agent(
        pytester.path, f"open({str(pytester.path)!r} + '/started', 'w').close()\ntime.sleep(60)\n"
    )
    (tmp_path / "scratch").mkdir()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "cases", *workers),
            *(
                f"--editbench-agent={command}",
                "--editbench-record=r.jsonl",
                f"--basetemp={tmp_path / 'base'}",
            ),
        ],
        cwd=pytester.path,
        env={**os.environ, "TMPDIR": str(tmp_path / "scratch")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not (pytester.path / "started").exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    time.sleep(pause)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert process.returncode not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED), output.decode()
    closing = [line for line in records(pytester.path / "r.jsonl") if line["kind"] == "closing"]
    assert [line["interrupted"] for line in closing] == [True] * len(closing)
    assert not list((tmp_path / "scratch").iterdir())


def test_after_sigterm_to_the_controller_alone_no_worker_asks_again(pytester, tmp_path):
    for number in range(8):
        CaseTree(f"c{number}").write(pytester.path / "cases")
    started = pytester.path / "started"
    command = agent(pytester.path, f"open({str(started)!r}, 'a').write('x')\ntime.sleep(1)\n")
    (tmp_path / "scratch").mkdir()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "cases", "-n2"),
            *(f"--editbench-agent={command}", f"--basetemp={tmp_path / 'base'}"),
        ],
        cwd=pytester.path,
        env={**os.environ, "TMPDIR": str(tmp_path / "scratch")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not started.exists() or started.stat().st_size < 2:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(signal.SIGTERM)
    output, _ = process.communicate(timeout=60)

    assert process.returncode == pytest.ExitCode.INTERRUPTED, output.decode()
    assert started.stat().st_size == 2
    assert not list((tmp_path / "scratch").iterdir())
