"""What a user names becomes an agent, or a message that says what could be named."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pytest_editbench.agents import lookup
from pytest_editbench.agents.command import CommandAgent
from pytest_editbench.agents.function import FunctionAgent
from pytest_editbench.agents.lookup import Kind, NamedAgent
from pytest_editbench.agents.noop import Noop
from pytest_editbench.agents.oracle import Oracle
from pytest_editbench.agents.presets import table
from pytest_editbench.agents.wishes import Models, Wishes
from pytest_editbench.errors import AgentError, UsageError
from pytest_editbench.model import AgentResult, Task, Workspace


class Mine:
    """Does it my way.

    And more.
    """

    def run(self, *_: object) -> AgentResult:
        raise ValueError("mine")


def call(task: Task, workspace: Workspace) -> str:
    """Answers."""
    return "called"


@pytest.fixture(autouse=True)
def imports(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The import path and the modules as before."""
    modules = set(sys.modules)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    for name in set(sys.modules) - modules:
        del sys.modules[name]


@pytest.fixture
def resolve(tmp_path: Path) -> Callable[..., NamedAgent]:
    def resolve(
        spec: str, registered: dict[str, object] | None = None, model: str | None = None
    ) -> NamedAgent:
        wishes = Wishes(Models(model))
        return lookup.resolve(spec, registered=registered or {}, directory=tmp_path, wishes=wishes)

    return resolve


Resolve = Callable[..., NamedAgent]


def program(path: Path, text: str = "#!/bin/sh\n", mode: int = 0o755) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)
    return path


def ran(agent: NamedAgent) -> AgentResult:
    place = Workspace(Path(), Path("/nowhere/usage.json"), Path(), {}, "test-no-such-marker", 60)
    return agent.agent.run(Task("", {}), place)


# --- built-in, registered, entry points -------------------------------------------------------------


@pytest.mark.parametrize(("name", "kind"), [("oracle", Oracle), ("noop", Noop)])
def test_a_built_in_is_found_by_its_name(resolve: Resolve, name: str, kind: type) -> None:
    agent = resolve(name)

    assert (agent.label, type(agent.agent), agent.command, agent.kind) == (name, kind, None, Kind.BUILT_IN)


def test_every_built_in_can_be_made(resolve: Resolve) -> None:
    assert [resolve(name).label for name in lookup.AGENTS] == list(lookup.AGENTS)


def test_the_oracle_never_runs_by_itself(resolve: Resolve) -> None:
    with pytest.raises(AgentError, match="laid by the runner"):
        ran(resolve("oracle"))


def test_noop_answers(resolve: Resolve) -> None:
    assert ran(resolve("noop")) == AgentResult(answered=True)


@pytest.mark.parametrize("registered", [Mine, Mine()], ids=["class", "instance"])
def test_a_registered_agent_is_guarded(resolve: Resolve, registered: object) -> None:
    agent = resolve("mine", {"mine": registered})

    assert (agent.label, agent.command, agent.kind) == ("mine", None, Kind.REGISTERED)
    with pytest.raises(AgentError, match="mine: ValueError: mine"):
        ran(agent)


def test_a_registered_callable_is_called(resolve: Resolve) -> None:
    assert ran(resolve("mine", {"mine": call})).text == "called"


def test_a_registered_agent_of_ours_is_taken_as_it_is(resolve: Resolve) -> None:
    ours = CommandAgent(("true",))

    assert resolve("mine", {"mine": ours}).agent is ours


def test_a_built_in_comes_before_a_registered_agent(resolve: Resolve) -> None:
    assert resolve("noop", {"noop": call}).kind is Kind.BUILT_IN


def test_what_is_no_agent_is_refused(resolve: Resolve) -> None:
    with pytest.raises(UsageError, match="'mine' is neither callable nor has a method run"):
        resolve("mine", {"mine": 3})


def test_a_class_that_cannot_be_made_is_refused(resolve: Resolve) -> None:
    class Demanding:
        def __init__(self, key: str) -> None: ...

    with pytest.raises(UsageError, match=r"'mine': Demanding\(\) failed: TypeError: .*'key'"):
        resolve("mine", {"mine": Demanding})


@pytest.fixture
def packaged(tmp_path: Path) -> str:
    """The name of an agent that an installed package offers."""
    (tmp_path / "a_package_of_agents.py").write_text("def run(task, workspace): return 'from a package'\n")
    info = tmp_path / "a_package_of_agents-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: a-package-of-agents\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[pytest_editbench.agents]\n"
        "packaged = a_package_of_agents:run\n"
        "broken = a_package_of_agents:nothing\n"
    )
    sys.path.insert(0, str(tmp_path))
    return "packaged"


def test_an_entry_point_is_found_by_its_name(resolve: Resolve, packaged: str) -> None:
    agent = resolve(packaged)

    assert (agent.label, agent.kind, ran(agent).text) == (packaged, Kind.ENTRY_POINT, "from a package")


def test_a_broken_entry_point_is_refused(resolve: Resolve, packaged: str) -> None:
    with pytest.raises(UsageError, match=r"'broken': module 'a_package_of_agents' has no 'nothing'"):
        resolve("broken")


