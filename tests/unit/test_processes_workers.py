"""Several processes that do the same work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from multiprocessing import active_children

import psutil
import pytest

from pytest_editbench.errors import EditbenchError
from pytest_editbench.processes.workers import workers


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_answers_come_in_the_order_of_the_tasks_however_many_work(jobs: int) -> None:
    with workers(jobs) as crew:
        for count in (0, 1, 7, 100):
            assert list(crew.map(abs, range(-count, 0))) == list(range(count, 0, -1))
    assert active_children() == []


def test_an_exception_of_the_work_is_raised_here_and_tells_its_frames() -> None:
    with pytest.raises(ValueError, match="'x'") as caught, workers(2) as crew:
        list(crew.map(int, ["1", "x"]))
    assert "Traceback" in caught.value.__notes__[0]
    assert active_children() == []


def test_a_process_that_ends_by_itself_is_told_and_the_others_end() -> None:
    with pytest.raises(EditbenchError, match="a worker process ended by itself"), workers(2) as crew:
        list(crew.map(os._exit, [3]))
    assert active_children() == []


def test_work_that_is_given_up_is_ended_at_once() -> None:
    with suppress(KeyboardInterrupt), workers(2) as crew:
        next(crew.map(time.sleep, [0] * 8 + [600] * 8))
        raise KeyboardInterrupt
    assert active_children() == []


def test_the_processes_end_with_the_one_that_started_them_even_if_it_is_killed() -> None:
    script = """
import sys, time
from multiprocessing import active_children
from pytest_editbench.processes.workers import workers
if __name__ == "__main__":
    with workers(2) as crew:
        list(crew.map(abs, range(40)))
        print(*(child.pid for child in active_children()), flush=True)
        time.sleep(600)
"""
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    children = [psutil.Process(int(pid)) for pid in process.stdout.readline().split()]
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert len(children) == 2
    assert psutil.wait_procs(children, timeout=20)[1] == []
