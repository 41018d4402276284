"""The options, one row each: the plugin, the command and the documentation read this table."""

from pytest_editbench.options import asking, choosing, judging, running
from pytest_editbench.options.option import Option
from pytest_editbench.options.values import Options

OPTIONS: tuple[Option, ...] = (*asking.ROWS, *choosing.ROWS, *judging.ROWS, *running.ROWS)

__all__ = ["OPTIONS", "Option", "Options"]
