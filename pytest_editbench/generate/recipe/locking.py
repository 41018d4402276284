"""Writing what the sources turned out to be into a recipe, whose layout and comments stay."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, cast

from pytest_editbench.edits import Edit, Span, apply
from pytest_editbench.errors import UsageError
from pytest_editbench.generate.recipe.reading import parse, table
from pytest_editbench.generate.sources import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_editbench.generate.sources import Source, SourceSpec

# The words of a recipe that matter here. Comments and other strings come first, lest what is in them be
# taken for keys; `[[` and `{` begin what may be a source.
_WORDS = re.compile(
    rb"""\#[^\n]*
    | \"{3} (?:\\.|(?!\"{3}).)* \"{3,5}
    | '{3} (?:(?!'{3}).)* '{3,5}
    | (?P<opening>\[\[|\{)
    | (?<![\w.-]) (?P<key>spec|version|digest) [ \t]*=[ \t]* (?P<value>"(?:\\.|[^"\\\n])*"|'[^'\n]*')
    | "(?:\\.|[^"\\\n])*"
    | '[^'\n]*'""",
    re.VERBOSE | re.DOTALL,
)

_ALONE = re.compile(rb"[ \t]*spec[ \t]*=[ \t]*")

Entry = dict[str, Span]
"""A source as it is written: key → where its value stands."""


def lock(path: Path, sources: Sequence[Source]) -> bool:
    """Write the digests of the recipe's sources, in its order, into its file; whether that changed it.

    The commit is written for a source whose spec names a branch or tag. `UsageError` with the lines to write
    when the file is laid out in a way that cannot be kept.
    """
    data = path.read_bytes()
    text = locked(data, sources, str(path))
    if text == data:
        return False
    target = path.resolve()
    draft = target.with_name(f"{target.name}.editbench-draft")
    try:
        draft.write_bytes(text)
        draft.chmod(target.stat().st_mode & 0o777)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return True


def locked(data: bytes, sources: Sequence[Source], where: str) -> bytes:
    """The text of a recipe with the digests of its sources."""
    specs = parse(data, where, Path()).sources
    facts = [_facts(spec, source) for spec, source in zip(specs, sources, strict=True)]
    entries = [entry for entry in _entries(data) if "spec" in entry]
    edits = [edit for entry, told in zip(entries, facts, strict=False) for edit in _edits(data, entry, told)]
    text = apply(data, edits)
    if not _says(text, _merged(data, facts, where), where):
        lines = "; ".join(f"source {at}: {_lines(told)}" for at, told in enumerate(facts, 1))
        raise UsageError(f"{where}: its layout cannot be kept; write this into it yourself: {lines}")
    return text


def _facts(spec: SourceSpec, source: Source) -> dict[str, str]:
    """What is to be told of a source; the version only where the spec itself does not tell it."""
    told = {"digest": source.digest}
    version = source.version
    if version is not None and (spec.version is not None or version != resolve(spec.spec)[1].version):
        told = {"version": version, **told}
    return told


def _entries(data: bytes) -> list[Entry]:
    found: list[Entry] = [{}]
    for word in _WORDS.finditer(data):
        if word["opening"]:
            found.append({})
        elif word["key"]:
            found[-1][word["key"].decode()] = Span(*word.span("value"))
    return found


def _edits(data: bytes, entry: Entry, told: Mapping[str, str]) -> Iterator[Edit]:
    for key, value in told.items():
        if key in entry:
            yield Edit(entry[key], _quoted(value))
        else:
            yield _addition(data, entry["spec"], b"%b = %b" % (key.encode(), _quoted(value)))


def _addition(data: bytes, spec: Span, text: bytes) -> Edit:
    """The text below the line of the spec, or behind the spec in a table on one line."""
    before = data[data.rfind(b"\n", 0, spec.start) + 1 : spec.start]
    if not _ALONE.fullmatch(before):
        return Edit(Span(spec.stop, spec.stop), b", " + text)
    end = data.find(b"\n", spec.stop)
    end = len(data) if end < 0 else end
    at = end - data[:end].endswith(b"\r")
    eol = b"\r\n" if b"\r\n" in data else b"\n"
    return Edit(Span(at, at), eol + before[: len(before) - len(before.lstrip())] + text)


def _quoted(value: str) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _lines(told: Mapping[str, str]) -> str:
    return ", ".join(f'{key} = "{value}"' for key, value in told.items())


def _merged(data: bytes, facts: Sequence[Mapping[str, str]], where: str) -> dict[str, object]:
    raw = table(data, where)
    entries = cast("list[dict[str, object]]", raw["sources"])
    return {**raw, "sources": [{**entry, **told} for entry, told in zip(entries, facts, strict=True)]}


def _says(text: bytes, wanted: Mapping[str, object], where: str) -> bool:
    try:
        return table(text, where) == wanted
    except UsageError:
        return False
