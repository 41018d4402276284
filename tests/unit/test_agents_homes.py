"""A private home keeps the user's settings out, and lets through what a program needs to run."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from pytest_editbench import processes
from pytest_editbench.agents import homes
from pytest_editbench.agents.command import CommandAgent
from pytest_editbench.agents.homes import Home
from pytest_editbench.agents.wishes import INHERIT, PRIVATE
from pytest_editbench.errors import AgentError
from pytest_editbench.model import Task, Workspace

TELL = "import json, os; print(json.dumps(dict(os.environ)))"


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    monkeypatch.setenv("HOME", "/home/me")
    monkeypatch.setenv("MY_RULES", "x")
    monkeypatch.setenv("SOME_API_KEY", "secret")
    monkeypatch.setenv("https_proxy", "http://proxy")
    path = tmp_path / "place" / "work"
    path.mkdir(parents=True)
    usage_file = path.with_name("usage.json")
    environ = processes.environment(os.environ, usage_file, "marker")
    return Workspace(path, usage_file, tmp_path / "output", environ, "marker", timeout=60)


def told(workspace: Workspace, home: str) -> dict[str, str]:
    """The environment that a command gets."""
    CommandAgent((sys.executable, "-c", TELL), home).run(Task("Do it.", {}), workspace)
    found: dict[str, str] = json.loads((workspace.output / "stdout").read_bytes())
    return found


def test_a_command_may_have_a_private_home_with_keys_and_proxies_and_no_more(workspace: Workspace) -> None:
    found = told(workspace, PRIVATE)

    assert Path(found["HOME"]) == workspace.path.with_name("home") / "home"
    assert Path(found["TMPDIR"]).is_dir()
    assert (found["SOME_API_KEY"], found["https_proxy"]) == ("secret", "http://proxy")
    assert "MY_RULES" not in found
    assert found["EDITBENCH_USAGE_FILE"] == str(workspace.usage_file)


def test_an_inherited_home_is_the_users_with_all_there_is(workspace: Workspace) -> None:
    found = told(workspace, INHERIT)

    assert (found["HOME"], found["MY_RULES"]) == ("/home/me", "x")
    assert not workspace.path.with_name("home").exists()


def test_a_preset_lets_through_what_its_row_names_alone(tmp_path: Path) -> None:
    home = Home(tmp_path / "home", tmp_path / "tmp")
    base = {"PATH": "/bin", "LC_ALL": "C", "A_API_KEY": "a", "B_API_KEY": "b", "NODE_OPTIONS": "-r x"}

    found = home.environment(base, ["A_*"])

    assert {"PATH", "LC_ALL", "A_API_KEY"} <= found.keys()
    assert not {"B_API_KEY", "NODE_OPTIONS"} & found.keys()


def test_a_home_that_cannot_be_made_or_written_is_an_agent_error(workspace: Workspace) -> None:
    workspace.path.with_name("home").write_text("in the way")
    with pytest.raises(AgentError, match=r"no private home can be made: Not a directory$"):
        homes.make(workspace)
    place = workspace.path.parent / "other"
    place.write_text("in the way")
    with pytest.raises(AgentError, match=r"other/x: the agent's home cannot be written: "):
        Home(place, place).write("x", b"")
    with pytest.raises(AgentError, match=r"other/x: the agent's home cannot be made: "):
        Home(place, place).folder("x")


def test_a_link_that_stands_where_a_file_goes_is_replaced(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_text("mine")
    (tmp_path / "rules").symlink_to(mine)

    Home(tmp_path, tmp_path).write("rules", b"theirs")

    assert (mine.read_text(), (tmp_path / "rules").read_text()) == ("mine", "theirs")


def test_nothing_is_made_outside_the_home(tmp_path: Path) -> None:
    Home(tmp_path / "home", tmp_path).folder(str(tmp_path / "elsewhere"))

    assert not [*tmp_path.iterdir()]


def test_a_login_that_is_a_link_to_itself_is_refused_with_its_reason(tmp_path: Path) -> None:
    login = tmp_path / "auth.json"
    login.symlink_to("auth.json")

    assert homes.refusal(login) == "it is a link to itself"
