"""Presets: rows of data become agents that run unattended, in a home of their own, and tell what it took."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_editbench import processes, transcripts
from pytest_editbench.agents import lookup, wishes
from pytest_editbench.agents.lookup import Kind, NamedAgent
from pytest_editbench.agents.presets import reading, remarks, table, versions
from pytest_editbench.agents.presets.row import Row
from pytest_editbench.agents.wishes import INHERIT, PRIVATE, Models, Wishes
from pytest_editbench.errors import AgentError, UsageError
from pytest_editbench.model import AgentResult, Task, Workspace

ROWS = table.of_the_package()
TASK = Task("Change it.\n", {}, model="m-1")
SERVER = "http://127.0.0.1:1/v1"

# Stands for every program: says what it was given, and what it found in its home.
SPY = f"""#!{sys.executable} -IS
import json, os, sys
home = os.environ["HOME"]
files = {{}}
for folder, _, names in os.walk(home):
    for name in names:
        place = os.path.join(folder, name)
        files[os.path.relpath(place, home)] = open(place).read()
seen = {{"argv": sys.argv[1:], "stdin": sys.stdin.read(), "environ": dict(os.environ), "files": files}}
json.dump(seen, open("seen.json", "w"))
print("1.2.3")
"""


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on PATH, and no user's settings or keys."""
    folder = tmp_path / "programs"
    folder.mkdir()
    user = tmp_path / "user"
    user.mkdir()
    for name in [*os.environ]:
        if name.endswith(("_API_KEY", "_BASE_URL", "_HOME", "_DIR")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(user))
    return folder


def program(folder: Path, name: str, text: str = SPY) -> None:
    folder.joinpath(name).write_text(text)
    folder.joinpath(name).chmod(0o755)


@pytest.fixture
def workspace(tmp_path: Path) -> Callable[[], Workspace]:
    def make() -> Workspace:
        path = tmp_path / "trial" / "work"
        path.mkdir(parents=True)
        usage_file = path.with_name("usage.json")
        marker = f"test-{os.getpid()}-{tmp_path.name}"
        environ = processes.environment(os.environ, usage_file, marker)
        output, home = path.with_name("output"), tmp_path / "homes" / "one"
        return Workspace(path, usage_file, output, environ, marker, timeout=60, home=home)

    return make


def resolve(spec: str, **wanted: object) -> NamedAgent:
    return lookup.resolve(spec, registered={}, directory=Path(), wishes=Wishes(**wanted))  # type: ignore[arg-type]  # as the tests name them


def seen(agent: NamedAgent, place: Workspace, task: Task = TASK) -> dict[str, Mapping[str, str]]:
    """What the program of the agent was given."""
    agent.agent.run(task, place)
    found: dict[str, Mapping[str, str]] = json.loads((place.path / "seen.json").read_bytes())
    return found


# --- rows of the package ---------------------------------------------------------------------------


def test_the_package_has_the_eight_agents() -> None:
    assert [*ROWS] == ["aider", "claude", "codex", "gemini", "mini", "opencode", "pi", "qwen"]


@pytest.mark.parametrize("name", ROWS)
def test_every_row_gives_the_program_its_prompt_its_model_and_a_private_home(
    name: str, programs: Path, workspace: Callable[[], Workspace], monkeypatch: pytest.MonkeyPatch
) -> None:
    program(programs, ROWS[name].program)
    monkeypatch.setenv("SOME_SECRET", "x")
    place = workspace()

    found = seen(resolve(name), place)

    argv, environ = found["argv"], found["environ"]
    files = [Path(word).read_text() for word in argv if word.endswith("prompt.md")]
    assert TASK.prompt in (found["stdin"], *argv, *files)
    assert "m-1" in argv
    assert place.home is not None
    private = str(place.home)
    assert all(environ[key].startswith(private) for key in ("HOME", "XDG_CONFIG_HOME"))
    assert Path(environ["TMPDIR"]) == place.path.with_name("tmp")
    assert "SOME_SECRET" not in environ
    assert environ["EDITBENCH_MARKER"] == place.marker
    assert "{home}" not in json.dumps(found)
    assert not [*(programs.parent / "user").iterdir()]


