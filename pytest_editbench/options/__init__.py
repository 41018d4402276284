"""The options, one row each: the plugin, the command and the documentation read this table."""

from pytest_editbench.options import analysing, asking, chat, choosing, judging, running, sandboxing
from pytest_editbench.options.option import Option
from pytest_editbench.options.values import Options

OPTIONS: tuple[Option, ...] = (
    *asking.ROWS,
    *chat.ROWS,
    *choosing.ROWS,
    *judging.ROWS,
    *running.ROWS,
    *sandboxing.ROWS,
    *analysing.ROWS,
)

__all__ = ["OPTIONS", "Option", "Options"]
