"""Cases as pytest items: collecting them, the fixtures that run them, how a mismatch is shown."""

from __future__ import annotations

from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from pytest_editbench.cases import directory
from pytest_editbench.errors import ArchiveError
from pytest_editbench.failuretext import FailureText
from pytest_editbench.model import Case, Metadata, Outcome, Trial
from pytest_editbench.records import dumps, to_data
from pytest_editbench.state import AGENTS, MARKS, OPTIONS, PROPERTY, SCRATCH

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


# Marks with a meaning of their own: metadata must not be able to set them.
RESERVED_MARKS = frozenset(
    {"skip", "skipif", "xfail", "parametrize", "usefixtures", "filterwarnings", "tryfirst", "trylast"}
)


class MismatchError(AssertionError):
    """A trial whose verdict is not `passed`."""

    def __init__(self, trial: Trial) -> None:
        super().__init__(trial.message)
        self.trial = trial


class CaseDirectory(pytest.Directory):
    """A case's folder; nothing in it but the prompt is looked at."""

    def collect(self) -> Iterator[CaseFile]:
        yield CaseFile.from_parent(self, path=self.path / "prompt.md")


class CaseFile(pytest.Module):
    """The file `prompt.md`, which stands for its case.

    A `Module` with an empty module object, because module-scoped fixtures of the user need one.
    """

    @cached_property
    def obj(self) -> ModuleType:
        return _empty_module()

    def collect(self) -> Iterator[CaseItem]:
        folder = self.path.parent
        where = self.nodeid.rpartition("/")[0] or folder.name
        yield from _items(self, directory.open_case(folder, where), folder.name)


class CaseArchive(pytest.Module):
    """An archive of cases, unpacked on the way."""

    @cached_property
    def obj(self) -> ModuleType:
        return _empty_module()

    def collect(self) -> Iterator[CaseItem]:
        from pytest_editbench.cases import archive, discovery

        try:
            found = discovery.identify(archive.cases(self.path, self.nodeid))
        except ArchiveError as error:
            raise self.CollectError(str(error)) from None
        if not found:
            raise self.CollectError(f"{self.path}: no case in this archive (prompt.md, input/, expected/)")
        for case in found:
            yield from _items(self, case, case.id)


class CaseItem(pytest.Function):
    """One trial of one agent on one case."""

    case: Case
    agent: str | None
    trial: int

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> object:  # type: ignore[override]  # pytest takes any object with toterminal()
        if isinstance(excinfo.value, MismatchError):
            trial = excinfo.value.trial
            kept = f"workspace kept: {trial.kept}" if trial.kept else ""
            return FailureText("\n".join(part for part in (trial.message, trial.diff, kept) if part))
        return super().repr_failure(excinfo)


def _empty_module() -> ModuleType:
    return ModuleType("editbench_case")


def _items(parent: CaseFile | CaseArchive, case: Case, name: str) -> Iterator[CaseItem]:
    options = parent.config.stash[OPTIONS]
    agents = [agent.label for agent in parent.config.stash.get(AGENTS, ())]
    marks = _marks(parent.config, case.metadata)
    labels: list[str | None] = [*agents] or [None]
    for label in labels:
        for trial in range(1, options.trials + 1):
            parts = [label] if label and len(agents) > 1 else []
            parts += [f"trial-{trial}"] if options.trials > 1 else []
            suffix = f"[{'-'.join(parts)}]" if parts else ""
            item = CaseItem.from_parent(parent, name=name + suffix, callobj=assert_passed)
            item.case, item.agent, item.trial = case, label, trial
            for mark in marks:
                item.add_marker(mark)
            yield item


def _marks(config: pytest.Config, metadata: Metadata) -> list[pytest.MarkDecorator]:
    return [
        _mark(config, word)
        for word in (metadata.category, metadata.mutation, metadata.difficulty)
        if word and word.replace("-", "_").isidentifier() and word not in RESERVED_MARKS
    ]


def _mark(config: pytest.Config, word: str) -> pytest.MarkDecorator:
    known = config.stash.setdefault(MARKS, {})
    if word not in known:
        config.addinivalue_line("markers", f"{word}: editbench cases of this kind")
        known[word] = getattr(pytest.mark, word)
    return known[word]


def assert_passed(editbench_trial: Trial) -> None:
    """The body of every case item: the verdict was reached in the fixture."""
    __tracebackhide__ = True
    if editbench_trial.outcome is not Outcome.PASSED:
        raise MismatchError(editbench_trial)


def blank(item: CaseItem) -> Trial:
    """What is known of an item's trial before it runs."""
    agent = item.agent or "-"
    return Trial(item.case.id, agent, item.trial, Outcome.SKIPPED, metadata=item.case.metadata)


def attach(item: pytest.Item, trial: Trial) -> None:
    """Let the item's reports carry the trial: one JSON value, and flat properties that people filter by."""
    data = to_data(trial)
    flat = {
        "outcome": trial.outcome.value,
        "match_level": data["match_level"],
        "indent_score": data["indent_score"],
        "category": trial.metadata.category,
        "mutation": trial.metadata.mutation,
        "difficulty": trial.metadata.difficulty,
        "agent": trial.agent,
        "trial": trial.number,
        "duration": data["duration"],
    }
    ours = {PROPERTY, *flat}
    kept = [(name, value) for name, value in item.user_properties if name not in ours]
    told = [(name, value) for name, value in flat.items() if value is not None]
    item.user_properties[:] = [*kept, *told, (PROPERTY, dumps(data))]


def announce(item: CaseItem) -> None:
    """Tell the controller which trial is about to run, in case this worker dies in it."""
    scratch = item.config.stash[SCRATCH]
    if scratch.worker != "main":
        place = scratch.running(scratch.worker)
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        place.write_text(str(dict(item.user_properties)[PROPERTY]))


def tell_apart(items: list[pytest.Item]) -> None:
    """Give cases that share an id ids of their own, made of their paths."""
    ours = [item for item in items if isinstance(item, CaseItem)]
    cases = {item.case.where: item.case for item in ours}
    if len({case.id for case in cases.values()}) == len(cases):
        return
    from pytest_editbench.cases import discovery

    known = {case.where: case for case in discovery.identify(cases.values())}
    for item in ours:
        item.case = known[item.case.where]


class CaseHooks:
    """The hooks that only a session with cases needs; registered when the first one is met."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        tell_apart(items)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if isinstance(item, CaseItem):
            attach(item, blank(item))
            announce(item)


def directory_of(parent: pytest.Collector, path: Path) -> CaseDirectory:
    """The collector of a case's folder."""
    _register(parent.config)
    return CaseDirectory.from_parent(parent, path=path)


def archive_of(parent: pytest.Collector, path: Path) -> CaseArchive:
    """The collector of an archive of cases."""
    _register(parent.config)
    return CaseArchive.from_parent(parent, path=path)


def _register(config: pytest.Config) -> None:
    if not config.pluginmanager.has_plugin("editbench-cases"):
        config.pluginmanager.register(CaseHooks(), "editbench-cases")
