"""White space between two tokens: what of it means something, by family of languages.

Each function answers with what counts; two gaps between equal tokens are the same when their answers are.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_WORD = re.compile(rb"[A-Za-z0-9_\x80-\xff'\"`@$#\\]")
_BRACKETS = b"()[]{},;"

# Two signs that make another sign, in one of the languages, when nothing stands between them.
_FUSED = re.compile(
    rb"\+\+|--|&&|\|\||<<|>>|[<>=!+\-*/%&|^:~]=|->|<-|::|=>|=~|!~|~=|\.\.|\?\?|\?\.|##|//|/\*|\*/|\*\*"
    rb"|<:|:>|%:|<%|%>|<>|&\^"
)
_FUSED_IN_SHELL = re.compile(rb"&&|\|\||<<|>>|;;|&>|>&|\|&|;&|[<>=(]\(|\)\)|<&|<>")


class Gap(NamedTuple):
    """What stands between two neighbours in a tree, comments left out."""

    text: bytes
    before: bytes  # the last byte of the left one; none at the start of a node
    after: bytes  # the first byte of the right one; none at the end of a node
    parent: str  # types of nodes
    left: str
    right: str

    @property
    def hidden(self) -> bool:
        """Whether there is text that the tree does not show."""
        return bool(self.text.strip())

    @property
    def presence(self) -> bytes:
        """Whether there is white space, of whatever kind."""
        return b" " if self.text else b""

    @property
    def kind(self) -> bytes:
        """Whether there is a line break, else white space."""
        return b"\n" if b"\n" in self.text else self.presence

    @property
    def inner(self) -> bool:
        """Whether it stands between two tokens."""
        return bool(self.before and self.after)

    def touches(self, signs: bytes) -> bool:
        """Whether one of the signs stands on either side."""
        return self.before in _each(signs) or self.after in _each(signs)

    def makes(self, signs: re.Pattern[bytes]) -> bool:
        """Whether the tokens would be read as another one of the signs without white space."""
        return signs.fullmatch(self.before + self.after) is not None


def _each(signs: bytes) -> tuple[bytes, ...]:
    return tuple(signs[index : index + 1] for index in range(len(signs)))


def free_form(gap: Gap) -> bytes:
    """C and its kin: white space only keeps tokens apart; lines of the preprocessor are lines."""
    if gap.hidden:
        return gap.text
    if any(kind.startswith(("preproc", "#")) for kind in (gap.parent, gap.left, gap.right)):
        return gap.kind
    if not gap.inner or gap.touches(_BRACKETS):
        return b""
    words = _is_word(gap, gap.before), _is_word(gap, gap.after)
    return gap.presence if all(words) or (not any(words) and gap.makes(_FUSED)) or _is_exponent(gap) else b""


def _is_word(gap: Gap, sign: bytes) -> bool:
    if sign == b".":  # `1 .f` and `1.f`
        return gap.before.isdigit() or gap.after.isdigit()
    return _WORD.match(sign) is not None


def _is_exponent(gap: Gap) -> bool:
    """`0x1e + 5` is a sum, `0x1e+5` one token of C."""
    return "literal" in gap.left and gap.before in _each(b"eEpP") and gap.after in (b"+", b"-")


def rust(gap: Gap) -> bytes:
    """Free form; what a macro is given may look at how its signs stand together."""
    if "token_" in gap.parent and gap.inner and not gap.hidden:
        return b"" if gap.touches(_BRACKETS) else gap.presence
    return free_form(gap)


def go(gap: Gap) -> bytes:
    """Free form, but for the semicolons that line breaks are (Go specification, Semicolons)."""
    semicolon = b";" in gap.text
    text = gap.text.replace(b";", b" ")
    if text.strip():
        return gap.text
    ends = gap.before not in _each(b"+-*/%&|^<>=!:,.([{~;") or gap.left in ("inc_statement", "dec_statement")
    if semicolon or (b"\n" in text and ends and gap.before):
        return b"" if gap.after in (b"", b")", b"}") else b";"
    return free_form(gap._replace(text=text))


def css(gap: Gap) -> bytes:
    """Free round braces, semicolons and commas; elsewhere a blank can be a combinator or end a value."""
    if gap.text.replace(b";", b"").strip():
        return gap.text
    if not gap.inner or gap.touches(b"{};,") or gap.before == b"(" or gap.after == b")":
        return b""
    if gap.touches(b":") and gap.parent in ("declaration", "feature_query"):
        return b""
    combines = gap.parent in ("child_selector", "sibling_selector", "adjacent_sibling_selector")
    if (combines and gap.touches(b">+~")) or gap.right == "important":
        return b""
    return gap.presence


def html(gap: Gap) -> bytes:
    """Text that renders: white space may be more or less, not come or go; in tags it separates."""
    if gap.hidden:
        return gap.text
    if gap.right == ">" or (gap.parent == "attribute" and gap.touches(b"=")):
        return b""
    if gap.right == "/>" and (gap.left == "tag_name" or gap.before in (b"'", b'"')):
        return b""
    return gap.presence


def yaml(gap: Gap) -> bytes:
    """Every line with its indentation and its end; free are more blanks within a line, and flow brackets.

    A tab is no blank for every reader, and blanks at the end of a line can end a block scalar.
    """
    if gap.hidden or b"\n" in gap.text or b"\t" in gap.text or not gap.inner:
        return gap.text
    return b"" if gap.parent.startswith("flow_") and gap.touches(b"[]{},") else gap.presence


def markdown(gap: Gap) -> bytes:
    """All white space, but for the padding of the cells of a table."""
    if gap.hidden or b"\n" in gap.text or not gap.inner:
        return gap.text
    if gap.parent.startswith("pipe_table_"):
        return b""
    return gap.presence if gap.left.startswith("atx_") else gap.text


def toml(gap: Gap) -> bytes:
    """Lines, but within arrays; white space within a line is free round signs."""
    if gap.hidden:
        return gap.text
    if not gap.inner or gap.parent == "array":
        return b""
    if b"\n" not in gap.text and (gap.touches(b"=[]{},") or gap.parent == "dotted_key"):
        return b""
    return gap.kind


_SHELL_EXPRESSIONS = frozenset(
    {
        "array",
        "binary_expression",
        "concatenation",
        "parenthesized_expression",
        "subscript",
        "ternary_expression",
        "test_command",
        "unary_expression",
    }
)


def shell(gap: Gap) -> bytes:
    """Words and lines; free round separators and redirections, and after them a line break, too."""
    if gap.hidden or gap.right == "heredoc_body":
        return gap.text
    if not (gap.before or gap.after):
        return gap.presence
    if (
        not gap.inner
        or gap.makes(_FUSED_IN_SHELL)
        or gap.parent in _SHELL_EXPRESSIONS
        or "heredoc" in gap.left
    ):
        return gap.kind
    if gap.before in (b";", b"|", b"&") and "heredoc" not in gap.parent:
        return b""
    if b"\n" in gap.text:
        return b"\n"
    if gap.after in (b";", b"|", b"&") or gap.before in (b"<", b">"):
        return b""
    if gap.after in (b"<", b">"):
        return gap.presence if gap.before.isdigit() else b""
    if gap.parent in ("subshell", "command_substitution") and (gap.before == b"(" or gap.after == b")"):
        return b""
    return b"" if gap.parent == "function_definition" and gap.touches(b"()") else gap.presence


def ruby(gap: Gap) -> bytes:
    """Lines, and blanks that tell an argument from an operand; free within brackets and round operators."""
    if gap.hidden:
        return gap.text
    if not gap.inner:
        return gap.kind
    if gap.before in (b"(", b"[", b"{", b",") or gap.after in (b")", b"]", b"}"):
        return b""
    if gap.parent == "call" and gap.right in (".", "&.") and not gap.before.isdigit():
        return b""
    if b"\n" in gap.text:
        return b"\n"
    return b"" if _is_free_in_ruby(gap) else gap.presence


def _is_free_in_ruby(gap: Gap) -> bool:
    if gap.after == b"," or gap.right == "block" or gap.left == "block_parameters":
        return True
    if gap.parent in ("assignment", "optional_parameter", "operator_assignment", "pair"):
        return gap.left in ("=", "=>", ":") or gap.right in ("=", "=>") or gap.parent == "operator_assignment"
    sides = _WORD.match(gap.before), _WORD.match(gap.after)
    return gap.parent == "binary" and not all(sides)
