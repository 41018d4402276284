"""Formatters of others as second opinions: bytes in, formatted bytes out, and one clear line when not."""

from pytest_editbench.formatters.formatter import Formatter
from pytest_editbench.formatters.table import FORMATTERS, check, choose, resolve

__all__ = ["FORMATTERS", "Formatter", "check", "choose", "resolve"]
