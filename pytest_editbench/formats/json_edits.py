"""Edit format `json-edits`: a JSON object with texts to find and texts that replace them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, assert_never

from pytest_editbench.formats import context, difference, fences, instructing, json_reading, lined, presenting
from pytest_editbench.formats.difference import Changed, Created, Deleted, Moved

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.formats.difference import Refusal, Step
    from pytest_editbench.formats.operations import Operation
    from pytest_editbench.model import Tree

_CONTEXT = 0  # lines on either side, but as many as it takes to tell the place
Data = Mapping[str, str | bool]


class JsonEdits:
    """`{"edits": [{"path": …, "find": …, "replace": …}]}`."""

    name = "json-edits"
    description = "a JSON list of texts to find, and what replaces them"
    delimiter = re.compile(rf"{fences.LINE.pattern}|[\[\]{{}}]+")

    @property
    def instructions(self) -> str:
        """What a model is told."""
        return instructing.instructions(self)

    def present(self, path: PurePosixPath, data: bytes) -> str:
        """The file in fences."""
        return presenting.shown(path, data, ends=True)

    def parse(self, answer: str) -> Sequence[Operation]:
        """The edits of the one JSON object in the answer."""
        return json_reading.read(answer)

    def render(self, before: Tree, after: Tree) -> str | Refusal:
        """The object in fences, with as much around each change as tells its place."""
        edits: list[Data] = []

        def tell(step: Step) -> str:
            edits.extend(_edits(step))
            return ""

        told = difference.told(before, after, tell)
        return fences.write(_written(edits), "json") if isinstance(told, str) else told


def _written(edits: Sequence[Data]) -> str:
    lines = ",\n".join(f"    {json.dumps(edit, ensure_ascii=False)}" for edit in edits)
    return f'{{\n  "edits": [\n{lines}\n  ]\n}}\n'


def _edits(step: Step) -> Iterator[Data]:
    path = str(step.path)
    match step:
        case Created():
            yield {"path": path, "create": step.text}
        case Deleted():
            yield {"path": path, "delete": True}
        case Moved():
            yield {"path": path, "move": str(step.to)}
        case Changed():
            yield from ({"path": path, "find": old, "replace": new} for old, new in _pairs(step))
        case _:
            assert_never(step)


def _pairs(step: Changed) -> Iterator[tuple[str, str]]:
    text, old, new = step.old.text, lined.lines(step.old.text), lined.lines(step.new)

    def tells(quoted: range) -> bool:
        return not old or _stands_once("".join(old[quoted.start : quoted.stop]), text)

    for at in context.telling(old, new, _CONTEXT, tells):
        pair = "".join(old[at.old.start : at.old.stop]), "".join(new[at.new.start : at.new.stop])
        tight = pair[0].removesuffix("\n"), pair[1].removesuffix("\n")
        both = all(side.endswith("\n") for side in pair)
        yield tight if both and tight[0] and _stands_once(tight[0], text) else pair


def _stands_once(part: str, text: str) -> bool:
    text = text if "\r" in part else text.replace("\r\n", "\n")  # as `changing` looks for it
    at = text.find(part)
    return bool(part) and at >= 0 and text.find(part, at + 1) < 0
