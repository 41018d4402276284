"""What belongs to the language of an editing tool and was left in a file."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from pytest_editbench import languages
from pytest_editbench.compare.threeway import Change

MARKER = re.compile(
    rb"""
      [<>]{7}(?:[ ]|$)                      # conflicts, search and replace blocks
    | [*]{3}[ ](?:Begin|End)[ ]Patch\b      # patch envelopes
    | [*]{3}[ ](?:Add|Delete|Update)[ ]File:
    | [*]{3}[ ]End[ ]of[ ]File
    | @@[ ]-\d+(?:,\d+)?[ ]\+\d+            # unified diffs
    | (?:---[ ]a|[+]{3}[ ]b)/
    """,
    re.VERBOSE,
)
FENCE = re.compile(rb"[ \t]*(?:`{3,}|~{3,})[\w.+-]*\s*$")
NUMBERED = re.compile(rb"[ \t]*\d+[ \t]*(?:\t|[:|][ \t]?|\xe2\x86\x92)")  # the last is an arrow


def found(path: PurePosixPath, change: Change) -> Iterator[int]:
    """The 0-based numbers of the lines of the actual text that were added and look like a marker.

    A line that the text held before, or should hold, is none. A fence counts only where it means nothing,
    a line number only in front of a line that is known.
    """
    known = {*change.before.lines, *change.accepted.lines}
    fences = languages.fence_tag(path) != "markdown"
    for run in change.made:
        for number in run.new:
            line = change.actual.lines[number]
            if line not in known and _is_marker(line, known, fences=fences):
                yield number


def _is_marker(line: bytes, known: set[bytes], *, fences: bool) -> bool:
    if MARKER.match(line) or (fences and FENCE.match(line)):
        return True
    number = NUMBERED.match(line)
    return number is not None and line[number.end() :] in known and bool(line[number.end() :].strip())
