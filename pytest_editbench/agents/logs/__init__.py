"""What the tools print while they work → usage, answer, provider failure, events: a parser for each."""

from pytest_editbench.agents.logs.protocol import Log, Parser
from pytest_editbench.agents.logs.table import PARSERS

__all__ = ["PARSERS", "Log", "Parser"]
