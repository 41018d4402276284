"""What the words before a fenced block say that it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from pytest_editbench.agents.solver.prompt import Fence, Passage, Prose

if TYPE_CHECKING:
    from collections.abc import Sequence


class Role(Enum):
    """What a fenced block is for."""

    OLD = auto()  # to be replaced
    NEW = auto()  # to stand instead
    DELETE = auto()
    INSERT = auto()
    AFTER = auto()  # stands just above what is inserted
    BEFORE = auto()  # stands just below what is inserted
    REGION = auto()  # how a part of the result must read
    CONTENT = auto()  # the whole of a file


_THESE = "(?:this|these|the following|that|those|it|them)"
_BLOCK = r"(?: existing)?(?: \w+)?\W*$"
_WITH = "(?:with|by|to|into|so (?:that )?it reads?)"
_OUGHT = "(?:should|must|ought to|has to)"
_REMOVED = "(?:deleted|removed|dropped|erased)"
_ADDED = "(?:inserted|added|appended)"
_ROLES: tuple[tuple[Role, str], ...] = (
    (Role.REGION, r"\bregions?\b|after the (?:fix|change)\b|\bafterwards\b|\bend up reading\b"),
    (Role.REGION, rf"\bresult {_OUGHT}\b"),
    (Role.CONTENT, r"\bcreate\b|\bnew file\b|\boverwrite\b"),
    (Role.CONTENT, r"\b(?:whole|entire|full|complete) (?:contents?|text|file)\b"),
    (Role.AFTER, rf"^(?:\w+ )?(?:after|below|under|behind) {_THESE}{_BLOCK}"),
    (Role.BEFORE, rf"^(?:\w+ )?(?:before|above) {_THESE}{_BLOCK}"),
    (Role.DELETE, rf"\b{_OUGHT} be {_REMOVED}\b"),
    (Role.INSERT, rf"\b{_OUGHT} be {_ADDED}\b"),
    (Role.OLD, rf"\b{_OUGHT} be (?:replaced|changed|rewritten)\W*$"),
    (Role.NEW, rf"^(?:and |then |it |this )*(?:{_WITH}|use|becomes?|instead)\b(?! the line)"),
    (
        Role.NEW,
        r"^(?:the )?(?:new|fixed|right|correct(?:ed)?|expected|wanted|replacement)\b(?: \w+){0,3}\W*$",
    ),
    (Role.NEW, r"^after\b[^\w]*(?:\(.*\))?\W*$"),
    (
        Role.NEW,
        rf"\b(?:replace|change|rewrite|turn|substitute|update|correct|fix)\b.* {_WITH}\b[^\ue000]{{0,60}}$",
    ),
    (Role.NEW, rf"\b{_OUGHT} (?:instead |now )?(?:be|become|read|say|look like)\b|\bto read\b|\binstead\W*$"),
    (Role.INSERT, r"\b(?:insert|add|append|prepend|paste|put)\b"),
    (Role.DELETE, r"\b(?:delete|remove|drop|erase)\b"),
    (Role.OLD, r"\b(?:replace|change|find|search|locate|look for|rewrite|substitute|swap)\b"),
    (Role.OLD, rf"\b(?:update|correct|fix|edit) {_THESE}\b"),
    (Role.OLD, r"^(?:the )?(?:before|old|original|current(?:ly)?|existing|from|wrong|buggy|broken|faulty)\b"),
    (Role.OLD, r"\b(?:currently|now|today) (?:reads?|says?|is|are|looks?)\b|\breads?(?: now| today)?\W*$"),
    (Role.OLD, rf"^(?:in )?{_THESE}\b.*(?:block|lines?|code)\b"),
)


@dataclass(frozen=True, slots=True)
class Labelled:
    """A fenced block with its role and all the texts since the block before."""

    role: Role | None
    fence: Fence
    label: Prose | None  # the sentence that told the role
    texts: tuple[Prose, ...]
    position: int  # index of the fence among the passages


def labelled(passages: Sequence[Passage]) -> list[Labelled]:
    """Every fenced block of a prompt with what is said of it; after an after-state come only more of them
    until another role is told."""
    found: list[Labelled] = []
    texts: list[Prose] = []
    for position, passage in enumerate(passages):
        if isinstance(passage, Prose):
            texts.append(passage)
            continue
        role, label = _role(texts)
        last = found[-1].role if found else None
        if role is None and last is Role.REGION:
            role = Role.REGION
        elif role is Role.REGION and last is Role.OLD:
            role = Role.NEW
        found.append(Labelled(role, passage, label, tuple(texts), position))
        texts = []
    return found


def _role(texts: Sequence[Prose]) -> tuple[Role | None, Prose | None]:
    for text in reversed(texts):
        for sentence in reversed(text.sentences()):
            for role, pattern in _ROLES:
                if re.search(pattern, sentence.text, re.IGNORECASE):
                    return (None, None) if sentence.forbids() else (role, sentence)
    return None, None
