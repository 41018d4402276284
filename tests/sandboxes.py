"""Whether bubblewrap works on this machine, for tests that need it."""

from __future__ import annotations

from functools import cache

import pytest

from pytest_editbench import sandbox
from pytest_editbench.errors import UsageError
from pytest_editbench.model import Confinement


@cache
def why_not() -> str:
    """Why no sandbox can be made here; "" where one can."""
    try:
        sandbox.check(Confinement("bwrap", network=False))
    except UsageError as error:
        return str(error)
    return ""


def needed() -> None:
    """Skip the test, and say why, where no sandbox can be made."""
    if why_not():
        pytest.skip(f"needs bubblewrap: {why_not()}")
