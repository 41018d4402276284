"""The only starter of processes: bounded output, a time limit, and nothing left behind."""

from pytest_editbench.processes.descendants import end, reap
from pytest_editbench.processes.environment import MARKER, clean_environment, environment
from pytest_editbench.processes.running import Completed, run
from pytest_editbench.processes.tools import run_tool

__all__ = ["MARKER", "Completed", "clean_environment", "end", "environment", "reap", "run", "run_tool"]
