"""`editbench agents --check` says what is here, what is missing, and what to do."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_editbench import cli
from pytest_editbench.agents.presets import checking, table
from pytest_editbench.agents.presets.checking import ERROR, NOTE, OK, Finding
from pytest_editbench.agents.wishes import INHERIT, Wishes

CLAUDE, CODEX, QWEN = (table.of_the_package()[name] for name in ("claude", "codex", "qwen"))
Check = Callable[..., tuple[int, list[str]]]


@pytest.fixture(autouse=True)
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No keys, nobody's home, and a folder of programs on a PATH that has little else."""
    for name in [*os.environ]:
        if name.endswith(("_API_KEY", "_TOKEN", "_HOME", "_DIR")):
            monkeypatch.delenv(name)
    programs = tmp_path / "programs"
    programs.mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}/usr/bin{os.pathsep}/bin")
    monkeypatch.setenv("EDITBENCH_CACHE", str(tmp_path / "cache"))
    program(programs, "node", "#!/bin/sh\necho v20.1.0\n")
    return programs


def program(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str]) -> Check:
    def check(*words: str) -> tuple[int, list[str]]:
        code = cli.main(["agents", *words])
        printed = capsys.readouterr()
        return code, [*printed.out.splitlines(), *printed.err.splitlines()]

    return check


@pytest.mark.parametrize(
    ("version", "finding"),
    [
        ("2.1.332", Finding(OK, "version 2.1.332, which the preset was checked with")),
        (
            "2.1.197",
            Finding(
                NOTE,
                "version 2.1.197 is older: the preset was checked with 2.1.332; if --live fails, update: "
                "npm install -g @anthropic-ai/claude-code@2.1.332",
            ),
        ),
        (
            "2.10.0",
            Finding(
                NOTE,
                "version 2.10.0 is newer: the preset was checked with 2.1.332; see with --live whether it "
                "still fits",
            ),
        ),
        (None, Finding(NOTE, "it does not tell its version; see what `claude --version` says")),
    ],
)
def test_the_version_is_held_against_the_rows(version: str | None, finding: Finding) -> None:
    assert checking.compared(CLAUDE, version) == finding


def test_a_row_that_was_checked_with_nothing_takes_any_version() -> None:
    assert checking.compared(replace(CLAUDE, checked=None), "1.0") == Finding(OK, "version 1.0")


def test_keys_are_named_and_never_shown() -> None:
    found = [*checking.credentials(CLAUDE, Wishes(), {"ANTHROPIC_API_KEY": "s3cret", "PATH": "/"})]

    assert found == [Finding(OK, "set in the environment: ANTHROPIC_API_KEY")]


def test_an_empty_key_is_none() -> None:
    (found,) = checking.credentials(QWEN, Wishes(), {"OPENAI_API_KEY": ""})

    said = "nothing to log in with is in sight; set OPENAI_API_KEY, or name a server: --base-url"
    assert found == Finding(ERROR, said)


def test_a_server_may_need_no_key_and_an_inherited_home_may_have_another_way() -> None:
    (server,) = checking.credentials(QWEN, Wishes(base_url="http://x/v1"), {})
    (inherited,) = checking.credentials(QWEN, Wishes(home=INHERIT), {})

    assert server == Finding(OK, "nothing to log in with is in sight, and http://x/v1 may need nothing")
    assert inherited.severity == NOTE


@pytest.mark.parametrize(("home", "severity"), [(None, NOTE), (INHERIT, OK)])
def test_a_file_with_a_token_that_is_renewed_is_warned_of_where_it_is_copied(
    home: str | None, severity: str, tmp_path: Path
) -> None:
    (tmp_path / ".codex").mkdir()
    (tmp_path / ".codex/auth.json").write_text("s3cret")

    (found,) = checking.credentials(CODEX, Wishes(home=home), {})

    assert found.severity == severity
    assert found.text.startswith(f"{tmp_path}/.codex/auth.json is there")


def test_a_login_is_not_said_to_be_copied_for_a_server_of_the_users_own(tmp_path: Path) -> None:
    (tmp_path / ".codex").mkdir()
    (tmp_path / ".codex/auth.json").write_text("s3cret")

    found = [*checking.credentials(CODEX, Wishes(base_url="http://x/v1"), {})]

    assert [each.severity for each in found] == [OK, OK]
    assert found[0].text.endswith("auth.json is there; no login is handed to http://x/v1")


