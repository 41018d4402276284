"""Asking about files: tasks, answers, order, sums, and agents that do not do as they should."""

from __future__ import annotations

import json
import shlex
import sys
import threading
import time
from dataclasses import replace
from pathlib import PurePosixPath

import changed
import pytest
from changed import RIGHT, asked_about, of_text, said, settings

from pytest_editbench.agents import lookup
from pytest_editbench.analysis import answers, crowd, data, prompt, results, telling
from pytest_editbench.analysis.change import BINARY, FileChange, change
from pytest_editbench.errors import AgentError, RecordError, UsageError
from pytest_editbench.model import AgentResult, File, Usage

PATHS = ["src/a.py", "src/b.py", "tests/test_a.py"]


def three(after=None):
    files = [
        FileChange(PurePosixPath(path), ("modified",), f"@@ -1 +1 @@\n-1\n+{path}\n", 1, 1) for path in PATHS
    ]
    return replace(change("three", files), after=after or {})


def run(tmp_path, agent, this=None, **more):
    (found,) = crowd.run([this or three()], settings(tmp_path, agent, **more))
    return found


# --- the task ---------------------------------------------------------------------------------------


def test_a_task_tells_file_goal_diff_and_the_other_files():
    text = prompt.render(three(), three().files[0], "find faults")
    assert "Yours is `src/a.py`: implementation, modified." in text
    assert "What is wanted: find faults" in text
    assert "```diff\n@@ -1 +1 @@\n-1\n+src/a.py\n```" in text
    assert (
        "- `src/b.py` (2 lines): implementation, modified\n- `tests/test_a.py` (2 lines): test file" in text
    )


def test_a_lone_file_is_told_of_no_others():
    this = three()
    assert "other files" not in prompt.render(replace(this, files=this.files[:1]), this.files[0])


def test_a_long_diff_keeps_head_and_tail_and_says_what_is_left_out():
    this = changed.read(next(path for path in changed.CHANGES if path.stem == "long-table"))
    text = prompt.render(this, this.files[0], budget=2_000)
    assert "+++ b/src/table.py" in text
    assert '+    ("line 300", 300),' in text
    assert "lines left out …" in text
    assert len(text) < 3_700


def test_a_binary_file_is_named_and_not_shown():
    file = FileChange(PurePosixPath("logo.png"), ("modified",), unshown=BINARY)
    text = prompt.render(change("x", [file, *three().files]), file)
    assert "Its lines are not shown: it is a binary file." in text
    assert "```diff" not in text
    assert "(not text): binary file" in prompt.render(change("x", [file, *three().files]), three().files[0])


def test_a_file_that_was_only_renamed_has_no_diff():
    file = FileChange(PurePosixPath("new.py"), ("renamed from old.py",))
    assert "Its lines stay as they are." in prompt.render(change("x", [file]), file)


def test_many_other_files_are_counted():
    files = [FileChange(PurePosixPath(f"f{n}.py"), ("modified",)) for n in range(150)]
    text = prompt.render(change("x", files), files[0])
    assert text.count("- `f") == 100
    assert "- and 49 more" in text


@pytest.mark.parametrize("path", changed.CHANGES, ids=lambda path: path.stem)
def test_each_file_of_each_change_has_a_task_that_utf_8_can_spell(path):
    this = changed.read(path)
    for file in this.files:
        assert asked_about(prompt.render(this, file)).encode() == str(file.path).encode()


def test_the_workspace_holds_the_file_as_it_is_after_the_change(tmp_path):
    seen = {}

    def agent(task, workspace):
        seen[asked_about(task.prompt)] = sorted(
            path.relative_to(workspace.path).as_posix()
            for path in workspace.path.rglob("*")
            if path.is_file()
        )
        assert task.wants == "answer"
        assert ("You find the file as the change leaves it." in task.prompt) == bool(task.input)
        return said("x")

    run(tmp_path, agent, three({PurePosixPath("src/a.py"): File(b"1")}))
    assert seen == {"src/a.py": ["src/a.py"], "src/b.py": [], "tests/test_a.py": []}


# --- the answer -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "Sure!\n```json\n{}\n```\nDone.",
        'Like {{"summary": "x"}}:\n{}',
        "{}\n{{}}",
        '{} and {{"summary": 1}}',
    ],
)
def test_an_answer_is_found_whatever_stands_around_it(around):
    found = answers.read(around.format(json.dumps(RIGHT)))
    assert found == (RIGHT["summary"], tuple(RIGHT["highlights"]), tuple(RIGHT["risks"]))


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ({"risks": None}, "$.risks: None is not of type 'array'"),
        ({"highlights": ["one"]}, "$.highlights: ['one'] is too short"),
        ({"highlights": [*"abcdef"]}, "$.highlights:"),
        ({"highlights": ["a", 1]}, "$.highlights[1]: 1 is not of type 'string'"),
        ({"summary": ""}, "$.summary:"),
        ({"summary": "one\ntwo"}, "$.summary: must be one line of text, not blank"),
        ({"highlights": ["a", " "]}, "$.highlights[1]: must not be blank"),
        ({"summary": "x" * 501}, "$.summary:"),
    ],
)
def test_an_answer_that_breaks_the_schema_is_told_where(told, reason):
    with pytest.raises(answers.UnusableError) as caught:
        answers.read(json.dumps({**RIGHT, **told}))
    assert str(caught.value).startswith(reason)


