"""The cases that an earlier run leaves to be done."""

from __future__ import annotations

from pathlib import Path

from pytest_editbench import records
from pytest_editbench.model import Outcome
from pytest_editbench.runs import selection
from pytest_editbench.runs.selection import Contender


def cases(text: str) -> set[str]:
    """The ids of the cases with a trial that did not pass, in the record that is named.

    `FILE#AGENT` looks at the trials of one agent. Errors as those of `records.scan`.
    """
    asked = selection.parse(text)
    found = set()
    for _, data in records.scan(Path(asked.file)):
        if data.get("kind") == "trial" and data.get("outcome") != Outcome.PASSED:
            agent, form = data.get("agent"), data.get("edit_format")
            if asked.fits(Contender(str(agent), str(form) if form else None)):
                found.add(str(data.get("case")))
    return found
