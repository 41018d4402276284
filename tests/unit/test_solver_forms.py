"""Every form carries examples; this runs them all."""

from pathlib import PurePosixPath

import pytest

from pytest_editbench.agents.solver import NotUnderstood, solve
from pytest_editbench.agents.solver.forms import FORMS
from pytest_editbench.agents.solver.orders import Example
from pytest_editbench.model import File

EXAMPLES = [
    pytest.param(example, id=f"{form.name}-{number}")
    for form in FORMS
    for number, example in enumerate(form.examples, 1)
]


def solved(example: Example) -> str | None:
    path = PurePosixPath(example.name)
    try:
        after = solve(example.prompt, {path: File(example.before.encode())})
    except NotUnderstood:
        return None
    entry = after[path]
    assert isinstance(entry, File)
    return entry.data.decode()


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_of_a_form_is_carried_out_to_the_byte_or_refused(example: Example) -> None:
    assert solved(example) == example.after


def test_every_form_has_examples_and_a_name_of_its_own() -> None:
    assert all(form.examples for form in FORMS)
    assert len({form.name for form in FORMS}) == len(FORMS)
