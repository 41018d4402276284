"""Answers that are kept: the same question finds them, any other one does not."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_editbench.agents.chat import kept
from pytest_editbench.agents.chat.request import Message, Request

REQUEST = Request(
    "http://here/v1", "tiny", (Message("user", "Hello"),), temperature=0.5, seed=1, max_tokens=9
)
ASKED = kept.Asked(REQUEST, "chat.tiny", "search-replace", 1, 1)
DATA: dict[str, object] = {"choices": [{"message": {"content": "Hi \ud800"}}]}


def test_the_same_question_finds_its_answer(tmp_path):
    kept.keep(tmp_path, ASKED, DATA)

    found = kept.find(tmp_path, ASKED)

    assert found
    assert found.data == DATA
    assert found.given.startswith("20")


@pytest.mark.parametrize(
    "other",
    [
        ASKED._replace(request=replace(REQUEST, server="http://there/v1")),
        ASKED._replace(request=replace(REQUEST, model="small")),
        ASKED._replace(request=replace(REQUEST, messages=(Message("system", "Hello"),))),
        ASKED._replace(request=replace(REQUEST, messages=(Message("user", "Hello "),))),
        ASKED._replace(request=replace(REQUEST, temperature=None)),
        ASKED._replace(request=replace(REQUEST, seed=2)),
        ASKED._replace(request=replace(REQUEST, max_tokens=None)),
        ASKED._replace(agent="other"),
        ASKED._replace(edit_format="whole-file"),
        ASKED._replace(trial=2),
        ASKED._replace(attempt=2),
    ],
    ids=range(11),
)
def test_another_question_does_not(tmp_path, other):
    kept.keep(tmp_path, ASKED, DATA)

    assert kept.find(tmp_path, other) is None


def test_an_answer_is_bound_to_its_question(tmp_path):
    other = ASKED._replace(trial=2)
    kept.keep(tmp_path, ASKED, DATA)
    stolen = tmp_path / other.digest[:2] / f"{other.digest}.json"
    stolen.parent.mkdir(exist_ok=True)
    stolen.write_bytes(place(tmp_path).read_bytes())

    assert kept.find(tmp_path, other) is None
    assert kept.find(tmp_path, ASKED)


def test_an_empty_folder_and_none_at_all_hold_nothing(tmp_path):
    assert kept.find(tmp_path, ASKED) is None
    assert kept.find(tmp_path / "absent", ASKED) is None


def place(folder: Path) -> Path:
    (found,) = folder.rglob("*.json")
    return found


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"{}",
        b"\xff",
        b"[" * 100_000,
        json.dumps({"data": DATA, "given": "2026", "digest": "0"}).encode(),
        json.dumps({"data": [], "given": 3, "digest": None}).encode(),
    ],
    ids=range(9),
)
def test_a_damaged_answer_is_passed_over_and_replaced(tmp_path, damage):
    kept.keep(tmp_path, ASKED, DATA)
    place(tmp_path).write_bytes(damage)

    assert kept.find(tmp_path, ASKED) is None
    kept.keep(tmp_path, ASKED, DATA)
    assert kept.find(tmp_path, ASKED)


def test_a_folder_in_the_place_of_an_answer_is_passed_over(tmp_path):
    kept.keep(tmp_path, ASKED, DATA)
    where = place(tmp_path)
    where.unlink()
    where.mkdir()

    assert kept.find(tmp_path, ASKED) is None


def test_many_may_keep_the_same_answer_at_once(tmp_path):
    threads = [threading.Thread(target=kept.keep, args=(tmp_path, ASKED, DATA)) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert kept.find(tmp_path, ASKED)
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == [f"{ASKED.digest}.json"]


def test_an_answer_that_cannot_be_kept_leaves_nothing(tmp_path):
    (tmp_path / ASKED.digest[:2]).write_text("")

    with pytest.raises(OSError, match=r"exists|directory"):
        kept.keep(tmp_path, ASKED, DATA)
