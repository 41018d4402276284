"""Two files or folders that lie on disk, judged like the result of a trial."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench import editscores, trees, workspace
from pytest_editbench.cases.examples import treepatch
from pytest_editbench.compare import display
from pytest_editbench.compare import trees as trees_compare
from pytest_editbench.errors import EditbenchError, UsageError
from pytest_editbench.model import Comparison, File, MatchLevel, Tree
from pytest_editbench.scoring.edits import treescores

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.cases.examples.diff import Diff
    from pytest_editbench.editscores import EditScores

ANSWER = "expected"
FIELDS = "id, expected, actual and perhaps input, with tabs between"

REPOSITORY = ".git"
LIMITS = trees.Limits()

Data = dict[str, object]
Compare = Callable[[Tree | None, Mapping[str, Tree], Tree, MatchLevel], Comparison]


@dataclass(frozen=True, slots=True)
class Question:
    """What to hold against what; all of them files, or all of them folders."""

    id: str
    expected: Path
    actual: Path
    input: Path | None = None  # without it, nothing is known of collateral and diagnosis

    def is_patch(self, path: Path) -> bool:
        """Whether the path is that of a patch of the input."""
        whole = self.input is None or path == self.input or self.input.suffix in treepatch.SUFFIXES
        return not whole and path.suffix in treepatch.SUFFIXES


@dataclass(frozen=True, slots=True)
class Judgement:
    """A question answered, with the trees that it was about."""

    question: Question
    demanded: MatchLevel
    comparison: Comparison
    expected: Tree
    actual: Tree
    given: Tree | None = None  # as it was before, where that is known

    @property
    def passed(self) -> bool:
        """Whether the two are as close as was demanded."""
        return self.comparison.level.satisfies(self.demanded)


def judge(
    question: Question, demanded: MatchLevel = MatchLevel.FORMAT, compare: Compare = trees_compare.compare
) -> Judgement:
    """Read and compare; `UsageError` names what is not there, `TreeError` what cannot be read.

    Two files are compared under the name of the expected one, which tells the language. With an input, a file
    `.patch` or `.diff` is what it makes of the input; `CaseError` names the line that does not fit. Of an
    actual folder, what trials pass over in a workspace is passed over here as well, unless the expected or
    the input one has it; `.git` at the top never counts. `compare` may be one that asks a formatter.
    """
    paths = [path for path in (question.expected, question.actual, question.input) if path is not None]
    whole = [path for path in paths if not question.is_patch(path)]
    kinds = {_is_folder(path) for path in whole}
    if len(kinds) > 1:
        raise UsageError(f"{', '.join(map(_shown, paths))}: name files alone or folders alone")
    expected, before, actual = (_folders if kinds == {True} else _files)(question)
    comparison = compare(before, {ANSWER: expected}, actual, demanded)
    return Judgement(question, demanded, comparison, expected, actual, before)


def scores(judgement: Judgement) -> EditScores | None:
    """How near the actual change comes to the expected one; None without an input, or without text."""
    if judgement.given is None:
        return None
    return treescores.of_trees(judgement.given, {ANSWER: judgement.expected}, judgement.actual)


def _folders(question: Question) -> tuple[Tree, Tree | None, Tree]:
    before = _folder(question.input) if question.input else None
    expected = _patched(question, question.expected, before)
    if expected is None:
        expected = _folder(question.expected)
    changed = _patched(question, question.actual, before)
    if changed is not None:
        return expected, before, changed
    # The caller may name a folder by a link; inside, links are kept as links.
    actual = workspace.read_back(question.actual.resolve(), before or {}, wanted=expected)
    return expected, before, actual


def _folder(path: Path) -> Tree:
    return trees.read(path.resolve(), ignore=lambda inside: inside.parts[0] == REPOSITORY)


def _files(question: Question) -> tuple[Tree, Tree | None, Tree]:
    named = question.input if question.input and question.is_patch(question.expected) else question.expected
    name = PurePosixPath(named.name)
    given = _file(question.input) if question.input else None
    expected, actual = (_single(question, path, given) for path in (question.expected, question.actual))
    before = {name: given} if given else None
    return {name: expected} if expected else {}, before, {name: actual} if actual else {}


def _single(question: Question, path: Path, given: File | None) -> File | None:
    """The file, or what a patch makes of the input; None where it deletes that."""
    if given is None or not question.is_patch(path):
        return _file(path)
    return treepatch.apply_to_file(_diff(path), given)


def _patched(question: Question, path: Path, before: Tree | None) -> Tree | None:
    """What a patch makes of the input folder; None for what is no patch."""
    if before is None or not question.is_patch(path) or _is_folder(path):
        return None
    return treepatch.apply(_diff(path), before)


def _diff(path: Path) -> Diff:
    return treepatch.read(_file(path).data, _shown(path))


def _file(path: Path) -> File:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise UsageError(f"{_shown(path)} is neither a file nor a folder")
        if status.st_size > LIMITS.total_bytes:
            raise UsageError(f"{_shown(path)} has more than {LIMITS.total_bytes:,} bytes")
        return File(path.read_bytes(), executable=bool(status.st_mode & stat.S_IXUSR))
    except OSError as error:
        raise UsageError(f"{_shown(path)} cannot be read: {error.strerror}") from None


def batch(
    listing: Path,
    demanded: MatchLevel = MatchLevel.FORMAT,
    compare: Compare = trees_compare.compare,
    *,
    scored: bool = False,
) -> Iterator[Data]:
    """One answer for each line of a list, see `to_data`; a line that cannot be judged gives `id` and `error`.

    Relative paths begin at the current folder. `UsageError` when the list itself cannot be read.
    """
    try:
        text = os.fsdecode(listing.read_bytes())
    except (OSError, ValueError) as error:
        raise UsageError(f"{_shown(listing)} cannot be read: {_reason(error)}") from None
    for number, line in enumerate(text.split("\n"), start=1):
        row = line.removesuffix("\r").split("\t")
        if row == [""]:
            continue
        try:
            yield to_data(judge(_question(row), demanded, compare), scored=scored)
        except EditbenchError as error:
            yield {"id": row[0], "error": f"{_shown(listing)}:{number}: {error}"}


def _question(row: list[str]) -> Question:
    if len(row) not in (3, 4) or not all(row[:3]):
        raise UsageError(f"a line holds {FIELDS}; this one has {len(row)} field{'s' if len(row) > 1 else ''}")
    given = Path(row[3]) if len(row) == 4 and row[3] else None
    return Question(row[0], Path(row[1]), Path(row[2]), given)


def to_data(judgement: Judgement, *, scored: bool = False) -> Data:
    """The answer as JSON holds it, with scores if asked for; what needs the input is null without one."""
    found = judgement.comparison
    near = scores(judgement) if scored else None
    return {
        "id": judgement.question.id,
        "level": found.level.value,
        "passed": judgement.passed,
        "indent_score": found.indent_score,
        "indent_basis": found.indent_basis,
        "lines_changed": found.lines_changed,
        "chars_changed": found.chars_changed,
        "missing": [str(path) for path in found.missing],
        "unexpected": [str(path) for path in found.unexpected],
        "files": [{**asdict(file), "path": str(file.path)} for file in found.files],
        "collateral": asdict(found.collateral) if found.collateral else None,
        "diagnosis": found.diagnosis,
        "diagnosis_detail": found.diagnosis_detail if found.diagnosis else None,
        **({"scores": editscores.figures(near) if near else None} if scored else {}),
    }


def lines(judgement: Judgement, *, scored: bool = False) -> Iterator[str]:
    """The answer for people: the verdict, scores if asked for, what differs, and the diff."""
    found = judgement.comparison
    verdict = "equal" if judgement.passed else "different"
    yield f"{verdict} (level {found.level}, demanded {judgement.demanded})"
    near = scores(judgement) if scored else None
    if near:
        yield ", ".join(f"{name} {value:.6g}" for name, value in editscores.figures(near).items())
    if found.level is MatchLevel.EXACT:
        return
    yield from filter(None, (display.diagnosed(found), display.headline(found)))
    if found.collateral:
        yield _collateral(found)
    yield display.unified(found, judgement.expected, judgement.actual)


def _collateral(comparison: Comparison) -> str:
    found = comparison.collateral
    if found is None:
        return ""
    kinds = ", ".join(f"{kind}: {count}" for kind, count in found.outside.items())
    asked = f"asked lines: {found.right} right, {found.wrong} wrong, {found.missing} missing"
    return f"{asked}; outside: {found.total}{f' ({kinds})' if kinds else ''}"


def _is_folder(path: Path) -> bool:
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except (OSError, ValueError) as error:
        raise UsageError(f"{_shown(path)} cannot be read: {_reason(error)}") from None


def _reason(error: OSError | ValueError) -> str:
    return str(error.strerror if isinstance(error, OSError) else error)


def _shown(path: Path) -> str:
    return display.escaped(str(path))
