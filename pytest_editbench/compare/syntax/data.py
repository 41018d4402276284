"""JSON, with and without comments: tokens in order; white space and the spelling of numbers mean nothing."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from pytest_editbench.compare.protocol import Alike
from pytest_editbench.compare.syntax.comments import Place

_TOKEN = re.compile(
    rb"""(?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<string>"(?:[^"\\\n]|\\.)*")
    |(?P<number>-?[0-9][0-9.eE+-]*)
    |(?P<other>[A-Za-z]+|[\[\]{}:,])
    |(?P<blank>[ \t\r\n]+)""",
    re.DOTALL | re.VERBOSE,
)
_NUMBER = re.compile(rb"(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,1000}))?")
_UNPARSED = "compared at level eol: does not parse"
_TOO_DEEP = "compared at level eol: nested too deeply"


class Remark(NamedTuple):
    """A comment and its place."""

    text: bytes
    after: int  # tokens before it
    place: Place


class Document(NamedTuple):
    """What counts of a document."""

    tokens: list[bytes]
    remarks: list[Remark]


class Json:
    """The rules of JSON: order of keys, duplicates and the text of strings count; 1.0 and 10e-1 are 1."""

    def __init__(self, *, loose: bool = False) -> None:
        self._loose = loose  # a trailing comma is no error, and says nothing

    def same_form(self, accepted: bytes, actual: bytes) -> Alike:
        """Whether two texts hold the same; comments count by text and place."""
        documents = []
        for text in (accepted, actual):
            read = self._read(text)
            if isinstance(read, str):
                return Alike(False, read)
            documents.append(read)
        return Alike(documents[0] == documents[1])

    def _read(self, text: bytes) -> Document | str:
        """The document; why there is none, where the text is not JSON."""
        document = _scanned(text, loose=self._loose)
        if document is None:
            return _UNPARSED
        try:
            json.loads(b" ".join(document.tokens))
        except RecursionError:
            return _TOO_DEEP
        except ValueError:
            return _UNPARSED
        return document._replace(tokens=[_written(token) for token in document.tokens])


def _scanned(text: bytes, *, loose: bool) -> Document | None:
    """The tokens and comments of a text; None where something is neither."""
    document, end = Document([], []), 0
    for found in _TOKEN.finditer(text):
        if found.start() != end:
            return None
        end = found.end()
        if found.lastgroup == "comment":
            place = _place(text, found)
            document.remarks.append(Remark(found[0].rstrip(), len(document.tokens), place))
        elif found.lastgroup != "blank":
            if loose and found[0] in (b"]", b"}"):
                _drop_comma(document)
            document.tokens.append(found[0])
    return document if end == len(text) else None


def _drop_comma(document: Document) -> None:
    """Drop a comma after a value; the comments after it stand after the value."""
    if document.tokens[-1:] != [b","] or document.tokens[-2:-1] in ([b"["], [b"{"], [b","]):
        return
    document.tokens.pop()
    count = len(document.tokens)
    for index in reversed(range(len(document.remarks))):
        remark = document.remarks[index]
        if remark.after <= count:
            break
        document.remarks[index] = remark._replace(after=count)


def _place(text: bytes, found: re.Match[bytes]) -> Place:
    before = text[text.rfind(b"\n", 0, found.start()) + 1 : found.start()]
    following = text.find(b"\n", found.end())
    after = text[found.end() : following if following >= 0 else len(text)]
    return {
        (True, True): Place.OWN,
        (False, True): Place.TRAILING,
        (True, False): Place.LEADING,
        (False, False): Place.INSIDE,
    }[not before.strip(), not after.strip()]


def _written(token: bytes) -> bytes:
    """A number in one way, as its digits and its power of ten; any other token as it is."""
    found = _NUMBER.fullmatch(token)
    if not found:
        return token
    sign, whole, fraction, power = found[1], found[2], found[3] or b"", int(found[4] or 0)
    digits = (whole + fraction).lstrip(b"0")
    stripped = digits.rstrip(b"0")
    power += len(digits) - len(stripped) - len(fraction)
    return b"%s%se%d" % (sign, stripped, power) if stripped else sign + b"0"