def test_a_registered_agent_comes_before_an_entry_point(resolve: Resolve, packaged: str) -> None:
    assert resolve(packaged, {packaged: call}).kind is Kind.REGISTERED


def test_all_that_has_a_name_is_available(packaged: str) -> None:
    assert lookup.available({"mine": Mine, "called": call}) == [
        *((row.form, row.line, Kind.MODEL) for row in lookup.SCHEMES.values()),
        *((name, row.line, Kind.BUILT_IN) for name, row in lookup.AGENTS.items()),
        ("mine", "Does it my way.", Kind.REGISTERED),
        ("called", "Answers.", Kind.REGISTERED),
        ("broken", "a_package_of_agents:nothing", Kind.ENTRY_POINT),
        ("packaged", "a_package_of_agents:run", Kind.ENTRY_POINT),
        *((name, row.description, Kind.PRESET) for name, row in table.of_the_package().items()),
    ]


# --- package.module:callable ------------------------------------------------------------------------


def test_a_callable_is_imported_from_the_directory(resolve: Resolve, tmp_path: Path) -> None:
    (tmp_path / "some_agent.py").write_text(
        "class Some:\n    def run(self, task, workspace): return 'imported'\n"
    )

    agent = resolve("some_agent:Some")

    assert isinstance(agent.agent, FunctionAgent)
    assert (agent.label, agent.command, agent.kind) == ("some_agent.Some", "some_agent:Some", Kind.FUNCTION)
    assert ran(agent).text == "imported"


@pytest.mark.parametrize(
    ("spec", "text", "message"),
    [
        ("no_such_agent:run", "", "ModuleNotFoundError: No module named 'no_such_agent'$"),
        ("some_agent:walk", "run = 3", "module 'some_agent' has no 'walk'$"),
        ("some_agent:run.walk", "run = 3", "module 'some_agent' has no 'run.walk'$"),
        ("some_agent:run", "raise AttributeError('odd')", r"AttributeError: odd \(.*some_agent.py:1\)"),
        (
            "some_agent:run",
            "import pytest\npytest.skip('not here', allow_module_level=True)",
            r"Skipped: not here \(.*some_agent.py:2\)",
        ),
        ("some_agent:run", r"raise ValueError('\x1b[31m\n\nred')", r"ValueError: \\x1b\[31m red \("),
        ("some_agent:run", "run = 3", "neither callable nor has a method run"),
        ("some_agent:run", "import no_such_thing", r"No module named 'no_such_thing' \(.*some_agent.py:1\)"),
        ("some_agent:run", "def run(:", r"SyntaxError: .*some_agent.py, line 1"),
        ("some_agent:run", "raise SystemExit(2)", r"SystemExit: 2 \(.*some_agent.py:1\)"),
    ],
)
def test_what_cannot_be_imported_says_why(
    resolve: Resolve, tmp_path: Path, spec: str, text: str, message: str
) -> None:
    (tmp_path / "some_agent.py").write_text(text)

    with pytest.raises(UsageError, match=message):
        resolve(spec)


@pytest.mark.parametrize("text", ["C:/x", "a-b:c", "mod:", ":call", "mod:call now"])
def test_a_colon_alone_makes_no_import(resolve: Resolve, text: str) -> None:
    with pytest.raises(UsageError, match=r"no agent .* on PATH|no program"):
        resolve(text)


# --- command lines ----------------------------------------------------------------------------------


