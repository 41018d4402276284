"""Cases and sessions as values, for tests that run pytest in pytest."""

from __future__ import annotations

import json
import pkgutil
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path

import pytest_editbench

Files = Mapping[str, str | bytes]

PROMPT = """\
# Fix a bug in app.js

Around line 1, replace this block:

```js
const limit = 1;
```

With this:

```js
const limit = 2;
```

Make exactly this change; do not modify anything else.
"""


@dataclass(frozen=True)
class CaseTree:
    """A case folder to be written; each method gives another value."""

    id: str = "operator-off-by-one-001"
    prompt: str | bytes = PROMPT
    given: Files = field(default_factory=lambda: {"app.js": "const limit = 1;\n"})
    answers: Mapping[str, Files] = field(
        default_factory=lambda: {"expected": {"app.js": "const limit = 2;\n"}}
    )
    metadata: Mapping[str, object] | str | None = None

    def named(self, name: str) -> CaseTree:
        return replace(self, id=name)

    def input(self, files: Files) -> CaseTree:
        return replace(self, given=files)

    def expected(self, files: Files, name: str = "expected") -> CaseTree:
        others = {} if name == "expected" else self.answers
        return replace(self, answers={**others, name: files})

    def told(self, metadata: Mapping[str, object] | str) -> CaseTree:
        return replace(self, metadata=metadata)

    def write(self, root: Path) -> Path:
        """Lay the case below `root`; its folder."""
        folder = root / self.id
        for name, files in {"input": self.given, **self.answers}.items():
            (folder / name).mkdir(parents=True)
            for path, content in files.items():
                place = folder / name / path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content.encode() if isinstance(content, str) else content)
        data = self.prompt.encode() if isinstance(self.prompt, str) else self.prompt
        (folder / "prompt.md").write_bytes(data)
        if self.metadata is not None:
            text = self.metadata if isinstance(self.metadata, str) else json.dumps(self.metadata)
            (folder / "metadata.json").write_text(text)
        return folder


# What pytest and its plugins, or the plugin at hand, take from the environment.
HEARD = (
    *("CI", "BUILD_NUMBER", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "PY_COLORS", "PYTHON_COLORS"),
    *("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTEST_DISABLE_PLUGIN_AUTOLOAD", "PYTEST_DEBUG", "PYTEST_THEME"),
    *("PYTEST_THEME_MODE", "PYTEST_XDIST_AUTO_NUM_WORKERS"),
)


def calm(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment without what is meant for the session that runs the tests, not for theirs."""
    return {
        name: value
        for name, value in environ.items()
        if name not in HEARD and not name.startswith("EDITBENCH_")
    }


# What the package imports within functions.
LAZY = (
    "cattrs",
    "filelock",
    "httpx2",
    "jinja2",
    "jsonschema",
    "markdown_it",
    "platformdirs",
    "psutil",
    "rapidfuzz",
    "tree_sitter",
)


def load_the_package() -> None:
    """Import every module of the package, but for those that run when they are imported, and of `LAZY`."""
    modules = pkgutil.walk_packages(pytest_editbench.__path__, "pytest_editbench.")
    for name in (*LAZY, *(module.name for module in modules)):
        if not name.endswith("__main__"):
            import_module(name)


def agent(folder: Path, body: str, name: str = "agent") -> str:
    """A Python script that stands for a coding agent: the command line to start it.

    It may name what is in `MODULES`, and starts quickly: without site-packages and what it does not name.
    """
    script = folder / f"{name}.py"
    imports = "".join(f"import {module}\n" for module in MODULES if f"{module}." in body)
    script.write_text(imports + body)
    return shlex.join([sys.executable, "-S", str(script)])


MODULES = ("json", "os", "pathlib", "signal", "subprocess", "sys", "time")
FIX = "open('app.js', 'w').write('const limit = 2;\\n')\n"


def records(path: Path) -> list[dict[str, object]]:
    """The lines of a record file."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def trials(path: Path) -> list[dict[str, object]]:
    """The trials of a record file."""
    return [line for line in records(path) if line["kind"] == "trial"]
