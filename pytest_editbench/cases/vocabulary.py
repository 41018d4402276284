"""The words that cases are told apart by; each is a pytest marker too. Other words are allowed."""

DIFFICULTIES = ("easy", "medium", "hard", "nightmare")

MUTATIONS = {
    "swap-comparison": "operator",
    "swap-equality": "operator",
    "swap-logical": "operator",
    "remove-negation": "operator",
    "swap-increment-decrement": "operator",
    "swap-arithmetic": "operator",
    "swap-nullish": "operator",
    "flip-boolean": "literal",
    "off-by-one": "literal",
    "remove-optional-chain": "access",
    "swap-call-args": "call",
    "swap-regex-quantifier": "regex",
    "unicode-hyphen": "unicode",
    "duplicate-line-flip": "duplicate",
    "identifier-multi-edit": "identifier",
    "composite-multi-edit": "multi",
    "remove-case-label": "structural",
    "swap-adjacent-lines": "structural",
    "swap-if-else": "structural",
    "wrap-redundant-if": "structural",
    "swap-sibling-blocks": "structural",
    "duplicate-block": "structural",
    "move-distant-block": "structural",
}
"""The mutations by name, with the category of each."""

WORDS = (*DIFFICULTIES, *dict.fromkeys(MUTATIONS.values()), *MUTATIONS)
"""All of them."""

MARK_HELP = "editbench cases of this kind"
"""What pytest says of each as a marker."""
