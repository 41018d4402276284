"""A command line is an agent: how it gets the prompt, and what is made of how it ends."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_editbench import processes
from pytest_editbench.agents.command import CommandAgent
from pytest_editbench.errors import AgentError
from pytest_editbench.model import AgentResult, Task, Usage, Workspace

TELL = (
    "import json, os, pathlib, sys;"
    "print(json.dumps([sys.argv[1:], sys.stdin.buffer.read().decode(), os.getcwd()]))"
)
PROMPT = "Füge `a b` ein {model}\n— nothing else.\n"
TASK = Task(PROMPT, {}, model="m-1")


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    path = tmp_path / "w"
    path.mkdir()
    usage_file = tmp_path / "usage.json"
    marker = f"test-{os.getpid()}-{tmp_path.name}"
    environ = processes.environment(os.environ, usage_file, marker)
    return Workspace(path, usage_file, tmp_path / "output", environ, marker, timeout=60)


def script(text: str, *words: str) -> CommandAgent:
    return CommandAgent((sys.executable, "-c", text, *words))


def told(workspace: Workspace, *words: str, task: Task = TASK) -> tuple[list[str], str]:
    """The arguments and the standard input that a command gets."""
    script(TELL, *words).run(task, workspace)
    arguments, stdin, cwd = json.loads((workspace.output / "stdout").read_bytes())
    assert Path(cwd) == workspace.path.resolve()
    return arguments, stdin


# --- the prompt and the other values ----------------------------------------------------------------


def test_without_a_placeholder_the_prompt_comes_on_standard_input(workspace: Workspace) -> None:
    assert told(workspace, "--yes") == (["--yes"], PROMPT)


def test_the_prompt_as_an_argument_is_one_word_and_nothing_in_it_is_replaced(workspace: Workspace) -> None:
    assert told(workspace, "-p", "{prompt}") == (["-p", PROMPT], "")


def test_placeholders_are_replaced_inside_words_and_other_braces_stay(workspace: Workspace) -> None:
    words = ["--model={model}/{model}", "{workspace}/a", "{other}", "{{model}}", "{}", '{"a": 1}']

    arguments, stdin = told(workspace, *words)

    assert arguments == ["--model=m-1/m-1", f"{workspace.path}/a", "{other}", "{m-1}", "{}", '{"a": 1}']
    assert stdin == PROMPT


def test_the_prompt_file_stands_beside_the_workspace(workspace: Workspace) -> None:
    (path,), stdin = told(workspace, "{prompt_file}")

    assert Path(path).parent == workspace.usage_file.parent
    assert Path(path).read_bytes() == PROMPT.encode()
    assert stdin == ""
    assert list(workspace.path.iterdir()) == []


def test_the_prompt_file_is_written_anew_and_never_through_a_link(
    workspace: Workspace, tmp_path: Path
) -> None:
    (path,), _ = told(workspace, "{prompt_file}")
    precious = tmp_path / "precious"
    precious.write_text("mine")
    Path(path).unlink()
    Path(path).symlink_to(precious)

    told(workspace, "{prompt_file}", task=replace(TASK, prompt="Again."))

    assert Path(path).read_text() == "Again."
    assert precious.read_text() == "mine"


def test_a_prompt_too_long_for_an_argument_is_an_agent_error(workspace: Workspace) -> None:
    with pytest.raises(AgentError, match=r"\{prompt_file\}"):
        script(TELL, "{prompt}").run(Task("x" * 20_000_000, {}), workspace)


def test_a_nul_in_the_prompt_is_an_agent_error_only_as_an_argument(workspace: Workspace) -> None:
    task = Task("a\0b", {})

    assert told(workspace, task=task)[1] == "a\0b"
    with pytest.raises(AgentError, match="holds a NUL"):
        script(TELL, "{prompt}").run(task, workspace)


def test_a_model_that_nobody_named_is_an_agent_error(workspace: Workspace) -> None:
    with pytest.raises(AgentError, match="--editbench-model"):
        script(TELL, "{model}").run(Task(PROMPT, {}), workspace)


def test_no_shell_reads_the_command(workspace: Workspace) -> None:
    arguments, _ = told(workspace, "$HOME", "*", "a;b", "`id`")

    assert arguments == ["$HOME", "*", "a;b", "`id`"]


# --- how it ends ------------------------------------------------------------------------------------


def test_what_it_printed_and_how_it_ended_is_told(workspace: Workspace) -> None:
    result = script("import sys; print('hello'); sys.exit('oh no')").run(TASK, workspace)

    assert result == AgentResult(exit_code=1, output_bytes=12, output_tail="hello\noh no\n")


def test_a_death_by_signal_is_told(workspace: Workspace) -> None:
    result = script("import os; os.kill(os.getpid(), 9)").run(TASK, workspace)

    assert (result.exit_code, result.signal, result.error) == (None, 9, None)


def test_the_end_of_its_time_is_told(workspace: Workspace) -> None:
    result = script("import time; time.sleep(600)").run(TASK, replace(workspace, timeout=0.1))

    assert (result.timed_out, result.answered, result.error) == (True, None, None)


def test_exit_code_75_says_that_the_provider_failed(workspace: Workspace) -> None:
    result = script("raise SystemExit(75)").run(TASK, workspace)

    assert result.error == "provider failure signalled by exit code 75"


def test_an_error_in_the_usage_file_says_that_the_provider_failed(workspace: Workspace) -> None:
    text = "import os; open(os.environ['EDITBENCH_USAGE_FILE'], 'w').write('{\"error\": \"429\"}')"

    assert script(text).run(TASK, workspace).error == "provider failure: 429"


def test_usage_is_read_and_what_is_wrong_with_it_is_shown(workspace: Workspace) -> None:
    workspace.usage_file.write_text('{"output_tokens": 5, "turns": "2"}')

    result = script("print('done')").run(TASK, workspace)

    assert result.usage == Usage(output_tokens=5)
    assert result.answered is True
    assert result.output_tail == 'done\n\nusage.json: "turns" ignored: must be a whole number ≥ 0'


def test_survivors_are_counted(workspace: Workspace) -> None:
    text = (
        "import subprocess, sys;"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], start_new_session=True)"
    )

    assert script(text).run(TASK, workspace).survivors == 1


def test_an_agent_may_delete_its_workspace(workspace: Workspace) -> None:
    result = script("import os; os.rmdir(os.getcwd())").run(TASK, workspace)

    assert result.exit_code == 0
    with pytest.raises(AgentError, match="workspace is no longer there"):
        script("").run(TASK, workspace)
