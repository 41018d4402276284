"""A comparison told to people: in one line, and as a diff."""

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from pytest_editbench.compare import hunks
from pytest_editbench.compare.content import is_diffable, is_text, lines
from pytest_editbench.compare.visible import escaped
from pytest_editbench.model import Comparison, Entry, File, FileComparison, Folder, MatchLevel, Tree

__all__ = ["diagnosed", "escaped", "headline", "unified"]

NAMED = 5  # paths of each kind that a headline names
PATH_WIDTH = 200  # characters of a path that are shown

Labels = tuple[str, str]


def headline(comparison: Comparison) -> str:
    """One line on what went wrong, nearest matches last; empty when nothing differs."""
    worst_first = sorted(comparison.files, key=lambda file: -file.level.rank)
    count = f"{len(worst_first)} file{'s differ' if len(worst_first) > 1 else ' differs'}"
    parts = (
        _listed(count, map(_described, worst_first)),
        _listed("missing", map(_name, comparison.missing)),
        _listed("unexpected", map(_name, comparison.unexpected)),
    )
    return "; ".join(filter(None, parts))


def diagnosed(comparison: Comparison) -> str:
    """What went wrong and where, in one line; empty when that is not known."""
    if comparison.diagnosis is None:
        return ""
    detail = escaped(comparison.diagnosis_detail)
    detail = detail if len(detail) <= PATH_WIDTH else f"{detail[:PATH_WIDTH]}…"
    return f"{comparison.diagnosis}{f' ({detail})' if detail else ''}"


def _listed(title: str, texts: Iterable[str]) -> str:
    texts = list(texts)
    more = f" and {len(texts) - NAMED} more" if len(texts) > NAMED else ""
    return f"{title}: {', '.join(texts[:NAMED])}{more}" if texts else ""


def _described(file: FileComparison) -> str:
    count = file.lines_changed
    facts = [escaped(file.note)] if file.note else []
    if count:
        facts.append(f"{count} line{'s' if count > 1 else ''}")
    if file.level is not MatchLevel.NONE:
        facts.append(f"equal at level {file.level}")
    return f"{_name(file.path)} ({', '.join(facts) or 'binary'})"


def _name(path: PurePosixPath) -> str:
    text = escaped(str(path))
    return text if len(text) <= PATH_WIDTH else f"…{text[-PATH_WIDTH:]}"


def unified(
    comparison: Comparison,
    accepted: Tree,
    actual: Tree,
    limit_lines: int = 200,
    limit_chars: int = 20_000,
    labels: Labels = ("expected", "actual"),
) -> str:
    """A unified diff from `accepted`, the tree that `comparison.answer` names, to `actual`.

    `labels` name the two trees. What has no lines to show (modes, links, binary content, what only one
    tree has) takes one line. White space shows in lines that differ by nothing else, unprintable
    characters are escaped, long lines are cut round the difference; the text is valid in XML 1.0.
    What goes over the limits is left out, and a last line tells how many lines that were.
    """
    whole = _whole(comparison, accepted, actual, labels)
    return "\n".join(_bounded(whole, limit_lines, limit_chars))


def _bounded(whole: Iterable[str], limit_lines: int, limit_chars: int) -> Iterator[str]:
    left_out = 0
    for number, line in enumerate(whole):
        limit_chars -= len(line) + 1
        if left_out or number == limit_lines or limit_chars < 0:
            left_out += 1
        else:
            yield line
    if left_out:
        yield f"… {left_out:,} more line{'s' if left_out > 1 else ''} not shown"


def _whole(comparison: Comparison, accepted: Tree, actual: Tree, labels: Labels) -> Iterator[str]:
    notes = {file.path: file.note for file in comparison.files}
    for path in sorted({*notes, *comparison.missing, *comparison.unexpected}):
        if notes.get(path) and not _shows_all(accepted.get(path), actual.get(path)):
            yield f"{_name(path)}: {escaped(notes[path])}"
        match accepted.get(path), actual.get(path):
            case File(old), File(new) if old != new:
                yield from _files(_name(path), old, new, labels)
            case lone, None:
                yield f"only in {labels[0]}: {_name(path)}{_kind(lone)}"
            case None, lone:
                yield f"only in {labels[1]}: {_name(path)}{_kind(lone)}"


def _shows_all(accepted: Entry | None, actual: Entry | None) -> bool:
    """Whether the two differ by lines alone, so that a note says nothing that the diff does not show."""
    return (
        isinstance(accepted, File)
        and isinstance(actual, File)
        and accepted.executable == actual.executable
        and is_diffable(accepted.data)
        and is_diffable(actual.data)
    )


def _kind(entry: Entry | None) -> str:
    return " (an empty folder)" if isinstance(entry, Folder) else ""


def _files(name: str, accepted: bytes, actual: bytes, labels: Labels) -> Iterator[str]:
    if not (is_diffable(accepted) and is_diffable(actual)):
        binary = "" if is_text(accepted) and is_text(actual) else "binary "
        yield f"{binary}files differ: {name} ({len(accepted):,} bytes, {len(actual):,} bytes)"
        return
    yield f"--- {labels[0]}/{name}"
    yield f"+++ {labels[1]}/{name}"
    yield from hunks.lines(lines(accepted), lines(actual))
