"""Prompts for a commit's change: its message, or the blocks that change."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import languages, templating
from pytest_editbench.cases.examples.example import prose
from pytest_editbench.generate import hunks, prompts, quoting
from pytest_editbench.generate.mutations.mutation import Refused
from pytest_editbench.history.leaving import LeftOutError, Reason
from pytest_editbench.model import File

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.history.past import Past

# Of people and of tools, not of the change: left out wherever it stands.
_TRAILER = re.compile(
    r"[A-Za-z][\w-]*: .*<[^<>\s]*@[^<>\s]*>.*|(?:\w+-)+by: .*|cc: .*"
    r"|change-id: \S+|\(cherry picked from commit [^()]*\)",
    re.IGNORECASE,
)
_LAST = re.compile(  # of a trailer that ends a message
    r"(?:fixes|closes|resolves|refs|references|link|bug|issue|see-also|related|depends-on|pr-url"
    r"|reviewed-on): .*",
    re.IGNORECASE,
)
# Behind a hunk's place git tells where it stands; a message could say there what it likes.
_TAIL = re.compile(r"^(@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@).*$", re.MULTILINE)
_TITLE = "Carry out a commit"
# What turns the direction of a text or moves the cursor is shown as what it is.
_HIDDEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


class _Block(NamedTuple):
    """A block as it is and as it shall be, in fences."""

    line: int  # 1-based, where it starts
    old: str
    new: str


class _Told(NamedTuple):
    """What the prompt tells of a file."""

    name: str  # its path, as code
    content: str = ""  # of a new one, in a fence
    gone: bool = False
    hunks: Sequence[_Block] = ()
    crlf: bool = False


def message(past: Past) -> str:
    """What the message orders as a prompt, its subject as a quotation beside it."""
    told, subject = _TAIL.sub(r"\1", body(past.commit.message)), shown(past.subject)
    quoted = quoting.inline(subject) if told and subject else ""
    values = {"title": _TITLE, "quoted": quoted, "message": told or subject, "exact": True}
    return _checked(templating.render("history-message.md.j2", **values))


def loose(past: Past) -> str:
    """The message as it is as a prompt, whatever it determines."""
    values = {"title": shown(past.subject), "message": body(past.commit.message), "exact": False}
    return _checked(templating.render("history-message.md.j2", quoted="", **values))


def body(text: str) -> str:
    """What stands below the subject, without trailers."""
    told = prose(text.partition("\n")[2]).split("\n")
    lines = [line for line in told if not _TRAILER.fullmatch(line.rstrip())]
    while lines and (not lines[-1].strip() or _LAST.fullmatch(lines[-1].rstrip())):
        lines.pop()
    return shown("\n".join(lines).strip("\n"))


def shown(text: str) -> str:
    r"""The text with control characters, and those of direction, as `\x1b` and `\u202e`."""
    return _HIDDEN.sub(lambda match: ascii(match[0])[1:-1], text)


def of_blocks(past: Past) -> Iterator[str]:
    """Prompts that show each block as it is and as it shall be: with the subject as a quotation, without.

    The rest of the message is not in them: it may order what the blocks do not. `LeftOutError` for changes
    that no blocks tell.
    """
    found = [_told(path, past) for path in sorted({*past.before, *past.after})]
    files = sorted(found, key=lambda file: not file.gone)  # a new file may need the place
    single = sum(len(file.hunks) or 1 for file in files) == 1
    title = f"Change {files[0].name}" if len(files) == 1 else f"Change {len(files)} files"
    for quoted in dict.fromkeys((quoting.inline(shown(past.subject)) if past.subject else "", "")):
        values = {"title": title, "quoted": quoted, "files": files, "single": single}
        yield _checked(templating.render("history-hunks.md.j2", **values))


def _told(path: PurePosixPath, past: Past) -> _Told:
    old, new = (tree.get(path) for tree in (past.before, past.after))
    tag = languages.fence_tag(path)
    try:
        name = quoting.inline(str(path))
        if not isinstance(new, File):
            return _Told(name, gone=True)
        crlf = bool(quoting.is_crlf(new.data))
        if not isinstance(old, File):
            return _Told(name, content=quoting.fenced(quoting.lines(new.data), tag), crlf=crlf)
        if not (old.data.strip() and new.data.strip()):
            raise Refused("a file that is blank")
        blocks = [
            _Block(each.start, quoting.fenced(each.old, tag), quoting.fenced(each.new, tag))
            for each in hunks.between(old.data, new.data)
        ]
        return _Told(name, hunks=blocks, crlf=crlf)
    except Refused as refusal:
        raise LeftOutError(Reason.BLOCKS, refusal.reason) from None


def _checked(text: str) -> str:
    if len(text) > prompts.LONGEST:
        raise LeftOutError(Reason.LARGE, f"a prompt over {prompts.LONGEST:,} characters")
    return text.strip()
