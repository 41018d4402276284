"""What a model is told: the rules of its answer, the files, the prompt."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import formats, templating
from pytest_editbench.agents.chat.request import Message
from pytest_editbench.errors import AgentError
from pytest_editbench.model import File, Folder

if TYPE_CHECKING:
    from pathlib import PurePosixPath

    from pytest_editbench.model import Task, Tree

DEFAULT = "search-replace"  # the edit format
MOST = 1_000_000  # bytes of files for an edit
FEW = 20  # files beside a question whose answer is text
SMALL = 100_000  # bytes of these
NAMED = 50  # files that are named and not shown


class Shown(NamedTuple):
    """What of a tree a model is shown."""

    files: Tree
    others: tuple[PurePosixPath, ...] = ()  # that are there as well


def messages(task: Task, tree: Tree, edit_format: str) -> tuple[Message, ...]:
    """The messages of a task whose files stand as in `tree`; `AgentError` where they are too large."""
    edits = task.wants == "edit"
    shown = _for_edit(task, tree) if edits else _for_answer(tree)
    others = [_plain(str(path)) for path in shown.others]
    fmt = formats.FORMATS[edit_format if edits else DEFAULT]
    system = templating.render("chat-system.md.j2", instructions=fmt.instructions if edits else "")
    user = templating.render(
        "chat-user.md.j2",
        files=formats.presented(fmt, shown.files) if shown.files else "",
        unshown=others[:NAMED],
        more=max(0, len(others) - NAMED),
        prompt=task.prompt,
    )
    return Message("system", _plain(system)), Message("user", _plain(user))


def version(edit_format: str) -> str:
    """What tells the words that a model is told in a format from those of another release."""
    texts = [templating.source(name) for name in ("chat-system.md.j2", "chat-user.md.j2")]
    texts.append(formats.FORMATS[edit_format].instructions)
    return f"messages {sha256(repr(texts).encode()).hexdigest()[:8]}"


def _for_edit(task: Task, tree: Tree) -> Shown:
    """All files; where their text is too large, those that the prompt names."""
    size = _size(tree)
    if size <= MOST:
        return Shown(tree)
    named = {path: entry for path, entry in tree.items() if path.name in task.prompt}
    if not named or _size(named) > MOST:
        raise AgentError(f"the files hold {size:,} bytes of text, a model is shown {MOST:,} at most")
    others = (path for path, entry in tree.items() if path not in named and not isinstance(entry, Folder))
    return Shown(named, tuple(others))


def _for_answer(tree: Tree) -> Shown:
    """The files where they are few and small, else none."""
    return Shown(tree if len(tree) <= FEW and _size(tree) <= SMALL else {})


def _size(tree: Tree) -> int:
    """The bytes of text in it: of other files a model is only told that they are there."""
    files = (entry.data for entry in tree.values() if isinstance(entry, File))
    return sum(len(data) for data in files if _is_text(data))


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _plain(text: str) -> str:
    """The text as UTF-8 can spell it: names and prompts may hold undecodable bytes."""
    return text.encode("utf-8", "replace").decode()