@pytest.mark.parametrize("name", ROWS)
def test_every_row_takes_a_server_and_names_it_to_the_program(
    name: str, programs: Path, workspace: Callable[[], Workspace]
) -> None:
    program(programs, ROWS[name].program)

    found = seen(resolve(name, base_url=SERVER, models=Models("m-1")), workspace())

    assert "http://127.0.0.1:1" in json.dumps(found)
    for key in ("m-1", f"{ROWS[name].server.prefix}m-1" if ROWS[name].server else ""):
        assert key in json.dumps(found)
    for place, text in found["files"].items():
        if place.endswith(".json"):
            json.loads(text)


@pytest.mark.parametrize("name", ROWS)
def test_every_row_runs_without_a_model_and_in_the_users_home(
    name: str, programs: Path, workspace: Callable[[], Workspace]
) -> None:
    program(programs, ROWS[name].program)
    user = str(programs.parent / "user")

    found = seen(resolve(name, home=INHERIT), workspace(), replace(TASK, model=None))

    assert found["environ"]["HOME"] == user
    assert not found["files"]
    assert not any("{model}" in word for word in found["argv"])


def test_a_model_that_no_json_can_hold_as_it_is_stays_what_it_is(
    programs: Path, workspace: Callable[[], Workspace]
) -> None:
    program(programs, "opencode")

    found = seen(
        resolve("opencode", base_url=SERVER, models=Models("x")), workspace(), replace(TASK, model='a"b')
    )

    text = found["files"][".config/opencode/opencode.json"]
    assert [*json.loads(text)["provider"]["editbench"]["models"]] == ['a"b']


def test_a_prefix_that_is_typed_is_not_put_twice(programs: Path, workspace: Callable[[], Workspace]) -> None:
    program(programs, "aider")
    agent = resolve("aider", base_url=SERVER)

    assert "openai/m-1" in seen(agent, workspace(), replace(TASK, model="openai/m-1"))["argv"]


def test_keys_that_are_set_go_before_what_stands_in_for_them(
    programs: Path, workspace: Callable[[], Workspace], monkeypatch: pytest.MonkeyPatch
) -> None:
    program(programs, "codex")
    monkeypatch.setenv("OPENAI_API_KEY", "mine")

    assert seen(resolve("codex", base_url=SERVER), workspace())["environ"]["OPENAI_API_KEY"] == "mine"


def test_credential_files_are_copied_read_only_and_their_renewal_is_warned_of(
    programs: Path, workspace: Callable[[], Workspace]
) -> None:
    program(programs, "codex")
    login = programs.parent / "user" / ".codex" / "auth.json"
    login.parent.mkdir()
    login.write_text("token")
    place, agent = workspace(), resolve("codex")

    assert seen(agent, place)["files"][".codex/auth.json"] == "token"
    assert place.home is not None
    assert (place.home / "home/.codex/auth.json").stat().st_mode & 0o777 == 0o400
    (line,) = remarks.lines([agent])
    assert line.startswith(f"codex: WARNING: {login} is copied, read-only; where its token is renewed")


@pytest.mark.parametrize(
    ("kind", "refusal"),
    [
        ("pipe", "it is not a regular file"),
        ("folder", "it is not a regular file"),
        ("link out", "it is a link that leads out of the home folder, to "),
        ("link to nothing", "it is a link to nothing"),
        ("large", "it is larger than 1,048,576 bytes"),
        ("link inside", None),
    ],
)
def test_a_login_that_is_no_plain_file_of_the_users_is_not_copied_and_that_is_told(
    kind: str, refusal: str | None, programs: Path, workspace: Callable[[], Workspace]
) -> None:
    program(programs, "codex")
    user = programs.parent / "user"
    login = user / ".codex/auth.json"
    login.parent.mkdir()
    (user / "kept").write_text("inside")
    (programs.parent / "secret").write_text("s3cret")
    match kind:
        case "pipe":
            os.mkfifo(login)
        case "folder":
            login.mkdir()
        case "large":
            login.write_bytes(bytes(1_048_577))
        case _:
            places = {"link out": programs.parent / "secret", "link inside": user / "kept"}
            login.symlink_to(places.get(kind, user / "none"))
    agent = resolve("codex")

    files = seen(agent, workspace())["files"]

    told = [line for line in remarks.lines([agent]) if "auth.json is not copied: " in line]
    if refusal is None:
        assert (files[".codex/auth.json"], told) == ("inside", [])
    else:
        assert ".codex/auth.json" not in files
        assert told[0].partition("not copied: ")[2].startswith(refusal)


