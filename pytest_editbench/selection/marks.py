"""The words that tell cases apart, as pytest's marks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from pytest_editbench.cases.kinds import EXAMPLE
from pytest_editbench.cases.vocabulary import MARK_HELP, WORDS
from pytest_editbench.stash import MARKS

if TYPE_CHECKING:
    from pytest_editbench.model import Metadata


def of(config: pytest.Config, metadata: Metadata) -> list[pytest.MarkDecorator]:
    """The marks of a case: its category, mutation and difficulty, and the tags of an example."""
    tags = metadata.extra.get("tags") if metadata.kind == EXAMPLE else None
    words = (
        metadata.category,
        metadata.mutation,
        metadata.difficulty,
        *(tags if isinstance(tags, list) else ()),
    )
    return [mark for word in dict.fromkeys(words) if word and (mark := _mark(config, word))]


def _mark(config: pytest.Config, word: str) -> pytest.MarkDecorator | None:
    """The mark of this name, if it can be one and means nothing to anybody else."""
    if MARKS not in config.stash:
        others = [line for line in config.getini("markers") if not line.endswith(MARK_HELP)]
        names = {re.split(r"[:(]", line, maxsplit=1)[0].strip() for line in others}
        config.stash[MARKS] = dict.fromkeys(names.difference(WORDS))
    known = config.stash[MARKS]
    if word not in known:
        fit = word.replace("-", "_").isidentifier() and not word.startswith("_")
        if fit and word not in WORDS:
            config.addinivalue_line("markers", f"{word}: {MARK_HELP}")
        known[word] = getattr(pytest.mark, word) if fit else None
    return known[word]
