"""Recipes: what a suite is made from, so that it can be made again byte for byte."""

from pytest_editbench.generate.recipe.locking import lock
from pytest_editbench.generate.recipe.reading import changed, load
from pytest_editbench.generate.recipe.recipe import Recipe

__all__ = ["Recipe", "changed", "load", "lock"]
