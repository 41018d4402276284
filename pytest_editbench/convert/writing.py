"""What is written where: examples into one file or several, cases into folders."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench import trees
from pytest_editbench.cases.examples import data, frontmatter, markdown
from pytest_editbench.cases.kinds import INPUT, METADATA, PROMPT
from pytest_editbench.errors import CaseError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from pytest_editbench.cases.examples.example import Example
    from pytest_editbench.convert.piece import CaseFolder, Piece

MARKDOWN, CASES = "markdown", "cases"
_SUFFIXES = {".md": MARKDOWN, ".markdown": MARKDOWN, ".json": "json", ".jsonl": "jsonl"}
_TEXTS: Mapping[str, Callable[[Sequence[Example]], str]] = {
    MARKDOWN: lambda examples: markdown.write(_one(examples)),
    "json": data.write,
    "jsonl": data.write_lines,
}
FORMS = (CASES, *_TEXTS)
"""What can be written."""

_ODD = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST = 80  # characters of a file's name


@dataclass(frozen=True, slots=True)
class Target:
    """Where to write, and in which form."""

    path: Path
    form: str
    whole: bool = False  # cases with all files of their repository

    @classmethod
    def of(cls, path: str, form: str | None, *, whole: bool = False) -> Target:
        """The target that is named; `UsageError` where its form is not clear, or it is there already."""
        place = Path(path)
        found = form or _SUFFIXES.get(place.suffix.lower(), CASES)
        if place.exists() or place.is_symlink():
            raise UsageError(f"{path}: exists already; choose another name or remove it")
        return cls(place, found, whole)

    @property
    def is_folder(self) -> bool:
        """Whether it holds a file or a folder for each piece."""
        return self.form == CASES or (self.form == MARKDOWN and self.path.suffix.lower() not in _SUFFIXES)


def write(pieces: Sequence[Piece], target: Target) -> list[str]:
    """Write all pieces, or nothing; what had to be left out, a line each. Errors of the pieces."""
    if not target.is_folder:
        examples = [piece.example() for piece in pieces]
        _save(target.path, text(examples, target.form))
        return list(_lost(examples, target.form))
    named = dict(zip(_names(pieces), pieces, strict=True))
    if target.form == CASES:
        folders = {name: piece.folder(whole=target.whole) for name, piece in named.items()}
        for name, folder in folders.items():
            _lay(target.path / name, folder)
        return []
    pages = {name: piece.example() for name, piece in named.items()}
    texts = {name: text([example], MARKDOWN) for name, example in pages.items()}
    for name, page in texts.items():
        _save(target.path / f"{name}.md", page)
    return list(_lost(pages.values(), MARKDOWN))


def text(examples: Sequence[Example], form: str) -> str:
    """The examples as one text; `UsageError` for too many of them, `CaseError` for what it cannot hold."""
    found = _TEXTS[form](examples)
    try:
        found.encode()
    except UnicodeEncodeError:
        raise CaseError("an example holds bytes that are not UTF-8, which no file of examples can") from None
    return found


def _one(examples: Sequence[Example]) -> Example:
    if len(examples) != 1:
        advice = "name a folder with --to markdown, or a .jsonl file"
        raise UsageError(f"a Markdown file holds one example, not {len(examples)}; {advice}")
    return examples[0]


def _lost(examples: Iterable[Example], form: str) -> Iterator[str]:
    for example in examples if form == MARKDOWN else ():
        for key in frontmatter.left_out(example):
            yield f'{example.name}: "{key}" is left out: TOML has no null'


def _names(pieces: Sequence[Piece]) -> Iterator[str]:
    """A file's name for each piece, all different."""
    taken: set[str] = set()
    for piece in pieces:
        plain = _ODD.sub("-", piece.name).strip("-.")[:_LONGEST].rstrip("-.") or "case"
        name, number = plain, 1
        while name.lower() in taken:
            number += 1
            name = f"{plain}-{number}"
        taken.add(name.lower())
        yield name


def _save(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode())


def _lay(place: Path, folder: CaseFolder) -> None:
    for name, tree in {INPUT: folder.input, **folder.answers}.items():
        (place / name).mkdir(parents=True)
        trees.write(tree, place / name)
    (place / PROMPT).write_bytes(f"{folder.prompt.rstrip()}\n".encode("utf-8", "surrogateescape"))
    told = {key: value for key, value in folder.metadata.items() if value is not None}
    if told:
        (place / METADATA).write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
