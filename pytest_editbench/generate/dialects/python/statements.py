"""Queries for the mutations of statements and blocks."""

QUERIES: dict[str, str] = {
    "statement-list": """
        (module) @list
        (block) @list @block
    """,
    "clause-list": "(match_statement body: (block) @clauses)",
    "decorated": "(decorated_definition definition: (_) @definition) @decorated",
    "remark": "(comment) @remark",
    "decorator": "(decorator) @decorator",
    "verbatim": "(string) @verbatim",
    "fixed-statement": """
        [
            (import_statement) (import_from_statement) (future_import_statement)
            (global_statement) (nonlocal_statement)
        ] @fixed
        (expression_statement (string)) @fixed
    """,
    "unwrappable": """
        (block [(global_statement) (nonlocal_statement)] @unwrappable)
        (block (expression_statement (string)) @unwrappable)
    """,
    "leaving-statement": """
        [(return_statement) (raise_statement) (break_statement) (continue_statement)] @leaving
    """,
    "repeatable": """
        (if_statement) @repeatable @if
        [
            (for_statement) (while_statement) (try_statement) (with_statement) (match_statement)
        ] @repeatable
        (expression_statement [(call) (assignment) (augmented_assignment) (await) (yield)]) @repeatable
    """,
    "branches": """
        (if_statement
            consequence: (block) @then . alternative: (else_clause body: (block) @else) @turn
        ) @branches
    """,
}

WORDS: dict[str, str] = {
    "wrapper": "if True:",
    "closer": "",  # indentation alone ends a body
    "apart": "3",  # lines from the end of a statement to the start of a neighbour, at most
    "joining": "",  # no line begins so that it continues the one above
}
"""Short texts by name."""
