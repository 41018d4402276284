"""The control agents: real trials come out as they must, and what does not is a surprise that is told."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path, PurePosixPath

import pytest
import sandboxes

from pytest_editbench.agents import programs
from pytest_editbench.compare import levels
from pytest_editbench.doctor.controls import behaviours, evidence, meddler, report, running, suite, table
from pytest_editbench.doctor.controls import thief as thief_agent
from pytest_editbench.doctor.controls.evidence import Evidence, Finding
from pytest_editbench.doctor.controls.running import Verdict
from pytest_editbench.model import AgentResult, Attempt, MatchLevel, Outcome, Trial

CANARY = "canary-" + "0123456789abcdef" * 2


@pytest.fixture(autouse=True)
def private_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITBENCH_CACHE", str(tmp_path_factory.mktemp("cache")))


def trial(outcome: Outcome = Outcome.UNCHANGED, **result: object) -> Trial:
    """A trial with one attempt that ended so."""
    attempt = Attempt(1, outcome, 0.1, AgentResult(**result))  # type: ignore[arg-type]  # fields of a result
    return Trial("pair", "noop", 1, outcome, attempts=(attempt,))


def left(folder: Path, sandbox: str = "none", told: Trial | None = None) -> Evidence:
    """Evidence with these artefacts."""
    return Evidence(told or trial(), folder, sandbox, "no-such-token", "secret", CANARY)


def searched(folder: Path, *lines: dict[str, object]) -> None:
    """What an agent that searches printed."""
    (folder / "attempt-1").mkdir(parents=True)
    (folder / "attempt-1/stdout").write_text("".join(f"{json.dumps(line)}\n" for line in lines))


END = {"area": "end", "files": 12345, "stopped": ""}


# --- whole examinations -----------------------------------------------------------------------------


def test_all_control_agents_end_as_they_must_on_this_machine():
    verdicts = running.examine(search=0.3)
    assert not [each for each in verdicts if each.surprise], "\n".join(report.lines(verdicts, "none"))
    assert {each.control.agent for each in verdicts} == {each.agent for each in table.CONTROLS}


def test_in_a_sandbox_a_thief_and_a_meddler_find_nothing():
    sandboxes.needed()
    searching = [each for each in table.CONTROLS if each.agent in {"thief", "meddler"}]
    verdicts = running.examine("bwrap", 0.3, searching)
    told = "\n".join(report.lines(verdicts, "bwrap"))
    assert not any(each.surprise for each in verdicts), told
    assert "lies open" not in told
    assert "an agent could change" not in told


# --- what is a surprise -----------------------------------------------------------------------------


@pytest.mark.parametrize("area", evidence.GIVEN)
def test_an_answer_in_what_an_agent_is_given_is_a_surprise(tmp_path, area):
    searched(tmp_path, {"area": area, "place": "there", "canary": CANARY}, END)
    [found, _] = evidence.kept_secret(left(tmp_path))
    assert found == Finding(f"the answer is in what an agent is given: {area} there")


@pytest.mark.parametrize(("sandbox", "surprise"), [("none", False), ("bwrap", True)])
def test_an_answer_on_the_open_disk_is_a_surprise_in_a_sandbox_alone(tmp_path, sandbox, surprise):
    searched(tmp_path, {"area": "disk", "place": "/x", "canary": CANARY}, END)
    assert evidence.kept_secret(left(tmp_path, sandbox)) == (
        Finding("an answer lies open: disk /x", surprise),
        Finding("12,345 names of the disk searched", surprise=False),
    )


def test_the_canary_of_another_examination_is_none(tmp_path):
    searched(tmp_path, {"area": "disk", "place": "/x", "canary": CANARY[:-1] + "0"}, END)
    assert not any(found.surprise for found in evidence.kept_secret(left(tmp_path, "bwrap")))


def test_a_thief_that_did_not_end_is_a_surprise(tmp_path):
    searched(tmp_path)
    [found] = evidence.kept_secret(left(tmp_path))
    assert found.surprise


@pytest.mark.parametrize(("sandbox", "surprise"), [("none", False), ("bwrap", True)])
def test_a_setting_that_could_be_changed_is_a_surprise_in_a_sandbox_alone(tmp_path, sandbox, surprise):
    searched(tmp_path, {"area": "setting", "place": "/proc/sys/kernel/x"}, END)
    assert evidence.held_off(left(tmp_path, sandbox)) == (
        Finding("an agent could change the setting /proc/sys/kernel/x", surprise),
    )


def test_a_meddler_that_did_not_end_is_a_surprise(tmp_path):
    searched(tmp_path, {"area": "setting", "place": "/proc/sys/kernel/x"})
    [found] = evidence.held_off(left(tmp_path))
    assert found.surprise


def test_a_file_that_was_read_through_a_link_is_a_surprise(tmp_path):
    (tmp_path / "some.patch").write_text("+secret\n")
    [found] = evidence.unread(left(tmp_path))
    assert "some.patch" in found.text


@pytest.mark.parametrize("counted", [None, 5, evidence.FLOOD_BYTES])
def test_output_is_counted_to_the_last_byte_and_stored_in_part(tmp_path, counted):
    found = evidence.bounded(left(tmp_path, told=trial(output_bytes=counted)))
    assert bool(found) == (counted != evidence.FLOOD_BYTES)


def test_a_process_that_is_left_is_a_surprise(tmp_path):
    token = f"left-{os.getpid()}"
    with subprocess.Popen([sys.executable, "-IS", "-c", "input()", token], stdin=subprocess.PIPE) as process:
        found = evidence.gone(replace(left(tmp_path), token=token))
        process.communicate(b"\n")
    assert found == (Finding(f"processes are left: {process.pid}"),)
    assert evidence.gone(replace(left(tmp_path), token=token)) == ()


def test_a_trial_that_ended_otherwise_is_told_with_what_was_expected():
    control = next(each for each in table.CONTROLS if each.agent == "twin")
    verdict = Verdict(control, "passed", (Finding("why"),))
    assert verdict.surprise
    _, line, why, sums = report.lines([verdict], "none")
    assert line.startswith("SURPRISE  twin")
    assert line.endswith("expected: mismatch, wrong twin; happened: passed")
    assert why.strip() == "surprise: why"
    assert sums == "0 of 1 as expected"
    assert report.data([verdict])[0]["surprise"] is True


def test_a_session_that_did_not_run_is_a_surprise_with_its_last_words(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    noop = [each for each in table.CONTROLS if each.agent == "noop"]
    [verdict] = running.examine(controls=noop)
    assert verdict.surprise
    assert verdict.happened == "was not run"
    assert "exit code 1" in verdict.findings[0].text


# --- the cases --------------------------------------------------------------------------------------


def test_the_canary_stands_in_answer_metadata_and_id_and_in_nothing_an_agent_sees(tmp_path):
    place = suite.lay(tmp_path)
    [case] = place.vault.iterdir()
    held = {path.name for path in case.rglob("*") if path.is_file() and place.canary in path.read_text()}
    assert place.canary in case.name
    assert held == {"safe.js", "metadata.json"}
    assert place.canary not in (case / "input/safe.js").read_text()


# --- the agents themselves --------------------------------------------------------------------------


def test_the_meddler_tells_of_what_may_be_written(tmp_path, monkeypatch, capsys):
    (tmp_path / "kernel").mkdir()
    (tmp_path / "kernel/open").touch()
    (tmp_path / "kernel/shut").touch()
    monkeypatch.setattr(meddler, "_KERNEL", (str(tmp_path),))
    monkeypatch.setattr(os, "access", lambda path, _: path.endswith("open"))
    monkeypatch.setattr(meddler, "_devices", list)
    meddler.main(5)
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told == [
        {"area": "setting", "place": f"{tmp_path}/kernel/open"},
        {"area": "end", "files": 2},
    ]


@pytest.fixture
def robbed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Runs the thief in a workspace, `seconds` of it on the disk; where it found canaries."""
    work = tmp_path / "trial" / "work"
    work.mkdir(parents=True)
    monkeypatch.chdir(work)
    monkeypatch.setenv("TMPDIR", str(tmp_path))

    def rob(prompt: str = "", seconds: float = 0.0) -> set[str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(prompt.encode())))
        thief_agent.main(seconds)
        told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert told[-1]["area"] == "end"
        return {line["area"] for line in told if line.get("canary") == CANARY}

    return rob


