"""The options, one row each: the plugin, the command and the documentation read this table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench import parsing
from pytest_editbench.editscores import COLUMNS
from pytest_editbench.parsing import NamedClone, RecordName, Shard

if TYPE_CHECKING:
    from collections.abc import Callable

MATCH_CHOICES = ("exact", "eol", "lines", "format")  # of model.MatchLevel, which costs time to load
KEEP_CHOICES = ("none", "failed", "all")


@dataclass(frozen=True, slots=True)
class Option:
    """One option: `--editbench-<name>` on the command line, `editbench_<name>` in the ini file."""

    name: str
    help: str
    parse: Callable[[str], object]
    default: object
    metavar: str = ""
    repeatable: bool = False
    flag: bool = False
    ini_only: bool = False
    environment: str | None = None
    ini: str | None = None  # what the ini key is called by, if by another name

    @property
    def argument(self) -> str:
        return f"--editbench-{self.name}"

    @property
    def key(self) -> str:
        """The ini key, and the attribute on pytest's option namespace."""
        return "editbench_" + (self.ini or self.name).replace("-", "_")


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a session, read and checked."""

    agent: tuple[str, ...]
    model: str | None
    cases: tuple[str, ...]
    trials: int
    attempts: int
    timeout: float  # seconds
    match: str  # one of MATCH_CHOICES
    formatter: tuple[str, ...]
    prettier_options: str | None  # JSON
    git: bool
    keep: str
    record: Path | None
    artifacts: Path | None
    fail_under: float | None  # share, 0 to 1
    resume: tuple[RecordName, ...]
    shard: Shard | None
    shard_by: RecordName | None
    max_cost: float | None  # US dollars
    max_time: float | None  # seconds
    prices: Path | None
    store: Path | None
    baseline: RecordName | None
    fail_on_regression: float | None  # percentage points
    examples: tuple[str, ...]
    repo: tuple[NamedClone, ...]
    clone: bool
    excerpt: bool
    name: tuple[str, ...]
    repo_filter: tuple[str, ...]
    max_duplicates: int | None
    failed_from: RecordName | None
    offset: int | None
    limit: int | None
    columns: tuple[str, ...]
    ignore: tuple[str, ...]
    agent_folder: Path  # where relative words of an agent's command line start

    @property
    def artifacts_folder(self) -> Path | None:
        """Where outputs and changes go: as asked, else beside the record, else nowhere."""
        if self.artifacts is None and self.record is not None:
            return self.record.with_name(f"{self.record.name}.artifacts")
        return self.artifacts


OPTIONS: tuple[Option, ...] = (
    Option(
        "agent",
        "the agent to measure: a built-in (oracle, noop, solver), a registered name, "
        'package.module:callable, or a command such as "mycli --yes {prompt_file}"; '
        "LABEL=COMMAND names it; repeatable",
        parsing.text,
        (),
        metavar="AGENT",
        repeatable=True,
        environment="EDITBENCH_AGENT",
    ),
    Option("model", "the model's name, handed to agents as {model}", parsing.text, None, metavar="NAME"),
    Option(
        "cases",
        "a folder or an archive (.tar.gz, .tgz, .tar, .zip) of cases to run, or `starter`; repeatable",
        parsing.text,
        (),
        metavar="PATH",
        repeatable=True,
    ),
    Option("trials", "independent trials of each case (default 1)", parsing.count, 1, metavar="N"),
    Option(
        "attempts",
        "goes inside a trial; later ones are told what failed (default 1)",
        parsing.count,
        1,
        metavar="N",
    ),
    Option(
        "timeout",
        "seconds an agent may take for one attempt (default 300)",
        parsing.seconds,
        300.0,
        metavar="S",
    ),
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
    Option("git", "make each workspace a git repository with one commit", parsing.truth, False, flag=True),
    Option(
        "keep",
        f"which workspaces to leave for inspection: {', '.join(KEEP_CHOICES)} (default none)",
        parsing.one_of(KEEP_CHOICES),
        "none",
        metavar="WHICH",
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
        "fail-under",
        "let the pass rate decide the exit code instead of single failures, e.g. 0.8 or 80%%",
        parsing.share,
        None,
        metavar="RATE",
    ),
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
        "examples",
        "patterns of files with edit-prediction examples to collect, such as examples/**/*.md",
        parsing.text,
        (),
        repeatable=True,
        ini_only=True,
    ),
    Option(
        "repo",
        "a clone of a repository that examples name; repeatable",
        parsing.named_clone,
        (),
        metavar="URL=PATH",
        repeatable=True,
        ini="repos",
    ),
    Option("clone", "fetch repositories that are not at hand", parsing.truth, False, flag=True),
    Option("excerpt", "let excerpts stand for repositories not at hand", parsing.truth, False, flag=True),
    Option(
        "name",
        "run the cases whose id holds this, or fits it as a pattern; repeatable",
        parsing.text,
        (),
        metavar="TEXT",
        repeatable=True,
    ),
    Option(
        "repo-filter",
        "run the cases of repositories whose URL holds this; repeatable",
        parsing.text,
        (),
        metavar="TEXT",
        repeatable=True,
    ),
    Option(
        "max-duplicates",
        "run at most so many cases of one repository, file and line",
        parsing.count,
        None,
        metavar="N",
    ),
    Option(
        "failed-from", "run the cases that did not pass in this record", RecordName, None, metavar="RECORD"
    ),
    Option("offset", "pass over so many cases first", parsing.count, None, metavar="N"),
    Option("limit", "run at most so many cases", parsing.count, None, metavar="N"),
    Option(
        "columns",
        f"scores to add to the table, with commas between: {', '.join(COLUMNS)}",
        parsing.some_of(COLUMNS),
        (),
        metavar="NAMES",
    ),
    Option(
        "ignore",
        "patterns of files an agent may leave without their counting as stray (replaces the defaults)",
        parsing.text,
        (),
        repeatable=True,
        ini_only=True,
    ),
)
