"""What a sandbox shows, hides and tells: the places are worked out without one, the rest needs bubblewrap."""

from __future__ import annotations

import os
import socket
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import sandboxes
from sandboxes import ran, sh

from pytest_editbench import sandbox
from pytest_editbench.errors import AgentError, UsageError
from pytest_editbench.model import Confinement, Workspace
from pytest_editbench.options import OPTIONS, Options
from pytest_editbench.options.option import Option
from pytest_editbench.sandbox import relay, tools
from pytest_editbench.sandbox.mounts import SYSTEM, Kind, Mount, hiding, inside, ordered

HOME = Path("/home/ada")


# --- which places -----------------------------------------------------------------------------------


def program(path: Path, text: str = "#!/bin/sh\n") -> Path:
    """A script that may be executed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def places(*argv: str | Path, path: str = "", hidden: tuple[Path, ...] = ()) -> dict[Path, Kind]:
    """What a command line is shown of the disk beside the system, as a place and how it is shown."""
    mounts = tools.command([*map(str, argv)], path, HOME, hidden)
    return {mount.place: mount.kind for mount in mounts if not inside(mount.place, SYSTEM)}


def test_a_tool_in_a_bin_folder_is_shown_with_all_beside_that_folder(tmp_path: Path) -> None:
    assert places(program(tmp_path / "tool/bin/agent")) == {tmp_path / "tool": Kind.READ}


def test_a_script_by_itself_is_shown_alone(tmp_path: Path) -> None:
    assert places(program(tmp_path / "agent.sh")) == {tmp_path / "agent.sh": Kind.READ}


def test_each_link_on_the_way_to_a_tool_is_shown_and_the_tool_at_the_end(tmp_path: Path) -> None:
    program(tmp_path / "versions/2.0/bin/agent")
    (tmp_path / "versions/latest").symlink_to("2.0")
    (tmp_path / "agent").symlink_to("versions/latest/bin/agent")

    assert places(tmp_path / "agent") == {
        tmp_path / "agent": Kind.LINK,
        tmp_path / "versions/latest": Kind.LINK,
        tmp_path / "versions/2.0": Kind.READ,
    }


def test_of_a_node_package_the_outermost_folder_of_modules_is_shown(tmp_path: Path) -> None:
    program(tmp_path / "project/node_modules/one/node_modules/two/cli.js")
    (tmp_path / "project/node_modules/.bin").mkdir()
    (tmp_path / "project/node_modules/.bin/one").symlink_to("../one/node_modules/two/cli.js")

    assert set(places(tmp_path / "project/node_modules/.bin/one")) >= {tmp_path / "project/node_modules"}
    assert tmp_path / "project" not in places(tmp_path / "project/node_modules/.bin/one")


@pytest.mark.parametrize("line", ["#!/usr/bin/env -S node --flag", "#!/usr/bin/env node", "#!{node}"])
def test_the_interpreter_of_a_script_is_shown_too(tmp_path: Path, line: str) -> None:
    node = program(tmp_path / "node/bin/node")
    script = program(tmp_path / "agent.js", f"{line.format(node=node)}\n")

    assert set(places(script, path=str(node.parent))) == {script, tmp_path / "node"}


def test_an_interpreter_that_names_itself_is_no_endless_way(tmp_path: Path) -> None:
    script = tmp_path / "agent"
    program(script, f"#!{script}\n")

    assert set(places(script)) == {script}


def test_a_link_that_leads_to_itself_is_no_endless_way(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")

    assert len([*tools.steps(tmp_path / "loop")]) < 50


def test_a_folder_with_more_than_the_tool_in_it_is_never_shown_whole(tmp_path: Path) -> None:
    tool = program(tmp_path / "bin/agent")
    (tmp_path / "lib").mkdir()

    assert set(places(tool, hidden=(tmp_path,))) == {tmp_path / "bin", tmp_path / "lib"}


@pytest.mark.parametrize("wide", [HOME, HOME / ".local", Path("/home"), Path("/"), Path("/tmp")])
def test_a_home_and_what_is_above_it_is_no_tools_own(wide: Path) -> None:
    assert wide in {*tools._wide(HOME)}


def test_the_users_home_is_never_shown_whole_where_the_agent_has_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    tools_of_user = [program(tmp_path / place / "bin/agent") for place in ("", ".local", "tool")]

    assert [set(places(tool)) for tool in tools_of_user] == [
        {tmp_path / "bin"},
        {tmp_path / ".local/bin"},
        {tmp_path / "tool"},
    ]


def test_a_word_that_is_the_path_of_a_file_is_shown_and_other_words_are_not(tmp_path: Path) -> None:
    tool, script = program(tmp_path / "tool/bin/python"), tmp_path / "agent.py"
    script.touch()

    found = places(tool, script, tmp_path, "--yes", "agent.py", "/" + "x" * 5000, "/nul\0")
    assert set(found) == {tmp_path / "tool", script}


def test_outer_places_come_first_and_the_stronger_of_two_on_one_place_is_seen() -> None:
    inner, outer = Path("/tmp/x/work"), Path("/tmp")
    mounts = [Mount(inner, Kind.EMPTY), Mount(inner, Kind.WRITE), Mount(outer, Kind.EMPTY)]

    assert ordered(mounts) == [Mount(outer, Kind.EMPTY), Mount(inner, Kind.WRITE)]


def test_a_link_is_left_out_where_its_folder_is_shown() -> None:
    mounts = [Mount(Path("/a/bin/x"), Kind.LINK, "y"), Mount(Path("/a"), Kind.READ)]

    assert ordered(mounts) == [Mount(Path("/a"), Kind.READ)]


def test_a_link_in_a_folder_that_is_covered_is_shown() -> None:
    outer, cover = Mount(Path("/a"), Kind.READ), Mount(Path("/a/cases"), Kind.EMPTY)
    link = Mount(Path("/a/cases/agent"), Kind.LINK, "x")

    assert ordered([link, cover, outer]) == [outer, cover, link]


def test_only_what_would_be_seen_is_covered_and_never_the_system() -> None:
    hidden = [(Path("/usr/src/app"), True), (Path("/usr/cases.zip"), False), (Path("/work"), True)]
    covers = [*hiding([*hidden, (Path("/"), True), (Path("/usr"), True)], SYSTEM)]

    assert covers == [
        Mount(Path("/usr/cases.zip"), Kind.NOTHING),
        Mount(Path("/usr/src/app"), Kind.EMPTY),
    ]


def test_what_is_shown_by_its_own_name_is_not_covered_but_what_lies_in_it_is() -> None:
    app = Path("/usr/src/app")
    covers = hiding([(app, True), (app / "cases", True)], {*SYSTEM, app})

    assert [cover.place for cover in covers] == [app / "cases"]


def test_what_a_cover_hides_is_not_named() -> None:
    app = Path("/usr/src/app")
    hidden = [(app / "cases/off-by-one", True), (app, True), (app / "venv/lib/answers", True)]

    assert [cover.place for cover in hiding(hidden, {*SYSTEM, app / "venv"})] == [
        app,
        app / "venv/lib/answers",
    ]


# --- what is asked for ------------------------------------------------------------------------------


def options(**given: object) -> Options:
    """The defaults, and what is given."""

    def value(option: Option) -> object:
        return given.get(option.name.replace("-", "_"), option.default)

    values = {option.name.replace("-", "_"): value(option) for option in OPTIONS}
    return Options(**values, agent_folder=Path())  # type: ignore[arg-type]  # each row gives its field's type


def test_nothing_is_asked_for_by_default() -> None:
    assert sandbox.confinement(options()) is None


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "bwrap"),
        ({"network": "off"}, "bwrap, network off"),
        ({"network": "off", "relay": (8080, 9090, 8080)}, "bwrap, network off, relay 8080 9090"),
    ],
)
def test_the_level_is_told_in_a_few_words(given: dict[str, object], told: str) -> None:
    assert str(sandbox.confinement(options(sandbox="bwrap", **given))) == told


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"network": "off"}, "needs a sandbox: add --editbench-sandbox=bwrap"),
        ({"sandbox_read": (Path("/x"),)}, "--editbench-sandbox-read needs a sandbox"),
        ({"relay": (8080,)}, "--editbench-relay is for --editbench-network=off"),
        ({"relay": (8080,), "sandbox": "bwrap"}, "--editbench-relay is for --editbench-network=off"),
    ],
)
def test_options_that_go_not_together_are_refused(given: dict[str, object], reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        sandbox.confinement(options(**given))


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("/", "the whole machine"),
        ("/usr/..", "the whole machine"),
        ("/proc", "never shown"),
        ("/proc/self/environ", "never shown"),
        ("/sys/kernel", "never shown"),
        ("/dev/shm", "never shown"),
        ("/tmp", "a private one"),
        ("/var/tmp/", "a private one"),
        ("/run", "a private one"),
    ],
)
def test_what_would_open_the_sandbox_is_not_shown(place: str, reason: str) -> None:
    with pytest.raises(UsageError, match=f"--editbench-sandbox-read .*{reason}.*; name the files"):
        sandbox.confinement(options(sandbox="bwrap", sandbox_read=(Path(place),)))


def test_a_link_to_what_is_not_shown_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/")
    with pytest.raises(UsageError, match="the whole machine"):
        sandbox.confinement(options(sandbox="bwrap", sandbox_read=(tmp_path / "link",)))


# --- whether it works here --------------------------------------------------------------------------

linux = pytest.mark.skipif(sys.platform != "linux", reason="bubblewrap is for Linux")


def pretended(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """A bwrap on PATH that says this and fails."""
    program(folder / "bwrap", f"#!/bin/sh\necho {text!r} >&2\nexit 1\n")
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


@linux
@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("bwrap: No permissions to create new namespace, likely because", "user namespaces are switched off"),
        ("bwrap: setting up uid map: Permission denied", "user namespaces are switched off"),
        (
            "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
            "a private /proc is not allowed",
        ),
        ("bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted", "a private network is not allowed"),
        ("bwrap: Unknown option --unshare-all", "it is too old"),
        ("bwrap: something else", "bubblewrap could not make the sandbox: bwrap: something else"),
    ],
)
def test_a_sandbox_that_cannot_be_made_is_told_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, reason: str
) -> None:
    pretended(tmp_path, monkeypatch, said)
    with pytest.raises(UsageError, match=f"does not work here: {reason}.*or leave out --editbench-sandbox"):
        sandbox.check(Confinement("bwrap"))


@linux
def test_a_missing_program_is_told_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(UsageError, match="no bwrap on PATH; install the package bubblewrap"):
        sandbox.check(Confinement("bwrap"))


def test_another_system_is_told_that_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(UsageError, match="works on Linux alone"):
        sandbox.check(Confinement("bwrap"))


@linux
def test_a_place_to_be_shown_must_be_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretended(tmp_path, monkeypatch, "")
    with pytest.raises(UsageError, match=r"--editbench-sandbox-read /no/where: there is no such"):
        sandbox.check(Confinement("bwrap", readable=(Path("/no/where"),)))


# --- the relay --------------------------------------------------------------------------------------


def everything(client: socket.socket) -> bytes:
    """All that comes until the other side has said all."""
    return b"".join(iter(lambda: client.recv(65536), b""))


@pytest.fixture
def port() -> Iterator[int]:
    """A port of loopback where each connection is answered with what was said, in capitals."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                client, _ = server.accept()
            except OSError:
                return
            with client:
                client.sendall(everything(client).upper())

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield server.getsockname()[1]
    server.shutdown(socket.SHUT_RDWR)
    server.close()
    thread.join()


