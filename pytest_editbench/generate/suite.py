"""A suite as a value: its cases with their ids, and each case's files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from pytest_editbench import languages
from pytest_editbench.edits import apply
from pytest_editbench.generate.plan import case_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pytest_editbench.generate.choose import Filling
    from pytest_editbench.generate.craft import Made
    from pytest_editbench.generate.sources import Source

Members = dict[str, bytes]
"""The files of a case: path within it → content."""

SNIPPET_LINES = 12  # of a snippet in the metadata


@dataclass(frozen=True, slots=True)
class SuiteCase:
    """A case of a suite."""

    id: str
    made: Made


def cases(fillings: Iterable[Filling]) -> Iterator[tuple[SuiteCase, Filling]]:
    """The cases that were found, numbered without gaps within each mutation."""
    counts: dict[str, int] = {}
    for filling in fillings:
        if filling.made:
            slot = filling.slot
            counts[slot.mutation] = counts.get(slot.mutation, 0) + 1
            yield (
                SuiteCase(case_id(slot.category, slot.mutation, counts[slot.mutation]), filling.made),
                filling,
            )


def members(case: SuiteCase, seed: int, sources: Mapping[str, Source]) -> Members:
    """The files of a case as they lie in its folder."""
    made = case.made
    name = made.file.path.name
    metadata = json.dumps(_metadata(made, seed, sources[made.file.source]), ensure_ascii=False, indent=2)
    return {
        "prompt.md": f"{made.prompt.strip()}\n".encode(),
        f"input/{name}": apply(made.file.data, made.edits),
        f"expected/{name}": made.file.data,
        "metadata.json": f"{metadata}\n".encode(),
    }


def _metadata(made: Made, seed: int, source: Source) -> dict[str, object]:
    language = languages.of(made.file.path)
    return {
        "mutation_type": made.mutation,
        "mutation_category": made.category,
        "difficulty": made.difficulty,
        "difficulty_score": made.score,
        "line_number": made.change.line,
        "original_snippet": _snippet(made.change.new),
        "mutated_snippet": _snippet(made.change.old),
        "file_path": str(made.file.path),
        "context": made.context.to_data(),
        "language": language.name if language else None,
        "seed": seed,
        "source": {
            "name": source.name,
            "version": source.version,
            "path": str(made.file.path),
            "digest": sha256(made.file.data).hexdigest(),
        },
        "proof": made.proof.to_data(),
        "hunks": made.change.shape.hunks,
        "changed_lines": made.change.shape.changed_lines,
    }


def _snippet(lines: Sequence[str]) -> str:
    return "\n".join(lines[:SNIPPET_LINES])


def digest(files: Mapping[str, bytes]) -> str:
    """SHA-256 over names, sizes and bytes, in the order of the names: no packing plays a part."""
    total = sha256()
    for name, data in sorted(files.items()):
        total.update(b"%b\0%d\n" % (name.encode(), len(data)))
        total.update(data)
    return total.hexdigest()


def joined_digest(digests: Mapping[str, str]) -> str:
    """The digest of a suite, from those of its cases by id."""
    return digest({case: own.encode() for case, own in digests.items()})
