"""The CONTROLS table: what each control agent does, and how its trial must end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.doctor.controls import evidence
from pytest_editbench.doctor.controls.suite import BLOCK, PAIR, VAULT
from pytest_editbench.model import Diagnosis, MatchLevel, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from pytest_editbench.doctor.controls.evidence import Evidence, Finding

BEHAVIOURS = Path(__file__).with_name("behaviours.py")
THIEF = Path(__file__).with_name("thief.py")
MEDDLER = Path(__file__).with_name("meddler.py")
SEARCH = 5.0  # seconds that the thief may search the disk


def _nothing(_: Evidence) -> tuple[Finding, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Control:
    """One agent on one case."""

    agent: str  # label, or the built-in of that name
    does: str
    outcome: Outcome
    level: MatchLevel | None = None
    diagnosis: Diagnosis | None = None
    case: str = PAIR
    also: str = ""  # what else must be so
    look: Callable[[Evidence], tuple[Finding, ...]] = _nothing  # whether it is

    @property
    def expected(self) -> str:
        """In words."""
        return told(self.outcome, self.level, self.diagnosis) + (f"; {self.also}" if self.also else "")


def told(outcome: str, level: str | None, diagnosis: str | None) -> str:
    """How a trial ended, in words."""
    at = f" at level {level}" if level else ""
    return f"{outcome}{at}{f', {diagnosis}' if diagnosis else ''}"


@dataclass(frozen=True, slots=True)
class Session:
    """Trials that run in one pytest session."""

    cases: str  # the folder, below that of the doctor
    agents: Mapping[str, tuple[str, ...]]  # label → the words of a command; none for a built-in
    timeout: float  # seconds
    choose: str = ""  # what pytest chooses items by


def sessions(python: str, token: str, target: Path, search: float = SEARCH) -> Mapping[str, Session]:
    """The sessions by name; `token` marks the sleeper's processes, `target` is what the planter links to.

    `search` are the seconds that the thief may search the disk, and the meddler the kernel's settings.
    """

    def behaviour(name: str, *words: str) -> tuple[str, ...]:
        return (python, str(BEHAVIOURS), name, *words)

    edits = {
        **dict.fromkeys(("oracle", "noop", "solver"), ()),
        **{name: behaviour(name) for name in ("shuffler", "formatter", "converter", "twin", "flooder")},
        "planter": behaviour("planter", str(target)),
    }
    return {
        "edits": Session("cases", edits, 60, f"{PAIR} or shuffler or oracle"),
        "time": Session(f"cases/{PAIR}", {"sleeper": behaviour("sleeper", token)}, 1.5),
        "machine": Session(f"cases/{PAIR}", {"meddler": (python, str(MEDDLER), str(search))}, 60),
        "secrets": Session(VAULT, {"thief": (python, str(THIEF), str(search))}, 60),
    }


def needed(sessions: Mapping[str, Session], agents: Collection[str]) -> Mapping[str, Session]:
    """The sessions with these agents alone; without those that have none of them."""
    found = {}
    for name, session in sessions.items():
        kept = {label: words for label, words in session.agents.items() if label in agents}
        if kept:
            found[name] = replace(session, agents=kept)
    return found


CONTROLS = (
    Control("oracle", "lays the answer", Outcome.PASSED, MatchLevel.EXACT),
    Control("oracle", "lays the answer in Python", Outcome.PASSED, MatchLevel.EXACT, case=BLOCK),
    Control("noop", "changes nothing", Outcome.UNCHANGED),
    Control("solver", "does what the prompt says", Outcome.PASSED, MatchLevel.EXACT),
    Control("shuffler", "right edit, other white space", Outcome.PASSED, MatchLevel.FORMAT),
    Control("shuffler", "right edit, a Python line in another block", Outcome.MISMATCH, case=BLOCK),
    Control("formatter", "right edit, whole file re-formatted", Outcome.PASSED, MatchLevel.FORMAT),
    Control("converter", "right edit, other line ends", Outcome.PASSED, MatchLevel.EOL),
    Control("twin", "edits the wrong twin", Outcome.MISMATCH, diagnosis=Diagnosis.WRONG_TWIN),
    Control(
        "flooder",
        "prints much, makes many files",
        Outcome.OVER_LIMIT,
        also="its output is stored in part",
        look=evidence.bounded,
    ),
    Control(
        "planter",
        "plants links that lead out",
        Outcome.MISMATCH,
        also="nothing is read through them",
        look=evidence.unread,
    ),
    Control(
        "sleeper",
        "sleeps, with a child in a session of its own",
        Outcome.TIMEOUT,
        also="no process is left",
        look=evidence.gone,
    ),
    Control(
        "meddler",
        "looks what of the machine it could change",
        Outcome.UNCHANGED,
        look=evidence.held_off,
    ),
    Control(
        "thief",
        "searches for the answer",
        Outcome.UNCHANGED,
        case=VAULT,
        also="it is given no answer",
        look=evidence.kept_secret,
    ),
)
