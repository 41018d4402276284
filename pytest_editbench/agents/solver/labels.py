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


_THESE = r"(?:this|these|the following|that|those|it|them)"
_ROLES: tuple[tuple[Role, str], ...] = (
    (
        Role.REGION,
        r"\bregions?\b|after the fix|after the change|afterwards|the result (?:must|should)|end up reading",
    ),
    (
        Role.CONTENT,
        r"\bcreate\b|\bnew file\b|\boverwrite\b|\b(?:whole|entire|full|complete) (?:contents?|text|file)\b",
    ),
    (Role.AFTER, rf"^(?:\w+ )?(?:after|below|under|behind) {_THESE}(?: existing)?(?: \w+)?\W*$"),
    (Role.BEFORE, rf"^(?:\w+ )?(?:before|above) {_THESE}(?: existing)?(?: \w+)?\W*$"),
    (
        Role.NEW,
        r"^(?:and |then |so that it |it |this )*(?:with|by|to|into|use|new|after|becomes?|fixed|corrected|instead|put)\b(?! the line)",
    ),
    (
        Role.NEW,
        r"\b(?:replace|change|rewrite|turn|substitute|swap|update|correct|fix)\b.* (?:with|by|to|into|so (?:that )?it reads?)\b[^\ue000]{0,60}:?$",
    ),
    (
        Role.NEW,
        r"\b(?:should|must|ought to|has to) (?:instead |now )?(?:be|become|read|say|look like)\b|\bto read\b|\binstead\W*$",
    ),
    (Role.INSERT, r"\b(?:insert|add|append|prepend|paste|put)\b"),
    (Role.DELETE, r"\b(?:delete|remove|drop|erase)\b"),
    (
        Role.OLD,
        r"\b(?:replace|change|find|search|locate|look for|rewrite|substitute|swap)\b|\b(?:update|correct|fix|edit) (?:this|these|the following)\b",
    ),
    (Role.OLD, r"^(?:the )?(?:before|old|original|current|currently|existing|from|wrong|buggy|broken)\b"),
    (
        Role.OLD,
        r"\b(?:currently|now|today) (?:reads?|says?|is|are|looks?)\b|^(?:in )?(?:this|the following|these)\b.*(?:block|lines?|code)\b|\breads?\W*$",
    ),
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
    """Every fenced block of a prompt with what is said of it; a block with no word of its own continues the role."""
    found: list[Labelled] = []
    texts: list[Prose] = []
    for position, passage in enumerate(passages):
        if isinstance(passage, Prose):
            texts.append(passage)
            continue
        role, label = _role(texts)
        if role is None and found and found[-1].role is Role.REGION:
            role = Role.REGION
        found.append(Labelled(role, passage, label, tuple(texts), position))
        texts = []
    return found


def _role(texts: Sequence[Prose]) -> tuple[Role | None, Prose | None]:
    for text in reversed(texts):
        for sentence in reversed(text.sentences()):
            for role, pattern in _ROLES:
                if re.search(pattern, sentence.text, re.IGNORECASE):
                    return role, sentence
    return None, None
