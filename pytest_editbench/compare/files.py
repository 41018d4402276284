"""One path of two trees, accepted against actual."""

from pathlib import PurePosixPath

from pytest_editbench import linediff
from pytest_editbench.compare import indent, levels
from pytest_editbench.compare.content import (
    DIFF_BYTES,
    DIFF_LINES,
    characters,
    is_diffable,
    is_text,
    line_ends,
    lines,
)
from pytest_editbench.model import Entry, File, FileComparison, Folder, Link, MatchLevel

KINDS = {File: "a file", Link: "a link", Folder: "an empty folder"}


def compare(path: PurePosixPath, accepted: Entry, actual: Entry) -> FileComparison:
    """Hold two entries that are not equal against each other."""
    match accepted, actual:
        case File(), File():
            return _files(path, accepted, actual)
        case Link(), Link():
            note = f"points to {actual.target}, not to {accepted.target}"
        case _:
            note = f"is {KINDS[type(actual)]}, not {KINDS[type(accepted)]}"
    return FileComparison(path, MatchLevel.NONE, note)


def _files(path: PurePosixPath, accepted: File, actual: File) -> FileComparison:
    level, note = levels.level(path, accepted.data, actual.data)
    if accepted.executable != actual.executable:
        level = MatchLevel.NONE
        note = "must be executable" if accepted.executable else "must not be executable"
    if not (is_diffable(accepted.data) and is_diffable(actual.data)):
        return FileComparison(path, level, "; ".join(filter(None, (note, _undiffed(accepted, actual)))))
    old, new = lines(accepted.data), lines(actual.data)
    runs = linediff.runs(old, new)
    changed = [line for run in runs for line in (*run.removed(old), *run.added(new))]
    off = indent.score(old, new, runs)
    return FileComparison(
        path,
        level,
        note,
        lines_changed=len(changed),
        chars_changed=sum(map(characters, changed)),
        indent_score=off.score,
        indent_lines=off.lines,
    )


def _undiffed(accepted: File, actual: File) -> str:
    """Why the contents were judged and not diffed; nothing has to be said of binary content."""
    size = max(len(accepted.data), len(actual.data))
    if size > DIFF_BYTES:
        return f"{size:,} bytes, too large to be diffed"
    texts = [data for data in (accepted.data, actual.data) if is_text(data)]
    count = max(map(line_ends, texts), default=0)
    return f"{count:,} lines, too many to be diffed" if count > DIFF_LINES else ""
