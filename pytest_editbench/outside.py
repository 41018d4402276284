"""Kinds of changes that nobody asked for."""

from enum import StrEnum


class Outside(StrEnum):
    """What kind of change lies outside the asked one; a closed set."""

    LINE_ENDS = "line ends"
    MARK = "byte-order mark"
    FINAL_NEWLINE = "final newline"
    TRAILING_BLANKS = "trailing blanks"
    INDENTATION = "indentation"
    BLANK_LINES = "blank lines"
    COMMENTS = "comments"
    CODE = "code"
    MODE = "mode bits"
    FILES = "stray or lost files"
    OPAQUE = "content without lines"
