"""Why no case is made of a commit: a closed set of reasons."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Why a commit is left out."""

    MERGE = "is a merge"
    ROOT = "has no parent in this clone"
    LACKING = "needs what this clone lacks, or cannot hold for a trial"
    EMPTY = "changes no file"
    LARGE = "changes too much"
    SUBMODULE = "changes a submodule"
    LINK = "changes a symbolic link"
    BINARY = "changes a file that is no text"
    NAME = "changes a file whose name no prompt can tell"
    MODE_ONLY = "changes nothing but modes"
    MODE = "changes a mode, which no prompt tells"
    NEW_ONLY = "only makes new files; --whole gives it others"
    GONE = "leaves no file; with --whole there are others"
    MESSAGE = "the message does not determine the change"
    MORE = "the message says more than its patch or its order"
    BLOCKS = "no prompt of blocks determines the change"
    WORDING = "the message is not for a proposal"
    RULES = "the message breaks rules for proposals"
    ONE_PLACE = "changes one place only, or none of the others is a task"
    EXAMPLE = "cannot be told as an example"
    INVALID = "makes no sound case"


class LeftOutError(Exception):
    """No case is made of a commit; `details` are what can be counted beneath the reason."""

    def __init__(self, reason: Reason, *details: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.details = details
