"""Runs as one self-contained HTML page: values in, the text of the page out."""

from pytest_editbench.report.html.page import MARK, render

__all__ = ["MARK", "render"]
