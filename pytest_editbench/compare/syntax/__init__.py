"""The syntax normal form: are two files the same but for what a formatter owns?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench import languages
from pytest_editbench.compare.protocol import Alike
from pytest_editbench.compare.syntax.blanks import bare_lines, free_lines
from pytest_editbench.compare.syntax.forms import FORMS, TEXTS
from pytest_editbench.compare.syntax.walk import Answer, walk

if TYPE_CHECKING:
    from pathlib import PurePosixPath

    from pytest_editbench.compare.syntax.forms import Form

_UNPARSED = "compared at level eol: does not parse"


def same_lines(path: PurePosixPath, accepted: bytes, actual: bytes) -> Alike:
    """Whether two contents differ in blank lines and trailing blanks only, none of them in a literal.

    Both are in the normal form of level `eol`. Only where the language lets them be, and both sides parse.
    """
    language = languages.of(path)
    if language is None or not language.free_blanks or bare_lines(accepted) != bare_lines(actual):
        return Alike(False)
    if language.rules in TEXTS:
        return TEXTS[language.rules].same_form(accepted, actual)
    form = FORMS[language.rules]
    if not _same_places(form, accepted, actual):
        return Alike(False)
    try:
        roots = languages.parse_pair(language, accepted + form.end, actual + form.end)
    except languages.NoGrammarError as error:
        return Alike(False, f"compared at level eol: {error}")
    if any(root.has_error for root in roots):
        return Alike(False)
    kept = [
        free_lines(text, root, form.literals) for text, root in zip((accepted, actual), roots, strict=True)
    ]
    return Alike(kept[0] == kept[1])


def without_blank_lines(path: PurePosixPath, data: bytes) -> bytes:
    """The content without its blank lines, but for those in literals; as it is where nobody can tell."""
    language = languages.of(path)
    if language is None or not language.free_blanks:
        return data
    if language.rules in TEXTS:
        return b"\n".join(line for line in data.split(b"\n") if line.strip())
    try:
        root = languages.parse(language, data + FORMS[language.rules].end)
    except languages.NoGrammarError:
        return data
    literals = FORMS[language.rules].literals
    return data if root.has_error else b"\n".join(free_lines(data, root, literals, keep_trailing=True))


def same_form(path: PurePosixPath, accepted: bytes, actual: bytes) -> Alike:
    """Whether a formatter could have made one of the other; both in the normal form of level `eol`."""
    language = languages.of(path)
    if language is not None and language.rules in TEXTS:
        return TEXTS[language.rules].same_form(accepted, actual)
    form = FORMS.get(language.rules) if language else None
    if language is None or form is None:
        return Alike(False, f"compared at level eol: no grammar for {path.suffix or path.name}")
    try:
        found = _same_tree(language, form, accepted, actual)
    except languages.NoGrammarError as error:
        return Alike(False, f"compared at level eol: {error}")
    if (
        found.same
        and form.checked
        and any(languages.syntax_errors(path, text) != [] for text in (accepted, actual))
    ):
        return Alike(False, _UNPARSED)
    return found


def _same_tree(language: languages.Language, form: Form, accepted: bytes, actual: bytes) -> Alike:
    languages.load(language)  # whoever lacks the grammar learns of it, whatever the texts are
    if form.residue(accepted) != form.residue(actual) or not _same_places(form, accepted, actual):
        return Alike(False)
    if not (_is_unicode(accepted) and _is_unicode(actual)):
        return Alike(False, "compared at level eol: not UTF-8")
    sources = accepted + form.end, actual + form.end
    roots = languages.parse_pair(language, *sources)
    if form.strict and any(root.has_error for root in roots):
        return Alike(False, _UNPARSED)
    found = walk(*roots, sources, form.rules, form.habits)
    return Alike(found is Answer.SAME, _UNPARSED if found is Answer.UNPARSED else "")


def _same_places(form: Form, accepted: bytes, actual: bytes) -> bool:
    """Whether what means something at its place only, as `#!` on the first line, is at the same places."""
    if accepted.startswith(b"#!") != actual.startswith(b"#!"):
        return False
    return form.fixed is None or form.fixed.findall(accepted) == form.fixed.findall(actual)


def _is_unicode(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
