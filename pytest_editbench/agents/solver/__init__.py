"""The agent `solver`: plain string work on what a prompt says."""

from pytest_editbench.agents.solver.errors import NotUnderstood
from pytest_editbench.agents.solver.solver import Solver, solve

__all__ = ["NotUnderstood", "Solver", "solve"]
