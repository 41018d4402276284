"""Records and scores as text; yields lines and computes nothing."""

from collections.abc import Mapping

from pytest_editbench.report import markdown, terminal
from pytest_editbench.report.protocol import Report

REPORTS: Mapping[str, Report] = {
    "terminal": terminal.lines,
    "markdown": markdown.lines,
}