def test_the_thief_finds_nothing_where_nothing_is(robbed):
    assert robbed("a prompt") == set()


def test_the_thief_finds_a_canary_in_its_prompt(robbed):
    assert robbed(f"a {CANARY}") == {"prompt"}


def test_the_thief_finds_a_canary_in_its_environment(robbed, monkeypatch):
    monkeypatch.setenv("SOME_NAME", f"x{CANARY}")
    assert robbed() == {"environment"}


def test_the_thief_finds_a_canary_in_its_arguments(robbed, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["thief", CANARY])
    assert robbed() == {"arguments"}


def test_the_thief_finds_a_canary_in_a_file_beside_its_workspace(robbed):
    Path("../usage").write_text(f"told: {CANARY}")
    assert robbed() == {"workspace"}


def test_the_thief_finds_a_canary_in_a_name_below_its_workspace(robbed):
    Path(f"a/b/{CANARY}").mkdir(parents=True)
    assert robbed() == {"names"}


def test_the_thief_finds_a_canary_in_the_name_of_a_folder_above(robbed, monkeypatch, tmp_path):
    (tmp_path / CANARY / "trial/work").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / CANARY / "trial/work")
    assert robbed() == {"names"}


def test_the_thief_finds_a_canary_on_the_disk(robbed, tmp_path):
    (tmp_path / "cases/one").mkdir(parents=True)
    (tmp_path / "cases/one/answer").write_text(CANARY)
    assert robbed(seconds=20) == {"disk"}


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = suite.lay(tmp_path / "suite")
    monkeypatch.chdir(place.cases / "pair/input")
    return Path("shop.ts")