def test_a_variable_that_moves_the_credentials_is_followed(
    programs: Path, workspace: Callable[[], Workspace], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program(programs, "codex")
    monkeypatch.setenv("CODEX_HOME", str(tmp_path))
    (tmp_path / "auth.json").write_text("moved")

    assert seen(resolve("codex"), workspace())["files"][".codex/auth.json"] == "moved"


def test_credentials_stay_away_from_a_server_of_the_users_own(
    programs: Path, workspace: Callable[[], Workspace]
) -> None:
    program(programs, "codex")
    login = programs.parent / "user" / ".codex" / "auth.json"
    login.parent.mkdir()
    login.write_text("token")

    assert [*seen(resolve("codex", base_url=SERVER), workspace())["files"]] == [".codex/config.toml"]


# --- look-up ----------------------------------------------------------------------------------------


def test_a_preset_is_named_after_itself_and_takes_more_words(
    programs: Path, workspace: Callable[[], Workspace]
) -> None:
    program(programs, "claude")
    agent = resolve("claude --effort 'very high'", models=Models("m-2"))

    assert (agent.label, agent.command, agent.kind) == ("claude", "claude --effort 'very high'", Kind.PRESET)
    assert (agent.model, agent.home, agent.litter) == ("m-2", PRIVATE, (".claude/",))
    assert [*seen(agent, workspace())["argv"]][-2:] == ["--effort", "very high"]


@pytest.mark.parametrize("spec", ["claude {prompt}", "claude -m {model}", "{programs}/claude"])
def test_a_placeholder_or_a_path_makes_it_a_plain_command(spec: str, programs: Path) -> None:
    program(programs, "claude")

    agent = resolve(spec.replace("{programs}", str(programs)), models=Models("m-1"))

    assert (agent.kind, agent.home) == (Kind.COMMAND, INHERIT)


def test_a_registered_agent_comes_before_a_preset(programs: Path) -> None:
    program(programs, "pi")
    mine = {"pi": lambda *_: None}

    assert lookup.resolve("pi", registered=mine, directory=Path()).kind is Kind.REGISTERED
    assert lookup.resolve("pi -v", registered=mine, directory=Path()).kind is Kind.PRESET


def test_a_program_that_is_not_installed_is_told_how_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")

    with pytest.raises(UsageError) as raised:
        resolve("a=qwen --x")
    assert str(raised.value) == (
        "qwen: there is no program qwen on PATH; install it: npm install -g @qwen-code/qwen-code@0.24.4"
    )


def test_open_quotes_behind_a_preset_are_refused(programs: Path) -> None:
    with pytest.raises(UsageError, match=r"^\"pi '\" is no command line: No closing quotation$"):
        resolve("pi '")


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"home": INHERIT, "models": Models("m")}, "^pi takes a base URL by its configuration alone"),
        ({}, "^pi needs to know the model of the server; set --editbench-model$"),
    ],
)
def test_a_server_that_cannot_be_told_is_refused(
    wanted: dict[str, object], message: str, programs: Path
) -> None:
    program(programs, "pi")
    with pytest.raises(UsageError, match=message):
        resolve("pi", base_url=SERVER, **wanted)


@pytest.mark.parametrize(
    "url", ["localhost:1", 'http://x"y', "http://x y", "http://", "http://x?k@y", "file:///x"]
)
def test_a_base_url_that_is_none_is_refused(url: str, programs: Path) -> None:
    program(programs, "codex")
    with pytest.raises(UsageError, match=r"^--editbench-base-url must be the base URL of a server, such as "):
        resolve("codex", base_url=url)


