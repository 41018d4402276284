"""Whatever the source and its bytes look like, a prompt that is made has a proof."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path, PurePosixPath

import pytest

from pytest_editbench.cases.vocabulary import DIFFICULTIES
from pytest_editbench.edits import apply
from pytest_editbench.generate import prompts, proof
from pytest_editbench.generate.dialects import DIALECTS
from pytest_editbench.generate.draft import Draft
from pytest_editbench.generate.draw import Draw
from pytest_editbench.generate.mutations import MUTATIONS
from pytest_editbench.generate.mutations.mutation import Candidate, Mutation, Refused
from pytest_editbench.generate.source import Parsed
from pytest_editbench.languages import of

SOURCES = Path(__file__).parents[2] / "cases" / "sources"
TRIED = 3  # candidates of each mutation in each kind of bytes
HONEST = {"an anchor without a name"}  # reasons that no source can rule out

BYTES: dict[str, Callable[[bytes], bytes]] = {
    "as it is": lambda data: data,
    "with CRLF": lambda data: data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
    "with a byte-order mark": lambda data: b"\xef\xbb\xbf" + data,
    "without a final line end": lambda data: data.rstrip(b"\r\n"),
    "with trailing blanks": lambda data: data.replace(b"\r\n", b"\n").replace(b";\n", b"; \t\n"),
}


def sources() -> list[Path]:
    found = sorted(path for path in SOURCES.rglob("*") if path.is_file())
    languages = [of(PurePosixPath(path.name)) for path in found]
    return [path for path, kind in zip(found, languages, strict=True) if kind and kind.name in DIALECTS]


@cache
def parsed(path: Path, kind: str) -> Parsed:
    return Parsed(PurePosixPath(path.name), BYTES[kind](path.read_bytes()))


def spots(mutation: Mutation, kind: str) -> Iterator[tuple[Parsed, Candidate]]:
    """A candidate of chance of each file that has one; the files in one order, so that few are parsed."""
    draw = Draw(4)
    for path in draw.shuffled(sources(), lambda path: path.relative_to(SOURCES).as_posix()):
        here = parsed(path, kind)
        found = list(mutation.find(here, draw))
        if found:
            yield here, draw.pick(found, mutation.name, path.name)


@pytest.mark.parametrize("kind", BYTES)
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_prompts_have_one_answer(mutation: Mutation, kind: str) -> None:
    first = list(BYTES).index(kind)
    tried = list(islice(spots(mutation, kind), TRIED))
    outcomes = [
        outcome(mutation, *spot, DIFFICULTIES[(number + first) % 4]) for number, spot in enumerate(tried)
    ]
    assert tried
    assert [told for told in outcomes if told] == []


def outcome(mutation: Mutation, parsed: Parsed, candidate: Candidate, difficulty: str) -> str | None:
    """Why a candidate that can be damaged makes no case, where its source is not to blame."""
    with suppress(Refused):
        damage = mutation.damage(parsed, candidate)
        before = apply(parsed.data, damage.edits)
        draft = Draft(parsed.path, before, parsed.data, mutation, damage, difficulty)
        try:
            proof.prove(draft, prompts.render(draft))
        except Refused as refusal:
            told = f"{parsed.path}:{candidate.line}: {refusal} ({refusal.__cause__})"
            return None if refusal.reason in HONEST else told
    return None