def test_a_login_that_is_not_copied_is_nothing_to_log_in_with(tmp_path: Path) -> None:
    (tmp_path / ".codex/auth.json").mkdir(parents=True)

    found = [*checking.credentials(CODEX, Wishes(), {})]

    assert [each.severity for each in found] == [NOTE, ERROR]
    assert found[0].text.endswith("auth.json is not copied: it is not a regular file")


@pytest.mark.parametrize("spec", ["qwen", "./tool"])
def test_a_file_that_is_no_program_is_an_error(
    spec: str, check: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for place in (tmp_path / "tool", tmp_path / "bin" / "qwen"):
        place.parent.mkdir(exist_ok=True)
        place.write_text("not a program\n")
        place.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))

    code, lines = check("--check", spec)

    assert code == 1
    assert any(line.startswith("error") and "not a program; a script needs" in line for line in lines)


def test_a_program_that_is_missing_is_told_how_to_get_and_nothing_is_run(check: Check) -> None:
    code, lines = check("--check", "qwen", "--live")

    assert code == 1
    assert lines[0] == "error  qwen is not on PATH; install it: npm install -g @qwen-code/qwen-code@0.24.4"
    assert lines[1].startswith("note   Node.js is 20.1.0, and qwen asks for 22 or later; npm then installs")
    assert lines[2].startswith("error  nothing to log in with is in sight; set OPENAI_API_KEY, or")
    assert [line[:5] for line in lines[3:]] == ["note ", "note "]


FIX = f"""#!{sys.executable} -IS
import sys
if "--version" in sys.argv:
    sys.exit(print("0.171.0"))
data = open("shipping.py").read()
open("shipping.py", "w").write(data.replace("total >", "total >="))
"""


def test_a_live_check_runs_and_judges_one_case(check: Check, bare: Path, tmp_path: Path) -> None:
    program(bare, "codex", FIX)

    code, lines = check("--check", "codex", "--live", "--base-url", "http://127.0.0.1:1/v1")

    assert code == 0
    assert lines[:2] == [
        f"ok     codex is {bare}/codex",
        "ok     version 0.171.0, which the preset was checked with",
    ]
    assert lines[-1].startswith("ok     one tiny case passed in ")
    assert not [*(tmp_path / "cache/homes").iterdir()]


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("exit 0", 0, "note   it ran, N s, and did not pass one tiny case: unchanged: "),
        (
            "echo no key >&2; exit 75",
            1,
            "error  one tiny case could not be run, N s: agent-error: provider",
        ),
        ("sleep 5", 1, "error  one tiny case could not be run, N s: timeout: "),
    ],
)
def test_a_live_check_that_fails_says_how(text: str, code: int, said: str, check: Check, bare: Path) -> None:
    program(bare, "mycli", f"#!/bin/sh\n{text}\n")

    ended, lines = check("--check", "mycli --yes", "--live", "--timeout", "0.3")

    assert ended == code
    assert lines[0] == "ok     mycli --yes is an agent: command"
    assert re.sub(r"\d+\.\d s", "N s", lines[1]).startswith(said)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--live"], "editbench: --live runs the agent that --check names; name one"),
        (["--check", "nobody"], "editbench: no agent 'nobody': no such program on PATH"),
        (["--check", "pi", "--presets", "none.toml"], "editbench: none.toml: the presets cannot be read: "),
        (
            ["--check", "noop", "--model", "a", "--model", "b"],
            "editbench: --editbench-model names two models",
        ),
        (["--check", "chat:m", "--live"], "editbench: chat:m is no program to check; run a case with it"),
    ],
)
def test_a_check_that_cannot_be_made_says_why(words: list[str], said: str, check: Check) -> None:
    code, lines = check(*words)

    assert code == 2
    assert lines[-1].startswith(said)


def test_the_list_says_which_programs_are_here(check: Check, bare: Path, tmp_path: Path) -> None:
    program(bare, "codex", "")
    own = {"description": "Mine", "program": "mycli", "install": "make", "argv": []}
    text = "\n".join(f"{key} = {json.dumps(value)}" for key, value in own.items())
    (tmp_path / "own.toml").write_text(f"[mine]\n{text}\n")

    code, lines = check("--presets", str(tmp_path / "own.toml"))

    rows = {line.split()[0]: line for line in lines}
    assert code == 0
    assert rows["codex"].endswith("preset       Codex, OpenAI's agent")
    assert rows["claude"].endswith("(not on PATH)")
    assert rows["mine"].endswith("preset       Mine (not on PATH)")
