"""Cases as pytest items: collecting them, the fixtures that run them, how a mismatch is shown."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from pytest_editbench import announcements, interrupts
from pytest_editbench.cases import directory, seal
from pytest_editbench.cases.faults import shown
from pytest_editbench.cases.kinds import LOOSE, apart
from pytest_editbench.failuretext import FailureText, headline
from pytest_editbench.model import NO_AGENT, Case, Outcome, Trial
from pytest_editbench.records import dumps, to_data
from pytest_editbench.selection import marks, narrowing, shares
from pytest_editbench.stash import AGENTS, OPTIONS, PROPERTY, SCRATCH, SEALS, TAKEN_OVER

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path


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

        # A broken archive is like a broken case: a collection error would stop all others.
        for case in discovery.identify(archive.cases_or_fault(self.path, self.nodeid)):
            yield from _items(self, case, case.id)


class ExampleFile(pytest.Module):
    """A file of edit-prediction examples; another plugin may have its own tests in it."""

    @cached_property
    def obj(self) -> ModuleType:
        return _empty_module()

    def collect(self) -> Iterator[CaseItem]:
        from pytest_editbench.cases.examples import opening

        for case in opening.open_file(self.path, self.nodeid or self.path.name):
            yield from _items(self, case, case.id)


class CaseItem(pytest.Function):
    """One trial of one agent on one case."""

    case: Case
    agent: str | None
    trial: int

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, headline(self.name)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> object:  # type: ignore[override]  # pytest takes any object with toterminal()
        if isinstance(excinfo.value, MismatchError):
            from pytest_editbench.runner.feedback import last_output

            trial = excinfo.value.trial
            kept = f"workspace kept: {trial.kept}" if trial.kept else ""
            text = "\n".join(part for part in (trial.message, trial.diff, last_output(trial), kept) if part)
            return FailureText(text, self.nodeid.partition("::")[0])
        return super().repr_failure(excinfo)


def _empty_module() -> ModuleType:
    return ModuleType("editbench_case")


def _items(parent: CaseFile | CaseArchive | ExampleFile, case: Case, name: str) -> Iterator[CaseItem]:
    found = marks.of(parent.config, case.metadata)
    for suffix, (label, trial) in suffixes(parent.config).items():
        item = CaseItem.from_parent(parent, name=name + suffix, callobj=assert_passed)
        item.case, item.agent, item.trial = case, label, trial
        for mark in found:
            item.add_marker(mark)
        yield item


def suffixes(config: pytest.Config) -> dict[str, tuple[str | None, int]]:
    """What follows a case's name in the names of its items: the agent's label and the trial's number."""
    trials = config.stash[OPTIONS].trials
    agents = [agent.label for agent in config.stash.get(AGENTS, ())]
    labels: list[str | None] = [*agents] or [None]
    found = {}
    for label in labels:
        for trial in range(1, trials + 1):
            parts = [label] if label and len(agents) > 1 else []
            parts += [f"trial-{trial}"] if trials > 1 else []
            found[f"[{'-'.join(parts)}]" if parts else ""] = label, trial
    return found


def assert_passed(editbench_trial: Trial) -> None:
    """The body of every case item: the verdict was reached in the fixture."""
    __tracebackhide__ = True
    if editbench_trial.outcome is not Outcome.PASSED:
        raise MismatchError(editbench_trial)


def blank(item: pytest.Item, case: Case) -> Trial:
    """What is known of an item's trial before it runs."""
    number = item.trial if isinstance(item, CaseItem) else 1
    return Trial(case.id, _label(item), number, Outcome.SKIPPED, metadata=case.metadata)


def _label(item: pytest.Item) -> str:
    configured = [agent.label for agent in item.config.stash.get(AGENTS, ())]
    if len(configured) == 1:
        return configured[0]
    callspec = getattr(item, "callspec", None)
    wanted = callspec.params.get("editbench_agent") if callspec else getattr(item, "agent", None)
    return wanted if wanted in configured else NO_AGENT


