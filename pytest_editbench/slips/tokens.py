"""How many tokens a text has, and by whose count."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING

from pytest_editbench.scoring.edits.alignment import TOKEN

if TYPE_CHECKING:
    from collections.abc import Callable

EXTRA = "tokens"  # of this package
_ENCODING = "o200k_base"


@dataclass(frozen=True, slots=True)
class Tokeniser:
    """A way to count tokens, with its name for reports."""

    name: str
    count: Callable[[str], int]


def tokeniser() -> Tokeniser:
    """That of the extra, whose vocabulary is part of the package; else words, runs of blanks and signs."""
    try:
        import bpe_openai
    except ImportError:
        return Tokeniser("words, blanks and signs", lambda text: len(TOKEN.findall(text)))
    encoding = bpe_openai.get_encoding(_ENCODING)
    name = f"{_ENCODING} (bpe-openai {metadata.version('bpe-openai')})"
    return Tokeniser(name, lambda text: len(encoding.encode_ordinary(text)))
