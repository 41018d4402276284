"""The errors of this package: each message says what happened, where, and what to do."""


class EditbenchError(Exception):
    """Base of every error that a user of the package may meet."""


class CaseError(EditbenchError):
    """A case that cannot be run; the message names the file and the key."""


class ArchiveError(EditbenchError):
    """An archive that is refused; the message names the member."""


class TreeError(EditbenchError):
    """A folder that cannot be held as a tree; the message names the path inside it."""


class TreeLimitError(TreeError):
    """A folder with more files or bytes than allowed."""


class AgentError(EditbenchError):
    """An agent that could not be asked: nothing is known about its edits."""


class UsageError(EditbenchError):
    """Options that cannot be carried out; the message lists what could be."""


class RecordError(EditbenchError):
    """A record file that cannot be read or written; the message names file and line."""


class RecordWarning(UserWarning):
    """A line of a record that is passed over: what is asked can be told without it."""


class FormatterError(EditbenchError):
    """A formatter that gave no text back for a file; the message is one line that names both."""


class UnavailableError(EditbenchError):
    """Something that a case needs is not on this machine; the message says what to pass."""


class FormatError(EditbenchError):
    """An answer whose edits cannot be read or placed; the message is one line that tells where and why."""
