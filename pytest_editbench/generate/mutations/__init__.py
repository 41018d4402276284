"""The table of mutations."""

from pytest_editbench.generate.mutations import identifiers, structure, tokens
from pytest_editbench.generate.mutations.mutation import Mutation

MUTATIONS: tuple[Mutation, ...] = (
    *tokens.MUTATIONS,
    tokens.DUPLICATE_LINE_FLIP,
    *identifiers.MUTATIONS,
    tokens.COMPOSITE_MULTI_EDIT,
    *structure.MUTATIONS,
)
"""All of them, in the order in which a plan takes them."""

BY_NAME = {mutation.name: mutation for mutation in MUTATIONS}
