"""Options on the run as a whole: how much of it, what it may cost, where it is kept."""

from __future__ import annotations

from pathlib import Path

from pytest_editbench import parsing
from pytest_editbench.options.option import Option
from pytest_editbench.parsing import RecordName

KEEP_CHOICES = ("none", "failed", "all")

ROWS = (
    Option("trials", "independent trials of each case (default 1)", parsing.count, 1, metavar="N"),
    Option(
        "resume",
        "take over the trials of this record that have a verdict, and run the others; repeatable",
        RecordName,
        (),
        metavar="RECORD",
        repeatable=True,
    ),
    Option("shard", "run this part of the cases only, such as 3/8", parsing.shard, None, metavar="N/OF"),
    Option(
        "shard-by",
        "deal the cases out by how long they took in this record, the longest first",
        RecordName,
        None,
        metavar="RECORD",
    ),
    Option(
        "max-cost",
        "start no new trial once the agents have told of this many US dollars",
        parsing.money,
        None,
        metavar="USD",
    ),
    Option(
        "max-time",
        "start no new trial after this time: seconds, or 15m, or 2h",
        parsing.span,
        None,
        metavar="TIME",
    ),
    Option(
        "prices",
        "a dated table of prices (TOML), for agents that tell tokens but no cost",
        parsing.file,
        None,
        metavar="FILE",
    ),
    Option(
        "store",
        "keep the record as a numbered run in this folder",
        Path,
        None,
        metavar="DIR",
        environment="EDITBENCH_STORE",
    ),
    Option("record", "write one JSON line per trial to this new file", parsing.file, None, metavar="FILE"),
    Option(
        "artifacts",
        "where agents' output, changes and kept workspaces go (default: beside the record)",
        Path,
        None,
        metavar="DIR",
    ),
    Option(
        "keep",
        f"which workspaces to leave for inspection: {', '.join(KEEP_CHOICES)} (default none)",
        parsing.one_of(KEEP_CHOICES),
        "none",
        metavar="WHICH",
    ),
)
