"""Whether a stored change is the one of its digest, told without the tree it was made from."""

from __future__ import annotations

import os
import re

from pytest_editbench import changes
from pytest_editbench.errors import RecordError


def check(patch: bytes, digest: str) -> None:
    """`RecordError` where what `write` stored is damaged, or is another change than the one of this digest.

    Of a change that was stored without some of its files, those that are there are looked at.
    """
    head, *sections = re.split(rb"^(?=diff --git )", patch, flags=re.MULTILINE)
    title = re.match(changes.TITLE % b"([0-9a-f]{64})", head)
    if title is None:
        raise RecordError("the stored change does not start as one that editbench wrote")
    if title[1].decode() != digest:
        raise RecordError(f"the stored change is another one: it says that it is {title[1].decode()[:12]}")
    steps = _told(head, sections)
    if not re.search(rb"^editbench-left-out \d+$", head, re.MULTILINE) and changes.digest_of(steps) != digest:
        raise RecordError("the stored change is damaged: a part of it is gone, or is not what was recorded")


def _told(head: bytes, sections: list[bytes]) -> list[changes.Step]:
    """The steps as the patch alone tells them, in the order of the digest."""
    steps: dict[bytes, changes.Step] = {}
    for section in sections:
        found = changes.SECTION.match(section)
        if found is None:
            raise RecordError(f"the stored change is damaged near {section[:80]!r}")
        name = changes.unquoted(found["name"]).removeprefix(b"a/")
        mode = found["created"] or found["new"] or found["same"] or changes.ABSENT.mode
        before = found["old"] or found["deleted"] or found["same"] or changes.ABSENT.mode
        if found["size"] is not None and not found["deleted"]:
            data = changes.inflated(found["lines"], found["size"])
            if changes.blob(mode, data).id != found["new_id"]:
                path = os.fsdecode(name)
                raise RecordError(f"the stored change is damaged: {path} is not what was recorded")
        old, new = changes.State(before, found["old_id"]), changes.State(mode, found["new_id"])
        this = changes.Step(name, old, new)
        # A file of another kind comes in two sections: what is gone, and what is new.
        steps[name] = changes.Step(name, steps[name].old, this.new) if name in steps else this
    for name in map(os.fsencode, changes.folders(head, b"removed")):
        step = steps.get(name, changes.Step(name, changes.ABSENT, changes.ABSENT))
        steps[name] = step._replace(old=changes.EMPTY_FOLDER)
    for name in map(os.fsencode, changes.folders(head, b"added")):
        step = steps.get(name, changes.Step(name, changes.ABSENT, changes.ABSENT))
        steps[name] = step._replace(new=changes.EMPTY_FOLDER)
    return [steps[name] for name in sorted(steps)]
