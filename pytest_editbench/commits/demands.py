"""Rules that a case adds: each reads its part of what the case demands."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench.commits.quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.commits.subject import Subject


def accepted_type(subject: Subject) -> Iterator[str]:
    """The type is one that fits this change; which ones do is not told, it may be asked for again."""
    types = subject.demands.types
    if types and subject.proposal.type not in types:
        yield f"{quoted(subject.proposal.type)} is not the type of this change"


def accepted_scope(subject: Subject) -> Iterator[str]:
    """The scope is one that fits this change; as above."""
    scopes = subject.demands.scopes
    if scopes and (subject.proposal.scope or "") not in scopes:
        told = quoted(subject.proposal.scope) if subject.proposal.scope else "no scope"
        yield f"{told} does not fit this change"


def wanted_words(subject: Subject) -> Iterator[str]:
    """Each word appears in the summary or in a detail."""
    missing = [word for word in subject.demands.words if not _appears(word, subject)]
    if missing:
        yield f"{', '.join(map(_quoted, missing))} must appear in the summary or in a detail"


def forbidden_words(subject: Subject) -> Iterator[str]:
    """None of these words appears."""
    found = [word for word in subject.demands.forbidden if _appears(word, subject)]
    if found:
        yield f"{', '.join(map(_quoted, found))} must not appear"


def mentioned_files(subject: Subject) -> Iterator[str]:
    """Each file is named, by its path or by its name."""
    missing = [
        file
        for file in subject.demands.files
        if not any(_appears(name, subject) for name in (file, PurePosixPath(file).name))
    ]
    if missing:
        yield f"{', '.join(missing)} must be named in the summary or in a detail"


def _appears(word: str, subject: Subject) -> bool:
    """Whether the word stands there, in any case, not as part of a longer one."""
    pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
    return any(pattern.search(text) for text in subject.texts)


def _quoted(word: str) -> str:
    return f'"{word}"'