def test_the_head_says_what_no_setting_bounds_and_what_an_inherited_home_leaves(programs: Path) -> None:
    program(programs, "qwen")
    private, inherited = ([*remarks.lines([resolve("qwen", home=home)])] for home in (PRIVATE, INHERIT))

    assert private == [f"qwen: {ROWS['qwen'].retries}: no setting bounds its retries"]
    assert inherited == [f"qwen: your home folder is inherited: {line}" for line in ROWS["qwen"].unbounded]


def test_a_row_of_the_users_without_a_server_refuses_one(programs: Path, tmp_path: Path) -> None:
    program(programs, "mycli")

    with pytest.raises(
        UsageError, match=r"^mine takes no --editbench-base-url: its preset does not say how$"
    ):
        resolve("mine", base_url=SERVER, presets=(own(tmp_path),))


# --- rows of the user's ------------------------------------------------------------------------------

MINE = """
[mine]
description = "Mine"
program = "mycli"
install = "make mycli"
argv = ["--yes", "{prompt}"]
"""


def own(folder: Path, text: str = MINE) -> Path:
    place = folder / "presets.toml"
    place.write_text(text)
    return place


def test_a_row_of_the_users_is_one_like_the_others(
    programs: Path, workspace: Callable[[], Workspace], tmp_path: Path
) -> None:
    program(programs, "mycli")
    place = workspace()

    agent = resolve("mine", presets=(own(tmp_path),))

    assert [*seen(agent, place)["argv"]] == ["--yes", TASK.prompt]
    assert agent.agent.run(TASK, place).usage.turns is None