@pytest.mark.parametrize("text", ["", " \n", "no", "{", "[" * 100_000, '{"a": 1}', '"summary"', "{" * 5_000])
def test_what_holds_no_answer_is_unusable(text):
    with pytest.raises(answers.UnusableError, match="summary, highlights, risks"):
        answers.read(text)


def test_an_answer_that_is_too_long_is_said_to_be():
    with pytest.raises(answers.UnusableError, match="longer than 100,000 characters, only the end is"):
        answers.read('{"summary": "' + "x" * 200_000 + '"}')


def test_an_answer_that_says_a_key_twice_is_unusable():
    text = json.dumps(RIGHT)
    with pytest.raises(answers.UnusableError, match='says "summary" twice'):
        answers.read(f'{text[:-1]}, "summary": "Another."}}')


def test_halves_of_characters_do_not_get_through():
    found = answers.read(json.dumps({**RIGHT, "summary": "a\ud800b"}))
    assert found.summary == "a?b"


def test_the_published_schema_is_one():
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(json.loads(answers.schema()))


# --- asking -----------------------------------------------------------------------------------------


def test_answers_are_joined_in_file_order_whatever_order_they_come_in(tmp_path):
    gates = {path: threading.Event() for path in [*PATHS, "end"]}
    gates[PATHS[-1]].set()

    def agent(task, workspace):
        path = asked_about(task.prompt)
        assert gates[path].wait(10)
        gates["end" if path == PATHS[0] else PATHS[PATHS.index(path) - 1]].set()
        return said(path)

    found = run(tmp_path, agent)
    assert [(file.path, file.summary) for file in found.files] == [(path, f"About {path}.") for path in PATHS]


def test_no_more_are_asked_at_once_than_is_allowed(tmp_path):
    running, most, lock = 0, 0, threading.Lock()

    def agent(task, workspace):
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.02)
        with lock:
            running -= 1
        return said("x")

    files = [FileChange(PurePosixPath(f"f{n}.py"), ("modified",)) for n in range(8)]
    run(tmp_path, agent, change("x", files), jobs=3)
    assert most == 3


def test_an_unusable_answer_is_asked_again_three_times_with_the_error(tmp_path):
    heard = []

    def agent(task, workspace):
        heard.append((task.attempt, "could not be used: the answer holds no JSON object" in task.prompt))
        return "no idea"

    found = run(tmp_path, agent, replace(three(), files=three().files[:1]))
    assert heard == [(1, False), (2, True), (3, True), (4, True)]
    assert (found.files[0].outcome, found.files[0].asks) == ("unusable-answer", 4)
    assert found.files[0].message.startswith("the answer holds no JSON object")


def test_an_answer_after_a_reminder_counts(tmp_path):
    found = run(tmp_path, lambda task, _: said("x") if task.attempt == 3 else None)
    assert [(file.outcome, file.asks) for file in found.files] == [("analysed", 3)] * 3


def one_for_all(bad):
    """Right but for the second file."""

    def agent(task, workspace):
        return bad() if asked_about(task.prompt) == PATHS[1] else said("x")

    return agent


def fails():
    raise AgentError("the key is refused")


def crashes():
    raise ValueError("x\ny")


@pytest.mark.parametrize(
    ("bad", "outcome", "message"),
    [
        (fails, "agent-error", "the key is refused"),
        (crashes, "agent-error", "ValueError: x y"),
        (lambda: AgentResult(error="provider failure: 529"), "agent-error", "provider failure: 529"),
        (lambda: 7, "agent-error", "must return AgentResult"),
        (lambda: None, "unusable-answer", "the answer is empty"),
        (lambda: AgentResult(timed_out=True), "timeout", "no answer within 300 s"),
        (lambda: time.sleep(0.1) or said("late"), "timeout", "no answer within 0.05 s"),
    ],
)
def test_one_file_that_fails_does_not_lose_the_others(tmp_path, bad, outcome, message):
    late = {"timeout": 0.05} if "0.05" in message else {}
    found = run(tmp_path, one_for_all(bad), **late)
    assert [file.outcome for file in found.files] == ["analysed", outcome, "analysed"]
    assert message in found.files[1].message


