"""What sessions leave among the temporary files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_editbench import leftovers

HEX = "0123456789abcdef"


@pytest.fixture
def ended() -> int:
    """The number of a process that is gone."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def aged(place: Path, days: float) -> Path:
    place.mkdir()
    (place / "closed").mkdir(mode=0)
    moment = place.stat().st_mtime - days * 24 * 60 * 60
    os.utime(place, (moment, moment))
    return place


def test_old_folders_of_ended_sessions_are_removed(tmp_path: Path, ended: int) -> None:
    places = [aged(tmp_path / f"{name}-{ended}-{HEX}", 2) for name in ("editbench", "running")]
    places.append(tmp_path / f"editbench-{ended}-fedcba9876543210")
    places[-1].touch()
    os.utime(places[-1], (0, 0))

    leftovers.sweep(tmp_path)

    assert not any(map(os.path.lexists, places))


@pytest.mark.parametrize(
    "name",
    ["editbench-kept-abcdefgh", "editbench-{0}", "editbench-{0}-xyz", "running-{0}", "mine-{0}-" + HEX],
)
def test_what_has_another_name_stays(tmp_path: Path, ended: int, name: str) -> None:
    place = aged(tmp_path / name.format(ended), 2)

    leftovers.sweep(tmp_path)

    assert place.is_dir()


def test_what_is_young_or_of_a_living_process_or_behind_a_link_stays(tmp_path: Path, ended: int) -> None:
    stays = [
        aged(tmp_path / f"editbench-{ended}-{HEX}", 0.9),
        aged(tmp_path / f"editbench-{os.getpid()}-{HEX}", 2),
        aged(tmp_path / "mine", 2),
    ]
    link = tmp_path / f"running-{ended}-{HEX}"
    link.symlink_to("mine")
    os.utime(link, (0, 0), follow_symlinks=False)

    leftovers.sweep(tmp_path)

    assert all(place.is_dir() for place in stays)
    assert not os.path.lexists(link)


def test_what_is_somebody_elses_stays(tmp_path: Path, ended: int, monkeypatch: pytest.MonkeyPatch) -> None:
    place = aged(tmp_path / f"editbench-{ended}-{HEX}", 2)
    monkeypatch.setattr(os, "geteuid", lambda: place.stat().st_uid + 1)

    leftovers.sweep(tmp_path)

    assert place.is_dir()


OWNER = """
import sys
from pathlib import Path
from pytest_editbench import leftovers
held = leftovers.Held()
held.hold(Path(sys.argv[1]))
Path(sys.argv[1]).mkdir()
print("held", flush=True)
sys.stdin.read()
"""


def owner(place: Path) -> subprocess.Popen[str]:
    """Another process, which owns the folder now."""
    command = [sys.executable, "-c", OWNER, str(place)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


@pytest.mark.parametrize("name", ["editbench-{0}-" + HEX, "editbench-check-abcd_123"])
def test_what_a_process_owns_goes_as_soon_as_it_is_killed_whoever_has_its_number_now(
    tmp_path: Path, name: str
) -> None:
    place = tmp_path / name.format(os.getpid())
    process = owner(place)

    leftovers.sweep(tmp_path)
    assert place.is_dir()

    process.kill()
    process.communicate()
    leftovers.sweep(tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_what_a_living_process_owns_stays_however_old_and_whatever_its_number(
    tmp_path: Path, ended: int
) -> None:
    place = tmp_path / f"editbench-{ended}-{HEX}"
    held = leftovers.Held()
    held.hold(place)
    aged(place, 9)

    leftovers.sweep(tmp_path)

    assert place.is_dir()
    held.release()
    leftovers.sweep(tmp_path)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("kind", ["link", "fifo"])
def test_a_lock_that_is_no_file_frees_nothing(tmp_path: Path, ended: int, kind: str) -> None:
    place = aged(tmp_path / f"editbench-{ended}-{HEX}", 9)
    lock = tmp_path / f".{place.name}.lock"
    os.mkfifo(lock) if kind == "fifo" else lock.symlink_to(place)

    leftovers.sweep(tmp_path)

    assert place.is_dir()


def test_a_folder_that_is_held_for_a_while_is_gone_after_it_and_so_is_its_lock(tmp_path: Path) -> None:
    with leftovers.holding(tmp_path / "editbench-check-abcdefgh") as place:
        place.mkdir()
        leftovers.sweep(tmp_path)
        assert place.is_dir()

    assert [*tmp_path.iterdir()] == []


def test_a_folder_that_is_not_there_has_none(tmp_path: Path) -> None:
    leftovers.sweep(tmp_path / "nowhere")
