"""The prompt of a draft: what an agent reads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench import languages, templating
from pytest_editbench.generate import anchors, hunks, quoting, regions
from pytest_editbench.generate.mutations.mutation import Refused, Telling

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import PurePosixPath

    from pytest_editbench.generate.draft import Draft
    from pytest_editbench.generate.hunks import Hunk

LONGEST = 20_000  # characters of a prompt
_MOST_HUNKS = 5  # of one prompt
_PLAIN_NAME = re.compile(r"[^\s`*<>]+")  # underscores stay bare: agents read the text, not what it renders to
_PARTS = ("top", "middle", "end")

ANCHORS: Mapping[str, tuple[str, ...]] = {
    "remove-case-label": ("before",),
    "swap-adjacent-lines": ("first", "second"),
    "swap-sibling-blocks": ("first", "second"),
    "swap-if-else": ("condition",),
    "wrap-redundant-if": (),
    "duplicate-block": ("head",),
    "move-distant-block": ("head", "previous", "destination"),
}
"""The marks of a damage whose lines the instruction quotes, by mutation."""

_NAMED: Mapping[str, str] = {
    "swap-sibling-blocks": "the two blocks named here",
    "swap-if-else": "the two branch bodies named here",
    "wrap-redundant-if": "the wrapper and its body",
    "duplicate-block": "the block named here",
    "move-distant-block": "the block named here",
}
"""What alone may change, by mutation, where not all of it is shown."""

_TIMES = {"duplicate-block": 2}  # how often what is quoted stands there, where not once


def render(draft: Draft) -> str:
    """The prompt, without white space around it; Refused with a short reason where none can be honest.

    Where the damage lies is told as the difficulty allows: easy gives lines, medium the function or else the
    part of the file, hard and nightmare nothing beyond the blocks. Where something shown stands more than
    once in the input, its line is always given.
    """
    template, values = _TELLINGS[draft.mutation.telling]
    text = templating.render(template, **_frame(draft), **values(draft)).strip()
    if len(text) > LONGEST:
        raise Refused(f"a prompt over {LONGEST:,} characters")
    return text


def named(path: PurePosixPath) -> str:
    """A file as a prompt's title names it."""
    name = str(path)
    return name if _PLAIN_NAME.fullmatch(name) else quoting.inline(name)


def _frame(draft: Draft) -> dict[str, object]:
    """What the prompts of all kinds say."""
    return {
        "file": named(draft.path),
        "nightmare": draft.difficulty == "nightmare",
        "crlf": quoting.is_crlf(draft.before),
    }


def _mutation(draft: Draft) -> dict[str, object]:
    found = hunks.between(draft.before, draft.after)
    if len(found) > _MOST_HUNKS:
        raise Refused(f"more than {_MOST_HUNKS} hunks")
    medium, single = draft.difficulty == "medium", len(found) == 1
    function = quoting.inline(draft.function) if draft.function and medium and single else None
    height = len(quoting.lines(draft.before))
    return {
        "slip": draft.mutation.slip,
        "function": function,
        "part": draft.part if medium and single and not function else None,
        "hunks": [_block(hunk, draft, None if single or not medium else height) for hunk in found],
    }


def _block(hunk: Hunk, draft: Draft, height: int | None) -> dict[str, object]:
    """One block; `height`, the number of lines of the file, where the block's own part of it is told."""
    numbered = draft.difficulty == "easy" or not hunk.unique
    return {
        "line": hunk.start if numbered else None,
        "part": _part(hunk.changed, height) if height and not numbered else None,
        "old": _fenced(hunk.old, draft),
        "new": _fenced(hunk.new, draft),
    }


def _part(line: int, height: int) -> str:
    """The third of the file that a 1-based line lies in."""
    return _PARTS[(line - 1) // max(1, -(-height // 3))]


def _identifier(draft: Draft) -> dict[str, object]:
    marks, words = draft.damage.marks, draft.damage.words
    lines = [str(marks[name]) for name in sorted(marks, key=marks.__getitem__)]
    listed = f"lines {', '.join(lines[:-1])} and {lines[-1]}" if len(lines) > 1 else f"line {lines[0]}"
    return {
        "wrong": quoting.inline(words["wrong"]),
        "right": quoting.inline(words["right"]),
        "count": len(lines),
        "lines": listed if draft.difficulty == "easy" else None,
    }


def _structural(draft: Draft) -> dict[str, object]:
    kind, lines = draft.mutation.name, quoting.lines(draft.before)
    if kind not in ANCHORS:
        raise Refused("no wording for this mutation")
    numbered = draft.difficulty == "easy"
    marks, words = draft.damage.marks, draft.damage.words
    quoted = {
        mark: anchors.anchor(lines, marks[mark], _TIMES.get(kind, 1)).quoted(
            numbered=numbered, above=words.get(f"{mark}_above")
        )
        for mark in ANCHORS[kind]
    }
    state = regions.after_state(draft)
    _check_hidden(draft, state)
    return {
        "kind": kind,
        **quoted,
        **{name: quoting.inline(word) for name, word in words.items()},
        **_wrapper(lines, marks.get("wrapper")),
        "regions": [{"line": region.line, "lines": _fenced(region.lines, draft)} for region in state.regions],
        "whole": state.whole,
        "named": None if state.whole else _NAMED[kind],
    }


def _check_hidden(draft: Draft, state: regions.AfterState) -> None:
    """Of a body that is dedented but not shown whole, what is hidden is dedented, too."""
    first, old, new = draft.damage.marks.get("wrapper"), *map(quoting.lines, (draft.before, draft.after))
    if first is None or state.whole:
        return
    last = draft.damage.marks["last"] - old[first - 1].endswith("{")
    shown = {line for region in state.regions for line in range(region.line, region.line + len(region.lines))}
    if any(new[line - 1] and new[line - 1] == old[line] for line in range(first, last) if line not in shown):
        raise Refused("a hidden line keeps its depth")


def _wrapper(lines: tuple[str, ...], line: int | None) -> dict[str, object]:
    if line is None:
        return {}
    text = lines[line - 1].strip()
    return {"wrapper": quoting.inline(text), "line": line, "braced": text.endswith("{")}


def _fenced(block: tuple[str, ...], draft: Draft) -> str:
    return quoting.fenced(block, languages.fence_tag(draft.path))


_TELLINGS: Mapping[Telling, tuple[str, Callable[[Draft], dict[str, object]]]] = {
    Telling.MUTATION: ("prompt-mutation.md.j2", _mutation),
    Telling.IDENTIFIER: ("prompt-identifier.md.j2", _identifier),
    Telling.STRUCTURAL: ("prompt-structural.md.j2", _structural),
}
