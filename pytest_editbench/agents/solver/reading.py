"""From passages to orders: what a prompt asks for, and what it shows of the result."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from pytest_editbench.agents.solver.errors import NotUnderstood
from pytest_editbench.agents.solver.forms import FORMS
from pytest_editbench.agents.solver.labels import Labelled, Role, labelled
from pytest_editbench.agents.solver.orders import Form, Order
from pytest_editbench.agents.solver.places import Files, numbers, place, standalone
from pytest_editbench.agents.solver.prompt import Passage, Prose, passages, words
from pytest_editbench.agents.solver.regions import Region

_IMPERATIVE = re.compile(
    r"(?:then |also |and |finally,? |next,? )*(?:replace|rename|delete|remove|move|swap|insert|add|create|unwrap)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Request:
    """All that a prompt asks for."""

    orders: tuple[Order, ...]
    regions: tuple[Region, ...]


def read(prompt: str, files: Files) -> Request:
    """The orders of a prompt; `NotUnderstood` where a block or an instruction has no known form."""
    parts = passages(prompt)
    scopes = _scopes(parts, files)
    blocks = labelled(parts)
    regions = tuple(_region(block, scopes, files) for block in blocks if block.role is Role.REGION)
    orders = [*_block_orders([block for block in blocks if block.role is not Role.REGION], scopes, files)]
    told = {block.label for block in blocks}
    for position, part in enumerate(parts):
        if isinstance(part, Prose):
            orders.extend(_sentence_orders(parts, position, scopes, files, told))
    if not orders:
        raise NotUnderstood("no instruction of a known form was found in the prompt")
    return Request(tuple(orders), regions)


Scopes = Mapping[int, tuple[PurePosixPath, ...]]


def _scopes(parts: Sequence[Passage], files: Files) -> Scopes:
    """For each passage the files that the heading above it names, or else the whole prompt."""
    prose = [part for part in parts if isinstance(part, Prose)]
    current = tuple(dict.fromkeys(path for part in prose for path in files.named_in(part)))
    scopes = {}
    for position, part in enumerate(parts):
        if isinstance(part, Prose) and standalone(part):
            current = files.named_in(part) or current
        scopes[position] = current
    return scopes


def _scope(texts: Sequence[Prose], position: int, scopes: Scopes, files: Files) -> tuple[PurePosixPath, ...]:
    own = tuple(dict.fromkeys(path for text in texts if not text.heading for path in files.named_in(text)))
    return own or scopes[position]


def _region(block: Labelled, scopes: Scopes, files: Files) -> Region:
    where = place(text for text in block.texts if text.text.rstrip().endswith(":"))
    return Region(_scope(block.texts[-1:], block.position, scopes, files), where.line, block.fence.lines)


def _block_orders(blocks: Sequence[Labelled], scopes: Scopes, files: Files) -> Iterator[Order]:
    at = 0
    while at < len(blocks):
        form, count = _form_of([block.role for block in blocks[at:]])
        if form is None:
            line = blocks[at].fence.line
            raise NotUnderstood(f"what the fenced block on line {line} of the prompt is for is not said")
        yield _block_order(form, blocks[at : at + count], scopes, files)
        at += count


def _form_of(roles: Sequence[Role | None]) -> tuple[Form | None, int]:
    for form in FORMS:
        for wanted in form.roles:
            if tuple(roles[: len(wanted)]) == wanted:
                return form, len(wanted)
    return None, 0


def _block_order(form: Form, blocks: Sequence[Labelled], scopes: Scopes, files: Files) -> Order:
    texts = [text for block in blocks for text in block.texts]
    found: dict[str, str] = {}
    for text in texts:
        for pattern in form.phrases:
            if match := pattern.search(text.text):
                found = words(match, text)
    return Order(
        form=form.name,
        said=" ".join(block.label.text for block in blocks if block.label),
        scope=_scope(texts, blocks[0].position, scopes, files),
        place=place(texts),
        words=found,
        blocks={block.role: block.fence.lines for block in blocks if block.role},
    )


def _sentence_orders(
    parts: Sequence[Passage], position: int, scopes: Scopes, files: Files, told: set[Prose | None]
) -> Iterator[Order]:
    part = parts[position]
    assert isinstance(part, Prose)
    taken: list[tuple[int, int]] = []
    found: list[dict[str, str]] = []
    for form in FORMS:
        for pattern in () if form.roles else form.phrases:
            for match in pattern.finditer(part.text):
                if _free(match, taken) and _plausible(words(match, part), files):
                    taken.append(match.span())
                    if words(match, part) not in found:
                        yield _sentence_order(form, match, parts, position, scopes, files)
                    found.append(words(match, part))
    for sentence in part.sentences():
        start = part.text.index(sentence.text)
        read_already = sentence in told or any(start < stop and begin < start + len(sentence.text) for begin, stop in taken)
        if _IMPERATIVE.match(sentence.text) and sentence.named() and not part.heading and not read_already:
            raise NotUnderstood(f"no known form fits: {_plain(sentence)}")


def _free(match: re.Match[str], taken: Sequence[tuple[int, int]]) -> bool:
    return all(match.end() <= start or stop <= match.start() for start, stop in taken)


def _plausible(found: Mapping[str, str], files: Files) -> bool:
    is_file = "path" not in found or bool(files.called(found["path"]))
    return is_file and not re.fullmatch(r"\w+", found.get("condition", ""))


def _sentence_order(
    form: Form, match: re.Match[str], parts: Sequence[Passage], position: int, scopes: Scopes, files: Files
) -> Order:
    part = parts[position]
    assert isinstance(part, Prose)
    before = max((part.text.rfind(end, 0, match.start()) for end in (". ", "; ", "! ")), default=-1) + 1
    after = min((at for at in (part.text.find(end, match.end()) for end in (". ", "; ")) if at >= 0), default=len(part.text))
    around = Prose(part.text[before:after].strip(), part.codes)
    lead = parts[position - 1] if position else None
    leads = [lead] if isinstance(lead, Prose) and (lead.heading or lead.text.endswith(":")) else []
    return Order(
        form=form.name,
        said=" ".join([_plain(part), *_lists_after(parts, position)]),
        scope=_scope([part], position, scopes, files),
        place=place([*leads, around]),
        words=words(match, part),
    )


def _lists_after(parts: Sequence[Passage], position: int) -> Iterator[str]:
    for part in parts[position + 1 :]:
        if not isinstance(part, Prose) or part.named() or not numbers(part.text) or part.text.endswith(":"):
            return
        yield part.text


def _plain(text: Prose) -> str:
    return re.sub("\ue000(\\d+)\ue001", lambda match: f"`{text.codes[int(match[1])]}`", text.text)
