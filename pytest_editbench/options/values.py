"""The options of a session, once they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_editbench.parsing import AgentName, NamedClone, RecordName, Shard


class Options(NamedTuple):
    """The options of a session, read and checked."""  # a dataclass of so many fields takes 2 ms to make

    agent: tuple[str, ...]
    model: tuple[str, ...]  # MODEL or LABEL=MODEL
    presets: tuple[Path, ...]
    home: str | None  # one of HOME_CHOICES
    provider_retries: int
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
    sandbox: str  # one of SANDBOX_CHOICES
    sandbox_read: tuple[Path, ...]
    network: str  # one of NETWORK_CHOICES
    relay: tuple[int, ...]  # ports
    base_url: str | None
    edit_format: tuple[str, ...]
    tolerate: tuple[str, ...]
    temperature: float | None
    seed: int | None
    max_tokens: int | None
    max_requests: int | None
    rate: float | None  # requests a minute
    cache: Path | None
    analyze: AgentName | None
    analyze_all: bool
    analyze_jobs: int
    agent_folder: Path  # where relative words of an agent's command line start

    @property
    def artifacts_folder(self) -> Path | None:
        """Where outputs and changes go: as asked, else beside the record, else nowhere."""
        if self.artifacts is None and self.record is not None:
            return self.record.with_name(f"{self.record.name}.artifacts")
        return self.artifacts
