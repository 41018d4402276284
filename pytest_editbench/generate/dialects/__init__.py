"""The languages that cases can be made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.generate.dialects.javascript import JAVASCRIPT
from pytest_editbench.generate.dialects.python import PYTHON

if TYPE_CHECKING:
    from pytest_editbench.generate.dialects.dialect import Dialect
    from pytest_editbench.languages import Language

DIALECTS = {
    "TypeScript": JAVASCRIPT,
    "TSX": JAVASCRIPT,
    "JavaScript": JAVASCRIPT,
    "JSX": JAVASCRIPT,
    "Python": PYTHON,
}
"""By the name of the language."""


def dialect_of(language: Language) -> Dialect:
    """What the mutations know of a language; ValueError where they know nothing."""
    if language.name not in DIALECTS:
        raise ValueError(f"no mutations for {language.name}")
    return DIALECTS[language.name]
