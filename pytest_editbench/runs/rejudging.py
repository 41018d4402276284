"""A whole record judged anew, from its file into another."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench import __version__, clock, parsing, records
from pytest_editbench.cases import kinds, whole
from pytest_editbench.compare import versions
from pytest_editbench.errors import CaseError, UnavailableError
from pytest_editbench.model import MatchLevel
from pytest_editbench.repositories import urls
from pytest_editbench.repositories.finding import Repositories
from pytest_editbench.runner import Settings
from pytest_editbench.runs import carrying, rejudge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from pytest_editbench.compare.opinion import Chooser
    from pytest_editbench.model import Case, Contents, Trial
    from pytest_editbench.runs.rejudge import Rejudged

    Choosing = Callable[[tuple[str, ...], str | None], Chooser]  # from formatters and Prettier's options


REMEMBERED = 256  # cases, for trials of one case may stand far apart


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be judged otherwise than it was; None is as it was."""

    match: MatchLevel | None = None
    formatters: tuple[str, ...] | None = None
    prettier_options: str | None = None


def run(
    record: Path,
    target: Path,
    cases: Mapping[str, Case],
    settings: Settings,
    heard: Callable[[Rejudged], None],
) -> None:
    """Judge every trial of `record` anew, by these cases (id → case), and write the new record.

    `heard` is told of each trial. Errors of `records`; `settings` are those of `settings_for`.
    """
    lines = records.located(record)
    header = next(lines).data
    source = carrying.folder(record, header)
    carrying.gather([source], target)
    contents = lru_cache(maxsize=REMEMBERED)(lambda case: _read(cases[case], settings))
    this = _Run(record, target, source, cases, contents, settings)
    records.save(target, _lines(this, header, lines, heard))


def settings_for(header: Mapping[str, object], asked: Asked, choosing: Choosing) -> Settings:
    """How the trials of a record are to be judged: as asked, else as they were."""
    told = header.get("options")
    options = told if isinstance(told, dict) else {}
    formatters = asked.formatters
    if formatters is None:
        known = options.get("formatter")
        formatters = tuple(map(str, known)) if isinstance(known, list) else ()
    prettier = asked.prettier_options or _text(options.get("prettier_options"))
    return Settings(
        scratch=Path(),  # nothing is run
        marker="",
        match=asked.match or MatchLevel(_text(options.get("match")) or MatchLevel.FORMAT),
        choose=choosing(formatters, prettier),
        formatters=formatters,
        prettier_options=prettier,
        repositories=_repositories(options),
        excerpt=options.get("excerpt") is True,
    )


def _repositories(options: Mapping[str, object]) -> Repositories:
    """Where the clones were that the session was told of."""
    told = options.get("repo")
    clones = [parsing.named_clone(str(each)) for each in told] if isinstance(told, list) else []
    return Repositories({urls.key(clone.url): clone.path for clone in clones})


@dataclass(frozen=True, slots=True)
class _Run:
    record: Path
    target: Path
    source: Path | None  # of artefacts
    cases: Mapping[str, Case]
    contents: Callable[[str], Contents | None]  # of a case by its id; None where it cannot be read
    settings: Settings

    def judged(self, trial: Trial) -> Rejudged:
        case = self.cases.get(trial.case)
        contents = None if case is None else self.contents(trial.case)
        return rejudge.rejudge(trial, case, contents, self.patch, self.settings)

    def patch(self, digest: str) -> bytes | None:
        with suppress(OSError):
            return carrying.stored(self.source, digest).read_bytes() if self.source else None
        return None

    def line(self, trial: Trial) -> str:
        kept = carrying.kept(trial, self.source, carrying.beside(self.target))
        return records.dumps(records.to_data(replace(trial, kept=kept)))


def _lines(
    this: _Run,
    header: Mapping[str, object],
    lines: Iterator[records.Line],
    heard: Callable[[Rejudged], None],
) -> Iterator[str]:
    yield records.dumps(_header(header, this))
    closing: Mapping[str, object] = {"kind": "closing", "finished": None, "interrupted": True}
    outcomes: list[tuple[str, object]] = []
    cases: set[tuple[str, str]] = set()
    for line in lines:
        if line.data.get("kind") == "closing":
            closing = line.data
        if line.data.get("kind") == "analysis":
            yield records.dumps(line.data)
        if line.data.get("kind") == "trial":
            found = this.judged(records.trial_of(this.record, line))
            heard(found)
            outcomes.append((found.after.outcome.value, found.after.metadata.extra.get(kinds.LOOSE)))
            cases.add((found.after.case, found.after.case_digest or ""))
            yield this.line(found.after)
    kept = {key: value for key, value in closing.items() if key != kinds.LOOSE}
    told = {**kinds.counts(outcomes), "suite_digest": records.digest_of_cases(cases)}
    yield records.dumps({**kept, **told})


def _header(header: Mapping[str, object], this: _Run) -> dict[str, object]:
    told = header.get("options")
    settings = this.settings
    judged = {
        "match": settings.match.value,
        "formatter": [*settings.formatters],
        "prettier_options": settings.prettier_options,
    }
    digests = {name: contents.digest for name in this.cases if (contents := this.contents(name))}
    return {
        **header,
        "options": {**(told if isinstance(told, dict) else {}), **judged},
        "plan_digest": rejudge.plan_digest(header.get("plan_digest"), settings, digests),
        "comparator": versions.COMPARATOR,
        "grammars": versions.grammars(),
        "rejudged": {"record": str(this.record), "at": clock.now(), "editbench": __version__},
    }


def _read(case: Case, settings: Settings) -> Contents | None:
    with suppress(CaseError, UnavailableError):
        return whole.read(case, settings.repositories, excerpt=settings.excerpt)
    return None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
