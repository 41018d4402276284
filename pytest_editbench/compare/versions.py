"""What verdicts depend on beside the trees: where it is the same, so are the verdicts."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench import languages

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

COMPARATOR = "1"  # to be raised with every change that can turn a verdict


def judged_by(
    paths: Iterable[PurePosixPath], formatters: Sequence[str] = (), prettier_options: str | None = None
) -> dict[str, str]:
    """The versions of the comparator and of the grammars that read these paths, and the formatters asked."""
    asked = {"formatter": "; ".join(formatters), "prettier-options": prettier_options or ""}
    return {
        "comparator": COMPARATOR,
        **languages.versions(paths),
        **{name: said for name, said in asked.items() if said},
    }


def grammars() -> dict[str, str]:
    """The version of every grammar that is installed, and that of tree-sitter."""
    found = languages.versions(PurePosixPath(f"any{extension}") for extension in languages.LANGUAGES)
    return {package: version for package, version in found.items() if version != "missing"}
