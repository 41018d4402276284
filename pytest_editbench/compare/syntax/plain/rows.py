"""One row for each language that is compared by table."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_editbench.compare.syntax.plain import gaps

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_editbench.languages import Node

_PLAIN_QUOTED = re.compile(rb"(['\"])([^'\"\\\n#]*)\1")
_BLANKS = re.compile(rb"[ \t\n\r\f]+")


@dataclass(frozen=True)
class Row:
    """What counts in a language beside the structure of its trees; all names are types of nodes."""

    root: str
    gap: Callable[[gaps.Gap], bytes]
    literals: frozenset[str] = frozenset()  # compared as they stand, whatever is in them
    comments: frozenset[str] = frozenset({"comment"})
    quoted: frozenset[str] = frozenset()  # literals whose quotes may be of either kind
    separators: Mapping[str, str] = field(default_factory=dict)  # in which nodes `;` or a last `,` is dropped
    lone: frozenset[str] = frozenset()  # of these, where an only comma counts
    ended: frozenset[str] = frozenset()  # of these, where the comma is the last child
    raw: Callable[[Node, bytes], bool] | None = None  # further literals
    text: Callable[[Node, bytes], bytes] | None = None  # how a leaf is written, if not as it stands
    strict: bool = True  # whether the trees of a file with syntax errors are not to be trusted

    def is_literal(self, node: Node, source: bytes) -> bool:
        """Whether the node is compared as it stands."""
        return node.type in self.literals or (self.raw is not None and self.raw(node, source))

    def written(self, node: Node, source: bytes) -> bytes:
        """The text of a leaf or literal, written in one way."""
        text = source[node.start_byte : node.end_byte]
        if node.type in self.quoted and (found := _PLAIN_QUOTED.fullmatch(text)):
            return b'"' + found[2] + b'"'
        return self.text(node, text) if self.text else text


def _lists(separator: str, *names: str) -> dict[str, str]:
    return dict.fromkeys(names, separator)


def _is_custom_property(node: Node, source: bytes) -> bool:
    return node.type == "declaration" and source.startswith(b"--", node.start_byte)


def _keeps_blanks(node: Node, source: bytes) -> bool:
    """Whether it is an element whose text is shown as it stands."""
    if node.type != "element":
        return False
    head = source[node.start_byte : node.start_byte + 10].lower()
    return re.match(rb"<(pre|textarea|listing|xmp)\b", head) is not None


def _rendered(node: Node, text: bytes) -> bytes:
    return _BLANKS.sub(b" ", text) if node.type == "text" else text


def _cell(node: Node, text: bytes) -> bytes:
    if node.type == "pipe_table_cell":
        return text.strip()
    return re.sub(rb"-+", b"-", text) if node.type == "pipe_table_delimiter_cell" else text


_C_LITERALS = frozenset(
    {"char_literal", "preproc_arg", "raw_string_literal", "string_literal", "system_lib_string"}
)

ROWS: Mapping[str, Row] = {
    "bash": Row(
        "program",
        gaps.shell,
        frozenset(
            {
                "ansi_c_string",
                "arithmetic_expansion",
                "brace_expression",
                "expansion",
                "extglob_pattern",
                "heredoc_body",
                "raw_string",
                "regex",
                "simple_expansion",
                "string",
                "translated_string",
            }
        ),
    ),
    "c": Row("translation_unit", gaps.free_form, _C_LITERALS, strict=False),
    "csharp": Row(
        "compilation_unit",
        gaps.free_form,
        frozenset(
            {
                "character_literal",
                "interpolated_string_expression",
                "preproc_arg",
                "raw_string_literal",
                "string_literal",
                "verbatim_string_literal",
            }
        ),
        separators=_lists(
            ",",
            "anonymous_object_creation_expression",
            "enum_member_declaration_list",
            "initializer_expression",
            "switch_expression",
        ),
        strict=False,
    ),
    "css": Row(
        "stylesheet",
        gaps.css,
        frozenset({"string_value"}),
        quoted=frozenset({"string_value"}),
        separators=_lists(";", "declaration"),
        raw=_is_custom_property,
    ),
    "go": Row(
        "source_file",
        gaps.go,
        frozenset({"interpreted_string_literal", "raw_string_literal", "rune_literal"}),
        separators={
            **_lists(",", "argument_list", "literal_value", "parameter_list"),
            **_lists(
                ";",
                "block",
                "const_declaration",
                "field_declaration_list",
                "import_spec_list",
                "interface_type",
                "source_file",
                "statement_list",
                "type_declaration",
                "var_spec_list",
            ),
        },
    ),
    "html": Row(
        "document",
        gaps.html,
        frozenset({"doctype", "quoted_attribute_value"}),
        frozenset(),  # white space round a comment renders
        quoted=frozenset({"quoted_attribute_value"}),
        raw=_keeps_blanks,
        text=_rendered,
    ),
    "java": Row(
        "program",
        gaps.free_form,
        frozenset({"character_literal", "string_literal"}),
        frozenset({"block_comment", "line_comment"}),
        strict=False,
    ),
    "markdown": Row(
        "document", gaps.markdown, frozenset({"inline", "pipe_table_delimiter_cell"}), text=_cell
    ),
    "ruby": Row(
        "program",
        gaps.ruby,
        frozenset(
            {
                "delimited_symbol",
                "heredoc_body",
                "regex",
                "string",
                "string_array",
                "subshell",
                "symbol_array",
            }
        ),
        quoted=frozenset({"string"}),
    ),
    "rust": Row(
        "source_file",
        gaps.rust,
        frozenset({"char_literal", "raw_string_literal", "string_literal"}),
        frozenset({"block_comment", "line_comment"}),
        separators=_lists(
            ",",
            "arguments",
            "array_expression",
            "closure_parameters",
            "enum_variant_list",
            "field_declaration_list",
            "field_initializer_list",
            "match_arm",
            "ordered_field_declaration_list",
            "parameters",
            "slice_pattern",
            "struct_pattern",
            "tuple_expression",
            "tuple_pattern",
            "tuple_struct_pattern",
            "tuple_type",
            "type_arguments",
            "type_parameters",
            "use_list",
            "where_clause",
        ),
        lone=frozenset({"tuple_expression", "tuple_pattern", "tuple_type"}),
        ended=frozenset({"match_arm", "where_clause"}),
        strict=False,
    ),
    "toml": Row("document", gaps.toml, frozenset({"string"}), separators=_lists(",", "array")),
    "yaml": Row(
        "stream",
        gaps.yaml,
        frozenset({"block_scalar", "double_quote_scalar", "plain_scalar", "single_quote_scalar"}),
        quoted=frozenset({"double_quote_scalar", "single_quote_scalar"}),
    ),
}
ROWS = {**ROWS, "cpp": ROWS["c"]}
