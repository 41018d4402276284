"""A whole tree against the accepted ones."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from pytest_editbench.compare import files
from pytest_editbench.compare.content import characters, is_diffable, is_text, lines
from pytest_editbench.model import Comparison, Entry, File, FileComparison, Folder, MatchLevel, Tree


def compare(
    input: Tree,  # noqa: A002  # the project's word for this tree
    answers: Mapping[str, Tree],
    actual: Tree,
) -> Comparison:
    """Hold `actual` against every accepted tree, and keep the one that it is nearest to.

    Nearest is the closest match level, then the fewest changed lines, then the order of `answers`, of
    which there must be one at least. `input` tells which wrong files were left as they had been. The
    lines and characters of a comparison count missing and unexpected files too.
    """
    found = (_against(name, accepted, input, actual) for name, accepted in answers.items())
    return min(found, key=lambda comparison: (comparison.level.rank, comparison.lines_changed))


def _against(name: str, accepted: Tree, before: Tree, actual: Tree) -> Comparison:
    missing, unexpected = _lost(accepted, actual), _lost(actual, accepted)
    lone = [
        *_all_lines(accepted[path] for path in missing),
        *_all_lines(actual[path] for path in unexpected),
    ]
    wrong = (path for path in accepted.keys() & actual.keys() if accepted[path] != actual[path])
    different = tuple(_file(path, accepted[path], before.get(path), actual[path]) for path in sorted(wrong))
    levels = [MatchLevel.NONE] if missing or unexpected else [file.level for file in different]
    return Comparison(
        answer=name,
        level=max(levels, key=lambda level: level.rank, default=MatchLevel.EXACT),
        files=different,
        missing=missing,
        unexpected=unexpected,
        lines_changed=len(lone) + sum(file.lines_changed for file in different),
        chars_changed=sum(map(characters, lone)) + sum(file.chars_changed for file in different),
        indent_score=_indent(accepted, actual, different),
    )


def _file(path: PurePosixPath, accepted: Entry, before: Entry | None, actual: Entry) -> FileComparison:
    file = files.compare(path, accepted, actual)
    if before != actual:
        return file
    return replace(file, note="; ".join(filter(None, (file.note, "left as it was"))))


def _lost(tree: Tree, other: Tree) -> tuple[PurePosixPath, ...]:
    """What `other` lacks; an empty folder that holds something there is not lost."""
    lone = sorted(tree.keys() - other.keys())
    filled = {parent for path in other for parent in path.parents} if lone else set()
    return tuple(path for path in lone if not (isinstance(tree[path], Folder) and path in filled))


def _all_lines(entries: Iterator[Entry]) -> Iterator[bytes]:
    for entry in entries:
        if isinstance(entry, File) and is_diffable(entry.data):
            yield from lines(entry.data)


def _indent(accepted: Tree, actual: Tree, different: tuple[FileComparison, ...]) -> float | None:
    """The mean over the text files that both trees have; a byte-equal one scores 0."""
    scores = [file.indent_score for file in different if file.indent_score is not None]
    equal = sum(
        isinstance(entry, File) and entry == actual.get(path) and is_text(entry.data)
        for path, entry in accepted.items()
    )
    return sum(scores) / (len(scores) + equal) if scores or equal else None
