"""What the controller hears: it keeps the trials, writes records and summary, sets the exit code."""

from __future__ import annotations

from contextlib import nullcontext
from copy import deepcopy
from dataclasses import asdict
from os.path import lexists
from typing import TYPE_CHECKING

import pytest

from pytest_editbench import __version__, clock, interrupts
from pytest_editbench.errors import RecordError
from pytest_editbench.stash import AGENTS, OPTIONS, PROPERTY, SCRATCH

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping

    from xdist.workermanage import WorkerController

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.model import Trial
    from pytest_editbench.recording import Recording
    from pytest_editbench.scoring.summary import Summary

DECIDED = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
ENDED = (*DECIDED, pytest.ExitCode.NO_TESTS_COLLECTED)


class RunSession:
    """A run as the controller sees it; registered there only, never in an xdist worker."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.options = config.stash[OPTIONS]
        self.trials: dict[str, Trial] = {}  # by node id
        self.verdicts = 0  # failed tests that failed with their trial: the pass rate tells of them
        self.ended = False  # all tests were run: neither Ctrl-C nor pytest.exit nor -x came before
        self.decision = ""  # what decided the exit code, when it was not pytest
        self.damage = ""  # what somebody did to the record
        self.recording: Recording | None = None

    def pytest_sessionstart(self) -> None:
        if self._agents():
            from pytest_editbench import leftovers

            leftovers.sweep(self.config.stash[SCRATCH].folder.parent)
        if self.config.option.collectonly or self.options.artifacts_folder is None:
            return
        from pytest_editbench import records
        from pytest_editbench.recording import Recording

        try:
            records.claim(self.options.artifacts_folder)
            if self.options.record is not None:
                self.recording = Recording(self.options.record, self._header())
        except RecordError as error:
            raise pytest.UsageError(f"editbench: {error}") from None

    def pytest_report_header(self) -> list[str]:
        options = self.options
        agents = [f"{agent.label} ({agent.command or 'built-in'})" for agent in self._agents()]
        if not agents:
            return []
        settings = f"match {options.match}, timeout {options.timeout:g} s"
        settings += f", {options.trials} trials" if options.trials > 1 else ""
        settings += f", {options.attempts} attempts" if options.attempts > 1 else ""
        return [f"editbench: {', '.join(agents)}; {settings}"]

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
        self.trials[report.nodeid] = records.from_data(data)
        self._write(data)
        self.config.hook.pytest_editbench_record(config=self.config, record=deepcopy(data))

    def _write(self, data: Mapping[str, object]) -> None:
        if self.recording is None:
            return
        try:
            self.recording.write(data)
        except RecordError as error:
            self.recording = None
            pytest.exit(f"editbench: {error}; the run stops here", returncode=pytest.ExitCode.TESTS_FAILED)

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
        with interrupts.by_sigterm() if self._agents() else nullcontext():
            result = yield
        self.ended = True
        return result

    # The innermost wrapper: after every plugin that touches the exit code, before the summary is printed.
    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> Iterator[None]:
        cut_short = not self.ended or bool(session.shouldstop or session.shouldfail)
        try:
            yield
        finally:
            self._close(interrupted=cut_short or exitstatus not in ENDED)
        if exitstatus in DECIDED and not self.config.option.collectonly:
            code = self._exit_code(exitstatus, session.testsfailed, cut_short=cut_short)
            session.exitstatus = pytest.ExitCode.TESTS_FAILED if self.damage else code

    def _close(self, *, interrupted: bool) -> None:
        if self.recording is None:
            return
        self._write(self._closing(interrupted=interrupted))
        self.recording.close()
        if not self.recording.is_whole():
            self.damage = "the record was changed by somebody else: it is not what this session wrote"

    def _exit_code(self, exitstatus: int, failures: int, *, cut_short: bool) -> int:
        outcomes = [trial.outcome for trial in self.trials.values()]
        if not any(outcome.scored for outcome in outcomes):
            errors = sum(outcome != "skipped" for outcome in outcomes)
            asked = self._agents() or errors
            if cut_short or not (outcomes and asked) or failures > errors:
                return exitstatus
            self.decision = f"none of {len(outcomes)} trials was scored: exit code 5"
            return pytest.ExitCode.NO_TESTS_COLLECTED
        if self.options.fail_under is None:
            return exitstatus
        return self._by_rate(self.options.fail_under, failures - self.verdicts, cut_short=cut_short)

    def _by_rate(self, demanded: float, others: int, *, cut_short: bool) -> int:
        totals = [summary.total for summary in self._summaries().values() if summary.total.scored]
        worst = min(total.first_trials.rate if total.first_trials else 0.0 for total in totals)
        enough = worst >= demanded
        sign = "≥" if enough else "<"
        self.decision = f"pass rate {worst:.1%} {sign} {demanded:.1%} (--editbench-fail-under)"
        if others:
            self.decision += f"; {others} errors and other failures count all the same"
        if cut_short:
            self.decision += "; the run was cut short, so it fails"
        red = not enough or others or cut_short
        return pytest.ExitCode.TESTS_FAILED if red else pytest.ExitCode.OK

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        warning = f"WARNING: {self.damage}" if self.damage else ""
        lines = [*self._told(), *filter(None, (warning, self.decision))]
        if lines:
            terminalreporter.section("editbench", "=")
        for line in lines:
            terminalreporter.line(line)

    def _told(self) -> Iterator[str]:
        if not self.trials or not (self._agents() or self._asked()):
            return
        from pytest_editbench.report import exits, terminal

        yield from terminal.lines(self._summaries())
        yield from exits.lines(self.trials.values())
        if self.options.record is not None:
            yield f"record: {self.options.record}"

    def pytest_unconfigure(self) -> None:
        scratch = self.config.stash[SCRATCH]
        if not (lexists(scratch.folder) or lexists(scratch.running)):
            return
        from pytest_editbench import processes, workspace

        processes.reap(f"{scratch.folder.name}-")
        for folder in (scratch.folder, scratch.running):
            workspace.remove(folder)

    def _agents(self) -> tuple[NamedAgent, ...]:
        return self.config.stash.get(AGENTS, ())

    def _asked(self) -> bool:
        return any(trial.outcome != "skipped" for trial in self.trials.values())

    def _summaries(self) -> Mapping[str, Summary]:
        from pytest_editbench.scoring import results, summary

        order = [agent.label for agent in self._agents()]
        return summary.by_agent(map(results.of, self.trials.values()), order)

    def _header(self) -> Mapping[str, object]:
        import platform

        return {
            "editbench": __version__,
            "python": platform.python_version(),
            "pytest": pytest.__version__,
            "platform": platform.platform(),
            "started": clock.now(),
            "agents": [{"label": agent.label, "command": agent.command} for agent in self._agents()],
            "options": {name: str(value) for name, value in asdict(self.options).items()},
        }

    def _closing(self, *, interrupted: bool) -> Mapping[str, object]:
        from collections import Counter

        from pytest_editbench import records

        counts = Counter(trial.outcome.value for trial in self.trials.values())
        return {
            "kind": "closing",
            "finished": clock.now(),
            "interrupted": interrupted,
            "counts": dict(sorted(counts.items())),
            "suite_digest": records.suite_digest(self.trials.values()),
        }
