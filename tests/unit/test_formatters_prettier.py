"""Prettier's place and its worker, with packages of our own that real Node loads."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path, PurePosixPath

import psutil
import pytest

from pytest_editbench import formatters
from pytest_editbench.errors import FormatterError, UsageError
from pytest_editbench.formatters import prettier

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="Prettier runs on Node")

SCRIPT = PurePosixPath("src/app.ts")
ECHO = "async (text) => text"


def package(folder: Path, format_: str = ECHO) -> Path:
    """A package that says it is Prettier; `format_` is its function."""
    folder.mkdir(parents=True)
    (folder / "package.json").write_text('{"name": "prettier", "version": "3.0.0", "main": "index.js"}')
    (folder / "index.js").write_text(f"exports.format = {format_};\n")
    return folder


def project(folder: Path, format_: str = ECHO) -> Path:
    """A folder whose node_modules hold such a package."""
    package(folder / "node_modules" / "prettier", format_)
    return folder


def of(folder: Path, options: str = "", seconds: float = 20.0) -> formatters.Formatter:
    formatter = formatters.resolve("prettier", folder, options)
    return replace(formatter, write=replace(formatter.write, timeout=seconds))


def pid(formatter: formatters.Formatter) -> int:
    return formatter.write.worker.pid


@pytest.fixture(autouse=True)
def no_other_prettier(monkeypatch):
    monkeypatch.delenv(prettier.VARIABLE, raising=False)


def test_prettier_is_found_in_node_modules_upward(tmp_path):
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    project(tmp_path)
    assert prettier.find(inner, {}) == tmp_path / "node_modules/prettier"


def test_prettier_is_found_behind_the_command_in_the_path(tmp_path):
    home = package(tmp_path / "lib" / "prettier")
    (home / "bin").mkdir()
    (home / "bin/prettier.cjs").write_text("#!/usr/bin/env node\n")
    (home / "bin/prettier.cjs").chmod(0o755)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/prettier").symlink_to(home / "bin/prettier.cjs")
    assert prettier.find(tmp_path, {"PATH": str(tmp_path / "bin")}) == home


def test_prettier_is_found_beside_a_starter_that_is_no_link(tmp_path):
    project(tmp_path / "other")
    starter = tmp_path / "other/node_modules/.bin/prettier"
    starter.parent.mkdir()
    starter.write_text("#!/bin/sh\n")
    starter.chmod(0o755)
    found = prettier.find(tmp_path, {"PATH": str(starter.parent)})
    assert found == tmp_path / "other/node_modules/prettier"


def test_the_variable_comes_first(tmp_path):
    project(tmp_path)
    other = package(tmp_path / "other")
    assert prettier.find(tmp_path, {prettier.VARIABLE: str(other)}) == other


def test_a_variable_that_leads_nowhere_is_refused(tmp_path):
    project(tmp_path)
    with pytest.raises(UsageError, match=f"{prettier.VARIABLE}: no Prettier in /nowhere"):
        prettier.find(tmp_path, {prettier.VARIABLE: "/nowhere"})


def test_a_package_of_another_name_is_not_prettier(tmp_path):
    project(tmp_path)
    (tmp_path / "node_modules/prettier/package.json").write_text('{"name": "prettierd"}')
    assert prettier.find(tmp_path, {}) is None


def test_a_missing_prettier_says_how_to_get_it(tmp_path, monkeypatch):
    node = Path(shutil.which("node"))
    (tmp_path / "node").symlink_to(node)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="Prettier was not found; npm install prettier"):
        formatters.resolve("prettier", tmp_path)


def test_a_missing_node_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="Node, on which Prettier runs, was not found"):
        formatters.resolve("prettier", project(tmp_path))


def told(folder: Path, path: str, options: str = "", *, collapsed: bool = False) -> dict[str, object]:
    """The options that Prettier gets for a file."""
    tell = project(folder, "async (text, options) => JSON.stringify(options)")
    return json.loads(of(tell, options).format(PurePosixPath(path), b"x", collapsed=collapsed))


def test_prettier_gets_the_standard_options(tmp_path):
    assert told(tmp_path, "src/app.ts") == {
        "printWidth": 100,
        "tabWidth": 2,
        "useTabs": False,
        "singleQuote": True,
        "semi": True,
        "trailingComma": "all",
        "arrowParens": "always",
        "embeddedLanguageFormatting": "off",
        "objectWrap": "preserve",
        "parser": "typescript",
        "filepath": "file.ts",
    }


def test_prettier_is_asked_to_collapse_objects_for_a_comparison(tmp_path):
    assert told(tmp_path, "a.ts", collapsed=True)["objectWrap"] == "collapse"


@pytest.mark.parametrize(
    ("extension", "parser"), [(".mjs", "flow"), (".CTS", "typescript"), (".yml", "yaml")]
)
def test_the_extension_tells_the_parser(tmp_path, extension, parser):
    assert told(tmp_path, f"a{extension}")["parser"] == parser


def test_the_options_of_the_user_win(tmp_path):
    options = told(tmp_path, "a.ts", '{"printWidth": 80, "objectWrap": "preserve"}', collapsed=True)
    assert (options["printWidth"], options["objectWrap"], options["semi"]) == (80, "preserve", True)


@pytest.mark.parametrize("options", ["[1]", "{", "80"])
def test_options_that_are_no_object_are_refused(tmp_path, options):
    with pytest.raises(UsageError, match="editbench_prettier_options must be "):
        of(project(tmp_path), options)


def test_one_worker_answers_all(tmp_path):
    formatter = of(project(tmp_path))
    assert [formatter.format(SCRIPT, text) for text in (b"a", b"b")] == [b"a", b"b"]
    first = pid(formatter)
    again = of(tmp_path, '{"semi": false}')
    assert again.format(SCRIPT, b"c") == b"c"
    assert pid(again) == first


def test_text_of_any_size_and_sign_comes_back(tmp_path):
    text = "const a = '\u2028\u2029\U0001f600\\n\"';\r\n".encode() * 50_000
    assert of(project(tmp_path)).format(SCRIPT, text) == text


def test_a_syntax_error_is_one_line(tmp_path):
    formatter = of(project(tmp_path, "async () => { throw new SyntaxError('Bad token (1:7)\\n> 1 | x') }"))
    with pytest.raises(FormatterError, match=r"\Aprettier: src/app\.ts: Bad token \(1:7\)\Z"):
        formatter.format(SCRIPT, b"x")


BAD = "async (text) => {{ if (text === 'bad') {{ {} }} return text; }}"


def test_a_crash_is_told_and_the_next_file_gets_a_new_worker(tmp_path):
    formatter = of(project(tmp_path, BAD.format("console.error('no more memory'); process.exit(7);")))
    formatter.format(SCRIPT, b"good")
    first = pid(formatter)
    with pytest.raises(FormatterError, match="ended with code 7: no more memory"):
        formatter.format(SCRIPT, b"bad")
    assert formatter.format(SCRIPT, b"good") == b"good"
    assert pid(formatter) != first


def test_a_hang_is_ended_and_the_next_file_gets_a_new_worker(tmp_path):
    formatter = of(project(tmp_path, BAD.format("while (true) {}")), seconds=2.0)
    formatter.format(SCRIPT, b"good")
    first = pid(formatter)
    with pytest.raises(FormatterError, match=r"no answer after 2 s"):
        formatter.format(SCRIPT, b"bad")
    assert not psutil.pid_exists(first)
    assert formatter.format(SCRIPT, b"good") == b"good"


def test_a_worker_that_was_killed_meanwhile_is_replaced(tmp_path):
    formatter = of(project(tmp_path))
    formatter.format(SCRIPT, b"a")
    process = psutil.Process(pid(formatter))
    process.kill()
    process.wait(5)
    assert formatter.format(SCRIPT, b"b") == b"b"


def test_a_worker_that_cannot_load_prettier_is_told(tmp_path):
    formatter = of(project(tmp_path))
    (tmp_path / "node_modules/prettier/index.js").write_text("throw new Error('broken package')")
    with pytest.raises(FormatterError, match="ended with code 1: "):
        formatter.format(SCRIPT, b"a")


def test_what_a_plugin_prints_is_no_answer(tmp_path):
    formatter = of(
        project(tmp_path, "async (text) => { console.log('hello'); console.info('!'); return text; }")
    )
    assert formatter.format(SCRIPT, b"a") == b"a"


@pytest.mark.parametrize("answer", ["nonsense", '{"id": -1, "text": "x"}', "[]"])
def test_an_answer_to_nothing_that_was_asked_is_refused(tmp_path, answer):
    printing = f"async () => {{ process.stdout.write({json.dumps(answer)} + '\\n'); }}"
    with pytest.raises(FormatterError, match="worker"):
        of(project(tmp_path, printing)).format(SCRIPT, b"a")


def test_the_worker_ends_with_the_session(tmp_path):
    project(tmp_path)
    program = (
        "import sys; from pathlib import Path, PurePosixPath; from pytest_editbench import formatters\n"
        f"formatter = formatters.resolve('prettier', Path({str(tmp_path)!r}))\n"
        "formatter.format(PurePosixPath('a.ts'), b'x'); print(formatter.write.worker.pid)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, env=os.environ)
    assert not psutil.pid_exists(int(done.stdout))
