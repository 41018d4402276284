"""Edit formats: how a model that only writes text says what to change in files."""

from pytest_editbench.errors import FormatError
from pytest_editbench.formats.carrying import Carried, carried_out
from pytest_editbench.formats.difference import Reason, Refusal
from pytest_editbench.formats.placing import TOLERANCES
from pytest_editbench.formats.presenting import presented
from pytest_editbench.formats.protocol import EditFormat
from pytest_editbench.formats.table import FORMATS

__all__ = [
    "FORMATS",
    "TOLERANCES",
    "Carried",
    "EditFormat",
    "FormatError",
    "Reason",
    "Refusal",
    "carried_out",
    "presented",
]
