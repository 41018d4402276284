"""The mutations of single tokens, and those made of them."""

from __future__ import annotations

from functools import partial

from pytest_editbench.generate.mutations import (
    access,
    arithmetic,
    boundaries,
    calls,
    comparisons,
    composite,
    duplicates,
    examples,
    fallbacks,
    literals,
    negations,
    operators,
    quantifiers,
)
from pytest_editbench.generate.mutations.mutation import Mutation
from pytest_editbench.generate.mutations.replacement import damage

MUTATIONS: tuple[Mutation, ...] = (
    Mutation(
        "swap-comparison",
        "operator",
        comparisons.find,
        damage,
        slip="A comparison treats its limit wrongly: the limit itself is let in where it belongs out, "
        "or kept out where it belongs in.",
        examples=examples.SWAP_COMPARISON,
    ),
    Mutation(
        "swap-equality",
        "operator",
        partial(operators.find, "swap-equality"),
        damage,
        slip="A test for equality says the opposite of what it should.",
        examples=examples.SWAP_EQUALITY,
    ),
    Mutation(
        "swap-logical",
        "operator",
        partial(operators.find, "swap-logical"),
        damage,
        slip="Two conditions are joined by the wrong logical operator.",
        examples=examples.SWAP_LOGICAL,
    ),
    Mutation(
        "remove-negation",
        "operator",
        negations.find,
        damage,
        slip="A condition has lost its negation, so that it says the opposite of what it should.",
        examples=examples.REMOVE_NEGATION,
    ),
    Mutation(
        "swap-increment-decrement",
        "operator",
        operators.steps,
        damage,
        slip="A counter steps in the wrong direction.",
        examples=examples.SWAP_INCREMENT_DECREMENT,
    ),
    Mutation(
        "swap-arithmetic",
        "operator",
        arithmetic.find,
        damage,
        slip="A calculation uses the wrong arithmetic operator.",
        examples=examples.SWAP_ARITHMETIC,
    ),
    Mutation(
        "flip-boolean",
        "literal",
        literals.booleans,
        damage,
        slip="A boolean literal has the wrong value.",
        examples=examples.FLIP_BOOLEAN,
    ),
    Mutation(
        "remove-optional-chain",
        "access",
        access.find,
        damage,
        slip="An access has lost its guard against a missing value, so that it throws there.",
        examples=examples.REMOVE_OPTIONAL_CHAIN,
    ),
    Mutation(
        "swap-call-args",
        "call",
        calls.find,
        damage,
        slip="Two arguments of a call stand in each other's place.",
        examples=examples.SWAP_CALL_ARGS,
    ),
    Mutation(
        "swap-nullish",
        "operator",
        fallbacks.find,
        damage,
        slip="A fallback takes over in the wrong cases: "
        "a missing value and one that is merely falsy are mixed up.",
        examples=examples.SWAP_NULLISH,
    ),
    Mutation(
        "swap-regex-quantifier",
        "regex",
        quantifiers.find,
        damage,
        slip="A quantifier of a regular expression is wrong about whether nothing at all may match.",
        examples=examples.SWAP_REGEX_QUANTIFIER,
    ),
    Mutation(
        "unicode-hyphen",
        "unicode",
        literals.hyphens,
        damage,
        slip="A text holds a typographic dash that merely looks like the plain hyphen that belongs there.",
        examples=examples.UNICODE_HYPHEN,
    ),
    Mutation(
        "off-by-one",
        "literal",
        boundaries.find,
        damage,
        slip="A bound, an index or another number is off by one.",
        examples=examples.OFF_BY_ONE,
    ),
)

DUPLICATE_LINE_FLIP = Mutation(
    "duplicate-line-flip",
    "duplicate",
    duplicates.find,
    damage,
    slip="One of several statements that ought to read alike has been flipped, and now says something else.",
    count=6,
    examples=examples.DUPLICATE_LINE_FLIP,
)

COMPOSITE_MULTI_EDIT = Mutation(
    "composite-multi-edit",
    "multi",
    partial(composite.find, MUTATIONS),
    damage,
    slip="Several small slips have crept in, each in a place of its own.",
    count=16,
    multi_hunk=True,
    examples=examples.COMPOSITE_MULTI_EDIT,
)
