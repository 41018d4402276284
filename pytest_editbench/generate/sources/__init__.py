"""Where real source comes from: folders, packages, repositories; never a byte of it is run."""

from pytest_editbench.generate.sources.reading import Source, called, read
from pytest_editbench.generate.sources.spec import SourceSpec
from pytest_editbench.generate.sources.table import SOURCES, resolve

__all__ = ["SOURCES", "Source", "SourceSpec", "called", "read", "resolve"]
