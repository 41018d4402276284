"""Records are JSON that every reader takes."""

from __future__ import annotations

import json

import pytest

from pytest_editbench import records


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_what_json_has_no_words_for_is_null(value: float) -> None:
    def refuse(name: str) -> None:
        raise ValueError(name)

    line = records.dumps({"a": [1.5, {"b": value}], "c": (value,), "d": "x"})

    assert json.loads(line, parse_constant=refuse) == {"a": [1.5, {"b": None}], "c": [None], "d": "x"}
