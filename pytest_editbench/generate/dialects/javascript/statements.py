"""Queries for the mutations of statements and blocks."""

QUERIES: dict[str, str] = {
    "statement-list": """
        [(program) (class_body)] @list
        (statement_block) @list @block
    """,
    "leading-decorator": "(class_body (decorator) @decorator)",
    "remark": "(comment) @remark",
    "decorator": "(decorator) @decorator",
    "verbatim": "[(template_string) (string)] @verbatim",
    "fixed-statement": """
        [(hash_bang_line) (import_statement) (import_alias) (empty_statement)] @fixed
        (export_statement source: (_)) @fixed
        (expression_statement (string)) @fixed
    """,
    "unwrappable": """
        (statement_block [(import_statement) (export_statement)] @unwrappable)
        (statement_block (expression_statement (string)) @unwrappable)
    """,
    "leaving-statement": """
        [(return_statement) (throw_statement) (break_statement) (continue_statement)] @leaving
    """,
    "repeatable": """
        (if_statement) @repeatable @if
        [(for_statement) (for_in_statement) (while_statement) (try_statement) (switch_statement)] @repeatable
        (expression_statement [
            (call_expression) (assignment_expression) (augmented_assignment_expression)
            (await_expression) (yield_expression) (new_expression) (unary_expression)
        ]) @repeatable
    """,
    "branches": """
        (if_statement
            consequence: (statement_block) @then . alternative: (else_clause (statement_block) @else) @turn
        ) @branches
    """,
    "chained-branches": "(else_clause (if_statement) @chained)",
    "empty-label": """
        (switch_body (switch_case !body) @label . [(switch_case) (switch_default)] @next)
    """,
}

WORDS: dict[str, str] = {
    "wrapper": "if (true) {",
    "closer": "}",  # what ends a body, on a line of its own
    "apart": "2",  # lines from the end of a statement to the start of a neighbour, at most
    "joining": "([`/+-*<",  # what a line may begin with to continue the one above
}
"""Short texts by name."""
