"""Python's own parser and tokenizer as the judge: what they tell apart is told apart, whatever is changed."""

import ast
import io
import re
import tokenize
import warnings
from functools import cache
from pathlib import PurePosixPath

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from pytest_editbench.compare import levels
from pytest_editbench.model import MatchLevel

TEXT = '''\
"""Orders of a shop.

  Their lines are kept   as they came.
"""

from shop import (
    Item,
    Price,  # in cents
)


@register("order", kind='x')
class Order(Base):
    """An order."""

    limit: int | None = None  # no limit

    def total(self, *lines, rate=1.5, **extra):
        # Empty orders are free.
        if not lines:
            return 0
        result = (sum(line.price * line.count for line in lines) + self.fee) * rate
        for index, (name, line) in enumerate(lines):
            if line.price in (None, -1) or index ** 2 > 10 and name != "a  b":
                continue
            result -= line.discount[index, 1:2]; self.seen += 1
        else:
            assert result >= 0, f"{result!r:>10} of {name}  is 'odd'"
        return result, [each for each in lines if each]

    async def send(self):
        try:
            async with self.post as post, lock:
                await post(self, lambda x: (x, 1), retry=3 if self.limit else None)
        except (Lost, Late) as error:
            raise Failed("not "
                         "sent") from error
        finally:
            del self.post, self.key
            #  done
'''

CODE = (tokenize.NAME, tokenize.NUMBER, tokenize.OP, tokenize.STRING, tokenize.COMMENT)
COUNTED = (tokenize.NAME, tokenize.NUMBER, tokenize.STRING)


def read(text):
    return list(tokenize.generate_tokens(io.StringIO(text).readline))


@cache
def spans(text):
    """Start and end of each token; characters."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return [
        (starts[token.start[0] - 1] + token.start[1], starts[token.end[0] - 1] + token.end[1])
        for token in read(text)
        if token.type in CODE
    ]


def meaning(text):
    """What Python makes of a text: the tree, and each comment with the words before it; or None."""
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(text)
        tokens = read(text)
    except (SyntaxError, ValueError, tokenize.TokenError):
        return None
    words, comments = 0, []
    for token in tokens:
        words += token.type in COUNTED
        if token.type == tokenize.COMMENT:
            comments.append((re.sub(r"^#(?=[^ !:#])", "# ", token.string.rstrip()), words))
    return ast.dump(Plain().visit(tree)), comments


class Plain(ast.NodeTransformer):
    """Drops what makes no difference to Python: `u` before a string, parentheses after `del`."""

    def visit_Constant(self, node):
        node.kind = None
        return node

    def visit_Delete(self, node):
        within = [each.elts if isinstance(each, ast.Tuple) else [each] for each in node.targets]
        return ast.Delete([target for targets in within for target in targets])


def level(actual):
    return levels.level(PurePosixPath("a.py"), TEXT.encode(), actual.encode()).level


def is_safe(actual):
    """Whether the verdict is no looser than Python's own."""
    return level(actual) is MatchLevel.NONE or meaning(actual) == meaning(TEXT)


places = st.integers(0, len(spans(TEXT)) - 1)


@given(places)
def test_deleting_a_token_never_passes_where_python_sees_it(place):
    start, end = spans(TEXT)[place]

    assert is_safe(TEXT[:start] + TEXT[end:])


@given(places)
def test_repeating_a_token_never_passes_where_python_sees_it(place):
    start, end = spans(TEXT)[place]

    assert is_safe(f"{TEXT[:end]} {TEXT[start:]}")


@given(places)
def test_swapping_two_tokens_never_passes_where_python_sees_it(place):
    assume(place + 1 < len(spans(TEXT)))
    (start, end), (after, last) = spans(TEXT)[place : place + 2]

    assert is_safe(TEXT[:start] + TEXT[after:last] + TEXT[end:after] + TEXT[start:end] + TEXT[last:])


@given(places, places)
def test_changing_a_token_into_another_never_passes_where_python_sees_it(place, other):
    (start, end), (first, last) = spans(TEXT)[place], spans(TEXT)[other]

    assert is_safe(TEXT[:start] + TEXT[first:last] + TEXT[end:])


@given(places, st.integers(0, 8))
def test_adding_parentheses_never_passes_where_python_sees_them(place, length):
    last = min(place + length, len(spans(TEXT)) - 1)
    start, end = spans(TEXT)[place][0], spans(TEXT)[last][1]

    assert is_safe(f"{TEXT[:start]}({TEXT[start:end]}){TEXT[end:]}")


@given(st.integers(0, TEXT.count("\n") - 1), st.sampled_from(["    ", "  ", "\t", "-"]))
@example(TEXT[: TEXT.index("        return result")].count("\n"), "    ")
def test_indenting_a_line_never_passes_where_python_sees_it(row, indent):
    lines = TEXT.splitlines(keepends=True)
    lines[row] = lines[row].removeprefix("    ") if indent == "-" else indent + lines[row]

    assert is_safe("".join(lines))


@given(st.integers(0, len(TEXT)), st.sampled_from([" ", "\n", "\t", "'", '"', ",", ";", "#", "\\"]))
def test_adding_white_space_or_a_sign_never_passes_where_python_sees_it(place, sign):
    assert is_safe(TEXT[:place] + sign + TEXT[place:])


@given(st.integers(0, len(TEXT) - 1), st.integers(1, 3))
def test_deleting_characters_never_passes_where_python_sees_it(place, count):
    assert is_safe(TEXT[:place] + TEXT[place + count :])


@given(st.data())
def test_random_spacing_between_tokens_passes(data):
    indented = [
        place
        for place in spans(TEXT)
        if TEXT[place[0] - 1 : place[0]] == " " and TEXT[: place[0]].rstrip(" ")[-1:] != "\n"
    ]
    text = TEXT
    for start, _ in sorted(data.draw(st.lists(st.sampled_from(indented), max_size=12)), reverse=True):
        text = text[:start] + " " * data.draw(st.integers(1, 3)) + text[start:]

    assert level(text) is not MatchLevel.NONE


@pytest.mark.parametrize("width", ["  ", "\t", "   "])
def test_another_width_of_indentation_passes(width):
    head, docstring, body = TEXT.split('"""', 2)

    def widened(found):
        return "\n" + width * (len(found[1]) // 4) + " " * (len(found[1]) % 4)

    changed = re.sub(r"\n((?: {4})+)(?=\S)", widened, body)

    assert level(f'{head}"""{docstring}"""{changed}') is MatchLevel.FORMAT


@given(st.text("ab(),:= \n'\"#;[]\\", max_size=30))
def test_every_text_is_equal_to_itself_whatever_it_is(text):
    assert levels.level(PurePosixPath("a.py"), text.encode(), text.encode()).level is MatchLevel.EXACT


@given(st.text("ab(),:= \n'\"#;[]\\", max_size=20), st.text("ab(),:= \n'\"#;[]\\", max_size=20))
def test_the_order_of_the_sides_makes_no_difference(one, two):
    forth, back = (
        levels.level(PurePosixPath("a.py"), *pair).level
        for pair in ((one.encode(), two.encode()), (two.encode(), one.encode()))
    )

    assert forth is back
