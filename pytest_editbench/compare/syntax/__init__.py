"""The syntax normal form: are two files the same but for what a formatter owns?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench import languages
from pytest_editbench.compare.protocol import Alike
from pytest_editbench.compare.syntax.blanks import bare_lines, free_lines
from pytest_editbench.compare.syntax.javascript import JavaScript
from pytest_editbench.compare.syntax.walk import Answer, walk

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import PurePosixPath

    from pytest_editbench.compare.syntax.protocol import Rules

RULES: Mapping[str, Rules] = {"javascript": JavaScript()}

# All that a formatter adds, drops or moves is of these; what else there is stays, in order.
_MOVABLE = bytes(range(33)) + b"\x7f;,()'\"|&.0+\\{}"


def same_lines(path: PurePosixPath, accepted: bytes, actual: bytes) -> Alike:
    """Whether two contents differ in blank lines and trailing blanks only, none of them in a literal.

    Both are in the normal form of level `eol`. Only where the language lets them be, and both sides parse.
    """
    language = languages.of(path)
    if language is None or not language.free_blanks or bare_lines(accepted) != bare_lines(actual):
        return Alike(False)
    roots = languages.parse_pair(language, accepted, actual)
    if any(root.has_error for root in roots):
        return Alike(False)
    return Alike(free_lines(accepted, roots[0]) == free_lines(actual, roots[1]))


def without_blank_lines(path: PurePosixPath, data: bytes) -> bytes:
    """The content without its blank lines, but for those in literals; as it is where nobody can tell."""
    language = languages.of(path)
    if language is None or not language.free_blanks:
        return data
    root = languages.parse(language, data)
    return data if root.has_error else b"\n".join(free_lines(data, root, keep_trailing=True))


def same_form(path: PurePosixPath, accepted: bytes, actual: bytes) -> Alike:
    """Whether a formatter could have made one of the other; both in the normal form of level `eol`."""
    language = languages.of(path)
    rules = RULES.get(language.rules) if language else None
    if language is None or rules is None:
        return Alike(False, f"compared at level eol: no grammar for {path.suffix or path.name}")
    if _surely_different(accepted, actual):
        return Alike(False)
    if not (_is_unicode(accepted) and _is_unicode(actual)):
        return Alike(False, "compared at level eol: not UTF-8")
    found = walk(*languages.parse_pair(language, accepted, actual), (accepted, actual), rules)
    unparsed = "compared at level eol: does not parse" if found is Answer.UNPARSED else ""
    return Alike(found is Answer.SAME, unparsed)


def _surely_different(accepted: bytes, actual: bytes) -> bool:
    """A quick no: trees need not be built when the characters that no formatter touches differ."""
    if any(entity in text for entity in (b"&quot;", b"&apos;") for text in (accepted, actual)):
        return False
    return accepted.lower().translate(None, _MOVABLE) != actual.lower().translate(None, _MOVABLE)


def _is_unicode(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
