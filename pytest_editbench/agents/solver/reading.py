"""From passages to orders: what a prompt asks for, and what it shows of the result."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from pytest_editbench.agents.solver.errors import NotUnderstood
from pytest_editbench.agents.solver.forms import FORMS
from pytest_editbench.agents.solver.labels import Labelled, Role, labelled
from pytest_editbench.agents.solver.orders import Form, Order
from pytest_editbench.agents.solver.places import Files, numbers, place, standalone
from pytest_editbench.agents.solver.prompt import Passage, Prose, passages, words
from pytest_editbench.agents.solver.regions import Region

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import PurePosixPath

_NOT_SHOWN = re.compile(r"\blines\b.*\bnot shown\b", re.IGNORECASE)
_IMPERATIVE = re.compile(
    r"(?:(?:in|on|at|inside|within|near|around)\b[^,]{1,80}, )?"
    r"(?:then |also |and |finally,? |next,? |in addition,? )*"
    r"(?:replace|rename|delete|remove|move|swap|insert|add|create|unwrap|indent|dedent"
    r"|change|turn|convert|rewrite|wrap|extract|set)\b(?!.*\b(?:nothing|only|else|anything)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Request:
    """All that a prompt asks for."""

    orders: tuple[Order, ...]
    regions: tuple[Region, ...]
    partial: bool = False  # the regions do not show all that changes


def read(prompt: str, files: Files) -> Request:
    """The orders of a prompt; `NotUnderstood` where a block or an instruction has no known form."""
    reader = _Reader(passages(prompt), files)
    blocks = labelled(reader.parts)
    orders = [*reader.block_orders([block for block in blocks if block.role is not Role.REGION])]
    headed: list[Order] = []
    told = {block.label for block in blocks}
    for position, part in enumerate(reader.parts):
        if isinstance(part, Prose):
            (headed if part.heading else orders).extend(reader.sentence_orders(position, part, told))
    orders += [order for order in headed if order.form not in {order.form for order in orders}]
    firm = [order for order in orders if not order.remark] or orders
    if not firm:
        raise NotUnderstood("no instruction of a known form was found in the prompt")
    regions = tuple(reader.region(block) for block in blocks if block.role is Role.REGION)
    partial = any(isinstance(part, Prose) and _NOT_SHOWN.search(part.text) for part in reader.parts)
    return Request(tuple(firm), regions, partial)


class _Reader:
    """The passages of one prompt, and the files that each is about."""

    def __init__(self, parts: Sequence[Passage], files: Files) -> None:
        self.parts = parts
        self._files = files
        self._scopes = self._headed()

    def _headed(self) -> list[tuple[PurePosixPath, ...]]:
        """For each passage the files that the heading above it names, or else the whole prompt."""
        prose = [part for part in self.parts if isinstance(part, Prose)]
        current = self._named_in(prose)
        scopes = []
        for part in self.parts:
            if isinstance(part, Prose) and standalone(part):
                current = self._files.named_in(part) or current
            scopes.append(current)
        return scopes

    def _named_in(self, texts: Sequence[Prose]) -> tuple[PurePosixPath, ...]:
        return tuple(dict.fromkeys(path for text in texts for path in self._files.named_in(text)))

    def _scope(self, texts: Sequence[Prose], position: int) -> tuple[PurePosixPath, ...]:
        """The files that the texts name, below the last heading that names one, or else that heading's."""
        own: list[Prose] = []
        for text in texts:
            own = [] if text.heading and self._files.named_in(text) else [*own, text]
        return self._named_in([text for text in own if not text.heading]) or self._scopes[position]

    def region(self, block: Labelled) -> Region:
        """The after-state that a block shows."""
        where = place(text for text in block.texts if text.text.endswith(":"))
        return Region(self._scope(block.texts[-1:], block.position), where.line, block.fence.lines)

    def block_orders(self, blocks: Sequence[Labelled]) -> Iterator[Order]:
        """The orders that fenced blocks give, alone or several in a row."""
        at = 0
        while at < len(blocks):
            form, count = _form_of([block.role for block in blocks[at:]])
            if form is None:
                line = blocks[at].fence.line
                raise NotUnderstood(f"what the fenced block on line {line} of the prompt is for is not said")
            yield self._block_order(form, blocks[at : at + count])
            at += count

    def _block_order(self, form: Form, blocks: Sequence[Labelled]) -> Order:
        texts = [text for block in blocks for text in block.texts]
        matches = [
            (match, text) for text in texts for phrase in form.phrases if (match := phrase.search(text.text))
        ]
        return Order(
            form=form.name,
            said=" ".join(block.label.text for block in blocks if block.label),
            scope=self._scope(texts, blocks[0].position),
            place=place(texts),
            words=words(*matches[-1]) if matches else {},
            blocks={block.role: block.fence.lines for block in blocks if block.role},
        )

    def sentence_orders(self, position: int, part: Prose, told: set[Prose | None]) -> Iterator[Order]:
        """The orders that a paragraph's own words give; what says the same twice counts once."""
        taken: list[tuple[int, int]] = []
        given: list[Mapping[str, str]] = []
        for form in FORMS:
            for match in _matches(form, part):
                named = words(match, part)
                forbidden = part.around(*match.span()).forbids()
                if not (forbidden or _clash(match.span(), taken)) and self._plausible(named):
                    taken.append(match.span())
                    if named not in given:
                        yield self._sentence_order(form, match, position, part)
                    given.append(named)
        self._nothing_left(part, taken, told)

    def _plausible(self, named: Mapping[str, str]) -> bool:
        is_file = "path" not in named or bool(self._files.called(named["path"]))
        return is_file and not re.fullmatch(r"\w+", named.get("condition", ""))

    def _sentence_order(self, form: Form, match: re.Match[str], position: int, part: Prose) -> Order:
        lead = self.parts[position - 1] if position else None
        leads = [lead] if isinstance(lead, Prose) and (lead.heading or lead.text.endswith(":")) else []
        where = place([*leads, part.around(*match.span())])
        named = words(match, part)
        return Order(
            form=form.name,
            said=" ".join([part.plain(), *self._lists_after(position)]),
            scope=self._scope([part], position),
            place=where,
            words=named,
            remark=form.declares and not where.lines and "anchor" not in named,
        )

    def _lists_after(self, position: int) -> Iterator[str]:
        """The lines that follow an order as a list, such as `- line 12`."""
        following = (part if isinstance(part, Prose) else None for part in self.parts[position + 1 :])
        for part in takewhile(lambda part: part and numbers(part.text) and not part.named(), following):
            yield part.text if part and not part.text.endswith(":") else ""

    def _nothing_left(self, part: Prose, taken: Sequence[tuple[int, int]], told: set[Prose | None]) -> None:
        at = 0
        for sentence in part.sentences():
            at = part.text.index(sentence.text, at)
            known = sentence in told or _clash((at, at + len(sentence.text)), taken) or part.heading
            if _IMPERATIVE.match(sentence.text) and sentence.named() and not known:
                raise NotUnderstood(f"no known form fits: {sentence.plain()}")


def _form_of(roles: Sequence[Role | None]) -> tuple[Form | None, int]:
    for form in FORMS:
        for wanted in form.roles:
            if tuple(roles[: len(wanted)]) == wanted:
                return form, len(wanted)
    return None, 0


def _matches(form: Form, part: Prose) -> Iterator[re.Match[str]]:
    for phrase in () if form.roles else form.phrases:
        yield from phrase.finditer(part.text)


def _clash(span: tuple[int, int], taken: Sequence[tuple[int, int]]) -> bool:
    return any(span[0] < stop and start < span[1] for start, stop in taken)
