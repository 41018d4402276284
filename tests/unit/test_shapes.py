"""`editbench shapes`: how large edits are."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path, PurePosixPath

import pytest
import repositories
from harness import CaseTree
from hypothesis import given, settings
from hypothesis import strategies as st
from repositories import Past

from pytest_editbench import changes, records, transcripts
from pytest_editbench.cases.examples import diffing
from pytest_editbench.cli import main
from pytest_editbench.generate import hunks
from pytest_editbench.generate.hunks import Shape
from pytest_editbench.model import Attempt, File, Outcome, Trial
from pytest_editbench.runner import artifacts
from pytest_editbench.shapes import calls, signs
from pytest_editbench.shapes.tally import FILES, HUNKS, KINDS, LINES, Tally, band
from pytest_editbench.transcripts import Event

OLD, NEW = "one\ntwo\nthree\n", "one\n2\n3\n"
REPLACED = Shape(2, ("replace",))
TEXTS = st.lists(st.sampled_from([b"a\n", b"b\n", b"\n", b"-\n", b"+ c\n", b"@@ d\n", b"\\ e\n"])).map(
    b"".join
)


def shapes(capsys: pytest.CaptureFixture[str], *words: object) -> list[dict[str, object]]:
    """The sources as JSON has them."""
    main(["shapes", *map(str, words), "--json"])
    return list(json.loads(capsys.readouterr().out)["sources"])


def known(counts: object) -> dict[str, int]:
    assert isinstance(counts, dict)
    return {name: count for name, count in counts.items() if count}


# --- measures ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "name"),
    [(1, "1"), (2, "2-5"), (5, "2-5"), (6, "6-20"), (20, "6-20"), (21, "21-60"), (60, "21-60"), (61, "61+")],
)
def test_changed_lines_fall_into_the_bands_of_the_reference(lines, name):
    assert band(lines, LINES) == name


def test_the_shares_of_real_agents_are_those_of_the_reference():
    shares = [[round(100 * (each.share or 0)) for each in bands] for bands in (LINES, HUNKS)]

    assert shares == [[23, 30, 29, 14, 5], [48, 21, 31]]
    assert [round(100 * share) for share in KINDS.values()] == [55, 32, 12]


@given(st.integers(1, 10_000))
@settings(max_examples=20)
def test_every_number_has_a_band(number):
    assert all(band(number, bands) for bands in (LINES, HUNKS, FILES))


@given(TEXTS, TEXTS)
@settings(max_examples=60, deadline=None)
def test_a_diff_tells_the_same_shape_as_both_sides_do(old, new):
    path = PurePosixPath("a")
    assert signs.of_patch(diffing.unified({path: old}, {path: new})) == hunks.shape(old, new)


def test_a_patch_in_an_envelope_tells_its_shape():
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\n one\n-two\n+2\n@@\n+four\n*** End Patch\n"

    assert signs.of_patch(patch) == Shape(2, ("replace", "insert"))


def test_an_edit_that_changes_no_line_is_left_out():
    tally = Tally("x", "an edit", "")
    tally.add(Shape(0, ()))

    assert (tally.edits, tally.left_out) == (0, Counter({"changes no line": 1}))


# --- calls ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        json.dumps({"file_path": "a.py", "old_string": OLD, "new_string": NEW}),
        json.dumps({"path": "a.py", "oldText": OLD, "newText": NEW}),
        json.dumps({"path": "a.py", "edits": [{"old_text": OLD, "new_text": NEW}]}),
        json.dumps(
            {"patch": diffing.unified({PurePosixPath("a"): OLD.encode()}, {PurePosixPath("a"): NEW.encode()})}
        ),
        "*** Begin Patch\n*** Update File: a.py\n@@\n one\n-two\n-three\n+2\n+3\n*** End Patch",
        f"a.py\n<<<<<<< SEARCH\n{OLD}=======\n{NEW}>>>>>>> REPLACE\n",
    ],
)
def test_arguments_tell_the_shape_whatever_they_are_called(arguments):
    assert calls.of_arguments(arguments) == REPLACED


def test_several_edits_of_one_call_are_one_edit():
    edits = [{"old_string": "a\n", "new_string": "b\n"}, {"old_string": "", "new_string": "c\nd\n"}]

    assert calls.of_arguments(json.dumps({"edits": edits})) == Shape(3, ("replace", "insert"))


@pytest.mark.parametrize(
    "text", ["", "[1]", "null", '{"old_string": "a"', '{"changes": [{"path": "a"}]}', "[" * 9999]
)
def test_arguments_that_tell_no_lines_have_no_shape(text):
    assert calls.of_arguments(text) is None


def test_calls_that_only_read_are_no_edits_and_whole_files_are_left_out():
    tally = Tally("x", "an edit call", "")
    events = [
        Event("call", "{}", "Read", "read"),
        Event("call", "{}", "Write", "write"),
        Event("call", "{", "Edit", "edit"),
        Event("call", json.dumps({"old_string": OLD, "new_string": NEW}), "Edit", "edit"),
        Event("result", "done", "Edit", "edit"),
    ]
    calls.count(events, tally)

    assert (tally.edits, tally.left_out.total()) == (1, 2)


# --- the command ---------------------------------------------------------------------------------


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    if shutil.which("git") is None:
        pytest.skip("needs git")
    history = [
        Past("root", "Start", {"a.py": OLD.encode(), "b.py": b"x\n", "c.png": b"\0"}),
        Past("two", "Change", {"a.py": NEW.encode(), "b.py": b"x\ny\n"}),
        Past("rest", "Drop", {"c.png": b"\0\1", "d.py": b"new\n"}, ("b.py",)),
    ]
    return repositories.chronicle(tmp_path / "app.git", history)


def test_the_history_of_a_repository_tells_its_files_of_text(capsys, repo):
    [found] = shapes(capsys, repo)

    assert (found["edits"], known(found["lines"])) == (2, {"1": 1, "2-5": 1})
    assert known(found["kinds"]) == {"replace": 1, "insert": 1}
    assert known(found["files"]) == {"2-3": 2}
    assert found["left_out"] == {
        "a first commit": 1,
        "a deleted file": 1,
        "no text, or too long": 1,
        "a new file": 1,
    }


def test_a_range_tells_its_own_commits(capsys, repo):
    [found] = shapes(capsys, f"{repo}@root..two")

    assert (found["edits"], found["left_out"]) == (2, {})


def test_a_record_tells_the_changes_of_each_agent(capsys, tmp_path):
    before, after = ({PurePosixPath("a.py"): File(text.encode())} for text in (OLD, NEW))
    change = changes.write(before, after, 1_000_000)
    folder = tmp_path / "run.jsonl.artifacts" / "changes"
    folder.mkdir(parents=True)
    (folder / f"{change.digest}.patch").write_bytes(change.patch)
    made = [Attempt(1, Outcome.PASSED, 0.1, change=change.digest), Attempt(1, Outcome.UNCHANGED, 0.1)]
    trials = [
        Trial("c", agent, 1, Outcome.PASSED, attempts=(each,)) for agent, each in zip("xy", made, strict=True)
    ]
    header = {"kind": "header", "schema": records.SCHEMA}
    lines = [records.dumps(data) for data in (header, *map(records.to_data, trials))]
    records.save(tmp_path / "run.jsonl", lines)

    one, two = shapes(capsys, tmp_path / "run.jsonl")
    assert (str(one["source"]).rpartition("#")[2], one["edits"], known(one["lines"])) == ("x", 1, {"2-5": 1})
    assert (two["edits"], two["left_out"]) == (0, {"an attempt without a stored change": 1})
    assert shapes(capsys, f"{tmp_path / 'run.jsonl'}#y") == [two]
    assert main(["shapes", f"{tmp_path / 'run.jsonl'}#z"]) == 2
    assert "there is no such agent; name one of" in capsys.readouterr().err


def test_a_record_tells_the_edit_calls_of_its_transcripts(capsys, tmp_path):
    trial = Trial(
        "c", "x", 1, Outcome.PASSED, test="c/prompt.md::c", attempts=(Attempt(1, Outcome.PASSED, 0.1),)
    )
    header = {"kind": "header", "schema": records.SCHEMA}
    records.save(tmp_path / "run.jsonl", [records.dumps(data) for data in (header, records.to_data(trial))])
    token = artifacts.token("c/prompt.md::c", "x", 1)
    arguments = json.dumps({"old_string": OLD, "new_string": NEW})
    place = tmp_path / "run.jsonl.artifacts" / "output" / token / "attempt-1"
    transcripts.write(place, [Event("call", arguments, "Edit", "edit")])

    _, called = shapes(capsys, tmp_path / "run.jsonl")
    assert (called["edit"], called["edits"]) == ("an edit call", 1)


def test_transcripts_in_a_folder_tell_edit_calls(capsys, tmp_path):
    arguments = json.dumps({"old_string": OLD, "new_string": NEW})
    for name in ("one", "two"):
        transcripts.write(tmp_path / name, [Event("call", arguments, "Edit", "edit")])

    [found] = shapes(capsys, tmp_path)
    [single] = shapes(capsys, tmp_path / "one" / transcripts.NAME)
    assert (found["edits"], single["edits"]) == (2, 1)


def test_cases_tell_what_they_ask_for(capsys, tmp_path):
    CaseTree("one").input({"a": OLD}).expected({"a": NEW}).write(tmp_path)

    [found] = shapes(capsys, tmp_path)
    assert (found["edits"], known(found["lines"]), known(found["files"])) == (1, {"2-5": 1}, {"1": 1})


@pytest.mark.parametrize("agent", ["claude", "pi", "gemini", "opencode", "qwen"])
def test_the_log_of_an_agent_tells_edit_calls(capsys, agent):
    log = Path(__file__).parents[1] / "recordings" / agent / "edit.jsonl"

    [found] = shapes(capsys, log, "--log", agent)
    assert known(found["lines"]) == {"1": 1}


def test_lines_of_a_log_that_cannot_be_read_are_counted(capsys, tmp_path):
    log = Path(__file__).parents[1] / "recordings" / "claude" / "edit.jsonl"
    (tmp_path / "log").write_bytes(log.read_bytes() + b"torn {\n")

    [found] = shapes(capsys, tmp_path / "log", "--log", "claude")
    assert found["left_out"] == {"a line that cannot be read": 1}


def test_calls_that_failed_count_and_their_number_is_told(capsys, tmp_path):
    arguments = json.dumps({"old_string": OLD, "new_string": NEW})
    refused = Event("result", "no match", "Edit", "edit", ok=False)
    transcripts.write(tmp_path, [Event("call", arguments, "Edit", "edit"), refused])

    [found] = shapes(capsys, tmp_path / transcripts.NAME)
    assert (found["edits"], found["failed"]) == (1, 1)
    main(["shapes", str(tmp_path)])
    assert "1: 1 call failed; they count as the agent made them" in capsys.readouterr().out


def test_tables_show_counts_shares_and_what_real_agents_do(capsys, repo):
    assert main(["shapes", str(repo)]) == 0

    told = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "2-5 1 (50 %) 30 %" in told
    assert "all edits 2 –" in told


def test_markdown_has_the_same_figures(capsys, repo):
    main(["shapes", str(repo), "--markdown"])

    assert "| 2-5 | 1 (50 %) | 30 % |" in capsys.readouterr().out


def test_without_any_edit_the_exit_code_is_1(capsys, repo):
    assert main(["shapes", f"{repo}@root"]) == 1


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("gone", "there is no such file or folder"),
        ("empty", "holds no repository"),
        ("file.jsonl", "--log AGENT"),
        ("app.git@gone..", "gone"),
        ("app.git@gone", "names no commit"),
        ("app.git@two..root", "the older revision stands first"),
        ("bare.jsonl", "artefacts are not at hand"),
    ],
)
def test_what_is_no_source_is_refused(capsys, repo, name, told):
    (repo.parent / "empty").mkdir()
    (repo.parent / "file.jsonl").write_text("{}\n")
    header = records.dumps({"kind": "header", "schema": records.SCHEMA})
    records.save(repo.parent / "bare.jsonl", [header])

    assert main(["shapes", str(repo.parent / name)]) == 2
    assert told in capsys.readouterr().err
