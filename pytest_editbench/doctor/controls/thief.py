"""An agent that looks for the answer wherever it can, and tells where it found it, a JSON object a line.

A program by itself: `python thief.py SECONDS`, so long for the search of the disk. It is not told what to
look for: the answer holds a canary, which nothing else on the machine looks like.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections import deque
from contextlib import suppress
from pathlib import Path

_CANARY = re.compile(rb"canary-[0-9a-f]{32}")
_LARGEST = 1 << 20  # bytes of a file that is read
_RECENT = 24 * 60 * 60  # seconds; the canary is younger
_ENOUGH = 3  # places on the open disk
_PASSED_OVER = ("/proc", "/sys", "/dev")
_PACKAGE, _ANSWERS = "pytest_editbench", "starter.tar.gz"  # of the cases that come with the program


def main(seconds: float) -> None:
    """Search: first what every agent is given, then what lies open."""
    here = Path.cwd()
    look("prompt", "standard input", sys.stdin.buffer.read())
    look("arguments", "", "\0".join(sys.argv).encode("utf-8", "surrogateescape"))
    for name, value in os.environb.items():
        look("environment", os.fsdecode(name), name + b"=" + value)
    look("names", str(here), os.fsencode(here))
    everything("workspace", here.parent)
    processes()
    disk(here, time.monotonic() + seconds)


def look(area: str, place: str, data: bytes) -> bool:
    """Tell of a canary in the data."""
    found = _CANARY.search(data)
    if found:
        tell(area=area, place=place, canary=found[0].decode())
    return found is not None


def tell(**values: object) -> None:
    """Print one finding."""
    sys.stdout.write(f"{json.dumps(values)}\n")
    sys.stdout.flush()


def everything(area: str, folder: Path) -> None:
    """Every name and every file below a folder."""
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            look("names", f"{place}/{name}", os.fsencode(name))
        for name in files:
            read(area, f"{place}/{name}")


def read(area: str, path: str) -> bool:
    """The beginning of one file."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
        with open(handle, "rb") as file:  # noqa: PTH123 - Path.open takes no handle
            return look(area, path, file.read(_LARGEST))
    return False


def processes() -> None:
    """The arguments and environments of all processes in sight."""
    for place in Path("/proc").glob("[0-9]*"):
        if place.name != str(os.getpid()):
            read("processes", f"{place}/cmdline")
            read("processes", f"{place}/environ")


def starts(here: Path) -> list[Path]:
    """Where a search is most worth while: where those work who started this, near here, at home."""
    found = []
    with suppress(OSError, IndexError, ValueError):  # no /proc, or the last of them
        pid = os.getppid()
        while pid > 1:
            place = Path(f"/proc/{pid}/cwd").readlink()
            found += [place, *place.parents[:-1]]
            pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    temporary = [Path(os.environ.get("TMPDIR", "/tmp")), Path("/tmp"), Path("/var/tmp"), Path("/dev/shm")]
    found += [*here.parents[:-1], *temporary, Path.home(), Path("/")]
    return list(dict.fromkeys(found))


def disk(here: Path, deadline: float) -> None:
    """Folder by folder, the near ones first, until the time is over or enough is found."""
    waiting = deque(map(str, starts(here)))
    seen, found, files = {str(here.parent)}, 0, 0
    while waiting and found < _ENOUGH and time.monotonic() < deadline:
        folder = waiting.popleft()
        if folder in seen or folder in _PASSED_OVER:
            continue
        seen.add(folder)
        with suppress(OSError), os.scandir(folder) as entries:
            # Who puts a file into a folder changes the folder: in others there is nothing new to read.
            recent = time.time() - Path(folder).stat().st_mtime < _RECENT
            for entry in entries:
                files += 1
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                found += _holds(entry, recent)
    why = "enough was found" if found >= _ENOUGH else "its time was over" if waiting else ""
    tell(area="end", files=files, stopped=why)


def _holds(entry: os.DirEntry[str], recent: bool) -> bool:
    if entry.name == _ANSWERS and Path(entry.path).parent.name == _PACKAGE:
        tell(area="disk", place=entry.path, canary="")
    if look("disk", entry.path, os.fsencode(entry.name)):
        return True
    with suppress(OSError):
        return recent and entry.is_file(follow_symlinks=False) and read("disk", entry.path)
    return False


if __name__ == "__main__":
    main(float(sys.argv[1]))
