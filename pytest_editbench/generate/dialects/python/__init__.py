"""Python, as the mutations see it."""

from pytest_editbench.generate.dialects.dialect import Dialect, joined
from pytest_editbench.generate.dialects.python import names, statements, tokens

PYTHON = Dialect(
    "python",
    queries=joined(tokens.QUERIES, statements.QUERIES, names.QUERIES),
    swaps=tokens.SWAPS,
    words=statements.WORDS,
    keywords=names.KEYWORDS,
)
