"""What is wrong with the cases of a suite, wherever they come from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from pytest_editbench.agents.solver import NotUnderstood, solve
from pytest_editbench.cases import directory, validation
from pytest_editbench.cases.examples.opening import ExampleCase
from pytest_editbench.cases.faults import Fault, Severity, error, shown, warning
from pytest_editbench.cases.kinds import INPUT, KINDS, LOOSE, METADATA, PROMPT
from pytest_editbench.cases.vocabulary import MUTATIONS
from pytest_editbench.compare import trees
from pytest_editbench.generate import claims, hunks, proof, quoting, rereading
from pytest_editbench.generate.mutations.mutation import Refused
from pytest_editbench.model import File, MatchLevel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import PurePosixPath

    from pytest_editbench.model import Case, Contents, Metadata, Tree

    Check = Callable[[Case, Contents], Iterator[Fault]]

_LINE_TOLD = re.compile(r"\s*(?:\(line|on line|at line|, line) \d+")
_ADDED = re.compile(r"\s*label\b")  # what is quoted is missing, so that it need not stand anywhere
_MANY = re.compile(r"\b(?:twice|duplicate\w*|repeated|every|each|all)\b", re.IGNORECASE)


def lint(case: Case) -> list[Fault]:
    """All that is wrong with a case: what `validate` finds, then what carrying it out shows.

    An error is what makes the case measure something else than it says; a warning, what cannot be proved.
    An example's prompt, or that of a commit case, tells no order that could be carried out: of one, what
    `validate` finds is all.
    """
    faults = validation.faults(case)
    ordered = not isinstance(case, ExampleCase) and not KINDS[case.metadata.kind].apart
    if not ordered or any(fault.severity is Severity.ERROR for fault in faults):
        return faults
    contents = directory.read(case)
    checks = (_judged, _solved, _quoted, _named, _proved)
    return [*faults, *(fault for check in checks for fault in _found(check, case, contents))]


def _found(check: Check, case: Case, contents: Contents) -> list[Fault]:
    try:
        return list(check(case, contents))
    except RecursionError:
        return [warning(case.where, "a file is nested too deep to be checked whole")]


def _judged(case: Case, contents: Contents) -> Iterator[Fault]:
    """The accepted trees pass, the input does not."""
    demanded = case.metadata.match or MatchLevel.FORMAT
    for name, answer in contents.answers.items():
        if trees.compare(None, contents.answers, answer).level is not MatchLevel.EXACT:
            yield error(f"{case.where}/{name}", "is not accepted as an answer")
    level = trees.compare(None, contents.answers, contents.input, demanded).level
    if level.satisfies(demanded):
        message = f"passes as it is, at level {level}: there is nothing to measure"
        yield error(f"{case.where}/{INPUT}", message)


def _solved(case: Case, contents: Contents) -> Iterator[Fault]:
    """The prompt leads to an accepted tree, if it can be followed to the letter at all."""
    where = f"{case.where}/{PROMPT}"
    try:
        result = solve(contents.prompt, contents.input)
    except NotUnderstood as doubt:
        told = case.metadata.extra
        if told.get(LOOSE) or told.get("determined_by") == "patch":
            return  # nobody says that it would be
        yield warning(where, f"is not understood by the solver: {shown(doubt.reason)}")
        return
    if result in contents.answers.values():
        return
    demanded = case.metadata.match or MatchLevel.FORMAT
    level = trees.compare(None, contents.answers, result, demanded).level
    if level.satisfies(demanded):
        yield warning(where, f"does not lead to the bytes of an accepted tree, only to level {level}")
    else:
        fault = warning if case.metadata.extra.get(LOOSE) else error
        yield fault(where, "carried out to the letter, leads to no accepted tree")


def _quoted(case: Case, contents: Contents) -> Iterator[Fault]:
    """A line that is quoted in a sentence stands once, unless it is said which or how many are meant."""
    for text, rest in dict(rereading.spans(contents.prompt)).items():
        if re.fullmatch(r"[\w$]*", text) or not quoting.has_name(text):
            continue
        if _LINE_TOLD.match(rest) or _ADDED.match(rest) or _MANY.search(rest):
            continue
        for path, data in _files(contents.input).items():
            count = _count(text, data)
            if count > 1:
                message = f"quotes {shown(text)}, which stands {count} times in {shown(str(path))}"
                yield warning(f"{case.where}/{PROMPT}", message)


def _count(text: str, data: bytes) -> int:
    wanted = quoting.squeezed(text)
    return sum(quoting.squeezed(line) == wanted for line in _lines(data.decode("utf-8", "replace")))


def _named(case: Case, contents: Contents) -> Iterator[Fault]:
    """What the metadata says is so."""
    told, where = case.metadata, f"{case.where}/{METADATA}"
    known = MUTATIONS.get(told.mutation or "")
    if known and told.category and told.category != known:
        message = f"is {shown(told.category)}, but {told.mutation} is in the category {known}"
        fault = error if "proof" in told.extra else warning
        yield fault(where, message, "mutation_category")
    snippet = (told.original_snippet or "").strip()
    answers = [_files(answer) for answer in contents.answers.values()]
    if snippet and not any(_stands(snippet, data) for files in answers for data in files.values()):
        yield warning(where, "does not stand in an accepted tree", "original_snippet")


def _stands(snippet: str, data: bytes) -> bool:
    return "\n".join(_lines(snippet)) in "\n".join(_lines(data.decode("utf-8", "replace")))


def _lines(text: str) -> list[str]:
    return [line.removesuffix("\r") for line in text.split("\n")]


@dataclass(frozen=True, slots=True)
class _Edited:
    """The one file of a generated case."""

    path: PurePosixPath
    before: bytes
    after: bytes


def _proved(case: Case, contents: Contents) -> Iterator[Fault]:
    """Of a case that carries a proof, the proof and all numbers are worked out anew."""
    where, extra = f"{case.where}/{METADATA}", case.metadata.extra
    if "proof" not in extra:
        return
    edited = _edited(contents)
    if edited is None:
        yield error(where, "is about one file, but the trees differ in others", "proof")
        return
    try:
        found = proof.proof_of(contents.prompt, edited.path, edited.before, edited.after).to_data()
    except Refused as refusal:
        yield error(where, f"does not hold: {refusal.reason}", "proof")
        return
    for key, value in {"proof": found, **_numbers(case.metadata, edited)}.items():
        if key in extra and extra[key] != value:
            yield error(where, f"is {shown(str(extra[key]))}, but it should be {shown(str(value))}", key)
    yield from _context(case.metadata, edited, where)
    sides = edited.before, edited.after
    yield from claims.faults(case.metadata, contents.prompt, edited.path, sides, case.where)


def _numbers(told: Metadata, edited: _Edited) -> dict[str, object]:
    shape = hunks.shape(edited.before, edited.after)
    source = told.extra.get("source")
    right = {"digest": sha256(edited.after).hexdigest()}
    return {
        "hunks": shape.hunks,
        "changed_lines": shape.changed_lines,
        "source": source | right if isinstance(source, dict) else source,
    }


def _context(told: Metadata, edited: _Edited, where: str) -> Iterator[Fault]:
    from pytest_editbench.generate.difficulty import survey
    from pytest_editbench.generate.mutations import BY_NAME
    from pytest_editbench.generate.source import Parsed

    line, mutation = told.context.get("line"), BY_NAME.get(told.mutation or "")
    if not isinstance(line, int):
        yield error(where, "says no line", "context")
    if mutation is None or not isinstance(line, int):
        return
    here = survey(Parsed(edited.path, edited.after))  # as it was chosen: before the damage
    if not 1 <= line <= here.file_lines:
        yield error(where, f"says line {line} of a file of {here.file_lines} lines", "context")
        return
    right = here.context(line, doubled=mutation.doubles).to_data()
    score = here.score(line, doubled=mutation.doubles)
    tiers = here.tiers(line, doubled=mutation.doubles)
    if told.difficulty not in (None, *tiers):
        yield error(where, f"is {told.difficulty}, but such a line is {' or '.join(tiers)}", "difficulty")
    for key, value in told.context.items():
        if key in right and right[key] != value:
            yield error(where, f"says {key} {value}, but it is {right[key]}", "context")
    if told.difficulty_score not in (None, score):
        message = f"is {told.difficulty_score}, but it should be {score}"
        yield error(where, message, "difficulty_score")


def _edited(contents: Contents) -> _Edited | None:
    before, answers = _files(contents.input), [_files(answer) for answer in contents.answers.values()]
    if len(answers) != 1 or len(before) != 1 or before.keys() != answers[0].keys():
        return None
    ((path, data),) = before.items()
    return _Edited(path, data, answers[0][path])


def _files(tree: Tree) -> Mapping[PurePosixPath, bytes]:
    return {path: entry.data for path, entry in sorted(tree.items()) if isinstance(entry, File)}