def test_a_row_that_extends_another_keeps_what_it_does_not_say(tmp_path: Path) -> None:
    text = '[calm]\nextends = "claude"\nargv = ["-p"]\n[claude]\nextends = "claude"\nprogram = "my-claude"\n'

    rows = table.rows([own(tmp_path, text)])

    assert rows["calm"] == replace(ROWS["claude"], name="calm", argv=("-p",))
    assert rows["claude"].program == "my-claude"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a", "not TOML: "),
        ("[a b]\n", "not TOML: "),
        ('["a b"]\n', "[a b] is no name for a preset; use letters"),
        ("x = 1\n", "[x] must be a table of keys such as program"),
        (
            '[x]\nprogram = "y"\n',
            '[x] needs the key "description" (a text that is not empty), or "extends" with another preset',
        ),
        ('[x]\nextends = "y"\n', '[x] "extends" must name one of aider, claude, codex, gemini,'),
        ("[x]\nextends = 1\n", '[x] "extends" must name one of '),
        (
            f"{MINE}flags = 1\n",
            '[mine] has a key "flags" that means nothing; there are description, program,',
        ),
        (
            MINE.replace('["--yes", "{prompt}"]', '"-p"'),
            '[mine] "argv" must be a list of words, such as ["-p"',
        ),
        (MINE.replace('"--yes"', "1"), '[mine] "argv" must be a list of words'),
        (
            MINE.replace("--yes", "{server}"),
            '[mine] "argv" cannot hold {server}; it may hold {home}, {model}',
        ),
        (f"{MINE}git = 1\n", '[mine] "git" must be true or false, not 1'),
        (f"{MINE}node = true\n", '[mine] "node" must be a whole number ≥ 1, not True'),
        (f"{MINE}[mine.files]\n'../x' = ''\n", '[mine] "files" must be a table of texts by path, which must'),
        (f"{MINE}[mine.files]\n'/x' = ''\n", '[mine] "files" must be a table of texts by path, which must'),
        (f"{MINE}[mine.files]\n'x/' = ''\n", '[mine] "files" must be a table of texts by path, which must'),
        (f"{MINE}parser = 'x'\n", '[mine] "parser" must be one of claude, codex, opencode,'),
        (
            f"{MINE}[mine.files]\nx = ''\n'./x/y' = ''\n",
            '[mine] "files" cannot make x/y: "files" makes a file of x',
        ),
        (
            f"{MINE}[mine.files]\nx = ''\n[mine.server.files]\n'x/y' = ''\n",
            '[mine] "server.files" cannot make x/y: "files" makes a file of x',
        ),
        (
            f"{MINE}credentials = [{{ folder = 'x', file = 'y' }}]\n[mine.files]\nx = ''\n",
            '[mine] "credentials" cannot make x/y: "files" makes a file of x',
        ),
        (
            f"{MINE}[mine.private]\nMY_HOME = '{{home}}/x'\n[mine.files]\nx = ''\n",
            '[mine] "files" and "private" make both a file and a folder of x',
        ),
        (
            "[mine]\nextends = 'claude'\n[mine.files]\n'.claude' = ''\n",
            '[mine] "files" and "private" make both a file and a folder of .claude',
        ),
        *(
            (
                f"{MINE}[mine.{key}]\n{name} = 'x'\n",
                f'[mine] "{key}" cannot set {name}, which leads into the private home',
            )
            for key, name in [
                ("environment", "HOME"),
                ("private", "XDG_CONFIG_HOME"),
                ("server.environment", "TMPDIR"),
                ("server.defaults", "XDG_X"),
            ]
        ),
        (f"{MINE}[mine.files]\nx = '{{prompt}}'\n", '[mine] "files.x" cannot hold {prompt}; it may hold'),
        (
            f"{MINE}[mine.environment]\n'A-B' = ''\n",
            '[mine] "environment" must be a table of texts by variable',
        ),
        (f"{MINE}credentials = [{{ file = 'x' }}]\n", '[mine] "credentials" must be a list of tables with'),
        (
            f"{MINE}credentials = [{{ folder = '..', file = 'x' }}]\n",
            '[mine] "credentials.folder" must be a path that stays in the home folder',
        ),
        (f"{MINE}[mine.server]\nx = 1\n", '[mine] has a key "server.x" that means nothing; there are argv,'),
    ],
)
def test_what_is_wrong_with_a_file_of_presets_is_told_with_its_place(
    text: str, message: str, tmp_path: Path
) -> None:
    place = own(tmp_path, text)

    with pytest.raises(UsageError) as raised:
        reading.read(place, ROWS)
    assert str(raised.value).startswith(f"{place}: {message}")


@pytest.mark.parametrize("data", [None, b"\xff\n"])
def test_a_file_of_presets_that_cannot_be_read_is_named(data: bytes | None, tmp_path: Path) -> None:
    place = tmp_path / "none.toml"
    if data is not None:
        place.write_bytes(data)
    with pytest.raises(UsageError, match=f"^{place}: the presets cannot be read: "):
        reading.read(place, ROWS)


def test_a_row_of_the_users_may_not_be_called_as_a_built_in_agent(tmp_path: Path) -> None:
    asked = Wishes(presets=(own(tmp_path, MINE.replace("mine", "noop")),))

    with pytest.raises(
        UsageError, match=r"presets.toml: \[noop\] is the name of a built-in agent; rename it$"
    ):
        lookup.resolve_all(["noop"], registered={}, directory=Path(), wishes=asked)


# --- what a program tells ---------------------------------------------------------------------------

SAID = {
    "type": "result",
    "subtype": "success",
    "is_error": False,
    "num_turns": 2,
    "result": "Done.",
    "total_cost_usd": 0.5,
    "usage": {"input_tokens": 10, "cache_read_input_tokens": 4, "output_tokens": 3},
}


def saying(line: object, code: int = 0) -> str:
    return f"#!/bin/sh\ncat >/dev/null\ncat <<'END'\n{json.dumps(line)}\nEND\nexit {code}\n"


def claude(programs: Path, place: Workspace, text: str) -> AgentResult:
    program(programs, "claude", text)
    return resolve("claude").agent.run(TASK, place)


