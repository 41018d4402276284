"""Running an agent that is a program, and reading what it leaves beside its edits."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pytest_editbench import processes, sandbox, untrusted
from pytest_editbench.agents import usage
from pytest_editbench.model import AgentResult, Usage, Workspace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

PROVIDER_FAILED = 75  # EX_TEMPFAIL of sysexits.h
OUTPUT_LIMIT = 10 * 1024 * 1024  # bytes stored of each stream


def ask(
    argv: Sequence[str],
    stdin: bytes,
    workspace: Workspace,
    *,
    environ: Mapping[str, str] | None = None,
    heard: Callable[[bytes], None] | None = None,
    heard_error: Callable[[bytes], None] | None = None,
    readable: Sequence[Path] = (),
    writable: Sequence[Path] = (),
) -> AgentResult:
    """One run of a program in the workspace; `AgentError` when it cannot start.

    `environ` stands for the workspace's. `heard` and `heard_error` get all it prints, as it comes. In a
    sandbox it sees its tool, its workspace and what belongs to that, and what is `readable` and `writable`.
    """
    environ = workspace.environ if environ is None else environ
    start = partial(
        processes.run,
        cwd=workspace.path,
        environ=environ,
        stdin=stdin,
        timeout=workspace.timeout,
        output=workspace.output,
        limit=OUTPUT_LIMIT,
        marker=workspace.marker,
        heard=heard,
        heard_error=heard_error,
    )
    own = (workspace.path, workspace.usage_file.parent, *([workspace.home] if workspace.home else []))
    view = sandbox.View(workspace.path, environ, tuple(readable), (*own, *writable))
    ended = sandbox.run(start, argv, view, workspace.confinement)
    used, note = usage.read(workspace.usage_file)
    return AgentResult(
        exit_code=ended.exit_code,
        signal=ended.signal,
        timed_out=ended.timed_out,
        answered=usage.answered(used),
        error=_error(ended.exit_code, used),
        usage=used,
        output_bytes=ended.stdout_bytes + ended.stderr_bytes,
        output_tail="\n".join(filter(None, (ended.tail, note))),
        survivors=ended.survivors,
    )


def spoken(result: AgentResult, workspace: Workspace) -> str:
    """The answer as text: as the adapter told it, else what the program printed, as far as it was stored."""
    if result.text is not None:
        return result.text
    try:
        return untrusted.read(workspace.output / "stdout", OUTPUT_LIMIT).decode("utf-8", "replace")
    except OSError:
        return ""


def _error(exit_code: int | None, used: Usage) -> str | None:
    if used.error is not None:
        return f"provider failure: {used.error}"
    if exit_code == PROVIDER_FAILED:
        return f"provider failure signalled by exit code {PROVIDER_FAILED}"
    return None
