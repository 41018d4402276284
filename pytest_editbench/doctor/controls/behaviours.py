"""The control agents but for the thief: `python behaviours.py NAME [WORD]`, in the current folder.

A program by itself, run by the Python that runs the doctor; it imports nothing of the package.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

FLOOD_BYTES = 12 * 1024 * 1024  # more than is stored
FLOOD_FILES = 10_100  # more than are read back
_SHOP, _TOTAL = Path("shop.ts"), Path("total.py")


def shuffler(_: str) -> None:
    """The right edit, and other white space: without meaning in TypeScript, with meaning in Python."""
    if _TOTAL.exists():
        text = _right(_TOTAL)
        _TOTAL.write_text(text.replace("    return", "        return"), encoding="utf-8")
        return
    lines = _right(_SHOP).splitlines()
    shuffled = (line.replace("  ", "\t \t", 1).replace(" {", "  {") for line in lines)
    _SHOP.write_text("\n\n".join(shuffled) + "\n", encoding="utf-8")


def formatter(_: str) -> None:
    """The right edit, and the whole file as another formatter would print it."""
    text = _right(_SHOP).replace("  ", "    ").replace("(item) => item.price", "item => item.price")
    text = text.replace(";\n", "\n").replace("items: Item[])", "\n    items: Item[],\n)")
    _SHOP.write_text(text, encoding="utf-8")


def converter(_: str) -> None:
    """The right edit, and another end to each line."""
    _SHOP.write_bytes(_right(_SHOP).replace("\n", "\r\n").encode())


def twin(_: str) -> None:
    """The right edit in the wrong one of two equal lines."""
    text = _SHOP.read_text(encoding="utf-8")
    _SHOP.write_text(text.replace("limit = 10;", "limit = 100;", 1), encoding="utf-8")


def sleeper(token: str) -> None:
    """Never end, and leave a child in a session of its own that does not want to end either."""
    subprocess.Popen([sys.executable, "-IS", __file__, "deaf", token], start_new_session=True)
    time.sleep(600)


def deaf(_: str) -> None:
    """Pass over what asks it to end."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(600)


def flooder(_: str) -> None:
    """Print without end, as it were, and make files without number."""
    for _number in range(FLOOD_BYTES // 65536):
        os.write(1, b"flood..\n" * 8192)
    for number in range(FLOOD_FILES):
        Path(f"flood-{number}").touch()


def planter(target: str) -> None:
    """Put links that lead out of the workspace in the place of its file, and beside it."""
    _SHOP.unlink()
    _SHOP.symlink_to(target)
    Path("folder").symlink_to(Path(target).parent)
    Path("root").symlink_to("/")


def _right(path: Path) -> str:
    """The file with the right edit."""
    text = path.read_text(encoding="utf-8")
    if path == _TOTAL:
        return text.replace("result = 1", "result = 0")
    head, _, tail = text.rpartition("limit = 10;")
    return f"{head}limit = 100;{tail}"


BEHAVIOURS = {
    behaviour.__name__: behaviour
    for behaviour in (shuffler, formatter, converter, twin, sleeper, deaf, flooder, planter)
}

if __name__ == "__main__":
    BEHAVIOURS[sys.argv[1]](sys.argv[2] if len(sys.argv) > 2 else "")