def test_an_agent_that_never_comes_back_is_left_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("pytest_editbench.analysis.asking._GRACE", 0.0)
    never = threading.Event()
    found = run(tmp_path, one_for_all(never.wait), timeout=0.1, jobs=1)
    never.set()
    assert [file.outcome for file in found.files] == ["analysed", "timeout", "analysed"]


def test_a_command_answers_on_standard_output_in_a_folder_of_its_own(tmp_path):
    script = tmp_path / "agent.py"
    script.write_text(
        "import json, os, sys\n"
        "path = sys.stdin.read().split('Yours is `')[1].split('`')[0]\n"
        "if path == 'src/b.py': sys.exit(3)\n"
        "open('rubbish', 'w').close()\n"
        f"print('Well:', json.dumps({{**{RIGHT!r}, 'summary': f'{{path}} in {{os.getcwd()}}'}}))\n"
    )
    agent = lookup.resolve(
        shlex.join([sys.executable, "-IS", str(script)]), registered={}, directory=tmp_path
    )
    this = replace(settings(tmp_path, lambda *_: None), agent=agent)
    (found,) = crowd.run([three()], this)
    assert [file.outcome for file in found.files] == ["analysed", "unusable-answer", "analysed"]
    assert found.files[0].summary.startswith(f"src/a.py in {tmp_path}")
    assert found.files[1].message.endswith("(exit code 3)")
    assert [*this.scratch.iterdir()] == []


def test_ctrl_c_ends_all_that_run_and_asks_no_more(tmp_path):
    asked, never = [], threading.Event()

    def agent(task, workspace):
        asked.append(task)
        if len(asked) == 1:
            return said("x")
        never.wait(20)
        return said("x")

    def heard(done, of):
        raise KeyboardInterrupt

    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        crowd.run([three()], settings(tmp_path, agent, jobs=1), heard)
    never.set()
    assert time.monotonic() - start < 10
    assert len(asked) <= 2


def test_what_was_said_before_the_end_is_kept(tmp_path):
    never = threading.Event()
    changes = [replace(three(), name="one"), replace(three(), name="two")]
    over = []

    def agent(task, workspace):
        if len(over) < 4:
            over.append(task)
            return said("x")
        never.wait(20)
        return said("x")

    told = []
    with pytest.raises(crowd.CutShort) as caught:
        crowd.run(
            changes,
            settings(tmp_path, agent, jobs=1),
            lambda done, _: told.append(done),
            ended=lambda: len(told) == 4,
        )
    never.set()
    cut = caught.value
    assert [(each.name, len(each.files)) for each in cut.said] == [("one", 3), ("two", 1)]
    assert [each.name for each in cut.whole] == ["one"]
    assert (cut.answered, cut.files) == (4, 6)


def test_who_was_asked_to_end_before_the_first_answer_has_nothing(tmp_path):
    with pytest.raises(crowd.CutShort) as caught:
        crowd.run([three()], settings(tmp_path, lambda *_: said("x"), jobs=1), ended=lambda: True)
    assert caught.value.whole == []


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_a_callable_that_raises_an_interrupt_is_an_agent_error(tmp_path, error, capfd):
    def agent(task, workspace):
        raise error("mine")

    found = run(tmp_path, agent)
    assert {file.outcome for file in found.files} == {"agent-error"}
    assert f"{error.__name__}: mine" in found.files[0].message
    assert capfd.readouterr().err == ""


def test_a_built_in_agent_has_nothing_to_say(tmp_path):
    with pytest.raises(UsageError, match="noop answers no questions"):
        crowd.check(lookup.resolve("noop", registered={}, directory=tmp_path))


def in_order(task, workspace):
    return said(asked_about(task.prompt))


def out_of_order(task, workspace):
    time.sleep(0.01 * (len(asked_about(task.prompt)) % 5))
    return said(asked_about(task.prompt))


def late(task, workspace):
    return AgentResult(text=said(asked_about(task.prompt)), timed_out=asked_about(task.prompt).endswith("s"))


def malformed(task, workspace):
    return "{" if asked_about(task.prompt).endswith("e") else said(asked_about(task.prompt))


def silent(task, workspace):
    return None


@pytest.mark.parametrize(
    ("agent", "outcomes"),
    [
        (in_order, {"analysed"}),
        (out_of_order, {"analysed"}),
        (late, {"analysed", "timeout"}),
        (malformed, {"analysed", "unusable-answer"}),
        (silent, {"unusable-answer"}),
    ],
)
def test_order_and_sums_are_as_promised_for_every_change_and_whoever_is_asked(tmp_path, agent, outcomes):
    changes = [changed.read(path) for path in changed.CHANGES]

    found = crowd.run(changes, settings(tmp_path, agent, jobs=16))

    files = [file for each in found for file in each.files]
    assert [file.path for file in files] == [str(file.path) for each in changes for file in each.files]
    assert {file.outcome.value for file in files} == outcomes
    assert {file.path for file in files if file.summary} == {
        file.path for file in files if file.summary == f"About {file.path}."
    }
    sums = results.totals(found)
    assert sum(sums.outcomes.values()) == sums.files == len(files)
    assert sums.asks == sum(4 if file.outcome == "unusable-answer" else 1 for file in files)
    assert sums.risks == sums.analysed


