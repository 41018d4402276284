"""The TOOLS table: what the tools of each agent do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

# agent → tool → one of TOOL_KINDS; what is not named here is "other"
TOOLS: Mapping[str, Mapping[str, str]] = {
    "claude": {
        "Read": "read",
        "NotebookRead": "read",
        "Glob": "search",
        "Grep": "search",
        "LS": "search",
        "Edit": "edit",
        "MultiEdit": "edit",
        "NotebookEdit": "edit",
        "Write": "write",
        "Bash": "shell",
        "BashOutput": "shell",
        "KillShell": "shell",
    },
    "codex": {
        "apply_patch": "edit",
        "shell": "shell",
    },
    "opencode": {
        "read": "read",
        "glob": "search",
        "grep": "search",
        "list": "search",
        "codesearch": "search",
        "edit": "edit",
        "multiedit": "edit",
        "patch": "edit",
        "apply_patch": "edit",
        "write": "write",
        "bash": "shell",
    },
    "pi": {
        "read": "read",
        "find": "search",
        "grep": "search",
        "ls": "search",
        "edit": "edit",
        "write": "write",
        "bash": "shell",
    },
    "gemini": {
        "read_file": "read",
        "read_many_files": "read",
        "glob": "search",
        "grep_search": "search",
        "search_file_content": "search",
        "list_directory": "search",
        "replace": "edit",
        "write_file": "write",
        "run_shell_command": "shell",
    },
    "qwen": {
        "read_file": "read",
        "read_many_files": "read",
        "glob": "search",
        "grep_search": "search",
        "list_directory": "search",
        "edit": "edit",
        "notebook_edit": "edit",
        "write_file": "write",
        "run_shell_command": "shell",
    },
    "mini": {
        "bash": "shell",
    },
    "aider": {
        "SEARCH/REPLACE": "edit",
    },
}


def kind(agent: str, tool: str) -> str:
    """What a tool of an agent does, one of TOOL_KINDS."""
    return TOOLS[agent].get(tool, "other")


def edits(agent: str) -> bool:
    """Whether the agent has a tool of its own that edits."""
    return "edit" in TOOLS[agent].values()
