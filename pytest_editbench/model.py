"""The values everything else speaks in: frozen, without I/O."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path, PurePosixPath

from pytest_editbench.breaches import Breach  # noqa: TC001 - records need it when they are read
from pytest_editbench.editscores import EditScores  # noqa: TC001 - records need it when they are read
from pytest_editbench.outside import Outside  # noqa: TC001 - records need it when they are read
from pytest_editbench.results import AgentResult as AgentResult  # noqa: PLC0414 - adapters import it from here
from pytest_editbench.results import Usage as Usage  # noqa: PLC0414 - adapters import it from here
from pytest_editbench.terms import Terms

NO_AGENT = "-"  # the label of a trial that ended before it was known which agent it would ask


class MatchLevel(StrEnum):
    """How close a result is to an accepted answer, closest first."""

    EXACT = "exact"
    EOL = "eol"
    LINES = "lines"
    FORMAT = "format"
    NONE = "none"

    @property
    def rank(self) -> int:
        """0 for `exact`, growing with the distance."""
        return list(MatchLevel).index(self)

    def satisfies(self, demanded: MatchLevel) -> bool:
        """Whether a result of this level passes where `demanded` is asked for."""
        return self.rank <= demanded.rank and self is not MatchLevel.NONE


class Outcome(StrEnum):
    """How a trial ended; a closed set."""

    PASSED = "passed"
    MISMATCH = "mismatch"
    UNCHANGED = "unchanged"
    TIMEOUT = "timeout"
    OVER_LIMIT = "over-limit"
    TAMPERED = "tampered"
    MALFORMED = "malformed"
    REJECTED = "rejected"
    AGENT_ERROR = "agent-error"
    INVALID_CASE = "invalid-case"
    SKIPPED = "skipped"

    @property
    def scored(self) -> bool:
        """Whether this is a verdict on the agent, and so counts in the pass rate."""
        return self not in (Outcome.AGENT_ERROR, Outcome.INVALID_CASE, Outcome.SKIPPED)


class Diagnosis(StrEnum):
    """What went wrong with a result that does not pass; a closed set, in order of precedence."""

    NO_EDIT = "no edit"
    MARKERS = "left-over markers"
    WRONG_FILE = "wrong file"
    WRONG_INDENTATION = "wrong indentation"
    WRONG_TWIN = "wrong twin"
    OFF_BY = "off by lines"
    DUPLICATE = "duplicate insertion"
    NEIGHBOUR = "neighbour deleted"
    PARTIAL = "partial"
    COLLATERAL = "collateral only"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class File:
    """A regular file of a tree."""

    data: bytes
    executable: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A symbolic link of a tree; `target` as stored, undecodable bytes as surrogate escapes."""

    target: str


@dataclass(frozen=True, slots=True)
class Folder:
    """An empty folder of a tree; folders with content are told by what they hold."""


Entry = File | Link | Folder

Tree = Mapping[PurePosixPath, Entry]  # a folder: relative path (undecodable bytes as surrogate escapes) → it


@dataclass(frozen=True, slots=True)
class Metadata:
    """What `metadata.json` says; every field optional, unknown keys kept in `extra`."""

    mutation: str | None = None
    category: str | None = None
    difficulty: str | None = None
    difficulty_score: float | None = None
    file_path: str | None = None  # of the source the case came from; its basename is the file to edit
    line_number: int | None = None  # 1-based, in the input
    original_snippet: str | None = None
    mutated_snippet: str | None = None
    context: Mapping[str, object] = field(default_factory=dict)
    kind: str = "edit"
    match: MatchLevel | None = None  # the loosest level that passes, whatever the option says
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Case:
    """A case as collection knows it: places and metadata; its trees are read when it runs."""

    id: str
    path: Path  # the case's folder on disk
    where: str  # how messages name it: a relative path, or ARCHIVE!inner/path
    metadata: Metadata = field(default_factory=Metadata)
    fault: str | None = None  # why the metadata could not be read; raised when the case is read


@dataclass(frozen=True, slots=True)
class Contents:
    """A case read whole."""

    prompt: str
    input: Tree
    answers: Mapping[str, Tree]  # accepted trees by folder name: expected, expected.2, …
    digest: str  # SHA-256 over kind, prompt, trees and match level, nothing else


@dataclass(frozen=True, slots=True)
class Task:
    """What an agent may see of a case: never the answer."""

    prompt: str
    input: Tree
    attempt: int = 1  # 1-based; later ones carry a retry prompt
    model: str | None = None
    wants: str = "edit"  # or "answer": text is asked for, and no file may change
    trial: int = 1  # 1-based


@dataclass(frozen=True, slots=True)
class Confinement:
    """What the processes of an agent may reach."""

    level: str  # a sandbox, such as "bwrap"
    network: bool = True
    ports: tuple[int, ...] = ()  # of loopback that are relayed where there is no network
    readable: tuple[Path, ...] = ()  # files and folders that are shown as well
    hidden: tuple[Path, ...] = ()  # what is covered where a folder that is shown holds it

    def __str__(self) -> str:
        network = "" if self.network else ", network off"
        ports = f", relay {' '.join(map(str, self.ports))}" if self.ports else ""
        return f"{self.level}{network}{ports}"


