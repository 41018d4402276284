"""Edit format `unified-diff`: what `diff -u` and git write."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, assert_never

from pytest_editbench.formats import (
    context,
    difference,
    fences,
    instructing,
    lined,
    presenting,
    unified_reading,
)
from pytest_editbench.formats.difference import Changed, Created, Deleted, Moved, Reason, Refused

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.formats.difference import Refusal, Step
    from pytest_editbench.formats.operations import Operation
    from pytest_editbench.model import Tree

_CONTEXT = 3  # lines, as of diff and git
_UNENDED = "\\ No newline at end of file"


class UnifiedDiff:
    """Headers, hunks with line numbers, lines with a sign in front."""

    name = "unified-diff"
    description = "a patch with line numbers and context, as of diff -u"
    delimiter = re.compile(rf"{fences.LINE.pattern}|(?:---|\+\+\+) .*|@@ .*")

    @property
    def instructions(self) -> str:
        """What a model is told."""
        return instructing.instructions(self)

    def present(self, path: PurePosixPath, data: bytes) -> str:
        """The file in fences, with line numbers."""
        return presenting.shown(path, data, lambda number, line: f"{number}|{line}", ends=True)

    def parse(self, answer: str) -> Sequence[Operation]:
        """The files of the diff, whatever stands before, between and after them."""
        return unified_reading.read(answer.split("\n"))

    def render(self, before: Tree, after: Tree) -> str | Refusal:
        """A diff as git writes it, in fences."""
        body = difference.told(before, after, _told, separator="")
        return fences.write(body, "diff") if isinstance(body, str) else body


def _told(step: Step) -> str:
    match step:
        case Created():
            old, new = "", step.text
            heads = [_git(step.path), "new file mode 100644"]
            heads += ["--- /dev/null", f"+++ b/{step.path}"] if new else []
        case Deleted():
            if step.document is None:
                raise Refused(Reason.NOT_TEXT, step.path)
            old, new = step.document.text, ""
            heads = [_git(step.path), "deleted file mode 100644"]
            heads += [f"--- a/{step.path}", "+++ /dev/null"] if old else []
        case Changed():
            old, new = step.old.text, step.new
            heads = [f"--- a/{step.path}", f"+++ b/{step.path}"]
        case Moved():
            old = new = ""
            heads = [
                f"diff --git a/{step.path} b/{step.to}",
                f"rename from {step.path}",
                f"rename to {step.to}",
            ]
        case _:
            assert_never(step)
    return "".join(f"{line}\n" for line in (*heads, *_hunks(old, new)))


def _git(path: PurePosixPath) -> str:
    return f"diff --git a/{path} b/{path}"


def _hunks(old: str, new: str) -> Iterator[str]:
    before, after = lined.lines(old), lined.lines(new)
    for quoted in context.around(before, after, _CONTEXT):
        yield f"@@ -{_place(quoted.old)} +{_place(quoted.new)} @@"
        sides = before[quoted.old.start : quoted.old.stop], after[quoted.new.start : quoted.new.stop]
        for sign, line in lined.signed(*sides):
            yield sign + line.removesuffix("\n")
            if not line.endswith("\n"):
                yield _UNENDED


def _place(lines: range) -> str:
    """Start and count as a hunk's header tells them: of no lines, the one before."""
    start = lines.start + bool(lines)
    return str(start) if len(lines) == 1 else f"{start},{len(lines)}"
