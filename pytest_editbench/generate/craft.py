"""From a candidate to a case: damage, check, tell, prove. Nothing here depends on any other case."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench import languages
from pytest_editbench.compare import levels
from pytest_editbench.edits import apply
from pytest_editbench.generate import hunks, prompts, proof
from pytest_editbench.generate.difficulty import Context, Survey, survey
from pytest_editbench.generate.draft import Draft
from pytest_editbench.generate.mutations import BY_NAME
from pytest_editbench.generate.mutations.mutation import Candidate, Damage, Mutation, Refused, Telling
from pytest_editbench.generate.source import Parsed, SourceFile

if TYPE_CHECKING:
    from pytest_editbench.edits import Edit
    from pytest_editbench.generate.plan import Band


@dataclass(frozen=True, slots=True)
class Job:
    """A candidate to be tried."""

    file: SourceFile
    candidate: Candidate
    difficulty: str
    band: Band | None


@dataclass(frozen=True, slots=True)
class Change:
    """What undoing the damage changes."""

    shape: hunks.Shape
    line: int  # 1-based, of the input: the first visible one that changes, or stands after what is missing
    old: tuple[str, ...]  # from that line on, the lines of the first hunk
    new: tuple[str, ...]  # what they become


@dataclass(frozen=True, slots=True)
class Made:
    """A case that holds; its input is the file's bytes after `edits`."""

    file: SourceFile
    mutation: str
    category: str
    difficulty: str
    score: int
    context: Context
    edits: tuple[Edit, ...]
    prompt: str
    proof: proof.Proof
    change: Change


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a candidate makes no case."""

    reason: str
    for_good: bool  # at any other difficulty too


def craft(job: Job) -> Made | Refusal:
    """The case of a candidate, or why there is none."""
    mutation = BY_NAME[job.candidate.mutation]
    parsed = Parsed(PurePosixPath(job.file.path.name), job.file.data)
    try:
        damage = mutation.damage(parsed, job.candidate)
        before = apply(parsed.data, damage.edits)
        change = change_of(before, parsed.data)
        _check_shape(mutation, change.shape)
        _check_code(parsed, before)
    except Refused as refusal:
        return Refusal(refusal.reason, for_good=True)
    try:
        _check_band(job, change.shape)
        return _told(job, mutation, damage, Parsed(parsed.path, before), change)
    except Refused as refusal:
        return Refusal(refusal.reason, for_good=False)


def change_of(before: bytes, after: bytes) -> Change:
    """What makes the one file the other; Refused where no line differs."""
    shape = hunks.shape(before, after)
    if not shape.hunks:
        raise Refused("nothing but line ends would change")
    first = hunks.between(before, after)[0]
    skipped = min(first.changed - first.start, len(first.old) - 1)
    while not first.old[skipped].strip() and skipped < len(first.old) - 1:
        skipped += 1
    return Change(shape, first.start + skipped, first.old[skipped:], first.new[skipped:])


def _check_shape(mutation: Mutation, shape: hunks.Shape) -> None:
    """The size and shape that the mutation promises."""
    if mutation.telling is Telling.MUTATION and not mutation.multi_hunk and shape.hunks != 1:
        raise Refused("more than one hunk")
    if mutation.most_lines is not None and shape.changed_lines > mutation.most_lines:
        raise Refused("too many changed lines")


def _check_code(parsed: Parsed, before: bytes) -> None:
    # By the tree, never by the running Python's own parser, whose idea of the language is its version's.
    if languages.parse(parsed.language, before).has_error:
        raise Refused("the damaged file does not parse")
    if levels.formatted(parsed.path, parsed.data, before).same:
        raise Refused("a formatter could have made the damage")


def _check_band(job: Job, shape: hunks.Shape) -> None:
    if job.band is not None and not job.band[0] <= shape.changed_lines <= job.band[1]:
        raise Refused("changed lines outside of the band")


def _told(job: Job, mutation: Mutation, damage: Damage, damaged: Parsed, change: Change) -> Made:
    """The case with its prompt and proof; how hard it is, is told of the place before it was damaged."""
    here = _survey(job.file)
    function, part = _whereabouts(here, change.line)
    draft = Draft(
        path=damaged.path,
        before=damaged.data,
        after=job.file.data,
        mutation=mutation,
        damage=damage,
        difficulty=job.difficulty,
        function=function,
        part=part,
    )
    prompt = prompts.render(draft)
    return Made(
        file=job.file,
        mutation=mutation.name,
        category=mutation.category,
        difficulty=job.difficulty,
        score=here.score(job.candidate.line, doubled=mutation.doubles),
        context=here.context(job.candidate.line, doubled=mutation.doubles),
        edits=damage.edits,
        prompt=prompt,
        proof=proof.prove(draft, prompt),
        change=change,
    )


@lru_cache(maxsize=64)
def _survey(file: SourceFile) -> Survey:
    return survey(Parsed(file.path, file.data))


def _whereabouts(here: Survey, line: int) -> tuple[str | None, str]:
    """The enclosing function, where it can be told apart by name, and the part of the file.

    Both are told of damage alone that leaves all functions, and the number of lines, as they were: so the
    file before the damage, which is read once, tells them too.
    """
    context = here.context(min(line, here.file_lines))
    return context.containing_function if context.function_unique else None, here.part(context.line)
