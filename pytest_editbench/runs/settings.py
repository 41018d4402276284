"""Where commands outside pytest find the store: the environment, else the ini file that pytest would read."""

from __future__ import annotations

import os
import tomllib
from configparser import ConfigParser
from configparser import Error as ConfigError
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    Section = Mapping[str, object] | None

VARIABLE = "EDITBENCH_STORE"
KEY = "editbench_store"


def store(here: Path) -> Path | None:
    """The store that the environment names, else the nearest ini file at or above `here`."""
    named = os.environ.get(VARIABLE, "").strip()
    if named:
        return here / named
    for folder in (here, *here.parents):
        for name, section_of in FILES.items():
            section = section_of(folder / name)
            if section is not None:  # pytest reads no other one
                value = str(section.get(KEY) or "").strip()
                return folder / value if value else None
    return None


def _ini(section: str, *, even_without: bool = False) -> Callable[[Path], Section]:
    """Reads a section; `even_without` a file counts that lacks it, as pytest has it."""

    def read(path: Path) -> Section:
        parser = ConfigParser(interpolation=None)
        try:
            found = parser.read(path, encoding="utf-8")
        except (ConfigError, UnicodeDecodeError):
            return None
        if parser.has_section(section):
            return dict(parser[section])
        return {} if found and even_without else None

    return read


def _toml(path: Path) -> Section:
    with suppress(OSError, tomllib.TOMLDecodeError, UnicodeDecodeError):
        tool = tomllib.loads(path.read_text(encoding="utf-8")).get("tool", {}).get("pytest", {})
        section = tool.get("ini_options") if isinstance(tool, dict) else None
        return section if isinstance(section, dict) else None
    return None


# In the order in which pytest looks for them in a folder.
FILES: Mapping[str, Callable[[Path], Section]] = {
    "pytest.ini": _ini("pytest", even_without=True),
    ".pytest.ini": _ini("pytest", even_without=True),
    "pyproject.toml": _toml,
    "tox.ini": _ini("pytest"),
    "setup.cfg": _ini("tool:pytest"),
}
