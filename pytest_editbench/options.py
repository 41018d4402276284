"""The options, one row each: the plugin, the command and the documentation read this table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Lookup = Callable[[str], object]

MATCH_CHOICES = ("exact", "eol", "lines", "format")  # of model.MatchLevel, which costs time to load
KEEP_CHOICES = ("none", "failed", "all")
LONGEST = 10_000_000  # seconds; timers of some systems take no more


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

    @property
    def argument(self) -> str:
        return f"--editbench-{self.name}"

    @property
    def key(self) -> str:
        """The ini key, and the attribute on pytest's option namespace."""
        return "editbench_" + self.name.replace("-", "_")


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
    ignore: tuple[str, ...]
    agent_folder: Path  # where relative words of an agent's command line start

    @property
    def artifacts_folder(self) -> Path | None:
        """Where outputs and changes go: as asked, else beside the record, else nowhere."""
        if self.artifacts is None and self.record is not None:
            return self.record.with_name(f"{self.record.name}.artifacts")
        return self.artifacts


def _text(value: str) -> str:
    return value


def _count(value: str) -> int:
    if not value.isdecimal() or int(value) < 1:
        raise ValueError("must be a whole number ≥ 1")
    return int(value)


def _seconds(value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST:
        raise ValueError(f"must be a number of seconds > 0 and ≤ {LONGEST:,}")
    return seconds


def _file(value: str) -> Path:
    path = Path(value)
    if path.name in ("", ".."):
        raise ValueError("must name a file")
    return path


def _share(value: str) -> float:
    number, percent = (value[:-1], 100) if value.endswith("%") else (value, 1)
    try:
        share = float(number) / percent
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise ValueError("must be a share from 0 to 1, or a percentage such as 80%")
    return share


def _truth(value: str) -> bool:
    if value.lower() not in ("true", "false", "1", "0"):
        raise ValueError("must be true or false")
    return value.lower() in ("true", "1")


def _one_of(choices: tuple[str, ...]) -> Callable[[str], str]:
    def parse(value: str) -> str:
        if value not in choices:
            raise ValueError(f"must be one of {', '.join(choices)}")
        return value

    return parse


OPTIONS: tuple[Option, ...] = (
    Option(
        "agent",
        "the agent to measure: a built-in (oracle, noop, solver), a registered name, "
        'package.module:callable, or a command such as "mycli --yes {prompt_file}"; '
        "LABEL=COMMAND names it; repeatable",
        _text,
        (),
        metavar="AGENT",
        repeatable=True,
        environment="EDITBENCH_AGENT",
    ),
    Option("model", "the model's name, handed to agents as {model}", _text, None, metavar="NAME"),
    Option(
        "cases",
        "a folder or an archive (.tar.gz, .tgz, .tar, .zip) of cases to run, or `starter`; repeatable",
        _text,
        (),
        metavar="PATH",
        repeatable=True,
    ),
    Option("trials", "independent trials of each case (default 1)", _count, 1, metavar="N"),
    Option(
        "attempts", "goes inside a trial; later ones are told what failed (default 1)", _count, 1, metavar="N"
    ),
    Option(
        "timeout", "seconds an agent may take for one attempt (default 300)", _seconds, 300.0, metavar="S"
    ),
    Option(
        "match",
        f"how close a result must be to pass: {', '.join(MATCH_CHOICES)} (default format)",
        _one_of(MATCH_CHOICES),
        "format",
        metavar="LEVEL",
    ),
    Option(
        "formatter",
        'a formatter that decides level format: prettier, biome, ruff, gofmt, rustfmt, or "CMD {file}"; '
        ".EXT=NAME for one kind of file; repeatable",
        _text,
        (),
        metavar="NAME",
        repeatable=True,
    ),
    Option("prettier-options", "options for Prettier as a JSON object", _text, None, ini_only=True),
    Option("git", "make each workspace a git repository with one commit", _truth, False, flag=True),
    Option(
        "keep",
        f"which workspaces to leave for inspection: {', '.join(KEEP_CHOICES)} (default none)",
        _one_of(KEEP_CHOICES),
        "none",
        metavar="WHICH",
    ),
    Option("record", "write one JSON line per trial to this new file", _file, None, metavar="FILE"),
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
        _share,
        None,
        metavar="RATE",
    ),
    Option(
        "ignore",
        "patterns of files an agent may leave without their counting as stray (replaces the defaults)",
        _text,
        (),
        repeatable=True,
        ini_only=True,
    ),
)


class _Source(NamedTuple):
    """Where a value may come from."""

    name: str  # for messages
    given: object  # None: nothing
    folder: Path  # where relative paths start


def read(argument: Lookup, ini: Lookup, environment: Mapping[str, str], here: Path, root: Path) -> Options:
    """The options of a session: command line, else environment, else ini file, else default.

    Relative paths of the ini file start at `root`, all others `here`; they come out absolute.
    """
    values: dict[str, object] = {"agent_folder": here}
    for option in OPTIONS:
        sources = _sources(option, argument, ini, environment, here, root)
        source = next((source for source in sources if source.given is not None), None)
        values[option.name.replace("-", "_")] = _value(option, source) if source else option.default
        if source and option.name == "agent":
            values["agent_folder"] = source.folder
    return Options(**values)  # type: ignore[arg-type]  # each row's parser gives its field's type


def _sources(
    option: Option, argument: Lookup, ini: Lookup, environment: Mapping[str, str], here: Path, root: Path
) -> Iterator[_Source]:
    if not option.ini_only:
        yield _Source(option.argument, argument(option.key), here)
    if option.environment:
        lines = [line for line in environment.get(option.environment, "").splitlines() if line.strip()]
        yield _Source(option.environment, lines or None, here)
    yield _Source(f"ini key {option.key}", ini(option.key) or None, root)  # unset is empty to some pytests


def _value(option: Option, source: _Source) -> object:
    words = source.given if isinstance(source.given, list) else [source.given]
    parsed = tuple(_parsed(option, source, str(word)) for word in words)
    return parsed if option.repeatable else parsed[0]


def _parsed(option: Option, source: _Source, word: str) -> object:
    try:
        if not word.strip():
            raise ValueError("must not be empty")
        value = option.parse(word)
    except ValueError as error:
        raise UsageError(f"{source.name} {error}, not {word!r}") from None
    return source.folder / value if isinstance(value, Path) else value
