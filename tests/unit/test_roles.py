from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from pytest_editbench import roles
from pytest_editbench.languages import LANGUAGES

KNOWN = {
    "binary file": ["logo.png", "tests/data.zip", "docs/a.PDF"],
    "test file": [
        "tests/a.py",
        "a/test/b.go",
        "src/__tests__/a.js",
        "a_test.go",
        "a.test.ts",
        "a.spec.js",
        "a_spec.rb",
        "test_a.py",
        "conftest.py",
        "src/ATest.java",
        "tests/data.json",
    ],
    "CI configuration": [".github/workflows/a.yml", ".gitlab-ci.yml", "Jenkinsfile", "azure-pipelines.yml"],
    "dependency manifest": [
        "Cargo.toml",
        "web/package.json",
        "go.mod",
        "pyproject.toml",
        "requirements.txt",
        "requirements-dev.txt",
        "Gemfile",
        "build.gradle",
        "pom.xml",
        "uv.lock",
    ],
    "build file": ["Makefile", "CMakeLists.txt", "Dockerfile", "setup.py", "rules.mk", "vite.config.ts"],
    "documentation": ["README.md", "docs/a.html", "a.txt", "LICENSE", "notes.rst"],
    "configuration": ["a.json", "a.yaml", "a.toml", "a.xml", "a.csv", ".editorconfig", "ci/a.yml"],
    "script": ["a.sh", "a.zsh", "a.sql"],
    "implementation": ["a.rs", "a.go", "a.py", "a.ts", "a.jsx", "a.java", "a.h", "a.hpp", "a.rb", "a.css"],
    "source file": ["a", "a.unknown", "latest/attestation.zig"],
}


@pytest.mark.parametrize(
    ("path", "role"), [(path, role) for role, paths in KNOWN.items() for path in paths], ids=str
)
def test_the_path_tells_the_role(path: str, role: str) -> None:
    assert roles.of(PurePosixPath(path)).name == role


def test_every_role_has_an_example() -> None:
    assert list(KNOWN) == [role.name for role in roles.ROLES]


def test_priorities_are_those_of_the_published_description() -> None:
    told = {role.name: role.priority for role in roles.ROLES}

    assert {told[name] for name in ("documentation", "configuration")} == {20}
    assert [told[name] for name in ("binary file", "test file", "dependency manifest")] == [-100, 10, 70]
    assert [told[name] for name in ("script", "source file", "implementation")] == [80, 50, 100]


def test_a_file_may_have_further_roles() -> None:
    found = [role.name for role in roles.every(PurePosixPath("docs/logo.png"))]

    assert found == ["binary file", "documentation", "source file"]


def test_no_file_of_a_known_language_is_a_mere_source_file() -> None:
    assert all(roles.of(PurePosixPath(f"a{ending}")).name != "source file" for ending in LANGUAGES)
