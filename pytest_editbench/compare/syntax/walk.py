"""Two syntax trees in lockstep: equal when all that counts is equal, in the same structure."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from pytest_editbench.compare.syntax.comments import HABITS, Habits, placed_alike
from pytest_editbench.compare.syntax.protocol import Page, Token

if TYPE_CHECKING:
    from pytest_editbench.compare.syntax.protocol import Rules
    from pytest_editbench.languages import Node

Pair = tuple["Node | Token", "Node | Token"]


class Answer(Enum):
    """What a walk finds."""

    SAME = "same"
    DIFFERENT = "different"
    UNPARSED = "unparsed"  # a syntax error in what differs: the trees tell nothing


def walk(
    accepted: Node, actual: Node, sources: tuple[bytes, bytes], rules: Rules, habits: Habits = HABITS
) -> Answer:
    """Hold two trees against each other; subtrees with equal bytes are not entered.

    Iterative, so that no nesting is too deep; the cost follows what differs.
    """
    pages = Page(sources[0]), Page(sources[1])
    if (accepted.has_error or actual.has_error) and _errors(accepted, pages[0]) != _errors(actual, pages[1]):
        return Answer.UNPARSED
    waiting: list[Pair] = [(accepted, actual)]
    while waiting:
        pair = waiting.pop()
        if _same_bytes(pair, pages):
            _match(pair, pages)
            continue
        found = _enter(pair, pages, rules)
        if isinstance(found, Answer):
            return found
        if found:
            waiting.extend(reversed(found))
        else:
            _match(pair, pages)
    return Answer.SAME if placed_alike(*pages, habits) else Answer.DIFFERENT


def _errors(root: Node, page: Page) -> list[tuple[str, bytes]]:
    """What the grammar could not read, and what it missed: equal on both sides, it hides no difference."""
    found = []
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            found.append((node.type, page.text(node)))
        elif node.has_error:
            waiting.extend(reversed(node.children))
    return found


def _same_bytes(pair: Pair, pages: tuple[Page, Page]) -> bool:
    one, two = pair
    if isinstance(one, Token) or isinstance(two, Token):
        return isinstance(one, Token) and isinstance(two, Token) and one.text == two.text
    return one.type == two.type and pages[0].text(one) == pages[1].text(two)


def _enter(pair: Pair, pages: tuple[Page, Page], rules: Rules) -> list[Pair] | Answer:
    """The pairs below a pair that differs in bytes; none for two leaves that count as equal."""
    one, two = pair
    if isinstance(one, Token) or isinstance(two, Token) or one.type != two.type:
        return _unless_broken(pair)
    parts = rules.parts(one, pages[0]), rules.parts(two, pages[1])
    if len(parts[0]) != len(parts[1]):
        return _unless_broken(pair)
    if not parts[0]:
        same = rules.leaf(one, pages[0]) == rules.leaf(two, pages[1])
        return [] if same else Answer.DIFFERENT
    return list(zip(*parts, strict=True))


def _unless_broken(pair: Pair) -> Answer:
    broken = any(not isinstance(each, Token) and each.has_error for each in pair)
    return Answer.UNPARSED if broken else Answer.DIFFERENT


def _match(pair: Pair, pages: tuple[Page, Page]) -> None:
    for each, page in zip(pair, pages, strict=True):
        page.ends.append(each.end if isinstance(each, Token) else each.end_byte)
