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

# Of people and of tools, not of the change.
_TRAILER = re.compile(r"(?:[A-Z][a-z]+-)*[A-Z]?[a-z]+-by: .*|Change-Id: .*|[Cc]c: .*", re.IGNORECASE)


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
    """The message as a prompt, with one sentence behind it."""
    return _checked(
        templating.render("history-message.md.j2", title=past.subject, message=body(past.commit.message))
    )


def body(text: str) -> str:
    """What stands below the subject, without trailers that tell of people."""
    lines = prose(text.partition("\n")[2]).split("\n")
    while lines and (not lines[-1].strip() or _TRAILER.fullmatch(lines[-1].strip())):
        lines.pop()
    return "\n".join(lines)


def of_blocks(past: Past) -> Iterator[str]:
    """Prompts that show each block as it is and as it shall be: under the message, its subject, neither.

    Words of a message can be read as an order of their own, so that only a shorter prompt has one reading.
    `LeftOutError` for changes that no blocks tell.
    """
    files = [_told(path, past) for path in sorted({*past.before, *past.after})]
    single = sum(len(file.hunks) or 1 for file in files) == 1
    plain = f"Change {files[0].name}" if len(files) == 1 else f"Change {len(files)} files"
    told = body(past.commit.message)
    titles = [(past.subject, told), (past.subject, ""), (plain, "")] if past.subject else [(plain, "")]
    for title, text in dict.fromkeys(titles):
        values = {"title": title, "message": text, "files": files, "single": single}
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
