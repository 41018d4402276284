"""What an agent says it used is taken as far as it can be, and never fails a trial."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from pytest_editbench.agents import usage
from pytest_editbench.model import Usage

SAID = {
    "input_tokens": 1000,
    "output_tokens": 0,
    "cached_tokens": 200,
    "cache_write_tokens": 7,
    "reasoning_tokens": 5,
    "cost": 0.25,
    "tool_calls": {"read": 2, "edit": 1},
    "edit_calls": {"ok": 1, "failed": 0},
    "calls_by_kind": {"read": 2, "edit": 1},
    "edit_failures": {"stale": 1},
    "basis": "rounded",
    "turns": 3,
    "model": "m-1",
    "error": "rate limited",
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / usage.USAGE_FILE


def test_every_key_is_read(file: Path) -> None:
    file.write_text(json.dumps(SAID))

    assert usage.read(file) == (
        Usage(
            *(1000, 0, 200, 0.25, {"read": 2, "edit": 1}, 1, 0, 3, "m-1", "rate limited"),
            cache_write_tokens=7,
            reasoning_tokens=5,
            calls_by_kind={"read": 2, "edit": 1},
            edit_failures={"stale": 1},
            basis="rounded",
        ),
        "",
    )


def test_the_table_of_the_documentation_lists_every_key() -> None:
    page = (Path(__file__).parents[2] / "docs" / "writing-agents.md").read_text()
    table = page.split("## The usage file")[1].split("\n## ")[0]

    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == set(SAID)


@pytest.mark.parametrize("text", ["", " \n", "{}", '{"input_tokens": null, "edit_calls": null}', '{"x": 1}'])
def test_what_is_not_said_is_unknown(file: Path, text: str) -> None:
    file.write_text(text)

    assert usage.read(file) == (Usage(), "")


def test_no_file_says_nothing(file: Path) -> None:
    assert usage.read(file) == (Usage(), "")


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("input_tokens", True, "must be a whole number ≥ 0"),
        ("input_tokens", -1, "must be a whole number ≥ 0"),
        ("input_tokens", 1.0, "must be a whole number ≥ 0"),
        ("input_tokens", "12", "must be a whole number ≥ 0"),
        ("input_tokens", 10**400, "must be a whole number ≥ 0"),
        ("cost", True, "must be a number ≥ 0"),
        ("cost", -0.1, "must be a number ≥ 0"),
        ("cost", float("nan"), "must be a number ≥ 0"),
        ("cost", float("inf"), "must be a number ≥ 0"),
        ("cost", 10**400, "must be a number ≥ 0"),
        ("tool_calls", ["edit"], "must be an object"),
        ("tool_calls", {"edit": "1"}, "must be a whole number ≥ 0"),
        ("edit_calls", 3, "must be an object"),
        ("calls_by_kind", {"think": 1}, "takes: read, search, edit, write, shell, other"),
        ("basis", ["rounded"], "must be one of: reported, rounded, estimated"),
        ("model", 4, "must be text"),
        ("error", {"code": 429}, "must be text"),
    ],
)
def test_a_wrong_value_is_noted_and_the_others_are_kept(
    file: Path, key: str, value: object, reason: str
) -> None:
    file.write_text(json.dumps({key: value, "turns": 3}))

    assert usage.read(file) == (Usage(turns=3), f'usage.json: "{key}" ignored: {reason}')


@pytest.mark.parametrize("said", ["", " \n"])
def test_an_empty_error_is_none(file: Path, said: str) -> None:
    file.write_text(json.dumps({"error": said}))

    assert usage.read(file) == (Usage(), "")


def test_a_wrong_value_inside_another_is_named_by_its_path(file: Path) -> None:
    file.write_text('{"edit_calls": {"ok": 1, "failed": -1}}')

    assert usage.read(file) == (
        Usage(edit_calls_ok=1),
        'usage.json: "edit_calls.failed" ignored: must be a whole number ≥ 0',
    )


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"\xff\xfe",
        b"[1]",
        b"3",
        b"[" * 100_000,
        b'{"turns": ' + b"9" * 5000 + b"}",
        b" " * 2**20 + b"{}",
    ],
    ids=["cut off", "not UTF-8", "a list", "a number", "deep", "a huge number", "huge"],
)
def test_a_broken_file_is_noted_and_ignored(file: Path, content: bytes) -> None:
    file.write_bytes(content)

    used, note = usage.read(file)

    assert used == Usage()
    assert note.startswith("usage.json ignored: ")


def test_a_link_is_not_followed(file: Path, tmp_path: Path) -> None:
    (tmp_path / "other").write_text('{"turns": 3}')
    file.symlink_to("other")

    assert usage.read(file) == (Usage(), "usage.json ignored: not a regular file that can be read")


@pytest.mark.parametrize("held", [False, True])
def test_a_pipe_is_not_waited_for(file: Path, held: bool) -> None:
    os.mkfifo(file)
    writer = os.open(file, os.O_RDWR | os.O_NONBLOCK) if held else None

    read = usage.read(file)

    assert read == (Usage(), "usage.json ignored: not a regular file that can be read")
    if writer is not None:
        os.close(writer)


def test_a_folder_is_not_read(file: Path) -> None:
    file.mkdir()

    assert usage.read(file) == (Usage(), "usage.json ignored: not a regular file that can be read")


def test_text_that_utf_8_cannot_hold_is_replaced(file: Path) -> None:
    file.write_text(r'{"model": "m\ud800"}')

    assert usage.read(file) == (Usage(model="m?"), "")


@pytest.mark.parametrize(
    ("used", "answer"),
    [
        (Usage(), None),
        (Usage(input_tokens=10), None),
        (Usage(output_tokens=0), False),
        (Usage(output_tokens=0, turns=1), True),
        (Usage(tool_calls={"edit": 1}), True),
        (Usage(tool_calls={}), False),
        (Usage(tool_calls={"edit": 0}), False),
    ],
)
def test_usage_tells_whether_the_model_answered(used: Usage, answer: bool | None) -> None:
    assert usage.answered(used) is answer
