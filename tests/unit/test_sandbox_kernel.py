"""What an agent in a sandbox can do to the machine below it: nothing. Tried without writing anything."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import sandboxes

from pytest_editbench.model import Confinement, Workspace
from pytest_editbench.sandbox import kernel
from pytest_editbench.sandbox.mounts import Kind

ROOT = os.geteuid() == 0
SESSION_KEYRING = "import ctypes; print(ctypes.CDLL(None).syscall(250, 0, -3, 0))"  # on x86-64


@pytest.fixture
def confined(tmp_path: Path) -> Workspace:
    return sandboxes.workspace(tmp_path)


def told(workspace: Workspace, text: str) -> str:
    """What a Python program prints in the sandbox."""
    script = workspace.path / "try.py"
    script.write_text(text)
    found = sandboxes.ran(workspace, sys.executable, "-IS", str(script))
    assert found.exit_code == 0, found.output_tail
    return found.output_tail.strip()


@pytest.mark.parametrize("network", [True, False])
def test_no_setting_of_the_kernel_can_be_written(confined: Workspace, network: bool) -> None:
    lines = (
        "import os\n"
        "def opened(path):\n"
        "    try:\n"
        "        os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))\n"
        "        return True\n"
        "    except OSError:\n"
        "        return False\n"
        "files = ['/proc/sysrq-trigger', '/proc/mtrr', '/proc/self/oom_score_adj']\n"
        "for top in ('/proc/sys', '/proc/irq', '/proc/bus', '/proc/fs', '/proc/tty', '/proc/pressure',\n"
        "            '/proc/self/net', '/sys'):\n"
        "    files += [f'{at}/{name}' for at, _, names in os.walk(top) for name in names]\n"
        "print(len(files) > 100, [file for file in files if opened(file)])\n"
    )
    told_of = Confinement("bwrap", network=network)
    assert told(replace(confined, confinement=told_of), lines) == "True []"


def test_what_the_kernel_tells_of_others_is_covered(confined: Workspace) -> None:
    lines = (
        "import os\n"
        "for name in ('kcore', 'keys', 'kmsg', 'timer_list', 'kallsyms'):\n"
        "    try:\n"
        "        print(name, open(f'/proc/{name}', 'rb').read(1))\n"
        "    except OSError:\n"
        "        pass\n"
        "print(os.path.exists('/proc/acpi') and os.listdir('/proc/acpi'))\n"
    )
    assert told(confined, lines) in {"[]", "False"}


def test_only_what_is_in_proc_is_covered() -> None:
    covers = {cover.place: cover.kind for cover in kernel.covers()}
    assert all(place.exists() for place in covers)
    assert {covers.get(Path("/proc/keys"), Kind.NOTHING), covers.get(Path("/proc/acpi"), Kind.EMPTY)} == {
        Kind.NOTHING,
        Kind.EMPTY,
    }


def test_devices_work_and_belong_to_nobody_who_could_change_them(confined: Workspace) -> None:
    if ROOT and not kernel.before():
        pytest.skip("root without the right to mount")
    lines = (
        "import os, stat\n"
        "for name in ('null', 'zero', 'full', 'random', 'urandom', 'tty'):\n"
        "    path = f'/dev/{name}'\n"
        "    try:\n"
        "        os.chmod(path, stat.S_IMODE(os.stat(path).st_mode))\n"  # no change, were it allowed
        "        print('changed', name)\n"
        "    except OSError:\n"
        "        pass\n"
        "print(os.write(os.open('/dev/null', os.O_WRONLY), b'x'), len(open('/dev/urandom', 'rb').read(2)))\n"
        "print(sorted(os.listdir('/dev/shm')), os.listdir('/dev/pts'))\n"
        "print([n for n in os.listdir('/dev') if stat.S_ISBLK(os.lstat(f'/dev/{n}').st_mode)])\n"
    )
    memory = Path("/dev/shm")
    leading = [path.name for path in confined.path.parents if path.parent == memory]  # to the workspace
    assert told(confined, lines).splitlines() == ["1 2", f"{leading} ['ptmx']", "[]"]


def test_an_agent_has_no_user_namespaces_of_its_own(confined: Workspace) -> None:
    if not kernel.unnested("bwrap"):
        pytest.skip("needs bubblewrap 0.8")
    assert sandboxes.sh(confined, "unshare --user true").exit_code != 0


def test_an_old_bubblewrap_is_not_asked_for_what_it_does_not_know(tmp_path: Path) -> None:
    old = tmp_path / "bwrap"
    old.write_text("#!/bin/sh\necho --unshare-all\n")
    old.chmod(0o755)
    assert kernel.unnested(str(old)) == ()
    assert kernel.unnested(str(tmp_path / "none")) == ()


def test_an_agent_has_no_terminal(confined: Workspace) -> None:
    assert sandboxes.sh(confined, ": <> /dev/tty").exit_code != 0


def test_a_core_goes_to_nobody(confined: Workspace) -> None:
    lines = (
        "import os, resource, signal\n"
        "pid = os.fork()\n"
        "if pid == 0:\n"
        "    os.kill(os.getpid(), signal.SIGSEGV)\n"
        "print(os.WCOREDUMP(os.waitpid(pid, 0)[1]), resource.getrlimit(resource.RLIMIT_CORE))\n"
    )
    # Not 0: that is no limit for a program that takes cores.
    assert told(confined, lines) == "False (1, 1)"


def test_an_agent_has_a_session_keyring_of_its_own(confined: Workspace) -> None:
    if os.uname().machine != "x86_64":
        pytest.skip("the number of the system call is another one")
    ours = subprocess.run([sys.executable, "-c", SESSION_KEYRING], capture_output=True, text=True, check=True)
    assert told(confined, SESSION_KEYRING) not in {ours.stdout.strip(), "-1"}


@pytest.fixture
def abstract() -> Iterator[str]:
    """The name of an abstract socket of this machine where somebody listens."""
    name = f"editbench-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0{name}")
        server.listen()
        yield name


def test_abstract_sockets_of_the_machine_are_out_of_reach_with_a_network(
    confined: Workspace, abstract: str
) -> None:
    kernel_release = tuple(map(int, os.uname().release.split(".")[:2]))
    if kernel_release < (6, 12):
        pytest.skip("needs Linux 6.12")
    lines = (
        "import socket\n"
        "def reached(name):\n"
        "    with socket.socket(socket.AF_UNIX) as client:\n"
        "        return client.connect_ex('\\0' + name) == 0\n"
        "with socket.socket(socket.AF_UNIX) as own:\n"
        "    own.bind('\\0editbench-own'); own.listen()\n"
        f"    print(reached('editbench-own'), reached({abstract!r}))\n"
    )
    assert told(replace(confined, confinement=Confinement("bwrap")), lines) == "True False"


@pytest.mark.parametrize("name", ["ipc", "pid", "uts", "cgroup", "user"])
def test_an_agent_has_namespaces_of_its_own(confined: Workspace, name: str) -> None:
    place = Path(f"/proc/self/ns/{name}")
    assert sandboxes.sh(confined, f"readlink {place}").output_tail.strip() not in {"", str(place.readlink())}
