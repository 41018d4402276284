"""Queries for the mutations of tokens."""

SWAPS: dict[str, dict[str, str]] = {
    "swap-comparison": {"<": "<=", "<=": "<", ">": ">=", ">=": ">"},
    "swap-equality": {"==": "!=", "!=": "==", "is": "is not", "is not": "is"},
    "swap-logical": {"and": "or", "or": "and"},
    "swap-increment-decrement": {"+=": "-=", "-=": "+="},
    "swap-arithmetic": {"+": "-", "-": "+", "*": "/", "/": "*"},
    "flip-boolean": {"True": "False", "False": "True"},
    "off-by-one": {"<": "<=", "<=": "<", "0": "1", "1": "0"},
    "off-by-one at the end": {"1": "2", "2": "1"},
}
"""By mutation: a token and its damage."""

# Functions that do the same either way.
_SYMMETRIC = (
    "(^|[.]|_)((is_?)?(deep_?|same_?)?equals?|isclose|samefile|(get_?)?(max|min)(imum)?|gcd|lcm|hypot"
    "|union|intersect(ion|s)?|symmetric_difference|isdisjoint|dist|distance|add|multiply|assert_?equal)$"
)
_LENGTH = '(call function: (identifier) @name (#eq? @name "len"))'

QUERIES: dict[str, str] = {
    "binary": """
        (comparison_operator
            (_) @left . operators: ["<" "<=" ">" ">=" "==" "!=" "is" "is not"] @operator . (_) @right)
        (boolean_operator left: (_) @left operator: _ @operator right: (_) @right)
        (binary_operator left: (_) @left operator: ["+" "-" "*" "/"] @operator right: (_) @right)
    """,
    "negation": "(not_operator argument: (_) @argument) @negation",
    "step": """
        (augmented_assignment operator: ["+=" "-="] @step right: [(integer) (float)] @by
            (#not-match? @by "^[0.]+$"))
        (augmented_assignment operator: ["+=" "-="] @step right: (call function: (identifier) @name)
            (#eq? @name "len"))
        (augmented_assignment left: (_) @counter operator: ["+=" "-="] @step
            right: [(identifier) (attribute) (subscript) (binary_operator)])
    """,
    "number-name": "(assignment left: (_) @number-name right: [(integer) (float)])",
    "other-name": """
        (assignment left: (_) @other-name right: [
            (string) (concatenated_string) (list) (set) (tuple) (dictionary) (list_comprehension)
            (set_comprehension) (dictionary_comprehension) (none)
        ])
    """,
    "boolean": "[(true) (false)] @boolean",
    "arguments": f"""
        (call function: (_) @function arguments: (argument_list . (_) @first . (_) @second)
            (#not-match? @function "{_SYMMETRIC}"))
        (call arguments: (argument_list
            . (keyword_argument value: (_) @first) . (keyword_argument value: (_) @second)))
    """,
    "no-argument": """
        (argument_list
            [(comment) (keyword_argument) (list_splat) (dictionary_splat)] @no-argument)
    """,
    "regex": r"""
        (call function: (attribute object: (identifier) @module attribute: (identifier) @function)
            arguments: (argument_list
                . (string (string_start) @start . (string_content) @regex . (string_end)))
            (#any-of? @module "re" "regex")
            (#not-eq? @function "escape")
            (#match? @start "^([rR][bB]?|[bB][rR])[\"']"))
    """,
    "emptied": r"""
        (call function: (attribute attribute: (identifier) @function)
            arguments: (argument_list . (string (string_content) @emptied) . (string) @by)
            (#any-of? @function "sub" "subn")
            (#any-of? @by "''" "\"\""))
    """,
    "text": """
        (string (string_start) @start (string_content) @text (#not-match? @start "[bB]")) @string
    """,
    "no-text": "(string_content (escape_sequence) @no-text)",
    "type": "(type) @type",
    "number": "(integer) @number",
    "header": """
        (for_statement right: (_) @header)
        (while_statement condition: (_) @header)
        (if_statement condition: (_) @header)
        (elif_clause condition: (_) @header)
        (for_in_clause right: (_) @header)
        (if_clause (_) @header)
        (comparison_operator) @header
        (call function: (identifier) @name arguments: (argument_list) @header (#eq? @name "range"))
        (slice) @header
    """,
    "fixed-number": """
        (list (integer) @fixed-number)
        (tuple (integer) @fixed-number)
        (set (integer) @fixed-number)
        (unary_operator (integer) @fixed-number)
    """,
    "end": f"""
        (binary_operator left: {_LENGTH} operator: "-" right: (integer) @end)
        (subscript subscript: (unary_operator operator: "-" argument: (integer) @end))
        (slice (unary_operator operator: "-" argument: (integer) @end))
    """,
    "bound": f"""
        (comparison_operator operators: ["<" "<="] @bound . {_LENGTH})
        (comparison_operator {_LENGTH} . operators: ["<" "<="] @bound)
    """,
    "any-statement": "(block (_) @any-statement) (module (_) @any-statement)",
}