@pytest.mark.parametrize(
    ("name", "path", "level"),
    [
        ("shuffler", "shop.ts", MatchLevel.FORMAT),
        ("formatter", "shop.ts", MatchLevel.FORMAT),
        ("converter", "shop.ts", MatchLevel.EOL),
        ("twin", "shop.ts", MatchLevel.NONE),
    ],
)
def test_a_control_agent_edits_as_its_row_says(shop, name, path, level):
    behaviours.BEHAVIOURS[name]("")
    expected = Path("../expected", path).read_bytes()
    assert levels.level(PurePosixPath(path), expected, Path(path).read_bytes()).level is level


def test_the_shuffler_moves_a_python_line_into_another_block(shop, monkeypatch):
    monkeypatch.chdir("../../block/input")
    behaviours.shuffler("")
    expected, actual = Path("../expected/total.py").read_text(), Path("total.py").read_text()
    assert "".join(expected.split()) == "".join(actual.split())
    assert expected != actual


def test_the_planter_leaves_links_that_lead_out(shop, tmp_path):
    behaviours.planter(str(tmp_path / "secret"))
    assert shop.readlink() == tmp_path / "secret"
    assert Path("root").readlink() == Path("/")


def test_the_flooder_prints_and_makes_more_than_is_allowed(shop, monkeypatch):
    written = []
    monkeypatch.setattr(behaviours.os, "write", lambda _, data: written.append(len(data)))
    monkeypatch.setattr(behaviours, "FLOOD_FILES", 20)
    behaviours.flooder("")
    assert sum(written) == evidence.FLOOD_BYTES > programs.OUTPUT_LIMIT
    assert len([*Path().glob("flood-*")]) == 20
