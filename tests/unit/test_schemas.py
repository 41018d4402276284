"""Records of an older schema are brought up, and one that is not known is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import stored

from pytest_editbench import records, schemas
from pytest_editbench.errors import RecordError
from pytest_editbench.terms import Terms

OPTIONS_OF_1 = {
    "agent": "('m=cmd x', 'noop')",
    "model": "None",
    "trials": "2",
    "attempts": "3",
    "timeout": "300.0",
    "match": "format",
    "formatter": "()",
    "git": "False",
    "record": "/there/r.jsonl",
    "fail_under": "None",
}


def older(path: Path) -> Path:
    """A record as schema 1 wrote it."""
    trial = records.to_data(stored.trial("a", "M"))
    for name in ("terms", "test", "task_digest", "judged_by", "edit_format"):
        del trial[name]
    header = {"kind": "header", "agents": [{"label": "m", "command": "cmd x"}], "options": OPTIONS_OF_1}
    lines = [header, trial, {"kind": "closing", "interrupted": False}]
    path.write_text("".join(f"{json.dumps({**line, 'schema': 1})}\n" for line in lines))
    return path


def test_options_that_were_text_become_what_they_mean(tmp_path: Path) -> None:
    assert records.read(older(tmp_path / "r.jsonl")).header["options"] == {
        "agent": ["m=cmd x", "noop"],
        "model": None,
        "trials": 2,
        "attempts": 3,
        "timeout": 300.0,
        "match": "format",
        "formatter": [],
        "git": False,
        "record": "/there/r.jsonl",
        "fail_under": None,
    }


def test_the_terms_of_a_trial_are_those_of_its_run(tmp_path: Path) -> None:
    [trial] = records.read(older(tmp_path / "r.jsonl")).trials

    assert trial.terms == Terms(attempts=3, timeout=300.0)


def test_what_an_older_record_does_not_tell_is_unknown(tmp_path: Path) -> None:
    run = records.read(older(tmp_path / "r.jsonl"))

    assert (run.header["plan_digest"], run.header["comparator"]) == (None, None)
    assert (run.trials[0].test, run.trials[0].task_digest, run.trials[0].judged_by) == (None, None, {})


def test_the_current_schema_is_left_as_it_is() -> None:
    trial = records.to_data(stored.trial("a", "P"))

    assert schemas.trial(trial, {}) == trial


@pytest.mark.parametrize("schema", [0, 3, "1", None, 1.5])
@pytest.mark.parametrize("line", [1, 2])
def test_a_schema_that_is_not_known_is_refused(tmp_path: Path, schema: object, line: int) -> None:
    path = stored.write(tmp_path / "r.jsonl", [stored.trial("a", "P")])
    lines = path.read_text().splitlines()
    lines[line - 1] = json.dumps({**json.loads(lines[line - 1]), "schema": schema})
    path.write_text("\n".join(lines))

    with pytest.raises(RecordError, match=rf"r\.jsonl:{line} has schema .*; this version reads 1 to 2$"):
        records.read(path)


def test_a_torn_last_line_is_left_out_and_told(tmp_path: Path) -> None:
    path = stored.write(tmp_path / "r.jsonl", stored.trials(stored.suite("P", "M")))
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.rindex(b'{"kind":"closing"') - 40])
    run = records.read(path)

    assert run.torn
    assert (len(run.trials), run.closing) == (1, None)


def test_a_whole_record_is_not_torn(tmp_path: Path) -> None:
    assert not records.read(stored.write(tmp_path / "r.jsonl", [])).torn


def test_a_line_in_the_middle_that_is_torn_is_an_error(tmp_path: Path) -> None:
    path = stored.write(tmp_path / "r.jsonl", stored.trials(stored.suite("P", "M")))
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], lines[1][:40], *lines[2:]]))

    with pytest.raises(RecordError, match=r"r\.jsonl:2 is not JSON"):
        records.read(path)


def test_a_record_that_is_not_written_to_its_end_is_not_there(tmp_path: Path) -> None:
    def lines():
        yield "{}"
        raise RecordError("no more")

    with pytest.raises(RecordError, match="no more"):
        records.save(tmp_path / "r.jsonl", lines())
    assert not (tmp_path / "r.jsonl").exists()


def test_what_is_no_text_is_no_model_of_schema_1():
    header = schemas.header({"kind": "header", "schema": 1, "options": {"model": []}})
    assert schemas.trial({"kind": "trial", "schema": 1}, header)["terms"]["model"] is None
