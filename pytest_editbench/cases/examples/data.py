"""Examples as JSON: an object, a list of objects, or one object on each line."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, cast

from pytest_editbench.cases import jsontext
from pytest_editbench.cases.examples import history, keys, reading, recent
from pytest_editbench.cases.examples.example import Example, prose
from pytest_editbench.cases.examples.place import Place
from pytest_editbench.cases.examples.reading import Reading, Text, Texts
from pytest_editbench.cases.examples.source import Source
from pytest_editbench.predictions import RecentFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_DIGITS = 40  # of the longest whole number in an unknown key
_BOM = "\ufeff"
_HALF_A_PAIR = re.compile(r"\\u[dD][89a-fA-F]")


def read(text: str, where: str, stem: str) -> list[Reading]:
    """The examples of a `.json` file: one object, or a list of them; `CaseError` names the key.

    `where` is how messages name the file, `stem` the name of an example that has none.
    """
    return [source.read() for source in split(text, where, stem)]


def read_lines(text: str, where: str, stem: str) -> Iterator[Reading]:
    """The examples of a `.jsonl` file, one after the other; `CaseError` names line and key."""
    return (source.read() for source in split_lines(text, where, stem))


def split(text: str, where: str, stem: str) -> Iterator[Source]:
    """The same, not yet read; `CaseError` for what is no JSON."""
    place, bare = Place(where), text.removeprefix(_BOM)
    raw = _decoded(bare, place)
    if not isinstance(raw, list):
        yield Source(where, bare, place, stem, _parse)
        return
    for number, each in enumerate(raw):
        key = f"[{number}]"
        yield Source(f"{where}{key}", json.dumps(each), place, f"{stem}-{number + 1}", _parse, f"{key}.")


def split_lines(text: str, where: str, stem: str) -> Iterator[Source]:
    """The same of a `.jsonl` file."""
    for number, line in enumerate(text.removeprefix(_BOM).split("\n"), 1):
        if line.strip():
            yield Source(f"{where}:{number}", line, Place(where, number), f"{stem}-{number}", _parse)


def write(examples: Iterable[Example]) -> str:
    """The examples as indented JSON: one is an object, several are a list."""
    records = [record(example) for example in examples]
    return json.dumps(records[0] if len(records) == 1 else records, ensure_ascii=False, indent=2) + "\n"


def write_lines(examples: Iterable[Example]) -> str:
    """The examples as JSON lines."""
    return "".join(f"{json.dumps(record(example), ensure_ascii=False)}\n" for example in examples)


def record(example: Example) -> dict[str, object]:
    """The example as plain data: what readers rely on always, the rest where it says something."""
    found: dict[str, object] = {
        "name": example.name,
        "repository_url": example.repository_url,
        "revision": example.revision,
        "tags": [*example.tags] or None,
        "reasoning": example.reasoning or None,
        "uncommitted_diff": example.uncommitted_diff or None,
        keys.ROLLBACK: example.rollback or None,
        "recently_opened_files": [_recent_record(file) for file in example.recently_opened] or None,
        "recently_viewed_files": [_recent_record(file) for file in example.recently_viewed] or None,
        "cursor_path": example.cursor_path,
        "cursor_position": example.cursor_position,
        "edit_history": history.write(example.edit_history),
        "expected_patches": [*example.expected_patches],
        "rejected_patch": example.rejected_patch,
    }
    return {key: value for key, value in found.items() if value is not None} | dict(example.extra)


def _decoded(text: str, place: Place) -> object:
    try:
        value = jsontext.decode(text, _DIGITS)
        if _HALF_A_PAIR.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise place.error(1, "holds half of a surrogate pair, which is no text") from None
    except ValueError as problem:
        raise place.error(1, str(problem)) from None
    return value


def _parse(source: Source) -> Reading:
    return _reading(_decoded(source.text, source.place), source.place, source.stem, source.key)


def _reading(raw: object, place: Place, stem: str, prefix: str) -> Reading:
    said = keys.checked(raw, place, prefix)
    texts = _Texts(said, place, prefix)
    example = Example(
        name=texts.value("name") or stem,
        cursor_path=texts.value("cursor_path"),
        cursor_position="",
        repository_url=texts.value("repository_url"),
        revision=texts.value("revision"),
        tags=tuple(cast("list[str]", said.get("tags", []))),
        reasoning=prose(texts.value("reasoning")),
        rollback=bool(said.get(keys.ROLLBACK) or said.get(keys.ROLLBACK_IN_MARKDOWN)),
        recently_opened=texts.files("recently_opened_files"),
        recently_viewed=texts.files("recently_viewed_files"),
        extra={key: value for key, value in said.items() if key not in keys.KEYS},
    )
    return reading.assemble(example, texts.all())


class _Texts:
    """The values of a record that has been checked, with their places."""

    def __init__(self, said: Mapping[str, object], place: Place, prefix: str) -> None:
        self._said = said
        self._place = place
        self._prefix = prefix

    def value(self, key: str) -> str:
        """A text; empty where nothing is said."""
        return cast("str", self._said.get(key, ""))

    def all(self) -> Texts:
        """The excerpt and the diffs."""
        patches = cast("list[str]", self._said.get("expected_patches", []))
        return Texts(
            cursor=self._text("cursor_position"),
            uncommitted=[self._text("uncommitted_diff")],
            history=[self._text("edit_history")],
            expected=[Text(patch, self._at(f"expected_patches[{n}]")) for n, patch in enumerate(patches)],
            rejected=self._text("rejected_patch") if "rejected_patch" in self._said else None,
        )

    def files(self, key: str) -> tuple[RecentFile, ...]:
        """A list of recent files; a path may tell its offset as in Markdown."""
        found: list[RecentFile] = []
        for number, each in enumerate(cast("list[object]", self._said.get(key, []))):
            if isinstance(each, dict):
                found.append(RecentFile(each["path"], each.get("offset")))
            else:
                found += recent.read(cast("str", each), self._at(f"{key}[{number}]"))
        return tuple(found)

    def _text(self, key: str) -> Text:
        return Text(self.value(key), self._at(key))

    def _at(self, key: str) -> Place:
        return Place(self._place.where, self._place.line, f"{self._prefix}{key}")


def _recent_record(file: RecentFile) -> dict[str, object]:
    return {"path": file.path} if file.offset is None else {"path": file.path, "offset": file.offset}