@dataclass(frozen=True, slots=True)
class Workspace:
    """Where an agent works: a private copy of the input tree, and what belongs to it."""

    path: Path  # the agent changes files here
    usage_file: Path  # JSON on tokens, cost and tool calls may be written here
    output: Path  # folder for the agent's output streams
    environ: Mapping[str, str]  # the environment to give to processes
    marker: str  # value of EDITBENCH_MARKER in `environ`; finds every descendant
    timeout: float  # seconds
    confinement: Confinement | None = None  # what keeps its processes in; None: nothing does
    home: Path | None = None  # where a private home may be made; None: beside `path`


@dataclass(frozen=True, slots=True)
class FileComparison:
    """One path, accepted against actual."""

    path: PurePosixPath
    level: MatchLevel
    note: str = ""  # why `none`, or which level could not be tried
    lines_changed: int = 0  # removed plus added lines of the diff
    chars_changed: int = 0  # characters on those lines
    indent_score: float | None = None  # columns; None for what is not text
    indent_lines: int = 0  # lines whose indentation is off
    indent_basis: str = "expected"  # what the indentation was held against


@dataclass(frozen=True, slots=True)
class Collateral:
    """The asked change and the made one, in lines of a diff: a replaced line counts as removed and added."""

    right: int = 0  # asked and made
    wrong: int = 0  # asked and made otherwise
    missing: int = 0  # asked and not made
    outside: Mapping[Outside, int] = field(default_factory=dict)  # made and not asked, by kind

    @property
    def total(self) -> int:
        """All lines outside the asked change."""
        return sum(self.outside.values())


@dataclass(frozen=True, slots=True)
class Comparison:
    """A tree against its nearest accepted answer."""

    answer: str  # folder name of the accepted tree: expected, expected.2, …
    level: MatchLevel  # the loosest of its files'
    files: tuple[FileComparison, ...]  # those that are not byte-equal, in path order
    missing: tuple[PurePosixPath, ...] = ()
    unexpected: tuple[PurePosixPath, ...] = ()
    lines_changed: int = 0
    chars_changed: int = 0
    indent_score: float | None = None  # columns, mean over the text files held against `indent_basis`
    indent_basis: str = "expected"  # what the indentation was held against
    indent_lines: int = 0  # lines of these files whose indentation is off
    collateral: Collateral | None = None  # over all files; None when the input is not known
    collateral_by_file: Mapping[str, Collateral] = field(default_factory=dict)  # only files with a change
    diagnosis: Diagnosis | None = None  # None for a pass, and when the input is not known
    diagnosis_detail: str = ""  # where, in the words of one line


@dataclass(frozen=True, slots=True)
class Attempt:
    """One go inside a trial, judged."""

    number: int  # 1-based
    outcome: Outcome
    duration: float  # seconds the agent took
    result: AgentResult = field(default_factory=AgentResult)
    comparison: Comparison | None = None
    change: str | None = None  # digest of the stored change
    change_truncated: bool = False
    scores: EditScores | None = None  # against the best answer; None where there is no text to score
    rejected: bool | None = None  # whether the result is the rejected patch; None where none is known
    provider_retries: int = 0  # how often it was asked anew because the provider had failed
    breaches: tuple[Breach, ...] = ()  # the rules that a commit proposal does not keep


@dataclass(frozen=True, slots=True)
class Trial:
    """One independent run of one agent on one case."""

    case: str  # id, distinct within the run
    agent: str  # label
    number: int  # 1-based
    outcome: Outcome
    message: str = ""  # one line: what went wrong
    case_digest: str | None = None
    metadata: Metadata = field(default_factory=Metadata)
    match: MatchLevel = MatchLevel.FORMAT  # the level that was demanded
    command: str | None = None
    model: str | None = None
    prompt: str = ""
    diff: str = ""  # expected → actual, bounded
    attempts: tuple[Attempt, ...] = ()
    kept: str | None = None  # where the workspace was left for inspection
    terms: Terms = field(default_factory=Terms)
    test: str | None = None  # pytest's node id of the test that ran it
    task_digest: str | None = None  # SHA-256 over kind, prompt and input: what the agent was given
    judged_by: Mapping[str, str] = field(default_factory=dict)  # versions and settings a verdict depends on

    @property
    def last(self) -> Attempt | None:
        """The attempt that decided: the last one with a verdict, else the last; None without any."""
        scored = [attempt for attempt in self.attempts if attempt.outcome.scored]
        return (scored or self.attempts or (None,))[-1]

    @property
    def duration(self) -> float | None:
        """Seconds the agent took, over all attempts; unknown where one's answer is a kept one."""
        if not self.attempts or any(attempt.result.replayed for attempt in self.attempts):
            return None
        return sum(attempt.duration for attempt in self.attempts)