def test_a_program_is_found_on_path(
    resolve: Resolve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = program(tmp_path / "bin" / "mycli")
    monkeypatch.setenv("PATH", str(found.parent))

    agent = resolve("mycli --yes 'a b' {prompt}")

    assert agent.agent == CommandAgent((str(found), "--yes", "a b", "{prompt}"))
    assert (agent.label, agent.command, agent.kind) == ("mycli", "mycli --yes 'a b' {prompt}", Kind.COMMAND)


def test_a_program_on_a_relative_path_is_made_absolute(
    resolve: Resolve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = program(tmp_path / "bin" / "mycli")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "bin")

    assert resolve("mycli").agent == CommandAgent((str(found),))


def test_a_program_with_a_slash_is_looked_for_in_the_directory(resolve: Resolve, tmp_path: Path) -> None:
    found = program(tmp_path / "my agent.sh")

    agent = resolve("'./my agent.sh'")

    assert agent.agent == CommandAgent((str(found),))
    assert agent.label == "my.agent.sh"


def test_a_program_below_the_home_folder_is_found(
    resolve: Resolve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = program(tmp_path / "home" / "agent")
    monkeypatch.setenv("HOME", str(found.parent))

    assert resolve("~/agent").agent == CommandAgent((str(found),))


def test_a_word_that_names_a_file_of_the_directory_is_made_absolute(resolve: Resolve, tmp_path: Path) -> None:
    (tmp_path / "agent.py").touch()
    (tmp_path / "folder").mkdir()

    agent = resolve(f"{sys.executable} agent.py folder absent.py {'x' * 5000}")

    assert agent.agent == CommandAgent(
        (sys.executable, str(tmp_path / "agent.py"), "folder", "absent.py", "x" * 5000)
    )


def test_words_that_lead_up_name_no_folder_that_need_not_be_there(
    resolve: Resolve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = program(tmp_path / "tools" / "mycli")
    (tmp_path / "folder").mkdir()
    (tmp_path / "tools" / "agent.py").symlink_to("mycli")
    monkeypatch.chdir(tmp_path / "folder")
    monkeypatch.setenv("PATH", "../tools")

    for name in ("folder/../tools/mycli", "mycli"):
        agent = resolve(f"{name} folder/../tools/agent.py").agent
        assert agent == CommandAgent((str(found), str(found.with_name("agent.py"))))


def test_a_way_up_from_behind_a_link_is_that_of_the_system(resolve: Resolve, tmp_path: Path) -> None:
    found = program(tmp_path / "far" / "agent.sh")
    program(tmp_path / "agent.sh")
    (tmp_path / "far" / "folder").mkdir()
    (tmp_path / "link").symlink_to("far/folder")

    assert resolve("link/../agent.sh").agent == CommandAgent((str(found),))


def test_a_program_that_may_not_be_executed_is_refused(resolve: Resolve, tmp_path: Path) -> None:
    program(tmp_path / "agent.sh", mode=0o644)

    with pytest.raises(UsageError, match=r"may not be executed; allow it with: chmod \+x /"):
        resolve("./agent.sh")


def test_a_program_that_is_not_there_is_refused(resolve: Resolve) -> None:
    with pytest.raises(UsageError, match=r"no program .*agent\.sh"):
        resolve("./agent.sh")


def test_an_open_quote_is_refused(resolve: Resolve) -> None:
    with pytest.raises(UsageError, match="no command line: No closing quotation"):
        resolve("mycli 'a")


def test_a_model_nobody_named_is_refused(resolve: Resolve) -> None:
    with pytest.raises(UsageError, match=r"asks for \{model\}; set --editbench-model"):
        resolve("sh -m{model}")
    assert resolve("sh -m{model}", model="m-1").label == "sh"


def test_what_is_nothing_lists_what_there_is(resolve: Resolve, packaged: str) -> None:
    with pytest.raises(UsageError) as raised:
        resolve("no-such-agent --yes", {"mine": call})

    assert str(raised.value) == (
        "no agent 'no-such-agent --yes': no such program on PATH, no package.module:callable, "
        "and none of: chat:MODEL, oracle, noop, solver, mine, broken, packaged, "
        "aider, claude, codex, gemini, mini, opencode, pi, qwen"
    )


def test_a_program_in_the_directory_is_hinted_at(resolve: Resolve, tmp_path: Path) -> None:
    program(tmp_path / "no-such-agent.sh")

    with pytest.raises(UsageError, match=r"did you mean \./no-such-agent\.sh\?"):
        resolve("no-such-agent.sh --yes")


# --- labels -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "label", "command"),
    [
        ("fast-1.0_b=sh -c x", "fast-1.0_b", "sh -c x"),
        ("best=noop", "best", None),
        ("sh --a=b", "sh", "sh --a=b"),
        (" sh ", "sh", "sh"),
    ],
)
def test_a_label_comes_before_the_command(
    resolve: Resolve, spec: str, label: str, command: str | None
) -> None:
    agent = resolve(spec)

    assert (agent.label, agent.command) == (label, command)


@pytest.mark.parametrize("spec", ["", "  ", "a=", "a= "])
def test_a_label_alone_is_refused(resolve: Resolve, spec: str) -> None:
    with pytest.raises(UsageError, match="no agent ''"):
        resolve(spec)


def test_all_are_resolved_in_their_order(tmp_path: Path) -> None:
    agents = lookup.resolve_all(["sh -c a", "b=sh -c b"], registered={}, directory=tmp_path)

    assert [agent.label for agent in agents] == ["sh", "b"]


def test_equal_labels_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="two agents are labelled 'sh'; tell them apart by LABEL=COMMAND"):
        lookup.resolve_all(["sh -c a", "sh -c b"], registered={}, directory=tmp_path)


# --- what a fixture hands in ------------------------------------------------------------------------


def test_a_fixture_may_hand_in_a_name() -> None:
    assert lookup.named("noop").label == "noop"


@pytest.mark.parametrize(
    ("agent", "label"), [(call, "call"), (Mine, "Mine"), (Mine(), "Mine"), (lambda *_: None, "lambda")]
)
def test_a_fixture_may_hand_in_an_object(agent: object, label: str) -> None:
    found = lookup.named(agent)

    assert (found.label, type(found.agent), found.command) == (label, FunctionAgent, None)


def test_a_fixture_may_hand_in_a_resolved_agent() -> None:
    agent = lookup.named("noop")

    assert lookup.named(agent) is agent


def test_importing_the_lookup_imports_no_agent() -> None:
    code = "import sys, pytest_editbench.agents.lookup; print(*(set(sys.modules) & {'subprocess', 'psutil'}))"
    root = Path(lookup.__file__).parents[2]

    printed = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, check=True).stdout

    assert printed == b"\n"
