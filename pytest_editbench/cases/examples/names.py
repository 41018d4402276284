"""The file names of a diff's headers."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from pytest_editbench import trees

NOWHERE = "/dev/null"

# What git puts in front of the old and the new name, by its settings and commands.
_PREFIXES = (
    ("a/", "b/"),
    ("b/", "a/"),
    ("i/", "w/"),
    ("c/", "w/"),
    ("c/", "i/"),
    ("o/", "w/"),
)
_ESCAPES = {"a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13, '"': 34, "\\": 92}
_ESCAPE = re.compile(rb'\\([0-3][0-7]{2}|[abtnvfr"\\])')
_PAIR = re.compile(r'(?P<old>"(?:[^"\\]|\\.)*"|\S.*?) (?P<new>"(?:[^"\\]|\\.)*"|\S.*)')


def pair(old: str, new: str) -> tuple[str | None, str | None]:
    """The paths of the lines `--- old` and `+++ new`; None where there is no such file."""
    one, two = _name(old), _name(new)
    if one is None or two is None:
        return _bare(one), _bare(two)
    for prefixes in _PREFIXES:
        if one.startswith(prefixes[0]) and two.startswith(prefixes[1]):
            return one.removeprefix(prefixes[0]), two.removeprefix(prefixes[1])
    return one, two


def git_pair(rest: str) -> tuple[str | None, str | None] | None:
    """The paths of `diff --git a/old b/new`, where they can be told apart."""
    same = re.fullmatch(r"[abciow]/(?P<name>.+) [abciow]/(?P=name)", rest)
    if same:
        return same["name"], same["name"]
    quoted = _PAIR.fullmatch(rest)
    if quoted is None or (rest.count(" ") > 1 and '"' not in rest):
        return None
    return pair(quoted["old"], quoted["new"])


def plain(name: str) -> str:
    """A name as git writes it in the lines `rename from` and `rename to`."""
    return _unquoted(name.rstrip())


def check(name: str) -> None:
    """ValueError where the name is no path inside of a repository; it says why."""
    if not name or name.startswith("/"):
        raise ValueError(f'"{name}" is no path inside the repository; write it from the top, without a slash')
    if ".." in name.split("/") or "\0" in name:
        raise ValueError(f'"{name}" leads out of the repository')
    if trees.in_repository(PurePosixPath(name)):
        raise ValueError(f'"{name}" lies in a folder of git, where no file of a repository can be')


def _name(text: str) -> str | None:
    # A tab comes before the time of the file's last change.
    name = _unquoted(text.partition("\t")[0].rstrip())
    return None if name == NOWHERE else name


def _bare(name: str | None) -> str | None:
    return name if name is None else re.sub(r"^[ab]/", "", name)


def _unquoted(text: str) -> str:
    if len(text) < 2 or not text.startswith('"') or not text.endswith('"'):
        return text
    data = text[1:-1].encode("utf-8", "surrogateescape")
    return _ESCAPE.sub(_meant, data).decode("utf-8", "surrogateescape")


def _meant(escape: re.Match[bytes]) -> bytes:
    told = escape[1].decode()
    return bytes([_ESCAPES[told] if told in _ESCAPES else int(told, 8)])
