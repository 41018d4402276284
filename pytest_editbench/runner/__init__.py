"""The only place that joins the parts: one task × one agent → one trial."""

from pytest_editbench.runner.planned import planned
from pytest_editbench.runner.settings import Settings
from pytest_editbench.runner.trial import close, lay, read, run

__all__ = ["Settings", "close", "lay", "planned", "read", "run"]
