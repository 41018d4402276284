"""How bad a finding is."""

from enum import StrEnum


class Severity(StrEnum):
    """Whether a finding decides, or is only told."""

    ERROR = "error"
    WARNING = "warning"
