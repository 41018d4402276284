"""Examples as Markdown: front matter, a heading for the name, a section for each field."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import TYPE_CHECKING

from pytest_editbench.cases.examples import (
    cursor,
    frontmatter,
    history,
    keys,
    markerline,
    page,
    reading,
    recent,
)
from pytest_editbench.cases.examples.example import ACCEPTED, NO_HISTORY, Example, prose
from pytest_editbench.cases.examples.outline import Fence, Prose
from pytest_editbench.cases.examples.page import Page
from pytest_editbench.cases.examples.place import Place
from pytest_editbench.cases.examples.reading import Reading, Text, Texts
from pytest_editbench.errors import CaseError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_editbench.predictions import PastEdit, RecentFile

_BOM = "\ufeff"


def read(text: str, where: str, stem: str) -> Reading:
    """The example of a Markdown text; `CaseError` names the line and says what to do.

    `where` is how messages name the file, `stem` the name of an example that has no heading of level 1.
    """
    bare, top = text.removeprefix(_BOM), Place(where)
    matter, taken = frontmatter.split(bare, top)
    sections = Page("\n".join(bare.split("\n")[taken:]), top.below(taken))
    odd = [key for key in matter.extra if key in keys.KEYS]
    mends = [top.mend(1, f'"{key}" in the front matter is passed over') for key in odd]
    mends += [top.mend(1, "the byte order mark is passed over")] if bare != text else []
    fence = _cursor_fence(sections)
    example = Example(
        name=sections.name or stem,
        cursor_path=fence.info,
        cursor_position="",
        repository_url=matter.repository_url,
        revision=matter.revision,
        tags=matter.tags,
        reasoning=prose(sections.source(page.REASONING)),
        rollback=matter.rollback,
        recently_opened=_recent(sections, page.OPENED),
        recently_viewed=_recent(sections, page.VIEWED),
        extra={key: value for key, value in matter.extra.items() if key not in odd},
    )
    texts = _texts(sections, fence)
    return reading.assemble(example, texts, (*mends, *sections.mends))


def write(example: Example) -> str:
    """The example as Markdown, which reads back as the same.

    Unknown keys that TOML cannot hold are left out, as `frontmatter.left_out` tells. `CaseError` names
    another field that Markdown cannot hold.
    """
    text = "\n".join(_pieces(example))
    unheld = frontmatter.left_out(example)
    wanted = replace(example, extra={key: value for key, value in example.extra.items() if key not in unheld})
    try:
        found = read(text, example.name, "").example
    except CaseError as problem:
        raise CaseError(f"{example.name}: cannot be written as Markdown: {problem}") from None
    for each in fields(Example):
        if getattr(found, each.name) != getattr(wanted, each.name):
            raise CaseError(f'{example.name}: Markdown cannot hold its "{each.name}"; keep it as JSON')
    return text


def _cursor_fence(sections: Page) -> Fence:
    fences = sections.fences(page.CURSOR)
    marked = [fence for fence in fences if cursor.INLINE in fence.text or markerline.MARK in fence.text]
    wanted = marked or fences
    if not wanted:
        form = f"write ## {page.CURSOR} and below it a fence ```path with the lines around the cursor"
        raise sections.place.error(sections.line(page.CURSOR), f"no cursor fence; {form}")
    if len(wanted) > 1:
        lines = " and ".join(str(sections.place.number(fence.first + 1)) for fence in wanted)
        raise sections.place.error(wanted[1].first + 1, f"cursor fences stand on lines {lines}; keep one")
    if not wanted[0].info:
        message = "the cursor fence names no file; write its path behind ```"
        raise sections.place.error(wanted[0].first + 1, message)
    return wanted[0]


def _texts(sections: Page, fence: Fence) -> Texts:
    rejected = sections.fences(page.REJECTED)
    if len(rejected) > 1:
        raise sections.place.error(rejected[1].first + 1, "a second rejected patch; keep one")
    return Texts(
        cursor=sections.text(fence),
        uncommitted=[sections.text(each) for each in sections.fences(page.UNCOMMITTED)],
        history=list(_history(sections)),
        expected=[sections.text(each) for each in sections.fences(page.EXPECTED)],
        rejected=sections.text(rejected[0]) if rejected else None,
    )


def _history(sections: Page) -> Iterator[Text]:
    accepted = False
    for block in sections.blocks(page.HISTORY):
        if isinstance(block, Fence):
            yield sections.text(block, accepted=accepted)
            accepted = False
        elif isinstance(block, Prose):
            accepted = accepted or any(map(history.is_mark, block.lines))


def _recent(sections: Page, title: str) -> tuple[RecentFile, ...]:
    texts = [sections.text(fence) for fence in sections.fences(title)]
    return tuple(file for each in texts for file in recent.read(each.text, each.place))


def _pieces(example: Example) -> Iterator[str]:
    """The parts of the page; a blank line comes between two."""
    yield from filter(None, [frontmatter.write(example)])
    yield from [f"# {example.name}\n"] if example.name else []
    yield from _section(page.REASONING, [f"{example.reasoning}\n"] if example.reasoning else [])
    yield from _section(page.UNCOMMITTED, _diffs([example.uncommitted_diff or None]))
    yield f"## {page.HISTORY}\n"
    yield from map(_edit, example.edit_history)
    yield from [] if example.edit_history else [f"{NO_HISTORY}\n"]
    for title, files in ((page.OPENED, example.recently_opened), (page.VIEWED, example.recently_viewed)):
        yield from _section(title, [fenced("", recent.write(files))] if files else [])
    yield from _section(page.CURSOR, [fenced(_info(example.cursor_path), example.cursor_position)])
    yield from _section(page.EXPECTED, _diffs(example.expected_patches))
    yield from _section(page.REJECTED, _diffs([example.rejected_patch]))


def _section(title: str, parts: list[str]) -> list[str]:
    return [f"## {title}\n", *parts] if parts else []


def _edit(edit: PastEdit) -> str:
    fence = fenced("diff", edit.diff)
    return f"{ACCEPTED}\n\n{fence}" if edit.accepted else fence


def _diffs(texts: Sequence[str | None]) -> list[str]:
    return [fenced("diff", text) for text in texts if text is not None]


def fenced(info: str, text: str) -> str:
    """The text as a fenced block, which nothing in it ends; the last line must have its line feed."""
    sign = "~" if "`" in info else "`"
    # Longer than any run of the sign within, so that nothing in the text ends the fence.
    marks = sign * max([3, *(len(run) + 1 for run in re.findall(f"{sign}+", text))])
    return f"{marks}{info}\n{text}{marks}\n"


def _info(path: str) -> str:
    """The path as an info string, where a backslash or an ampersand may have a meaning."""
    from markdown_it.common.utils import unescapeAll

    if unescapeAll(path) == path:
        return path
    return path.replace("\\", "\\\\").replace("&", "&amp;")
