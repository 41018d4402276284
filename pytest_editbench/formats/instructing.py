"""What a model is told about a format: its rules, and an example that the format itself writes."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench import templating
from pytest_editbench.model import File, Tree

if TYPE_CHECKING:
    from pytest_editbench.formats.protocol import EditFormat

PATH = PurePosixPath("shop/parcel.py")
BEFORE = b'''\
"""What a parcel costs."""

from math import ceil

FREE_FROM = 50


def is_free(total):
    return total >= FREE_FROM


def postage(total, weight):
    if is_free(total):
        return 0

    return 4 + weight
'''
AFTER = BEFORE.replace(b"= 50", b"= 60").replace(b"+ weight", b"+ ceil(weight)")


def example() -> tuple[Tree, Tree]:
    """The trees before and after the example's edit."""
    return {PATH: File(BEFORE)}, {PATH: File(AFTER)}


def instructions(fmt: EditFormat) -> str:
    """The text for a model: how files are shown, how to answer, one example."""
    before, after = example()
    return templating.render(
        f"formats/{fmt.name}.md.j2", shown=fmt.present(PATH, BEFORE), answer=fmt.render(before, after)
    )
