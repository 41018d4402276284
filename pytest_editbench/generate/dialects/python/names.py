"""Queries for names, scopes and functions."""

QUERIES = {
    "scope": """
        (module) @module
        (class_definition) @class
        [(function_definition) (lambda)] @function
        [
            (list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)
        ] @block
        (class_definition superclasses: (_) @outside)
        (function_definition return_type: (_) @outside)
        (default_parameter value: (_) @outside)
        (typed_default_parameter value: (_) @outside)
        (typed_default_parameter type: (_) @outside)
        (typed_parameter type: (_) @outside)
        (list_comprehension . (_) . (for_in_clause right: (_) @outside))
        (set_comprehension . (_) . (for_in_clause right: (_) @outside))
        (dictionary_comprehension . (_) . (for_in_clause right: (_) @outside))
        (generator_expression . (_) . (for_in_clause right: (_) @outside))
    """,
    "binding": """
        (assignment left: (_) @hoisted)
        (augmented_assignment left: (_) @hoisted)
        (named_expression name: (_) @hoisted)
        (for_statement left: (_) @hoisted)
        (for_in_clause left: (_) @here)
        (as_pattern_target (_) @hoisted)
        (as_pattern_target [(tuple (_) @part) (list (_) @part)])
        (case_pattern (dotted_name . (identifier) @hoisted .))
        (keyword_pattern (dotted_name . (identifier) @hoisted .))
        (splat_pattern (identifier) @hoisted)
        (as_pattern (case_pattern) (identifier) @hoisted)
        (parameters (_) @here)
        (lambda_parameters (_) @here)
        (function_definition name: (_) @outer)
        (class_definition name: (_) @outer)
        (import_statement name: (dotted_name . (identifier) @hoisted))
        (import_from_statement name: (dotted_name . (identifier) @hoisted))
        (aliased_import alias: (_) @hoisted)
        (global_statement (identifier) @global)
        (nonlocal_statement (identifier) @nonlocal)
        (pattern_list (_) @part)
        (tuple_pattern (_) @part)
        (list_pattern (_) @part)
        (list_splat_pattern (_) @part)
        (dictionary_splat_pattern (_) @part)
        (default_parameter name: (_) @part)
        (typed_default_parameter name: (_) @part)
        (typed_parameter . (_) @part)
    """,
    "name": """
        (identifier) @value
        (nonlocal_statement (identifier) @held)
        (attribute attribute: (_) @other)
        (keyword_argument name: (_) @other)
        (keyword_pattern . (identifier) @other)
        (dotted_name (identifier) . (identifier) @other)
        (import_from_statement module_name: (dotted_name (identifier) @other))
        (import_from_statement module_name: (relative_import (dotted_name (identifier) @other)))
        (aliased_import name: (dotted_name (identifier) @other))
    """,
    "shared": """
        (import_statement name: (dotted_name . (identifier) @shared))
        (import_from_statement name: (dotted_name . (identifier) @shared))
        (aliased_import alias: (_) @shared)
    """,
    "function": "(function_definition) @function",
    "titled": "(function_definition name: (_) @title) @titled",
    "structure": "(class_definition) @structure",
}
"""What each role's captures mean is told in `scopes.py` and `outline.py`."""

_WORDS = """
    False None True and as assert async await break case class continue def del elif else except finally for
    from global if import in is lambda match nonlocal not or pass raise return try type while with yield
"""

KEYWORDS = frozenset(_WORDS.split())
"""Words that no name may become."""