def said(path: Path, data: bytes) -> bytes:
    """What comes back through a socket."""
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(path))
        client.sendall(data)
        client.shutdown(socket.SHUT_WR)
        return everything(client)


@pytest.fixture
def sockets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("s")  # short: a socket's path must be


def test_bytes_go_both_ways_through_a_relay(sockets: Path, port: int) -> None:
    with relay.relayed(sockets, [port]):
        assert said(sockets / str(port), b"word " * 100_000) == b"WORD " * 100_000
        assert said(sockets / str(port), b"") == b""


def test_a_relay_ends_with_its_context(sockets: Path, port: int) -> None:
    threads = threading.active_count()
    with relay.relayed(sockets, [port]):
        pass
    with pytest.raises(ConnectionRefusedError):
        said(sockets / str(port), b"x")
    assert threading.active_count() == threads


def test_a_port_where_nobody_listens_cuts_the_connection(sockets: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        free = closed.getsockname()[1]
    with relay.relayed(sockets, [free]), socket.socket(socket.AF_UNIX) as client:
        client.connect(str(sockets / str(free)))
        assert client.recv(1) == b""


def test_a_socket_that_cannot_be_made_is_told(tmp_path: Path, port: int) -> None:
    with (
        pytest.raises(AgentError, match=r"no socket can be made for the relay: .*; set TMPDIR"),
        relay.relayed(tmp_path / ("x" * 120), [port]),
    ):
        pass


# --- in a sandbox -----------------------------------------------------------------------------------


@pytest.fixture
def confined(tmp_path: Path) -> Workspace:
    return sandboxes.workspace(tmp_path)


def test_an_agent_sees_the_system_and_its_own_and_nothing_else(confined: Workspace, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    found = sh(confined, f"cat; ls / {tmp_path} {Path(__file__).parent}; ls -A $HOME; pwd; id -u; touch made")
    lines = found.output_tail.split()

    assert "secret" not in lines
    assert not {"home", "root", "work", "opt", "srv"} & {*lines} - {Path(os.environ["HOME"]).parts[1], "work"}
    assert found.output_tail.startswith("the prompt")
    assert f"{Path(__file__).parent}': No such file" in found.output_tail
    assert str(confined.path) in lines
    assert (confined.path / "made").exists()
    assert not (Path(os.environ["HOME"]) / "made").exists()


@pytest.mark.parametrize(
    ("line", "code", "signal"), [("exit 7", 7, None), ("kill -9 $$", None, 9), ("kill $$", None, 15)]
)
def test_how_a_program_ended_is_told_as_without_a_sandbox(
    confined: Workspace, line: str, code: int | None, signal: int | None
) -> None:
    found = sh(confined, line)
    assert (found.exit_code, found.signal, found.error) == (code, signal, None)


def test_what_is_left_behind_is_ended_and_counted(confined: Workspace) -> None:
    assert sh(confined, "setsid sleep 300 & sleep 0.1").survivors == 1


def test_what_an_agent_leaves_that_ends_at_the_time_limit_is_counted(confined: Workspace) -> None:
    found = sh(replace(confined, timeout=0.4), "setsid sleep 300 & trap 'exit 5' TERM; sleep 300 & wait")
    assert (found.timed_out, found.exit_code, found.survivors) == (True, 5, 1)


def test_a_program_is_asked_to_end_before_it_is_ended(confined: Workspace) -> None:
    found = sh(replace(confined, timeout=0.4), "trap 'echo asked; exit 5' TERM; sleep 300 & wait")
    assert (found.timed_out, found.exit_code, found.output_tail.strip()) == (True, 5, "asked")


def test_the_environment_is_the_one_that_was_given(confined: Workspace) -> None:
    environ = {**confined.environ, "ONE": "1"}
    lines = ran(replace(confined, environ=environ), "/usr/bin/env").output_tail.splitlines()
    assert sorted(lines) == sorted(f"{name}={value}" for name, value in environ.items())


def test_a_private_home_is_the_agents_with_what_is_in_it(confined: Workspace, tmp_path: Path) -> None:
    home = tmp_path / "homes/one"
    (home / "home").mkdir(parents=True)
    (home / "home/settings").write_text("word")
    environ = {**confined.environ, "HOME": str(home / "home"), "TMPDIR": str(home / "tmp")}
    found = sh(replace(confined, environ=environ, home=home), "cat ~/settings; mkdir $TMPDIR; touch ~/made")
    assert found.output_tail == "word"
    assert (home / "home/made").exists()
    assert (home / "tmp").is_dir()


def test_a_program_that_is_not_there_could_not_be_asked(confined: Workspace) -> None:
    with pytest.raises(AgentError, match=r"/no/agent: .* is not in the sandbox; .*--editbench-sandbox-read"):
        ran(confined, "/no/agent")


def test_arguments_that_are_too_long_are_told_of_the_agent(confined: Workspace) -> None:
    with pytest.raises(AgentError, match=r"^/bin/true: its arguments are longer than the system allows"):
        ran(confined, "/bin/true", "x" * 200_000)


def test_a_place_that_is_named_can_be_read_and_not_written(confined: Workspace, tmp_path: Path) -> None:
    (tmp_path / "shown").mkdir()
    (tmp_path / "shown/file").write_text("word")
    workspace = replace(confined, confinement=Confinement("bwrap", readable=(tmp_path / "shown",)))
    found = sh(workspace, f"cat {tmp_path}/shown/file; echo x > {tmp_path}/shown/file")
    assert found.output_tail.startswith("word")
    assert (tmp_path / "shown/file").read_text() == "word"


def test_a_hidden_folder_is_empty_even_where_the_one_around_it_is_shown(
    confined: Workspace, tmp_path: Path
) -> None:
    (tmp_path / "shown/cases/one").mkdir(parents=True)
    told = Confinement("bwrap", readable=(tmp_path / "shown",), hidden=(tmp_path / "shown/cases",))
    found = sh(replace(confined, confinement=told), f"cd {tmp_path}/shown; find .")
    assert found.output_tail.split() == [".", "./cases"]


def test_the_package_is_empty_where_the_folder_around_it_is_shown(confined: Workspace) -> None:
    package = Path(sandbox.__file__).parents[1]
    told = Confinement("bwrap", readable=(package.parent,))
    found = sh(replace(confined, confinement=told), f"cd {package} && ls -A && echo empty")
    assert found.output_tail.strip() == "empty"


def test_without_a_network_only_relayed_ports_are_in_reach(confined: Workspace, port: int) -> None:
    line = (
        "import socket\n"
        "def ask(port):\n"
        "    with socket.create_connection(('localhost', port)) as s:\n"
        "        s.sendall(b'word'); s.shutdown(socket.SHUT_WR); return s.recv(99)\n"
        f"print(ask({port}))\n"
        "print([name for _, name in socket.if_nameindex()])\n"
    )
    told = Confinement("bwrap", network=False, ports=(port,))
    script = confined.path / "ask.py"
    script.write_text(line)
    found = ran(replace(confined, confinement=told), sys.executable, "-IS", str(script))
    assert found.output_tail.split("\n")[:2] == ["b'WORD'", "['lo']"]
    found = ran(confined, sys.executable, "-IS", str(script))
    assert "ConnectionRefusedError" in found.output_tail


def test_the_package_is_empty_in_every_python_that_is_shown(confined: Workspace, tmp_path: Path) -> None:
    packages = tmp_path / "venv/lib/python3.99/site-packages"
    (packages / "pytest_editbench").mkdir(parents=True)
    (packages / "pytest_editbench/starter.tar.gz").touch()
    tool = program(tmp_path / "venv/bin/agent", f"#!/bin/sh\nls {packages} {packages}/*\n")
    assert "starter" not in ran(confined, str(tool)).output_tail


def test_a_project_below_usr_is_covered_but_for_its_agent(confined: Workspace) -> None:
    if not os.access("/usr/src", os.W_OK):
        pytest.skip("needs to write to /usr/src")
    with tempfile.TemporaryDirectory(dir="/usr/src") as name:
        script = program(Path(name, "agent.sh"), '#!/bin/sh\ncd "$(dirname "$0")"; ls; umount .\n')
        Path(name, "link").symlink_to("agent.sh")
        Path(name, "answers").touch()
        told = Confinement("bwrap", hidden=(Path(name),))
        found = ran(replace(confined, confinement=told), str(script.with_name("link")))
    assert found.output_tail.splitlines()[:2] == ["agent.sh", "link"]
    assert found.exit_code != 0


def test_a_script_in_a_folder_that_is_hidden_is_shown_by_itself(confined: Workspace, tmp_path: Path) -> None:
    script = program(tmp_path / "project/agent.sh", '#!/bin/sh\nls "$(dirname "$0")"\n')
    (tmp_path / "project/answers").touch()
    told = Confinement("bwrap", hidden=(tmp_path / "project",))
    assert ran(replace(confined, confinement=told), str(script)).output_tail.split() == ["agent.sh"]
