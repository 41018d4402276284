"""What the controller hears: it keeps the trials, writes records and summary, sets the exit code."""

from __future__ import annotations

from contextlib import ExitStack
from copy import deepcopy
from os.path import lexists
from typing import TYPE_CHECKING

import pytest

from pytest_editbench import continuing, interrupts
from pytest_editbench.errors import EditbenchError
from pytest_editbench.session import analyses, chronicle, decisions, opening, remarks
from pytest_editbench.stash import AGENTS, OPTIONS, PROPERTY, SCOPE, SCRATCH, TAKEN_OVER

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping
    from pathlib import Path

    from xdist.workermanage import WorkerController

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.leftovers import Held
    from pytest_editbench.model import Trial
    from pytest_editbench.options import Options
    from pytest_editbench.scoring.summary import Summary

DECIDED = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
ENDED = (*DECIDED, pytest.ExitCode.NO_TESTS_COLLECTED)


class RunSession:
    """A run as the controller sees it; registered there only, never in an xdist worker."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.trials: dict[str, Trial] = {}  # by node id
        self.verdicts = 0  # failed tests that failed with their trial: the pass rate tells of them
        self.ended = False  # all tests were run: neither Ctrl-C nor pytest.exit nor -x came before
        self.decision = ""  # what decided the exit code, when it was not pytest
        self.analysis: list[str] = []  # what the summary says of it
        self.held: Held | None = None  # the folders below, once there are agents
        self.folders: tuple[Path, ...] = ()  # of this session alone
        self.taken_over: dict[str, str] = {}  # records of earlier sessions, by node id of trials they ran
        self.watch = interrupts.Watch(patient=False)
        self.exit = ExitStack()  # closed when all is cleaned up
        self.chronicle = chronicle.Chronicle(config, opening.Output())

    def pytest_sessionstart(self) -> None:
        try:
            opening.check(self.config)
            if self._agents():
                self.watch = self.exit.enter_context(interrupts.as_ctrl_c())
                self._own()
            self.chronicle = chronicle.Chronicle(self.config, opening.claim(self.config))
        except EditbenchError as error:
            raise pytest.UsageError(f"editbench: {error}") from None

    def _own(self) -> None:
        """Own the session's folders, and remove what dead sessions left beside them."""
        from pytest_editbench import leftovers

        scratch = self.config.stash[SCRATCH]
        private = any(agent.home == "private" for agent in self._agents())
        homes = [scratch.homes] if private or analyses.wants_home(self.config) else []
        self.held, self.folders = leftovers.Held(), (scratch.folder, scratch.running, *homes)
        for root in {folder.parent for folder in self.folders}:
            leftovers.sweep(root)
        for folder in self.folders:
            self.held.hold(folder)

    def _own_late(self) -> None:
        """The same where the agents are those of fixtures, which nobody knew of before there were cases."""
        if self.held is None and SCOPE in self.config.stash:
            self._own()

    @property
    def options(self) -> Options:
        """The options as they are by now: the record's place may be settled late."""
        return self.config.stash[OPTIONS]

    # After the cases' own hook, which says what the run covers.
    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self) -> None:
        self._own_late()
        self.chronicle.begin()

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: WorkerController) -> None:
        from pytest_editbench import signed
        from pytest_editbench.runs.scope import Scope

        scratch = self.config.stash[SCRATCH]
        told = signed.read(scratch.scope(node.workerinput["workerid"]), scratch.key)
        if told is not None:
            self.config.stash[SCOPE] = Scope.heard(told)
        self._own_late()
        self.chronicle.begin()

    def pytest_report_header(self) -> list[str]:
        options = self.options
        agents = [*map(opening.described, self._agents())]
        if not agents:
            return []
        settings = f"match {options.match}, timeout {options.timeout:g} s"
        settings += f", {options.trials} trials" if options.trials > 1 else ""
        settings += f", {options.attempts} attempts" if options.attempts > 1 else ""
        settings += f", sandbox {opening.sandbox(self.config)}"
        head = (
            [f"{len(agents)} agents; {settings}", *agents]
            if len(agents) > 1
            else [f"{agents[0]}; {settings}"]
        )
        return [*(f"editbench: {line}" for line in head), *opening.lines(self.config)]

    def pytest_report_collectionfinish(self, items: list[pytest.Item]) -> list[str]:
        return [] if items or not self._agents() else [*remarks.unnamed(self.config)]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        value = dict(report.user_properties).get(PROPERTY)
        if not isinstance(value, str):
            return
        if isinstance(report.longrepr, str):  # as it comes from a worker
            from pytest_editbench.failuretext import FailureText

            text = FailureText(report.longrepr, report.nodeid.partition("::")[0])
            report.longrepr = text  # type: ignore[assignment]  # has what pytest asks of it
        if report.nodeid not in self.trials:
            self._keep(report, value)
        if report.when == "call" and report.failed:
            outcome = self.trials[report.nodeid].outcome
            self.verdicts += outcome.scored and outcome != "passed"

    def _keep(self, report: pytest.TestReport, value: str) -> None:
        from pytest_editbench import records
        from pytest_editbench.model import Outcome

        data = records.loads(value)
        if data["outcome"] == Outcome.SKIPPED and report.passed:
            return
        if data["outcome"] == Outcome.SKIPPED and report.failed:
            # Nothing of ours failed: a fixture of the user's did, or the worker died.
            from pytest_editbench.runner import feedback

            crash = getattr(report.longrepr, "reprcrash", None)
            reason = str(crash.message if crash else report.longrepr).strip().partition("\n")[0]
            data |= {"outcome": Outcome.AGENT_ERROR.value, "message": f"agent-error: {feedback.line(reason)}"}
        self.trials[report.nodeid] = trial = records.from_data(data)
        earlier = dict(report.user_properties).get(TAKEN_OVER)
        if earlier:
            self.taken_over[report.nodeid] = str(earlier)
            data = records.to_data(self.chronicle.carried(trial, report.nodeid, str(earlier)))
        self.chronicle.write(data)
        self.config.hook.pytest_editbench_record(config=self.config, record=deepcopy(data))

    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        if report.when != "call" or report.nodeid not in self.taken_over:
            return None
        return report.outcome, "." if report.passed else "F", f"{report.outcome.upper()} (taken over)"

    @pytest.hookimpl(optionalhook=True)
    def pytest_handlecrashitem(self, report: pytest.TestReport) -> None:
        from pytest_editbench import announcements, items, records
        from pytest_editbench.failuretext import headline

        scratch = self.config.stash[SCRATCH]
        place = scratch.announcement(report.node.workerinput["workerid"])
        told = announcements.read(place, report.nodeid, scratch.key) or announcements.of_node_id(
            report.nodeid, self.config.rootpath, items.suffixes(self.config)
        )
        if told is not None and report.nodeid not in self.trials:
            report.when = "setup"  # an ERROR, not a FAILURE: nothing is known about the edit
            report.location = (report.location[0], None, headline(report.nodeid.partition("::")[2]))
            report.user_properties = [(PROPERTY, records.dumps(records.to_data(told.blank)))]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: WorkerController, error: object) -> None:
        if error:
            from pytest_editbench import processes

            processes.reap(self.config.stash[SCRATCH].marker_of(node.workerinput["workerid"]))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self) -> Generator[None, object, object]:
        try:
            result = yield
        except BaseException:
            if self.config.pluginmanager.hasplugin("dsession"):
                continuing.tell_end(self.config)
            raise
        finally:
            self.watch.patient = True  # nothing may cut short what follows: it looks itself whether to go on
        self.ended = True
        return result

    # The innermost wrapper: after every plugin that touches the exit code, before the summary is printed.
    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> Iterator[None]:
        self.watch.patient = True  # also where no test ran
        cut_short = not self.ended or bool(session.shouldstop or session.shouldfail)
        try:
            yield
        finally:
            self._close(cut_short=cut_short or exitstatus not in ENDED)
        if exitstatus in ENDED and not self.config.option.collectonly:
            decision = self._decided(exitstatus, session.testsfailed, cut_short=cut_short)
            self.decision = decision.told
            if exitstatus in DECIDED or decision.told:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED if self.chronicle.damage else decision.code

    def _close(self, *, cut_short: bool) -> None:
        """Ask about the changes, unless the session was cut short, and write the closing line."""
        with interrupts.noted() as watch:
            if not self.config.option.collectonly:
                self.analysis = analyses.run(
                    analyses.Work(self.config, self.trials, self.taken_over, self.chronicle),
                    cut_short=cut_short,
                    ended=lambda: watch.heard or self.watch.heard,
                )
            self.chronicle.close(self.trials.values(), interrupted=cut_short, taken_over=len(self.taken_over))

    def _decided(self, exitstatus: int, failures: int, *, cut_short: bool) -> decisions.Decision:
        scope = self.config.stash.get(SCOPE, None) if self.options.shard else None
        ended = decisions.Ended(
            exitstatus,
            failures,
            self.verdicts,
            asked=bool(self._agents()),
            cut_short=cut_short,
            cases=scope.cases if scope else 0,
            not_started=len(remarks.not_started(self.trials.values())),
        )
        scored = any(trial.outcome.scored for trial in self.trials.values())
        gates = [*self._gates()] if scored else []
        return decisions.decide(ended, [*self.trials.values()], gates)

    def _gates(self) -> Iterator[decisions.Gate]:
        options = self.options
        if options.fail_under is not None:
            yield decisions.by_rate(options.fail_under, self._summaries())
        if options.baseline is not None:
            from pytest_editbench.session import regression

            header = chronicle.header(self.config, "", None)
            points = options.fail_on_regression or 0.0
            yield from regression.gates(options.baseline.text, points, header, [*self.trials.values()])

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        warnings = [f"WARNING: {self.chronicle.damage}"] if self.chronicle.damage else []
        lines = [*self._told(), *warnings, *filter(None, [self.decision])]
        if lines:
            terminalreporter.section("editbench", "=")
        for line in lines:
            terminalreporter.line(line)

    def _told(self) -> Iterator[str]:
        if not self.trials or not (self._agents() or self._asked()):
            return
        from pytest_editbench.report import REPORTS, exits

        yield from REPORTS["terminal"](self._summaries(), columns=self.options.columns)
        yield from exits.lines(self.trials.values())
        yield from remarks.lines(self.config, self.trials.values(), len(self.taken_over))
        if self.chronicle.missing:
            yield f"WARNING: {self.chronicle.missing} stored changes of trials taken over are gone"
        yield from self.analysis
        if self.options.record is not None:
            yield f"record: {self.options.record}"

    def pytest_unconfigure(self) -> None:
        scratch = self.config.stash[SCRATCH]
        folders = {scratch.folder, scratch.running, *self.folders}
        if any(map(lexists, folders)):
            from pytest_editbench import processes, workspace

            processes.reap(f"{scratch.folder.name}-")
            for folder in folders:
                workspace.remove(folder)
        if self.held is not None:
            self.held.release()
        self.exit.close()

    def _agents(self) -> tuple[NamedAgent, ...]:
        return self.config.stash.get(AGENTS, ())

    def _asked(self) -> bool:
        return any(trial.outcome != "skipped" for trial in self.trials.values())

    def _summaries(self) -> Mapping[str, Summary]:
        from pytest_editbench.scoring import results, summary

        order = [agent.label for agent in self._agents()]
        return summary.by_agent(map(results.of, self.trials.values()), order)
