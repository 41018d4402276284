"""The EDIT_MESSAGES table: why an edit call failed, told by what the tool said."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_HEAD = 2_000  # characters of a message that are looked at: what it quotes follows

# agent → one of results.EDIT_FAILURES → pattern; the first that is found counts, none is "other"
EDIT_MESSAGES: Mapping[str, Mapping[str, str]] = {
    "claude": {
        "stale": r"has not been read yet|has been modified since|unexpectedly modified",
        "not unique": r"found \d+ matches of the string to replace",
        "text not found": r"string to replace not found|string not found in file",
        "no change": r"no changes to make|exactly the same",
        "malformed call": r"inputvalidationerror|no such tool available|cannot create new file",
        "permission": r"requested permissions?|permission to \w+|permission denied|denied by|doesn't want to",
    },
    "codex": {
        "text not found": r"failed to find (expected lines|context)",
        "malformed call": r"invalid (patch|hunk)|is not a valid hunk|empty patch|no files were modified",
        "permission": r"^declined|rejected by|outside of the project|permission denied|read-only",
    },
    "opencode": {
        "stale": r"must read file|has been modified since|read it (again|first)",
        "not unique": r"multiple matches|more than once|multiple times",
        "text not found": r"oldstring not found|could not find oldstring|failed to find (expected|context)",
        "no change": r"(must be different|are identical|no changes to apply)",
        "malformed call": r"invalid arguments|verification failed|expected schema|is required",
        "permission": r"rejected permission|prevents you from using|permission denied|user dismissed",
    },
    "pi": {
        "not unique": r"found \d+ occurrences|must be unique",
        "text not found": r"could not find (the exact text|edits\[)",
        "no change": r"no changes made",
        "malformed call": r"validation failed|must not be empty|overlap|is invalid",
        "permission": r"eacces|eperm|erofs|permission denied|blocked",
    },
    "gemini": {
        "not unique": r"edit_expected_occurrence_mismatch",
        "text not found": r"edit_no_occurrence_found",
        "no change": r"edit_no_change",
        "malformed call": r"invalid_tool_params|edit_preparation_failure|attempt_to_create_existing_file",
        "permission": r"permission_denied|path_not_in_workspace|policy_violation|denied by policy",
    },
    "qwen": {
        "stale": r"has not been read in this session|has been modified since|has changed since",
        "not unique": r"found \d+ occurrences|expected \d+ occurrences? but found",
        "text not found": r"0 occurrences found|could not find the string",
        "no change": r"no changes to apply",
        "malformed call": r"params must have|must be (string|boolean|absolute)|invalid param|already exists",
        "permission": r"permission denied|not allowed|requires user approval|path must be within|denied",
    },
    "aider": {
        "text not found": r"searchreplacenoexactmatch",
        "malformed call": r"bad/missing filename|expected `|malformed|incomplete",
    },
}


def failure(agent: str, message: str) -> str:
    """Which of EDIT_FAILURES a message of a failed edit call tells."""
    rows = EDIT_MESSAGES.get(agent, {})
    head = message[:_HEAD].lower()
    return next((name for name, pattern in rows.items() if re.search(pattern, head)), "other")
