"""What a message says beside its change: whoever reads it must find nothing that asks for more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench.agents.solver import prompt
from pytest_editbench.agents.solver.prompt import Prose

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_editbench.agents.solver.places import Files

_HEADER = re.compile(
    r"diff --git .*|index [0-9a-f]+\.\.[0-9a-f]+( \d{6})?|(new file|deleted file|old|new) mode \d{6}"
    r"|(dis)?similarity index \d+%|(rename|copy) (from|to) .*|(---|\+\+\+) \S.*|\\ No newline at end of file"
)
_HUNK = re.compile(r"@@ -\d+(?:,(?P<old>\d+))? \+\d+(?:,(?P<new>\d+))? @@.*")
_FENCE = re.compile(r"(`{3,}|~{3,})\s*(diff|patch)?\s*")

_TYPE = re.compile(r"(?:build|chore|ci|docs|feat|fix|perf|refactor|style|test)(?:\([\w./-]+\))?!?: ")
_AGAINST = re.compile(
    r"(?:\w+(?:\([^)]*\))?!?: )?(?:do not|don['’]t|never|revert|undo|instead)\b", re.IGNORECASE
)
_SPAN = re.compile("\ue000\\d+\ue001")
_PLACE = re.compile("\\b(?:in|of|from|file) \ue000(\\d+)\ue001", re.IGNORECASE)
_LEAD = re.compile(r"(?:(?:in|on) [^,]{1,60}, )*", re.IGNORECASE)
_VERB = re.compile(r"(?:replace|change|rename|delete|remove|insert|add|move|swap|create)\b", re.IGNORECASE)
# An order holds nothing but these and what it quotes: no "and", no "not", no file's name as plain text.
_CLOSED = re.compile(
    r"a|above|add|after|before|below|blocks?|branch|branches|by|change|class|content|create|delete|everywhere"
    r"|exactly|file|folder|from|function|identifier|in|insert|into|it|lines?|method|move|name|new|of|on"
    r"|parameter|remove|rename|replace|starts|swap|text|that|the|this|to|variable|which|with|word|\d+",
    re.IGNORECASE,
)


def against(subject: str) -> bool:
    """Whether a subject speaks against what stands below it."""
    return bool(_AGAINST.match(subject))


def beside_patch(text: str) -> str:
    """What is left of a text without its patch and the fences around it."""
    return "\n".join(_beside_patch(text.split("\n"))).strip()


def _beside_patch(lines: Sequence[str]) -> Iterator[str]:
    old = new = 0  # lines that the hunk still holds
    for line in lines:
        hunk = _HUNK.fullmatch(line)
        if hunk and not (old or new):
            old, new = (int(hunk[side] or 1) for side in ("old", "new"))
        elif (old or new) and line[:1] in ("", " ", "+", "-"):
            old -= line[:1] != "+"
            new -= line[:1] != "-"
        elif not (line.startswith("\\") or _HEADER.fullmatch(line) or _FENCE.fullmatch(line)):
            yield line


def is_order(text: str, files: Files) -> bool:
    """Whether a text is one sentence that orders from its first word on, with the blocks that it shows.

    It names no other file as the place than `files`.
    """
    parts = [part for part in prompt.passages(_TYPE.sub("", text, count=1)) if isinstance(part, Prose)]
    told = [sentence.text for part in parts for sentence in part.sentences()]
    if not told or any(part.heading for part in parts):
        return False
    first, *more = told
    opens = bool(_VERB.match(first, _LEAD.match(first).end()))  # type: ignore[union-attr]  # matches always
    goes_on = all(each.endswith(":") or re.match(r"(?:with|by|to|at|in)\b", each) for each in more)
    places = [part.codes[int(index)] for part in parts for index in _PLACE.findall(part.text)]
    known = all(files.called(place) for place in places if re.fullmatch(r"[\w./-]*[./]\w+", place))
    return opens and goes_on and known and all(map(_closed, told))


def _closed(sentence: str) -> bool:
    return all(map(_CLOSED.fullmatch, re.findall(r"[^\s,.:()]+", _SPAN.sub(" ", sentence))))
