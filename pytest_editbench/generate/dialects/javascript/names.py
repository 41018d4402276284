"""Queries for names, scopes and functions."""

QUERIES = {
    "scope": """
        [
            (program) (function_declaration) (generator_function_declaration) (function_expression)
            (generator_function) (arrow_function) (method_definition) (function_signature)
            (class_static_block) (internal_module) (module)
        ] @function
        [
            (statement_block) (for_statement) (for_in_statement) (catch_clause) (switch_body)
            (class_declaration) (abstract_class_declaration) (class) (enum_declaration)
            (interface_declaration) (type_alias_declaration) (function_type) (constructor_type)
            (call_signature) (construct_signature) (method_signature) (abstract_method_signature)
            (index_signature)
        ] @block
        (method_definition name: (computed_property_name) @outside)
    """,
    "binding": """
        (lexical_declaration (variable_declarator name: (_) @here))
        (variable_declaration (variable_declarator name: (_) @hoisted))
        (for_in_statement kind: ["let" "const"] left: (_) @here)
        (for_in_statement kind: "var" left: (_) @hoisted)
        (required_parameter pattern: (_) @here)
        (optional_parameter pattern: (_) @here)
        (arrow_function parameter: (_) @here)
        (catch_clause parameter: (_) @here)
        (index_signature name: (_) @here)
        (function_declaration name: (_) @outer)
        (generator_function_declaration name: (_) @outer)
        (function_signature name: (_) @outer)
        (function_expression name: (_) @here)
        (generator_function name: (_) @here)
        (class_declaration name: (_) @outer @both)
        (abstract_class_declaration name: (_) @outer @both)
        (class name: (_) @here @both)
        (enum_declaration name: (_) @outer @both)
        (internal_module name: (identifier) @outer @both)
        (interface_declaration name: (_) @outer)
        (type_alias_declaration name: (_) @outer)
        (type_parameter name: (_) @here)
        (infer_type . (_) @here)
        (mapped_type_clause name: (_) @here)
        (import_specifier !alias name: (_) @here @both)
        (import_specifier alias: (_) @here @both)
        (import_clause (identifier) @here @both)
        (namespace_import (identifier) @here @both)
        (import_require_clause (identifier) @here @both)
        (array_pattern (_) @part)
        (object_pattern (_) @part)
        (pair_pattern value: (_) @part)
        (rest_pattern (_) @part)
        (assignment_pattern left: (_) @part)
        (object_assignment_pattern left: (_) @part)
    """,
    # A tag's name has no node type that all of the family's grammars know; it stands between its brackets.
    "name": """
        [(identifier) (shorthand_property_identifier) (shorthand_property_identifier_pattern)] @value
        (type_identifier) @type
        [(shorthand_property_identifier) (shorthand_property_identifier_pattern)] @held
        (_ . "<" . name: (identifier) @held ">" .)
        (_ . _ . name: (identifier) @held . ">" .)
        (_ . "<" . name: (member_expression . (identifier) @held) ">" .)
        (_ . _ . name: (member_expression . (identifier) @held) . ">" .)
        ((_ . "<" . name: (identifier) @other) (#match? @other "^[a-z]"))
        ((_ . _ . name: (identifier) @other . ">" .) (#match? @other "^[a-z]"))
        (import_specifier name: (_) @other alias: (_))
        (export_specifier alias: (_) @other)
        (nested_type_identifier name: (_) @other)
        (namespace_export (identifier) @other)
        (required_parameter name: (_) @other)
        (optional_parameter name: (_) @other)
    """,
    "shared": """
        (export_statement declaration: (_ name: (_) @shared))
        (export_statement declaration: (_ (variable_declarator name: (_) @shared)))
        (export_specifier name: (_) @shared)
        (ambient_declaration (_ name: (_) @shared))
        (ambient_declaration (_ (variable_declarator name: (_) @shared)))
        (import_specifier !alias name: (_) @shared)
        (import_specifier alias: (_) @shared)
        (import_clause (identifier) @shared)
        (namespace_import (identifier) @shared)
        (import_require_clause (identifier) @shared)
        (required_parameter [(accessibility_modifier) (override_modifier) "readonly"] pattern: (_) @shared)
        (optional_parameter [(accessibility_modifier) (override_modifier) "readonly"] pattern: (_) @shared)
    """,
    "function": """
        [
            (function_declaration) (generator_function_declaration) (function_expression)
            (generator_function) (arrow_function) (method_definition)
        ] @function
    """,
    "titled": """
        ([
            (function_declaration name: (_) @title)
            (generator_function_declaration name: (_) @title)
            (function_expression name: (_) @title)
            (generator_function name: (_) @title)
            (method_definition name: [(property_identifier) (private_property_identifier)] @title)
            (variable_declarator
                name: (identifier) @title
                value: [(arrow_function) (function_expression) (generator_function)])
            (public_field_definition
                name: [(property_identifier) (private_property_identifier)] @title
                value: [(arrow_function) (function_expression) (generator_function)])
            (pair
                key: (property_identifier) @title
                value: [(arrow_function) (function_expression) (generator_function)])
            (assignment_expression
                left: [(identifier) @title (member_expression property: (_) @title)]
                right: [(arrow_function) (function_expression) (generator_function)])
        ] @titled)
        ((variable_declarator
            name: (identifier) @title
            value: (call_expression
                function: (_) @wrapper
                arguments: (arguments . [(arrow_function) (function_expression)]))) @titled
            (#match? @wrapper "^(React\\.)?(useCallback|memo|forwardRef)$"))
    """,
    "structure": """
        [(class_declaration) (abstract_class_declaration) (class) (export_statement)] @structure
    """,
}
"""What each role's captures mean is told in `scopes.py` and `outline.py`."""

_WORDS = """
    abstract any arguments as async await break case catch class const continue debugger declare default
    delete do else enum eval export extends false finally for from function get if implements import in
    infer instanceof interface is keyof let namespace new null of package private protected public readonly
    return set static super switch this throw true try type typeof undefined using var void while with yield
"""

KEYWORDS = frozenset(_WORDS.split())
"""Words that no name may become."""