class Broken:
    """An adapter with a fault of its own."""

    def run(self, *_):
        raise RuntimeError("no such state")


def test_an_adapter_with_a_fault_of_its_own_is_an_agent_error(tmp_path):
    this = settings(tmp_path, in_order)
    (found,) = crowd.run([three()], replace(this, agent=replace(this.agent, agent=Broken())))
    assert {file.message for file in found.files} == {"RuntimeError: no such state"}


# --- sums and what is made of them ------------------------------------------------------------------


def costly(task, workspace):
    path = asked_about(task.prompt)
    known = Usage(input_tokens=100, output_tokens=5, cost=0.25)
    text = "no" if path == PATHS[1] and task.attempt == 1 else said(path)
    return AgentResult(text=text, usage=Usage() if path == PATHS[2] else known)


def test_sums_count_who_told_and_unknown_stays_unknown(tmp_path):
    sums = results.totals([run(tmp_path, costly)])
    assert sums.usage["input_tokens"] == results.Sum(300, 2)
    assert sums.usage["cost"] == results.Sum(0.75, 2)
    assert "cached_tokens" not in sums.usage
    assert (sums.files, sums.analysed, sums.asks, sums.risks) == (3, 3, 4, 3)


def test_a_figure_that_one_ask_does_not_tell_is_unknown_for_the_file():
    assert results.summed([Usage(cost=1.0, input_tokens=1), Usage(cost=1.0)]) == {"cost": 2.0}
    assert results.summed([]) == {}


def test_durations_are_summed(tmp_path):
    found = run(tmp_path, lambda *_: time.sleep(0.02) or said("x"))
    assert results.totals([found]).duration == pytest.approx(sum(file.duration for file in found.files))
    assert results.totals([found]).duration >= 0.06


def lines(analyses):
    from pytest_editbench.report.sections import terminal

    return [*terminal(telling.sections(analyses), 120)]


def test_the_table_says_how_many_of_how_many_told(tmp_path):
    told = lines([run(tmp_path, costly)])
    assert any(
        "input tokens 300 (2 of 3 files); output tokens 15 (2 of 3 files); cost $ 0.7500" in line
        for line in told
    )
    assert any(line.startswith("src/a.py (modified): About src/a.py.") for line in told)
    assert "  ! risk: rounding" in told


def test_markdown_lets_nothing_of_an_answer_act(tmp_path):
    nasty = json.dumps({**RIGHT, "summary": "<img src=x> | **b**", "risks": []})
    text = "\n".join(telling.markdown([run(tmp_path, lambda *_: nasty)]))
    assert "<img" not in text
    assert "**b**" not in text
    assert "&#60;img src=x&#62; &#124;" in text


def test_an_analysis_comes_back_from_its_line_in_a_record(tmp_path):
    found = run(tmp_path, costly)
    line = json.loads(json.dumps(data.line(found, 2)))
    assert (line["kind"], line["schema"]) == ("analysis", 2)
    assert data.of_line(line, "run.jsonl:3") == found


@pytest.mark.parametrize(
    "broken", [{"files": 7}, {"files": [{}]}, {"files": [{"outcome": "?"}]}, {"name": None, "files": None}]
)
def test_a_line_that_is_no_analysis_is_a_message(broken):
    with pytest.raises(RecordError, match=r"^run\.jsonl:3 is not an analysis"):
        data.of_line({"name": "x", "agent": "a", "goal": "g", **broken}, "run.jsonl:3")


def test_a_page_gets_no_more_than_it_has_room_for(tmp_path):
    found = [run(tmp_path, costly)] * 5
    kept, left_out = telling.bounded(found, 2_000)
    assert (len(kept) + left_out, 0 < len(kept) < 5) == (5, True)


def test_the_end_of_a_session_names_the_first_that_failed(tmp_path):
    told = [*telling.brief([run(tmp_path, one_for_all(fails))], "mycli")]
    assert told[:2] == ["analysis by mycli: 1 change", "  3 files: 2 analysed, 1 agent-error; 2 risks"]
    assert all(len(line) <= 80 for line in told[:-1])
    assert told[-1] == "WARNING: src/b.py: agent-error: the key is refused"


def test_a_patch_file_goes_through_as_a_whole(tmp_path):
    this = of_text(changed.CHANGES[0].read_text())
    found = run(tmp_path, lambda task, _: said(asked_about(task.prompt)), this)
    assert [file.summary for file in found.files] == [f"About {file.path}." for file in this.files]