def attach(item: pytest.Item, trial: Trial, *, taken_over: Path | None = None) -> None:
    """Let the item's reports carry the trial: one JSON value, and flat properties that people filter by."""
    data = to_data(trial)
    comparison = trial.last.comparison if trial.last else None
    flat = {
        "outcome": trial.outcome.value,
        "match_level": data["match_level"],
        "indent_score": data["indent_score"],
        "outside": comparison.collateral.total if comparison and comparison.collateral else None,
        "diagnosis": comparison.diagnosis.value if comparison and comparison.diagnosis else None,
        "answer": comparison.answer if comparison and trial.outcome is Outcome.PASSED else None,
        "counted_apart": apart(trial.metadata.kind, trial.metadata.extra.get(LOOSE)) or None,
        "rejected": "true" if trial.last and trial.last.rejected else None,
        "category": trial.metadata.category,
        "mutation": trial.metadata.mutation,
        "difficulty": trial.metadata.difficulty,
        "agent": trial.agent,
        "trial": trial.number,
        "duration": data["duration"],
        TAKEN_OVER: None if taken_over is None else str(taken_over),
    }
    ours = {PROPERTY, *flat}
    kept = [(name, value) for name, value in item.user_properties if name not in ours]
    told = [(name, value) for name, value in flat.items() if value is not None]
    item.user_properties[:] = [*kept, *told, (PROPERTY, dumps(data))]


def announce(item: pytest.Item, case: Case, agent: str) -> None:
    """Tell the controller which trial is about to run, in case this worker dies in it."""
    scratch = item.config.stash[SCRATCH]
    if scratch.worker != "main":
        number = blank(item, case).number
        told = announcements.Announcement(item.nodeid, case.id, case.where, str(case.path), agent, number)
        announcements.write(scratch.announcement(scratch.worker), told, scratch.key)


def marked(item: pytest.Item) -> tuple[Path, str] | str:
    """The case that a user's test is marked with: its folder, and how messages name it; else why not."""
    marker = item.get_closest_marker("editbench_case")
    if marker is None or not marker.args:
        return "mark the test with @pytest.mark.editbench_case(PATH) to say which case"
    given = marker.args[0]
    with suppress(TypeError):
        if "\0" not in str(given):
            return item.path.parent / given, str(given)
    return f"@pytest.mark.editbench_case({given!r}) names no case: it takes the path of a case's folder"


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


def remember(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep in mind what the cases are like before the first agent runs."""
    known = config.stash.setdefault(SEALS, {})
    for _, path in filter(None, map(about, items)):
        if path not in known:
            known[path] = seal.seal_case(path)


def about(item: pytest.Item) -> tuple[str, Path] | None:
    """The id and the folder of the case that an item runs, or that a user's test is marked with."""
    if isinstance(item, CaseItem):
        return item.case.id, item.case.path
    found = marked(item)
    return None if isinstance(found, str) else (shown(found[0].name), found[0])


class CaseHooks:
    """The hooks that only a session with cases needs; registered when the first one is met."""

    # Before other choices are made: what a shard runs does not depend on them.
    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        tell_apart(items)
        narrowing.narrow(config, items, lambda item: item.case if isinstance(item, CaseItem) else None)
        if config.stash[OPTIONS].shard is not None:
            remember(config, items)
            shares.deal(config, items, about)

    # Before xdist hears of it: it starts the first trial when the last worker has collected.
    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if not session.config.option.collectonly:
            remember(session.config, session.items)
            shares.tell(session.config, session.items, about)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self) -> Generator[None, object, object]:
        with interrupts.as_ctrl_c():
            return (yield)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if isinstance(item, CaseItem):
            start = blank(item, item.case)
            attach(item, start)
            announce(item, item.case, start.agent)


def directory_of(parent: pytest.Collector, path: Path) -> CaseDirectory:
    """The collector of a case's folder."""
    return CaseDirectory.from_parent(parent, path=path)


def archive_of(parent: pytest.Collector, path: Path) -> CaseArchive:
    """The collector of an archive of cases."""
    return CaseArchive.from_parent(parent, path=path)


def examples_of(parent: pytest.Collector, path: Path) -> ExampleFile:
    """The collector of a file of edit-prediction examples."""
    return ExampleFile.from_parent(parent, path=path)
