"""Queries for the mutations of tokens."""

SWAPS: dict[str, dict[str, str]] = {
    "swap-comparison": {"<": "<=", "<=": "<", ">": ">=", ">=": ">"},
    "swap-equality": {"===": "!==", "!==": "===", "==": "!=", "!=": "=="},
    "swap-logical": {"&&": "||", "||": "&&"},
    "swap-increment-decrement": {"++": "--", "--": "++"},
    "swap-arithmetic": {"+": "-", "-": "+", "*": "/", "/": "*"},
    "swap-nullish": {"??": "||", "||": "??"},
    "flip-boolean": {"true": "false", "false": "true"},
    "off-by-one": {"<": "<=", "<=": "<", "0": "1", "1": "0"},
    "off-by-one at the end": {"1": "2", "2": "1"},
}
"""By mutation: a token and its damage."""

_BINARY = ("swap-comparison", "swap-equality", "swap-logical", "swap-arithmetic", "swap-nullish")
_OPERATORS = " ".join(f'"{token}"' for token in dict.fromkeys(t for name in _BINARY for t in SWAPS[name]))
_COMPARISONS = '["<" "<=" ">" ">=" "===" "!==" "==" "!="]'
_LENGTH = '(member_expression property: (property_identifier) @name (#eq? @name "length"))'
_CONSTANT = """[
    (array) (object) (string) (template_string) (number) (regex) (true) (false) (null) (undefined)
    (arrow_function) (function_expression) (class) (new_expression)
]"""

QUERIES: dict[str, str] = {
    "binary": f"(binary_expression left: (_) @left operator: [{_OPERATORS}] @operator right: (_) @right)",
    "constant": f"""
        (binary_expression left: {_CONSTANT} @constant operator: ["??" "||"])
        (member_expression object: {_CONSTANT} @constant optional_chain: (_))
        (subscript_expression object: {_CONSTANT} @constant optional_chain: (_))
    """,
    "negation": '(unary_expression operator: "!" argument: (_) @argument) @negation',
    "step": '(update_expression operator: ["++" "--"] @step)',
    "boolean": "[(true) (false)] @boolean",
    "chain": """
        (member_expression object: (_) @object optional_chain: (_) @chain property: (_) @property)
        (subscript_expression object: (_) @object optional_chain: (_) @chain)
        (call_expression function: (_) @object "?." @chain)
    """,
    "arguments": """
        (call_expression function: (_) @function arguments: (arguments . (_) @first . (_) @second)
            (#not-match? @function "^(Math[.](max|min|hypot)|Object[.]is|import)$"))
        (new_expression arguments: (arguments . (_) @first . (_) @second))
    """,
    "no-argument": "(arguments [(comment) (spread_element)] @no-argument)",
    "regex": "(regex pattern: (regex_pattern) @regex flags: (regex_flags)? @flags)",
    "text": """
        (string (string_fragment) @text) @string
        (template_string (string_fragment) @text) @string
    """,
    "fixed-text": """
        (import_statement source: (string) @fixed-text)
        (import_require_clause source: (string) @fixed-text)
        (export_statement source: (string) @fixed-text)
        (module name: (string) @fixed-text)
        (expression_statement . (string) @fixed-text .)
        (call_expression function: (import) arguments: (arguments . (string) @fixed-text))
        (call_expression function: (identifier) @name arguments: (arguments . (string) @fixed-text)
            (#eq? @name "require"))
    """,
    "type": "[(literal_type) (template_literal_type) (object_type) (interface_body)] @type",
    "number": "(number) @number",
    "header": f"""
        (for_statement initializer: (_) @header)
        (for_statement condition: (_) @header)
        (for_statement increment: (_) @header)
        (for_in_statement right: (_) @header)
        (while_statement condition: (_) @header)
        (do_statement condition: (_) @header)
        (if_statement condition: (_) @header)
        (binary_expression operator: {_COMPARISONS}) @header
    """,
    "fixed-number": """
        (array (number) @fixed-number)
        (switch_case value: (number) @fixed-number)
        (unary_expression (number) @fixed-number)
    """,
    "end": f'(binary_expression left: {_LENGTH} operator: "-" right: (number) @end)',
    "bound": f"""
        (binary_expression operator: ["<" "<="] @bound right: {_LENGTH})
        (binary_expression left: {_LENGTH} operator: ["<" "<="] @bound)
    """,
    "any-statement": "(statement) @any-statement",
}