def test_usage_answer_and_transcript_come_from_what_the_program_prints(
    programs: Path, workspace: Callable[[], Workspace]
) -> None:
    place = workspace()

    result = claude(programs, place, saying(SAID))

    assert (result.usage.input_tokens, result.usage.cached_tokens, result.usage.cost) == (10, 4, 0.5)
    assert (result.text, result.error) == ("Done.", None)
    assert next(transcripts.read(place.output)) == transcripts.Event("prompt", TASK.prompt)


def test_the_last_words_are_readable_in_place_of_lines_of_json(
    programs: Path, workspace: Callable[[], Workspace]
) -> None:
    retry = {"type": "system", "subtype": "api_retry", "error": "x" * 3000, "error_status": 500}
    text = f"#!/bin/sh\necho '{json.dumps(retry)}'\necho 'a warning' >&2\necho '{json.dumps(SAID)}'\n"

    tail = claude(programs, workspace(), text).output_tail

    assert "a warning\n" in tail
    assert "\nDone.\n" in tail
    assert tail.endswith("(500)")
    assert "{" not in tail


def test_a_provider_failure_counts_even_where_the_program_ends_well(
    programs: Path, workspace: Callable[[], Workspace]
) -> None:
    failed = {**SAID, "is_error": True, "api_error_status": 429, "result": "API Error: 429 slow down"}

    result = claude(programs, workspace(), saying(failed, code=0))

    assert result.exit_code == 0
    assert result.error is not None
    assert result.error.startswith("provider failure: API Error: 429")


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        (
            "echo unknown option --verbose >&2; exit 2",
            "exit code 2 before a model answered: unknown option --ver",
        ),
        ("kill -9 $$", "signal 9 before a model answered: it said nothing"),
    ],
)
def test_a_program_that_breaks_before_a_model_answered_was_not_asked(
    ending: str, said: str, programs: Path, workspace: Callable[[], Workspace]
) -> None:
    result = claude(programs, workspace(), f"#!/bin/sh\n{ending}\n")

    assert (result.error or "").startswith(f"the program ended with {said}")


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("said", ["", "some words"])
def test_a_program_that_told_nothing_readable_and_changed_nothing_was_not_measured(
    name: str, said: str, programs: Path, workspace: Callable[[], Workspace]
) -> None:
    program(programs, ROWS[name].program, f"#!/bin/sh\ncat >/dev/null\nprintf '%s' '{said}'\n")

    result = resolve(name).agent.run(TASK, workspace())

    told = said or "it said nothing"
    assert result.error == f"its output could not be read, and it changed nothing: {told}"


def test_a_program_that_told_nothing_and_changed_something_is_judged_by_that(
    programs: Path, workspace: Callable[[], Workspace]
) -> None:
    place = workspace()
    assert claude(programs, place, "#!/bin/sh\necho x >new.txt\n").error is None

    again = resolve("claude").agent
    program(programs, "claude", "#!/bin/sh\nmkdir -p .claude; echo x >.claude/log\n")
    assert "changed nothing" in (again.run(replace(TASK, attempt=2), place).error or "")


@pytest.mark.parametrize(
    ("said", "error"),
    [
        (
            {"type": "system", "subtype": "api_retry", "error": "rate_limit", "error_status": 429},
            "provider failure: asked again after rate_limit (429)",
        ),
        ({"type": "system", "subtype": "init"}, None),
    ],
)
def test_a_time_limit_is_the_providers_fault_only_where_the_program_says_so(
    said: object, error: str | None, programs: Path, workspace: Callable[[], Workspace]
) -> None:
    place = replace(workspace(), timeout=0.5)

    result = claude(programs, place, f"#!/bin/sh\necho '{json.dumps(said)}'\nexec sleep 60\n")

    assert (result.timed_out, result.error) == (True, error)
    assert result.answered is (False if error else None)


def test_the_exit_code_decides_nothing_once_a_model_has_answered(
    programs: Path, workspace: Callable[[], Workspace]
) -> None:
    assert claude(programs, workspace(), saying(SAID, code=3)).error is None


