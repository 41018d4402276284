"""How many requests are sent at once, and how often: across threads and processes."""

from __future__ import annotations

import multiprocessing
import threading
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from pytest_editbench.agents.chat.pace import Limits, Pace
from pytest_editbench.errors import AgentError

KEY = "00" * 32


def pace(folder: Path, at_once: int | None = None, per_minute: float | None = None) -> Pace:
    return Pace(folder / "requests", KEY, Limits(at_once, per_minute))


def work(folder: Path, log: Path, times: int) -> None:
    """Enter and leave a line each, as often as that."""
    for _ in range(times):
        with pace(folder, at_once=2).turn():
            _add(log, "+")
            time.sleep(0.01)
            _add(log, "-")


def _add(log: Path, sign: str) -> None:
    with log.open("a") as stream:
        stream.write(sign)


def most(log: Path) -> int:
    """How many were in at once."""
    depth = found = 0
    for sign in log.read_text():
        depth += 1 if sign == "+" else -1
        found = max(found, depth)
    return found


def test_no_more_threads_are_in_at_once_than_allowed(tmp_path):
    log = tmp_path / "log"
    threads = [threading.Thread(target=work, args=(tmp_path, log, 3)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert most(log) == 2
    assert len(log.read_text()) == 36


def test_no_more_processes_are_in_at_once_than_allowed(tmp_path):
    log = tmp_path / "log"
    context = multiprocessing.get_context("fork")
    processes = [context.Process(target=work, args=(tmp_path, log, 3)) for _ in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()

    assert most(log) == 2


def test_a_process_that_dies_gives_its_place_back(tmp_path):
    context = multiprocessing.get_context("fork")
    entered = context.Event()

    def stay() -> None:
        with pace(tmp_path, at_once=1).turn():
            entered.set()
            time.sleep(60)

    process = context.Process(target=stay)
    process.start()
    assert entered.wait(10)
    process.kill()
    process.join()

    with pace(tmp_path, at_once=1).turn():
        pass


def test_without_limits_nobody_waits(tmp_path):
    start = time.monotonic()
    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(pace(tmp_path).turn())

    assert time.monotonic() - start < 0.5


def test_requests_lie_evenly_in_a_minute(tmp_path):
    moments = [pace(tmp_path, per_minute=60)._moment() for _ in range(4)]

    assert [round(moment - moments[0], 3) for moment in moments] == [0, 1, 2, 3]


def test_a_request_waits_for_its_moment(tmp_path):
    start = time.monotonic()
    for _ in range(3):
        with pace(tmp_path, per_minute=1200).turn():
            pass

    assert time.monotonic() - start >= 0.099


def test_a_count_that_somebody_else_wrote_counts_for_nothing(tmp_path):
    pace(tmp_path).hold(3600)
    (tmp_path / "requests" / "next").write_text("99999999")
    start = time.monotonic()

    with pace(tmp_path).turn():
        pass

    assert time.monotonic() - start < 0.5


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "requests").write_text("")

    with pytest.raises(AgentError, match="requests cannot be counted"), pace(tmp_path, at_once=1).turn():
        pass
