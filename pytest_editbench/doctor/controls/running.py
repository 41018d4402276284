"""Running the control agents: real pytest sessions on this machine, side by side."""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import caches, processes, records
from pytest_editbench.doctor.controls import suite, table
from pytest_editbench.doctor.controls.evidence import Evidence, Finding
from pytest_editbench.errors import EditbenchError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_editbench.doctor.controls.table import Control, Session
    from pytest_editbench.model import Trial

_PATIENCE = 180.0  # seconds for a session
_MARKER = f"editbench-doctor-{os.getpid()}-"  # starts the markers of all sessions
_SAID = 300  # characters of what a session said last


class Verdict(NamedTuple):
    """A control agent, and what became of it."""

    control: Control
    happened: str
    findings: tuple[Finding, ...]

    @property
    def surprise(self) -> bool:
        """Whether anything is not as it must be."""
        return self.happened != _wanted(self.control) or any(each.surprise for each in self.findings)


@dataclass(frozen=True, slots=True)
class _Round:
    """What the sessions of one examination have in common."""

    root: Path
    place: suite.Place
    sandbox: str
    token: str
    secret: str


@dataclass(frozen=True, slots=True)
class _Ended:
    """A session that has ended."""

    trials: Sequence[Trial]
    artifacts: Path
    said: str  # why there are no trials


def examine(
    sandbox: str = "none", search: float = table.SEARCH, controls: Sequence[Control] = table.CONTROLS
) -> tuple[Verdict, ...]:
    """Run control agents, confined as `sandbox` says, and look at what became of them.

    `search` are the seconds that the thief may search the disk; the rest takes about five.
    Errors as those of the file system.
    """
    with tempfile.TemporaryDirectory(prefix="editbench-doctor-", ignore_cleanup_errors=True) as name:
        root = Path(name).resolve()
        this = _Round(root, suite.lay(root), sandbox, f"sleep-{os.urandom(16).hex()}", os.urandom(16).hex())
        (root / "pytest.ini").write_text("[pytest]\n")
        (root / "behind").mkdir()
        (root / "behind" / "secret").write_text(this.secret)
        sessions = table.sessions(sys.executable, this.token, root / "behind" / "secret", search)
        planned = table.needed(sessions, {each.agent for each in controls})
        ended = _run_all(this, planned)
        return tuple(_verdict(control, this, planned, ended) for control in controls)


def _run_all(this: _Round, planned: Mapping[str, Session]) -> Mapping[str, _Ended]:
    with ThreadPoolExecutor(len(planned)) as pool:
        try:
            return dict(zip(planned, pool.map(partial(_run, this), planned, planned.values()), strict=True))
        except BaseException:  # Ctrl-C: the threads would wait for their sessions
            processes.reap(_MARKER)
            raise


def _run(this: _Round, name: str, session: Session) -> _Ended:
    folder = this.root / "runs" / name
    folder.mkdir(parents=True)
    marker = f"{_MARKER}{os.urandom(8).hex()}"
    ended = processes.run(
        _argv(this, folder, session),
        cwd=folder,
        environ=_environ(marker),
        stdin=b"",
        timeout=_PATIENCE,
        output=folder,
        limit=1 << 20,
        marker=marker,
    )
    said = f"the session ended with exit code {ended.exit_code}: {ended.tail.strip()[-_SAID:]}"
    try:
        return _Ended(records.read(folder / "run.jsonl").trials, folder / "artifacts", said)
    except EditbenchError:
        return _Ended((), folder / "artifacts", said)


def _argv(this: _Round, folder: Path, session: Session) -> list[str]:
    agents = [
        f"--editbench-agent={name}={shlex.join(words) or name}" for name, words in session.agents.items()
    ]
    return [
        *(sys.executable, "-m", "pytest", "-q", "-p", "pytest_editbench.plugin", "-p", "no:cacheprovider"),
        *("-c", str(this.root / "pytest.ini"), "--rootdir", str(this.root), str(this.root / session.cases)),
        *agents,
        *(f"--editbench-timeout={session.timeout:g}", f"--editbench-sandbox={this.sandbox}"),
        *(f"--editbench-record={folder / 'run.jsonl'}", f"--editbench-artifacts={folder / 'artifacts'}"),
        *(("-k", session.choose) if session.choose else ()),
    ]


def _environ(marker: str) -> Mapping[str, str]:
    """No plugins but ours: what is examined is this installation, not what else is at hand."""
    kept = {caches.VARIABLE: os.environ[caches.VARIABLE]} if caches.VARIABLE in os.environ else {}
    return {
        **processes.clean_environment(os.environ),
        **kept,
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        processes.MARKER: marker,
    }


def _verdict(
    control: Control, this: _Round, planned: Mapping[str, Session], ended: Mapping[str, _Ended]
) -> Verdict:
    session = ended[next(name for name, each in planned.items() if control.agent in each.agents)]
    trial = next((each for each in session.trials if _is_of(each, control)), None)
    if trial is None:
        return Verdict(control, "was not run", (Finding(session.said),))
    evidence = Evidence(trial, session.artifacts, this.sandbox, this.token, this.secret, this.place.canary)
    comparison = trial.last.comparison if trial.last else None
    level = comparison.level.value if comparison and control.level else None
    diagnosis = (
        comparison.diagnosis.value if comparison and comparison.diagnosis and control.diagnosis else None
    )
    happened = table.told(trial.outcome.value, level, diagnosis)
    wrong = happened != _wanted(control)
    why = (Finding(trial.message or "no reason was given"),) if wrong else ()
    return Verdict(control, happened, (*why, *control.look(evidence)))


def _is_of(trial: Trial, control: Control) -> bool:
    return trial.agent == control.agent and (control.case == suite.VAULT or trial.case == control.case)


def _wanted(control: Control) -> str:
    return table.told(control.outcome, control.level, control.diagnosis)
