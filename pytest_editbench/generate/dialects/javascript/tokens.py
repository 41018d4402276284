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
# Functions that do the same either way.
_SYMMETRIC = (
    "(^|[.]|_)((is|shallow|deep)?([dD]eep|[sS]hallow|[sS]trict|[sS]ame|[aA]re)?[eE]quals?([dD]eep)?"
    "|(get)?([mM]ax|[mM]in)(imum)?|hypot|imul|gcd|lcm|union|intersects?|intersection|symmetricDifference"
    "|isDisjoint(From)?|dist|distance|add|multiply)$"
)
_CONDITIONAL = '["<" "<=" ">" ">=" "===" "!==" "==" "!=" "&&" "instanceof" "in"]'
_TELLING = "^(is|has|can|should|was|will|did|are)([A-Z_]|$)"  # names of what is true or false
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
    "condition": f"""
        (binary_expression operator: {_CONDITIONAL}) @condition
        (unary_expression operator: ["!" "delete"]) @condition
        [(true) (false)] @condition
        ((identifier) @condition (#match? @condition "{_TELLING}"))
        (member_expression property: (_) @name (#match? @name "{_TELLING}")) @condition
        (call_expression function: (identifier) @name (#match? @name "{_TELLING}")) @condition
        (call_expression function: (member_expression property: (_) @name)
            (#match? @name "^(includes|test|some|every|startsWith|endsWith)$|{_TELLING}")) @condition
    """,
    "tested": """
        (if_statement condition: (_) @tested)
        (while_statement condition: (_) @tested)
        (do_statement condition: (_) @tested)
        (for_statement condition: (_) @tested)
        (ternary_expression condition: (_) @tested)
        (unary_expression operator: "!" argument: (_) @tested)
        (binary_expression left: (_) @tested operator: "&&")
        (binary_expression operator: "&&" right: (_) @tested)
    """,
    "step": '(update_expression operator: ["++" "--"] @step)',
    "boolean": "[(true) (false)] @boolean",
    "chain": """
        (member_expression object: (_) @object optional_chain: (_) @chain property: (_) @property)
        (subscript_expression object: (_) @object optional_chain: (_) @chain)
        (call_expression function: (_) @object "?." @chain)
    """,
    "arguments": f"""
        (call_expression function: (_) @function arguments: (arguments . (_) @first . (_) @second)
            (#not-match? @function "^(Object[.]is|import)$|{_SYMMETRIC}"))
        (new_expression arguments: (arguments . (_) @first . (_) @second))
    """,
    "no-argument": "(arguments [(comment) (spread_element)] @no-argument)",
    "regex": "(regex pattern: (regex_pattern) @regex flags: (regex_flags)? @flags)",
    "emptied": r"""
        (call_expression function: (member_expression property: (_) @function)
            arguments: (arguments . (regex pattern: (_) @emptied) . (string) @by .)
            (#any-of? @function "replace" "replaceAll")
            (#any-of? @by "''" "\"\""))
    """,
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