def test_the_trajectory_of_mini_is_read_from_its_home(
    programs: Path, workspace: Callable[[], Workspace]
) -> None:
    log = {"info": {"exit_status": "Submitted", "model_stats": {"instance_cost": 0.25, "api_calls": 2}}}
    text = f"#!/bin/sh\nwhile [ \"$1\" != -o ]; do shift; done\nprintf '%s' '{json.dumps(log)}' >\"$2\"\n"
    program(programs, "mini", text)

    assert resolve("mini").agent.run(TASK, workspace()).usage.cost == 0.25


def test_a_trajectory_that_is_a_link_is_not_read(programs: Path, workspace: Callable[[], Workspace]) -> None:
    text = '#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\nln -s /dev/zero "$2"\n'
    program(programs, "mini", text)

    assert resolve("mini").agent.run(TASK, workspace()).usage.cost is None


def test_a_prompt_with_a_nul_cannot_be_an_argument(
    programs: Path, workspace: Callable[[], Workspace]
) -> None:
    program(programs, "mini")
    with pytest.raises(AgentError, match=r"^the prompt holds a NUL, which no argument of mini can$"):
        resolve("mini").agent.run(replace(TASK, prompt="a\0b"), workspace())


# --- versions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "version"),
    [
        ("echo 2.1.332 '(Claude Code)'", "2.1.332"),
        ("echo codex-cli 0.171.0-alpha.1", "0.171.0-alpha.1"),
        ("echo This is version 2.4.6.; exit 2", "2.4.6"),
        ("echo v20.20 >&2", "20.20"),
        ("echo no number", None),
        ("kill -9 $$", None),
    ],
)
def test_the_version_is_what_the_program_says(printed: str, version: str | None, tmp_path: Path) -> None:
    program(tmp_path, "tool", f"#!/bin/sh\n{printed}\n")

    assert versions.told_by(str(tmp_path / "tool"), ("--version",)) == version


def test_a_program_that_cannot_start_has_no_version(tmp_path: Path, programs: Path) -> None:
    with pytest.raises(AgentError, match="none"):
        versions.told_by(str(tmp_path / "none"), ())
    program(programs, "claude", "no program")
    assert [agent.version for agent in versions.known([resolve("claude")])] == [None]


def test_versions_are_asked_once_and_then_told(programs: Path) -> None:
    program(programs, "pi", "#!/bin/sh\necho 9.8.7\n")
    agents = (resolve("pi"), resolve("noop"))

    assert [agent.version for agent in versions.known(agents)] == ["9.8.7", None]
    assert [agent.version for agent in versions.known(agents, {"pi": "1.0"})] == ["1.0", None]


# --- models ------------------------------------------------------------------------------------------


def test_models_are_for_all_or_for_one_agent() -> None:
    found = wishes.models(["m-1", "fast=m/2=b"])

    assert (found.of("slow"), found.of("fast")) == ("m-1", "m/2=b")
    assert wishes.models([]).of("any") is None


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (["a", "b"], "^--editbench-model names two models for all agents, a and b; say LABEL=MODEL$"),
        (["x=a", "x=b"], "^--editbench-model names two models for x$"),
        (["x="], "^--editbench-model x=: there is no model behind the equals sign$"),
    ],
)
def test_models_that_contradict_each_other_are_refused(values: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        wishes.models(values)


def test_a_model_for_nobody_is_refused() -> None:
    with pytest.raises(UsageError, match=r"^--editbench-model x=m: no agent is labelled 'x'; there is noop$"):
        lookup.resolve_all(["noop"], registered={}, directory=Path(), wishes=Wishes(Models(None, {"x": "m"})))


def test_each_agent_has_its_own_model() -> None:
    asked = Wishes(Models("all", {"b": "own"}))

    agents = lookup.resolve_all(["a=noop", "b=noop"], registered={}, directory=Path(), wishes=asked)

    assert [agent.model for agent in agents] == ["all", "own"]


def test_a_row_has_a_place_for_every_key_that_can_be_read() -> None:
    assert {*reading.KEYS} | {"name"} == {*Row.__dataclass_fields__}
