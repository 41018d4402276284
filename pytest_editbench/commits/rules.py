"""The rules of a commit proposal: one table, each with an example that keeps it and one that does not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench.breaches import Breach
from pytest_editbench.commits import demands, kinds, ranking, wording
from pytest_editbench.commits.proposal import ChangedFile, Proposal
from pytest_editbench.commits.subject import Demands, Subject
from pytest_editbench.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pytest_editbench.commits.proposal import Status

VERSION = "2"  # grows with every change of what the rules say


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule; `find` says for each breach what is wrong and what to do."""

    name: str
    severity: Severity
    find: Callable[[Subject], Iterable[str]]
    keeps: Subject  # an example
    breaks: Subject  # an example, which breaks no other rule


def check(subject: Subject) -> tuple[Breach, ...]:
    """All breaches, in the order of the table; of more details than are kept, only the kept ones count."""
    subject = replace(subject, proposal=ranking.trimmed(subject.proposal))
    return tuple(_found(subject))


def _found(subject: Subject) -> Iterator[Breach]:
    for rule in RULES:
        yield from (Breach(rule.name, rule.severity, message) for message in rule.find(subject))


def _said(
    summary: str = "added a cache", *details: str, kind: str = "feat", scope: str | None = None
) -> Subject:
    """An example for rules on words."""
    proposal = Proposal(kind, summary, scope, details)
    return Subject(proposal, (ChangedFile(PurePosixPath("src/cache.py")),))


def _typed(kind: str, path: str, status: Status = "modified", summary: str = "moved the cache") -> Subject:
    """An example for rules on files."""
    return Subject(Proposal(kind, summary), (ChangedFile(PurePosixPath(path), status),))


def _asked(
    asked: Demands, summary: str = "added a cache", *details: str, scope: str | None = None
) -> Subject:
    """An example for demands."""
    return replace(_said(summary, *details, scope=scope), demands=asked)


_error, _warning = partial(Rule, severity=Severity.ERROR), partial(Rule, severity=Severity.WARNING)

RULES = (
    _error("type-unknown", find=kinds.type_known, keeps=_said(kind="fix"), breaks=_said(kind="feature")),
    _error("scope-form", find=kinds.scope_form, keeps=_said(scope="api/v-2"), breaks=_said(scope="Api/V2/x")),
    _error("summary-empty", find=wording.summary_empty, keeps=_said(), breaks=_said(" ")),
    _error(
        "summary-length",
        find=wording.summary_length,
        keeps=_said(f"added {'a' * 66}"),
        breaks=_said(f"added {'a' * 67}"),
    ),
    _error("summary-period", find=wording.summary_period, keeps=_said(), breaks=_said("added a cache.")),
    _error(
        "summary-newline",
        find=wording.summary_newline,
        keeps=_said(),
        breaks=_said("added a cache\nfor pages"),
    ),
    _error(
        "summary-past-tense",
        find=wording.summary_past_tense,
        keeps=_said("rewrote the cache"),
        breaks=_said("embed the cache"),
    ),
    _error(
        "detail-empty",
        find=wording.detail_empty,
        keeps=_said("added a cache", "Pages are kept."),
        breaks=_said("added a cache", "Pages are kept.", ""),
    ),
    _error(
        "detail-length",
        find=wording.detail_length,
        keeps=_said("added a cache", f"{'a' * 119}."),
        breaks=_said("added a cache", f"{'a' * 120}."),
    ),
    _error(
        "detail-period",
        find=wording.detail_period,
        keeps=_said("added a cache", "Pages are kept."),
        breaks=_said("added a cache", "Pages are kept"),
    ),
    _error(
        "docs-file", find=kinds.has_docs, keeps=_typed("docs", "README"), breaks=_typed("docs", "src/a.py")
    ),
    _error(
        "test-file",
        find=kinds.has_test,
        keeps=_typed("test", "tests/cache.py"),
        breaks=_typed("test", "src/latest.py"),
    ),
    _error(
        "ci-file",
        find=kinds.has_ci,
        keeps=_typed("ci", ".github/workflows/tests.yml"),
        breaks=_typed("ci", "config/tests.yml"),
    ),
    _error(
        "build-file",
        find=kinds.has_build,
        keeps=_typed("build", "pyproject.toml"),
        breaks=_typed("build", "settings.toml"),
    ),
    _error(
        "control-characters",
        find=wording.control_characters,
        keeps=_said("added a cache", "Pages\tare kept."),
        breaks=_said("added a cache", "Pages \x1b[31mare kept."),
    ),
    _warning(
        "filler-words",
        find=wording.filler_words,
        keeps=_said("added a betterment"),
        breaks=_said("added various caches"),
    ),
    _warning(
        "meta-phrases",
        find=wording.meta_phrases,
        keeps=_said("added a commit to the queue"),
        breaks=_said("added a cache", "This commit keeps pages."),
    ),
    _warning(
        "refactor-new-files",
        find=kinds.refactor_new_files,
        keeps=_typed("refactor", "src/a.py", "renamed"),
        breaks=_typed("refactor", "src/a.py", "added"),
    ),
    _warning(
        "perf-evidence",
        find=kinds.perf_evidence,
        keeps=_typed("perf", "src/a.py", summary="made lookups faster"),
        breaks=_typed("perf", "src/a.py", summary="changed lookups"),
    ),
    _error(
        "case-type",
        find=demands.accepted_type,
        keeps=_asked(Demands(types=("fix", "feat"))),
        breaks=_asked(Demands(types=("fix", "perf"))),
    ),
    _error(
        "case-scope",
        find=demands.accepted_scope,
        keeps=_asked(Demands(scopes=("", "api"))),
        breaks=_asked(Demands(scopes=("", "api")), scope="web"),
    ),
    _error(
        "case-words",
        find=demands.wanted_words,
        keeps=_asked(Demands(words=("CACHE",))),
        breaks=_asked(Demands(words=("cach",))),
    ),
    _error(
        "case-forbidden",
        find=demands.forbidden_words,
        keeps=_asked(Demands(forbidden=("cach",))),
        breaks=_asked(Demands(forbidden=("Cache",))),
    ),
    _error(
        "case-files",
        find=demands.mentioned_files,
        keeps=_asked(Demands(files=("src/cache.py",)), "added a cache", "It lies in cache.py."),
        breaks=_asked(Demands(files=("src/cache.py",))),
    ),
)
