"""What the processes of an agent may see and reach, kept by bubblewrap."""

from pytest_editbench.sandbox.asked import confinement
from pytest_editbench.sandbox.bubblewrap import View
from pytest_editbench.sandbox.probing import check
from pytest_editbench.sandbox.running import run

__all__ = ["View", "check", "confinement", "run"]
