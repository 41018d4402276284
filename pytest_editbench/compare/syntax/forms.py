"""How each language is compared: one table, by the name in its LANGUAGES row."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.compare.syntax import plain, python
from pytest_editbench.compare.syntax.comments import HABITS, Habits
from pytest_editbench.compare.syntax.data import Json
from pytest_editbench.compare.syntax.javascript import JavaScript
from pytest_editbench.compare.syntax.plain import Plain
from pytest_editbench.compare.syntax.plain.rows import ROWS, Row
from pytest_editbench.compare.syntax.python import Python

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_editbench.compare.syntax.protocol import Rules


class Form(NamedTuple):
    """How two trees of a language are held against each other."""

    rules: Rules
    residue: Callable[[bytes], bytes]  # of a text, what no formatter adds, drops or moves
    habits: Habits = HABITS  # of comments
    literals: frozenset[str] = frozenset()  # types of nodes in which blank lines are content
    strict: bool = False  # whether a syntax error anywhere makes the whole tree worthless
    checked: bool = (
        False  # whether the grammar reads wrong code, so that the language's check has the last word
    )
    fixed: re.Pattern[bytes] | None = (
        None  # finds what means something at its place only, whatever the tree says
    )
    end: bytes = b""  # what to end a text with: some grammars ask for the last line break


# All that a formatter adds, drops or moves is of these; what else there is stays, in order.
_MOVABLE = bytes(range(33)) + b"\x7f;,()'\"|&.0+\\{}"


def _javascript_residue(data: bytes) -> bytes:
    """Entities of quotes are quotes in JSX."""
    data = data.replace(b"&quot;", b"").replace(b"&apos;", b"")
    return data.lower().translate(None, _MOVABLE)


# A comment at the margin belongs to what follows it at once; a blank line between them parts the two.
_GO_PARTED = re.compile(rb"^(?://.*|.*\*/)\n(?=[ \t]*\n)", re.MULTILINE)
_RUBY_AT_MARGIN = re.compile(rb"^(?:=begin|=end|__END__)\b.*", re.MULTILINE)
_PYTHON_ENCODING = re.compile(rb"\A(?:[^\n]*\n)?[ \t]*#[^\n]*coding[:=][ \t]*([-\w.]+)")
_FIXED = {"go": _GO_PARTED, "ruby": _RUBY_AT_MARGIN}


def _by_table(name: str, row: Row) -> Form:
    fixed = _FIXED.get(name)
    return Form(
        Plain(row), plain.residue, Habits(openers=b""), row.literals, row.strict, fixed=fixed, end=b"\n"
    )


FORMS: Mapping[str, Form] = {
    "javascript": Form(JavaScript(), _javascript_residue),
    "python": Form(
        Python(),
        python.residue,
        Habits(b"", python.comment),
        frozenset({"string"}),
        strict=True,
        checked=True,  # it reads statements indented at will, and line breaks within them
        fixed=_PYTHON_ENCODING,
    ),
    **{name: _by_table(name, row) for name, row in ROWS.items()},
}

# Compared by their tokens alone, without a grammar.
TEXTS: Mapping[str, Json] = {"json": Json(), "jsonc": Json(loose=True)}
