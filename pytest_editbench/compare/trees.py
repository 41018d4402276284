"""A whole tree against the accepted ones."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from statistics import fmean
from typing import TypedDict

from pytest_editbench.compare import collateral, diagnosis, files, opinion, threeway
from pytest_editbench.compare.content import count_characters, count_lines, is_diffable, is_text
from pytest_editbench.compare.opinion import Chooser
from pytest_editbench.model import (
    Collateral,
    Comparison,
    Entry,
    File,
    FileComparison,
    Folder,
    MatchLevel,
    Tree,
)

EXPECTED = "expected"  # the basis of an indent score without a formatter


def compare(
    input: Tree | None,  # noqa: A002  # the project's word for this tree
    answers: Mapping[str, Tree],
    actual: Tree,
    demanded: MatchLevel = MatchLevel.FORMAT,
    choose: Chooser = opinion.nobody,
) -> Comparison:
    """Hold `actual` against every accepted tree, and keep the one that it is nearest to.

    Nearest is the closest match level, then the fewest changed lines, then the order of `answers`, of
    which there must be one at least. `input` tells which wrong files were left as they had been, what was
    changed beside the asked change, and what went wrong with a result that is not as close as `demanded`;
    without it, these are not known. The lines and characters of a comparison count missing and unexpected
    files too. `choose` gives the formatter, if any, whose opinion on a file decides level `format`.
    """
    found = (_against(name, accepted, input or {}, actual, choose) for name, accepted in answers.items())
    nearest = min(found, key=lambda comparison: (comparison.level.rank, comparison.lines_changed))
    return nearest if input is None else _explained(nearest, input, answers[nearest.answer], actual, demanded)


def _explained(
    comparison: Comparison, before: Tree, accepted: Tree, actual: Tree, demanded: MatchLevel
) -> Comparison:
    changes = {}
    for path in collateral.differing(before, accepted, actual):
        if path not in before and path not in accepted:
            continue  # nothing asks for the lines of a stray file
        change = threeway.change(before.get(path), accepted.get(path), actual.get(path))
        if change is not None:
            changes[path] = change
    by_file = collateral.by_file(before, accepted, actual, changes)
    total = collateral.together(by_file)
    told = replace(
        comparison,
        collateral=total,
        collateral_by_file={str(path): found for path, found in by_file.items() if found != Collateral()},
    )
    if comparison.level.satisfies(demanded):
        return told
    name, detail = diagnosis.of(diagnosis.Scene(before, accepted, actual, changes, total))
    return replace(told, diagnosis=name, diagnosis_detail=detail)


def _against(name: str, accepted: Tree, before: Tree, actual: Tree, choose: Chooser) -> Comparison:
    missing, unexpected = _lost(accepted, actual), _lost(actual, accepted)
    entries = [*(accepted[path] for path in missing), *(actual[path] for path in unexpected)]
    lone = [entry.data for entry in entries if isinstance(entry, File) and is_diffable(entry.data)]
    wrong = (path for path in accepted.keys() & actual.keys() if accepted[path] != actual[path])
    different = tuple(
        _file(path, accepted[path], before.get(path), actual[path], choose) for path in sorted(wrong)
    )
    levels = [MatchLevel.NONE] if missing or unexpected else [file.level for file in different]
    return Comparison(
        answer=name,
        level=max(levels, key=lambda level: level.rank, default=MatchLevel.EXACT),
        files=different,
        missing=missing,
        unexpected=unexpected,
        lines_changed=sum(map(count_lines, lone)) + sum(file.lines_changed for file in different),
        chars_changed=sum(map(count_characters, lone)) + sum(file.chars_changed for file in different),
        **_indent(different, _equal(accepted, actual, choose)),
    )


def _file(
    path: PurePosixPath, accepted: Entry, before: Entry | None, actual: Entry, choose: Chooser
) -> FileComparison:
    file = files.compare(path, accepted, actual)
    formatter = choose(path)
    if formatter is not None and isinstance(accepted, File) and isinstance(actual, File):
        file = opinion.second(file, accepted, actual, formatter)
    if before != actual:
        return file
    return replace(file, note="; ".join(filter(None, (file.note, "left as it was"))))


def _lost(tree: Tree, other: Tree) -> tuple[PurePosixPath, ...]:
    """What `other` lacks; an empty folder that holds something there is not lost."""
    lone = sorted(tree.keys() - other.keys())
    filled = {parent for path in other for parent in path.parents} if lone else set()
    return tuple(path for path in lone if not (isinstance(tree[path], Folder) and path in filled))


class Indent(TypedDict):
    """The fields of a comparison that tell of indentation."""

    indent_score: float | None
    indent_basis: str
    indent_lines: int


def _equal(accepted: Tree, actual: Tree, choose: Chooser) -> list[FileComparison]:
    """The text files that are equal: held against the accepted text their indentation is right."""
    found = []
    for path, entry in accepted.items():
        if isinstance(entry, File) and entry == actual.get(path) and is_text(entry.data):
            file = FileComparison(path, MatchLevel.EXACT, indent_score=0.0)
            formatter = choose(path)
            found.append(file if formatter is None else opinion.indented(file, entry.data, formatter))
    return found


def _indent(different: Sequence[FileComparison], equal: Sequence[FileComparison]) -> Indent:
    """The mean over the text files that both trees have and that share a basis.

    Where files have several bases, those count that a formatter speaks for: who set one asked for it.
    """
    scored = [file for file in (*different, *equal) if file.indent_score is not None]
    bases = {file.indent_basis for file in scored}
    basis = min(bases - {EXPECTED} or bases, default=EXPECTED)
    counted = [file for file in scored if file.indent_basis == basis]
    return Indent(
        indent_score=fmean(file.indent_score or 0.0 for file in counted) if counted else None,
        indent_basis=basis,
        indent_lines=sum(file.indent_lines for file in counted),
    )
