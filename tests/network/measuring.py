"""Sessions of real tools: cases whose prompts hold plans, and what becomes of everything."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil
from harness import PROMPT, CaseTree, calm, trials
from modelserver import ModelServer, Seen, written
from network.tools import Tool

from pytest_editbench.results import Usage

EDIT = {"path": "app.js", "old": "const limit = 1;\n", "new": "const limit = 2;\n"}
SLEEP = "echo waiting; sleep 3600.25"
PLANS: Mapping[str, str] = {  # case → what the model does
    "lands": written(EDIT),
    "not-found": written({**EDIT, "old": "const other = 1;\n"}),
    "wrong": written({**EDIT, "new": "const limit = 3;\n"}),
    "quota": written(EDIT, faults="fault/429"),
    "server-error": written(EDIT, faults="fault/500"),
    "no-key": written(EDIT, faults="fault/401"),
    "refused": written(EDIT),
    "sleeps": written({"run": SLEEP}, {"run": SLEEP}),  # one tool looks back at the model after ten seconds
    "silent": written(EDIT, faults="slow/600"),
}
TEXTS = "\"double\", 'single', $HOME, `pwd`, \\n, {model}, é😀, \ttab,  two  spaces"
SIGNS = "@app.js\n@@ -1 +1 @@\n@decorator"
RULE = "Never edit anything."
USERS = (  # rules of the user's, where the tools look for them
    *(".claude/CLAUDE.md", ".codex/AGENTS.md", ".config/opencode/AGENTS.md"),
    *(".gemini/GEMINI.md", ".pi/agent/AGENTS.md", ".qwen/QWEN.md"),
)
PROVIDER_FAILURES = ("quota", "server-error", "no-key")


@dataclass(frozen=True)
class Place:
    """Where a session runs, and the folders that its tools may and may not touch."""

    root: Path

    @property
    def home(self) -> Path:
        return self.root / "user"

    def laid(self) -> Place:
        for name in ("user", "tmp", "cache", "cases"):
            self.root.joinpath(name).mkdir()
        for name in USERS:
            self.home.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
            self.home.joinpath(name).write_text(f"{RULE}\n")
        return self

    @property
    def strange(self) -> set[str]:
        """What is in the user's home that was not, or was and is not."""
        found = {str(path.relative_to(self.home)) for path in self.home.rglob("*") if not path.is_dir()}
        return found ^ set(USERS)

    def environ(self, programs: Path) -> dict[str, str]:
        """The user's environment, but for keys, servers and folders."""
        kept = {
            name: value
            for name, value in calm(os.environ).items()
            if not name.startswith(("XDG_", "PYTEST_", "CLAUDE"))
            and not name.endswith(("_API_KEY", "_BASE_URL", "_TOKEN"))
        }
        folders = {"HOME": self.home, "TMPDIR": self.root / "tmp", "EDITBENCH_CACHE": self.root / "cache"}
        path = os.pathsep.join((str(programs), os.environ["PATH"]))
        told = {name: str(folder) for name, folder in folders.items()}
        return {**kept, **told, "PATH": path, "COLUMNS": "200"}

    def left(self) -> list[str]:
        """Command lines of processes that know this place: by their environment, or by where they work."""
        return [" ".join(found.cmdline()) for found in psutil.process_iter() if self._knows(found)]

    def _knows(self, process: psutil.Process) -> bool:
        try:
            return any(str(self.root) in value for value in (*process.environ().values(), process.cwd()))
        except (psutil.Error, OSError):
            return False


@dataclass(frozen=True)
class Session:
    """What became of a session."""

    place: Place
    trials: Mapping[str, dict]  # by case
    seen: Sequence[Seen]
    output: str
    left: Sequence[str]  # processes

    def asked(self, case: str) -> list[Seen]:
        """What the tool asked of the model about a case."""
        return [one for one in self.seen if mark(case) in one.said]

    def attempt(self, case: str) -> dict:
        (attempt,) = self.trials[case]["attempts"]
        return attempt

    def usage(self, case: str) -> dict:
        return self.attempt(case)["result"]["usage"]

    def told(self, case: str) -> Usage:
        """The tokens that the server told about a case, in our words."""
        used = [one.usage for one in self.asked(case) if one.usage and not one.aside]
        cached = sum(one.cached for one in used)
        return Usage(sum(one.input for one in used) - cached, sum(one.output for one in used), cached)


def mark(case: str) -> str:
    """What tells a case's requests from those of the others."""
    return f"This is case {case}."


def prompt(tool: Tool, case: str) -> str:
    texts = TEXTS if tool.references else f"{TEXTS}\n{SIGNS}"
    return f"{PROMPT}\n{mark(case)} None of this matters: {texts}\n\n{PLANS[case]}\n"


def measure(
    tool: Tool, programs: Path, root: Path, *cases: str, options: Sequence[str] = (), url: str = ""
) -> Session:
    """One session of a tool over cases, each under its own name; `{port}` in options is the server's."""
    place = Place(root).laid()
    for case in cases:
        CaseTree(case, prompt=prompt(tool, case)).write(place.root / "cases")
    with ModelServer() as server:
        port = server.url.rpartition(":")[2]
        told = [option.replace("{port}", port) for option in options]
        command = _command(tool, url or f"{server.url}/v1", told)
        done = subprocess.run(
            command,
            cwd=place.root,
            env=place.environ(programs),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=900,
        )
        left = place.left()
    output = done.stdout + done.stderr
    record = place.root / "run.jsonl"
    assert record.exists(), output
    found = {str(trial["case"]): trial for trial in trials(record)}
    return Session(place, found, server.seen, output, left)


def _command(tool: Tool, url: str, options: Sequence[str]) -> list[str]:
    asked = {
        "agent": tool.name,
        "model": tool.model,
        "base-url": url,
        "record": "run.jsonl",
        "artifacts": "kept",
    }
    named = [f"--editbench-{name}={value}" for name, value in asked.items()]
    return [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "cases", *named, *options]


def files(folder: Path) -> Iterator[str]:
    """What is below a folder."""
    return (str(path.relative_to(folder)) for path in folder.rglob("*"))
