"""The shape of an edit call, told by its arguments, whatever the agent calls them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pytest_editbench.generate import hunks
from pytest_editbench.generate.hunks import Shape
from pytest_editbench.shapes import signs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pytest_editbench.shapes.tally import Tally
    from pytest_editbench.transcripts import Event

OLD = ("old_string", "oldString", "old_str", "oldText", "old_text", "search")
NEW = ("new_string", "newString", "new_str", "newText", "new_text", "replace")
LISTS = ("edits", "changes")
PATCHES = ("patch", "patchText", "diff", "input")
"""Keys of arguments, by what they hold: what goes, what comes, several such pairs, a patch."""

_SEARCH, _MIDDLE, _REPLACE = "<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE"


def count(events: Iterable[Event], tally: Tally) -> None:
    """Add the edit calls among the events; those that failed count too, and are counted by themselves."""
    for event in events:
        if event.kind == "result" and event.ok is False and event.tool_kind in ("edit", "write"):
            tally.failed += 1
        if event.kind != "call" or event.tool_kind not in ("edit", "write"):
            continue
        shape = None if event.tool_kind == "write" else of_arguments(event.text)
        if shape is not None:
            tally.add(shape)
        elif event.tool_kind == "write":
            tally.left_out["writes a file whole: what was there is not told"] += 1
        else:
            tally.left_out["tells no lines, or was cut short"] += 1


def of_arguments(text: str) -> Shape | None:
    """The shape; None where the arguments do not tell what goes and what comes."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return _of_text(text)
    if isinstance(found, str):
        return _of_text(found)
    return _of_object(found) if isinstance(found, dict) else None


def _of_object(arguments: Mapping[str, object]) -> Shape | None:
    old, new = _first(arguments, OLD), _first(arguments, NEW)
    if old is not None and new is not None:
        return hunks.shape(*(each.encode("utf-8", "replace") for each in (old, new)))
    patch = _first(arguments, PATCHES)
    if patch is not None:
        return _of_text(patch)
    listed = next((value for key in LISTS if isinstance(value := arguments.get(key), list)), [])
    shapes = [_of_object(each) if isinstance(each, dict) else None for each in listed]
    return _together(shapes)


def _of_text(text: str) -> Shape | None:
    blocks = list(_blocks(text.split("\n")))
    if blocks:
        return _together([hunks.shape(old.encode(), new.encode()) for old, new in blocks])
    found = signs.of_patch(text)
    return found if found.hunks else None


def _blocks(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The search blocks with what replaces them."""
    sides: list[list[str]] = []
    for line in lines:
        if line.strip() == _SEARCH:
            sides = [[]]
        elif line.strip() == _MIDDLE and len(sides) == 1:
            sides.append([])
        elif line.strip() == _REPLACE and len(sides) == 2:
            old, new = ("".join(f"{each}\n" for each in side) for side in sides)
            yield old, new
            sides = []
        elif sides:
            sides[-1].append(line)


def _together(shapes: Iterable[Shape | None]) -> Shape | None:
    known = [shape for shape in shapes if shape is not None]
    if not known:
        return None
    kinds = tuple(kind for shape in known for kind in shape.kinds)
    return Shape(sum(shape.changed_lines for shape in known), kinds)


def _first(arguments: Mapping[str, object], keys: Iterable[str]) -> str | None:
    return next((value for key in keys if isinstance(value := arguments.get(key), str)), None)
