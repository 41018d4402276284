"""The mutations of whole statements, blocks and bodies."""

from pytest_editbench.generate.mutations.mutation import Mutation
from pytest_editbench.generate.mutations.structure.branches import BRANCHES
from pytest_editbench.generate.mutations.structure.exchange import ADJACENT, SIBLINGS
from pytest_editbench.generate.mutations.structure.labels import LABELS
from pytest_editbench.generate.mutations.structure.move import MOVE
from pytest_editbench.generate.mutations.structure.repeat import REPEAT
from pytest_editbench.generate.mutations.structure.wrap import WRAP

MUTATIONS: tuple[Mutation, ...] = (LABELS, ADJACENT, BRANCHES, WRAP, SIBLINGS, REPEAT, MOVE)
