"""What the controller hears: it keeps the trials, writes records and summary, sets the exit code."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import pytest

from pytest_editbench import __version__, clock
from pytest_editbench.errors import RecordError
from pytest_editbench.state import AGENTS, OPTIONS, PROPERTY, SCRATCH

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from xdist.workermanage import WorkerController

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.model import Trial
    from pytest_editbench.records import Writer
    from pytest_editbench.scoring.summary import Summary

DECIDED = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)


class RunSession:
    """A run as the controller sees it; registered there only, never in an xdist worker."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.options = config.stash[OPTIONS]
        self.trials: dict[str, Trial] = {}  # by node id
        self.errors = 0  # reports of ERRORs, ours or not
        self.other_failures = 0  # failed tests that are no trials
        self.decision = ""  # what decided the exit code, when it was not pytest
        self.writer: Writer | None = None

    def pytest_sessionstart(self) -> None:
        if self.config.option.collectonly or self.options.artifacts_folder is None:
            return
        from pytest_editbench import records

        try:
            records.claim(self.options.artifacts_folder)
            if self.options.record is not None:
                self.writer = records.Writer(self.options.record)
                self.writer.open(self._header())
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
        if report.failed:
            self.errors += report.when != "call"
            self.other_failures += report.when == "call" and value is None
        if not isinstance(value, str):
            return
        if isinstance(report.longrepr, str):  # as it comes from a worker
            from pytest_editbench.failuretext import FailureText

            report.longrepr = FailureText(report.longrepr)  # type: ignore[assignment]  # has what pytest asks of it
        if report.nodeid not in self.trials:
            self._keep(report, value)

    def _keep(self, report: pytest.TestReport, value: str) -> None:
        from pytest_editbench import records
        from pytest_editbench.model import Outcome

        data = records.loads(value)
        if data["outcome"] == Outcome.SKIPPED and report.passed:
            return
        if data["outcome"] == Outcome.SKIPPED and report.failed:
            # Nothing of ours failed: a fixture of the user's did, or the worker died.
            crash = getattr(report.longrepr, "reprcrash", None)
            reason = str(crash.message if crash else report.longrepr).strip().splitlines()[0]
            data |= {"outcome": Outcome.AGENT_ERROR.value, "message": f"agent-error: {reason}"}
        self.trials[report.nodeid] = records.from_data(data)
        self.config.hook.pytest_editbench_record(config=self.config, record=data)
        self._write(data)

    def _write(self, data: Mapping[str, object]) -> None:
        if self.writer is None:
            return
        try:
            self.writer.write(data)
        except RecordError as error:
            self.writer = None
            pytest.exit(f"editbench: {error}; the run stops here", returncode=pytest.ExitCode.TESTS_FAILED)

    @pytest.hookimpl(optionalhook=True)
    def pytest_handlecrashitem(self, report: pytest.TestReport) -> None:
        worker = report.node.workerinput["workerid"]
        place = self.config.stash[SCRATCH].running(worker)
        if place.exists():
            report.when = "setup"  # an ERROR, not a FAILURE: nothing is known about the edit
            report.location = (report.location[0], None, report.nodeid.partition("::")[2])
            report.user_properties = [(PROPERTY, place.read_text())]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: WorkerController, error: object) -> None:
        if error:
            from pytest_editbench import processes

            processes.reap(self.config.stash[SCRATCH].marker_of(node.workerinput["workerid"]))

    # The innermost wrapper: after every plugin that touches the exit code, before the summary is printed.
    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> Iterator[None]:
        yield
        if self.writer is not None:
            self._write(self._closing(exitstatus))
            self.writer.close()
        if exitstatus in DECIDED and not self.config.option.collectonly:
            session.exitstatus = self._exit_code(exitstatus)

    def _exit_code(self, exitstatus: int) -> int:
        scored = [trial for trial in self.trials.values() if trial.outcome.scored]
        if self.trials and self._agents() and not scored and not self.other_failures:
            self.decision = f"none of {len(self.trials)} trials was scored: exit code 5"
            return pytest.ExitCode.NO_TESTS_COLLECTED
        if self.options.fail_under is None or not scored:
            return exitstatus
        rates = [summary.total.first_trials for summary in self._summaries().values()]
        worst = min(rate.rate if rate else 0.0 for rate in rates)
        enough = worst >= self.options.fail_under
        sign = "≥" if enough else "<"
        self.decision = f"pass rate {worst:.1%} {sign} {self.options.fail_under:.1%} (--editbench-fail-under)"
        if self.errors or self.other_failures:
            self.decision += (
                f"; {self.errors} errors and {self.other_failures} other failures count all the same"
            )
        red = not enough or self.errors or self.other_failures
        return pytest.ExitCode.TESTS_FAILED if red else pytest.ExitCode.OK

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.trials or not (self._agents() or self._asked()):
            return
        from pytest_editbench.report import terminal

        terminalreporter.section("editbench", "=")
        for line in terminal.lines(self._summaries()):
            terminalreporter.line(line)
        if self.options.record is not None:
            terminalreporter.line(f"record: {self.options.record}")
        if self.decision:
            terminalreporter.line(self.decision)

    def pytest_unconfigure(self) -> None:
        scratch = self.config.stash[SCRATCH]
        if scratch.folder.exists():
            import shutil

            from pytest_editbench import processes

            processes.reap(f"{scratch.folder.name}-")
            shutil.rmtree(scratch.folder, ignore_errors=True)

    def _agents(self) -> tuple[NamedAgent, ...]:
        return self.config.stash.get(AGENTS, ())

    def _asked(self) -> bool:
        return any(trial.outcome != "skipped" for trial in self.trials.values())

    def _summaries(self) -> Mapping[str, Summary]:
        from pytest_editbench.scoring import results, summary

        order = {agent.label: place for place, agent in enumerate(self._agents())}
        trials = sorted(self.trials.values(), key=lambda trial: order.get(trial.agent, len(order)))
        return summary.by_agent(map(results.of, trials))

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

    def _closing(self, exitstatus: int) -> Mapping[str, object]:
        from collections import Counter

        from pytest_editbench import records

        counts = Counter(trial.outcome.value for trial in self.trials.values())
        return {
            "kind": "closing",
            "finished": clock.now(),
            "interrupted": exitstatus not in DECIDED,
            "counts": dict(sorted(counts.items())),
            "suite_digest": records.suite_digest(self.trials.values()),
        }
