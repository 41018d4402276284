"""Options on what counts as right, and how it is told."""

from __future__ import annotations

from pytest_editbench import parsing
from pytest_editbench.options.option import Option
from pytest_editbench.parsing import RecordName

MATCH_CHOICES = ("exact", "eol", "lines", "format")  # of model.MatchLevel, which costs time to load

# The names of editscores.COLUMNS, which costs time to load as well.
COLUMN_CHOICES = (
    *("delta-chrf", "lines-right", "lines-wrong", "lines-missing", "precision", "recall", "f1"),
    *("kept-rate", "reversal-ratio", "cursor-distance", "inserted-tokens", "deleted-tokens"),
    *("braces-disbalance", "isolated-whitespace", "wrong-region", "rejected"),
)

ROWS = (
    Option(
        "match",
        f"how close a result must be to pass: {', '.join(MATCH_CHOICES)} (default format)",
        parsing.one_of(MATCH_CHOICES),
        "format",
        metavar="LEVEL",
    ),
    Option(
        "formatter",
        'a formatter that decides level format: prettier, biome, ruff, gofmt, rustfmt, or "CMD {file}"; '
        ".EXT=NAME for one kind of file; repeatable",
        parsing.text,
        (),
        metavar="NAME",
        repeatable=True,
    ),
    Option("prettier-options", "options for Prettier as a JSON object", parsing.text, None, ini_only=True),
    Option(
        "ignore",
        "patterns of files an agent may leave without their counting as stray (replaces the defaults)",
        parsing.text,
        (),
        repeatable=True,
        ini_only=True,
    ),
    Option(
        "fail-under",
        "let the pass rate decide the exit code instead of single failures, e.g. 0.8 or 80%%",
        parsing.share,
        None,
        metavar="RATE",
    ),
    Option(
        "baseline",
        "fail when the agent does worse than in this record, and it is not noise",
        RecordName,
        None,
        metavar="RECORD",
    ),
    Option(
        "fail-on-regression",
        "with a baseline: fail only where the rate fell by this many points at least (default 0)",
        parsing.points,
        None,
        metavar="POINTS",
    ),
    Option(
        "columns",
        f"scores to add to the table, with commas between: {', '.join(COLUMN_CHOICES)}",
        parsing.some_of(COLUMN_CHOICES),
        (),
        metavar="NAMES",
    ),
)
