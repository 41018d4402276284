"""The real tools: which there are, what is known of each, and how they are installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pytest_editbench.agents.presets.row import Row
from pytest_editbench.agents.presets.table import of_the_package

CHOSEN = "EDITBENCH_TEST_TOOLS"  # names with commas between, or `all`
FOLDER = "EDITBENCH_TEST_TOOLS_FOLDER"  # where they are, or are to be, installed
USUAL = ("pi", "codex")  # the smallest and the fastest that stand for both kinds of edit tools


@dataclass(frozen=True)
class Tool:
    """One tool, and what it makes of a plan with one edit."""

    name: str
    model: str = "scripted"
    protocol: str = "chat"
    calls: Mapping[str, int] | None = None  # by kind
    edits: int | None = 1  # calls that landed; None where the tool cannot tell
    failure: str | None = "text not found"  # of an edit whose text is not there
    basis: str = "reported"
    tells_model: bool = True
    tells_cached: bool = True  # apart from the other input
    references: bool = False  # takes words with an @ for names of files, and changes the text around them
    shell: bool = True  # whether it runs commands
    limit: int = 15  # seconds in which it surely begins its work
    patience: float = 60  # seconds in which a failing provider is noticed

    @property
    def row(self) -> Row:
        return of_the_package()[self.name]


TOOLS = {
    tool.name: tool
    for tool in (
        Tool("pi", calls={"read": 1, "edit": 1}),
        Tool("codex", model="gpt-5.5", protocol="responses", calls={"edit": 1}, tells_model=False),
        Tool("claude", model="claude-sonnet-4-5", protocol="messages", calls={"read": 1, "edit": 1}),
        Tool(
            "gemini",
            model="gemini-2.5-pro",
            protocol="gemini",
            calls={"read": 1, "edit": 1},
            references=True,
            limit=40,
        ),
        Tool("mini", model="gpt-4o", calls={"shell": 2}, edits=None, failure=None, limit=40),
        Tool("qwen", calls={"read": 1, "edit": 1}, references=True, limit=40, patience=120),
        Tool("opencode", calls={"read": 1, "edit": 1}, tells_model=False, limit=40, patience=120),
        Tool(
            "aider",
            model="gpt-4o",
            calls={"edit": 1},
            basis="rounded",
            tells_cached=False,
            shell=False,
            limit=40,
            patience=120,
        ),
    )
}


class NotInstalled(Exception):  # noqa: N818 - a reason to skip, not an error
    """Why a tool is not there."""


def chosen() -> list[Tool]:
    """The tools that the environment asks for."""
    told = os.environ.get(CHOSEN) or ",".join(USUAL)
    names = list(TOOLS) if told == "all" else [name.strip() for name in told.split(",")]
    if unknown := [name for name in names if name not in TOOLS]:
        raise NotInstalled(f"{CHOSEN}: {', '.join(unknown)} is none of {', '.join(TOOLS)}")
    return [TOOLS[name] for name in names]


def folder() -> Path | None:
    """Where the environment says that the tools are installed."""
    told = os.environ.get(FOLDER)
    return Path(told).absolute() if told else None


def installed(tool: Tool, root: Path) -> Path:
    """The folder of the tool's program, which is installed below `root` if it is not there."""
    kind, package = tool.row.install.split()[0], tool.row.install.split()[-1]
    folder = root / tool.name
    programs = folder / ("node_modules/.bin" if kind == "npm" else "bin")
    if not programs.joinpath(tool.row.program).exists():
        folder.mkdir(parents=True, exist_ok=True)
        _npm(folder, package) if kind == "npm" else _pip(folder, package)
    return programs


def _npm(folder: Path, package: str) -> None:
    if shutil.which("npm") is None or shutil.which("node") is None:
        raise NotInstalled("Node.js is not installed")
    folder.joinpath("package.json").write_text('{"private": true}')
    _run("npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), package)


def _pip(folder: Path, package: str) -> None:
    _run(sys.executable, "-m", "venv", str(folder))
    _run(str(folder / "bin/pip"), "install", "-q", package)


def _run(*command: str) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    except subprocess.TimeoutExpired:
        raise NotInstalled(f"no end in 600 s: {' '.join(command)}") from None
    if done.returncode:
        raise NotInstalled(f"no package index: {(done.stderr or done.stdout).strip()[-200:]}")


def size(folder: Path) -> int:
    """Bytes on the disk below the folder."""
    found = (path.lstat() for path in folder.rglob("*"))
    return sum(each.st_blocks * 512 for each in found)


def main(root: Path) -> None:
    """Install the tools that were chosen, and tell how big they are and how long it took."""
    for tool in chosen():
        start = time.perf_counter()
        installed(tool, root)
        taken = time.perf_counter() - start
        print(
            f"{tool.name} {tool.row.checked}: {size(root / tool.name) / 1e6:.0f} MB, {taken:.1f} s",
            flush=True,
        )
    print(f"together: {size(root) / 1e6:.0f} MB")


if __name__ == "__main__":
    try:
        main(Path(os.environ[FOLDER]))
    except NotInstalled as why:
        sys.exit(f"not installed: {why}")
