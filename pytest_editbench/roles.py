"""What a file is there for, told by its path: one table, total, read by all that order or judge files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from pytest_editbench.languages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import PurePosixPath


@dataclass(frozen=True, slots=True)
class Role:
    """A role that files have; of the rows that fit a path, the first one is its role."""

    name: str
    priority: int  # files of a higher one are shown first
    fits: Callable[[PurePosixPath], bool]


def of(path: PurePosixPath) -> Role:
    """The role of a file; any path has one."""
    return every(path)[0]


def every(path: PurePosixPath) -> list[Role]:
    """All roles that fit the path, its own first: a workflow in YAML is configuration as well."""
    return [role for role in ROLES if role.fits(path)]


def _ends(endings: frozenset[str], path: PurePosixPath) -> bool:
    return path.suffix.lower() in endings


def _named(pattern: re.Pattern[str], path: PurePosixPath) -> bool:
    return bool(pattern.search(f"/{path}"))


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_BINARY = _words(
    ".7z .a .avif .bin .bmp .bz2 .class .dll .dylib .eot .exe .flac .gif .gz .ico .icns .jar .jpeg .jpg .lib "
    ".mov .mp3 .mp4 .o .ogg .otf .pdf .png .pyc .so .tar .tgz .tif .tiff .ttf .wasm .wav .webm .webp .woff "
    ".woff2 .xz .zip .zst"
)
_TEST = re.compile(
    r"/(?:tests?|__tests__|specs?)/|[._](?:test|spec)\.|/test_[^/]*\.py$|/conftest\.py$|(?:Test|Tests|IT)\.(?:java|kt|cs)$"
)
_CI = re.compile(
    r"/\.github/(?:workflows|actions)/|/\.(?:circleci|buildkite|gitlab|ci|woodpecker|teamcity)/"
    r"|/\.?(?:gitlab-ci|travis|appveyor|drone|woodpecker|cirrus|codecov|pre-commit-config)\.ya?ml$"
    r"|/(?:azure|bitbucket)-pipelines[^/]*\.ya?ml$|/Jenkinsfile[^/]*$|/(?:tox\.ini|noxfile\.py)$|/dependabot\.ya?ml$"
)
_MANIFEST = re.compile(
    r"/(?:Cargo\.toml|package\.json|go\.mod|pyproject\.toml|[^/]*requirements[^/]*\.(?:txt|in)|Gemfile"
    r"|build\.gradle(?:\.kts)?|pom\.xml|composer\.json|Pipfile|environment\.ya?ml|mix\.exs|pubspec\.yaml"
    r"|Cargo\.lock|package-lock\.json|pnpm-lock\.yaml|yarn\.lock|go\.sum|poetry\.lock|uv\.lock|Pipfile\.lock"
    r"|Gemfile\.lock|composer\.lock|[^/]+\.(?:csproj|fsproj|gemspec))$"
)
_BUILD = re.compile(
    r"/(?:GNUm|M|m)akefile$|\.mk$|/CMakeLists\.txt$|\.cmake$|/(?:Docker|Container)file[^/]*$|\.dockerfile$"
    r"|/(?:BUILD|WORKSPACE|MODULE)(?:\.bazel)?$|\.bzl$|/meson\.build$|/(?:setup\.(?:py|cfg)|build\.rs|hatch_build\.py)$"
    r"|/(?:settings\.gradle(?:\.kts)?|gradle\.properties|tsconfig[^/]*\.json|MANIFEST\.in)$"
    r"|/(?:webpack|vite|rollup|esbuild|babel|tsup)\.config\.[cm]?[jt]s$|/(?:[Jj]ustfile|Taskfile\.ya?ml|flake\.nix)$"
)
_DOCS = re.compile(
    r"/docs?/|/(?:README|CHANGELOG|CHANGES|CONTRIBUTING|LICENSE|LICENCE|NOTICE|AUTHORS|SECURITY)(?:\.[a-z]+)?$"
)
_DOTFILE = re.compile(r"/\.(?:editorconfig|env|gitattributes|[\w-]+rc|[\w-]+ignore)$")
_PROSE = _words(".md .mdx .markdown .rst .adoc .txt .tex")
_DATA = _words(".json .jsonc .json5 .yaml .yml .toml .xml .csv .tsv .ini .cfg .conf .properties")
_SCRIPT = _words(".sh .bash .zsh .fish .sql .ps1 .bat")
_CODE = (
    _words(".rs .go .py .js .ts .tsx .jsx .java .c .cpp .h .hpp .kt .swift .php .scala .vue .svelte .lua")
    | LANGUAGES.keys()
) - (_PROSE | _DATA | _SCRIPT)

BINARY, TEST, CI, MANIFEST = "binary file", "test file", "CI configuration", "dependency manifest"
BUILD, DOCUMENTATION = "build file", "documentation"

ROLES = (
    Role(BINARY, -100, partial(_ends, _BINARY)),
    Role(TEST, 10, partial(_named, _TEST)),
    Role(CI, 20, partial(_named, _CI)),
    Role(MANIFEST, 70, partial(_named, _MANIFEST)),
    Role(BUILD, 70, partial(_named, _BUILD)),
    Role(DOCUMENTATION, 20, lambda path: _ends(_PROSE, path) or _named(_DOCS, path)),
    Role("configuration", 20, lambda path: _ends(_DATA, path) or _named(_DOTFILE, path)),
    Role("script", 80, partial(_ends, _SCRIPT)),
    Role("implementation", 100, partial(_ends, _CODE)),
    Role("source file", 50, lambda _: True),
)
