"""What is known of a language by the name of a file."""

import subprocess
import sys
from pathlib import PurePosixPath

import pytest

from pytest_editbench import languages
from pytest_editbench.languages import CHECKED_BYTES, LANGUAGES, fence_tag, syntax_errors


def errors(name, data):
    return syntax_errors(PurePosixPath(name), data)


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("a.ts", "typescript"),
        ("A.TSX", "tsx"),
        ("d/a.mjs", "javascript"),
        ("a.md", "markdown"),
        ("Makefile", ""),
    ],
)
def test_the_fence_tag_follows_the_extension(name, tag):
    assert fence_tag(PurePosixPath(name)) == tag


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.ts", b"const a = <T>(x: T): T => x;\n"),
        ("a.mts", b"export type { A } from './a.mjs';\n"),
        ("a.cts", b"import a = require('a');\n"),
        ("a.tsx", b"const a: JSX.Element = <b>{x}</b>;\n"),
        ("a.js", b"module.exports = { a };\n"),
        ("a.jsx", b"const a = <b c='d' />;\n"),
        ("a.mjs", b"export default 1\n"),
        ("a.cjs", b""),
        ("a.json", b'{"a": [1, null]}\n'),
        ("a.py", b"x = '\\d'  # an escape that the interpreter warns of\n"),
    ],
)
def test_sound_files_have_no_syntax_errors(name, data):
    assert errors(name, data) == []


@pytest.mark.parametrize(
    ("name", "data", "lines"),
    [
        ("a.ts", b"let a = 1;\nlet = ;\nlet b = 2;\nf(;\n", [2, 4]),
        ("a.tsx", b"const a = <b />;\nfunction ({\n", [2]),
        ("a.js", b"f();\n}\n", [2]),
        ("a.json", b'{"a": 1,\n}', [2]),
        ("a.json", b'{\n"\xff"}', [2]),
        ("a.py", b"def f():\nreturn 1\n", [2]),
        ("a.py", b"\n\n(\n", [3]),
    ],
)
def test_syntax_errors_are_told_by_line(name, data, lines):
    assert errors(name, data) == lines


@pytest.mark.parametrize(
    ("name", "data"),
    [
        pytest.param("a.yaml", b"a: [\n", id="no grammar"),
        pytest.param("a.ts", b" " * (CHECKED_BYTES + 1), id="too large"),
        pytest.param("a.json", b"[" * 100_000, id="JSON nested too deep"),
        pytest.param("a.json", b"1" * 10_000, id="a JSON number too long"),
        pytest.param("a.py", b"-" * 200_000 + b"1", id="Python nested too deep"),
    ],
)
def test_where_nobody_can_tell_the_answer_is_unknown(name, data):
    assert errors(name, data) is None


def test_deeply_nested_code_is_checked_without_recursion():
    assert errors("a.ts", b"if (a) {" * 20_000 + b"}" * 20_000) == []


@pytest.mark.parametrize("extension", [name for name, row in LANGUAGES.items() if row.grammar])
def test_every_grammar_can_be_loaded(extension):
    languages.load(LANGUAGES[extension])


def test_importing_the_module_loads_no_grammar():
    script = "import sys, pytest_editbench.languages; print([m for m in sys.modules if 'tree_sitter' in m])"

    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert loaded.stdout == "[]\n"
