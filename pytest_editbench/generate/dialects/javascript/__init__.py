"""JavaScript, TypeScript and their JSX forms, as the mutations see them."""

from pytest_editbench.generate.dialects.dialect import Dialect, joined
from pytest_editbench.generate.dialects.javascript import names, statements, tokens

JAVASCRIPT = Dialect(
    "javascript",
    queries=joined(tokens.QUERIES, statements.QUERIES, names.QUERIES),
    swaps=tokens.SWAPS,
    words=statements.WORDS,
    keywords=names.KEYWORDS,
)
