"""Formatters of others: found, asked, and never silent when they fail."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path, PurePosixPath

import pytest

from pytest_editbench import formatters
from pytest_editbench.errors import FormatterError, UsageError
from pytest_editbench.formatters.programs import executable

SCRIPT = PurePosixPath("src/app.ts")
HERE = Path(__file__).parent


def found(name: str) -> formatters.Formatter:
    if executable(name, HERE) is None:
        pytest.skip(f"{name} is not installed: {formatters.FORMATTERS[name].advice}")
    return formatters.resolve(name, HERE)


def tool(folder: Path, name: str, body: str) -> Path:
    """A program of that name, where a project's own tools are; the project's folder."""
    script = folder / "node_modules" / ".bin" / name
    script.parent.mkdir(parents=True)
    script.write_text(f"#!/bin/sh\n{body}\n")
    script.chmod(0o755)
    return folder


def hurried(formatter: formatters.Formatter, seconds: float) -> formatters.Formatter:
    return replace(formatter, write=replace(formatter.write, timeout=seconds))


FORMATTED = [
    ("biome", "a.ts", b'f( {a:"x",} )', b"f({ a: 'x' });\n"),
    ("biome", "a.d.ts", b"export const x:number", b"export const x: number;\n"),
    ("biome", "a.JSX", b"x=<b  a='c'/>", b'x = <b a="c" />;\n'),
    ("biome", "a.json", b'{"a":1,}', b'{ "a": 1 }\n'),
    ("biome", "package-lock.json", b'{"a":1}', b'{ "a": 1 }\n'),
    ("biome", "a.css", b'a{b:"c"}', b"a {\n  b: 'c';\n}\n"),
    ("ruff", "a.py", b"x = ( 'a' )", b'x = "a"\n'),
    ("ruff", "a.pyi", b"class A : ...", b"class A: ...\n"),
    ("gofmt", "a.go", b"package  a", b"package a\n"),
    ("rustfmt", "a.rs", b"async fn  a(){}", b"async fn a() {}\n"),
]


@pytest.mark.parametrize(("name", "path", "data", "expected"), FORMATTED, ids=lambda value: str(value)[:20])
def test_a_formatter_writes_its_form(name, path, data, expected):
    assert found(name).format(PurePosixPath(path), data) == expected


BROKEN = [
    ("biome", "a.ts", b"const = 1"),
    ("ruff", "a.py", b"def f(:"),
    ("gofmt", "a.go", b"pakkage"),
    ("rustfmt", "a.rs", b"fn f({}"),
]


@pytest.mark.parametrize(("name", "path", "data"), BROKEN, ids=[row[0] for row in BROKEN])
def test_a_syntax_error_is_one_line_that_names_tool_and_file(name, path, data):
    with pytest.raises(FormatterError, match=rf"\A{name}: {path}: exit code \d+: .*\w.*\Z"):
        found(name).format(PurePosixPath(path), data)


def test_an_empty_file_stays_empty():
    assert found("biome").format(SCRIPT, b"") == b""


def test_biome_breaks_lines_at_a_hundred_columns():
    names = ", ".join(["name"] * 15)
    line = f"f({names}, {'x' * (100 - 2 - len(names) - 2 - 2)});"
    assert found("biome").format(SCRIPT, line.encode()) == line.encode() + b"\n"
    assert len(line) == 100
    assert found("biome").format(SCRIPT, line.replace("x", "xx", 1).encode()).count(b"\n") > 1


def test_an_object_keeps_its_lines_unless_it_shall_be_collapsed():
    spread = b"x = {\n  a: 1,\n};\n"
    assert found("biome").format(SCRIPT, spread) == spread
    assert found("biome").format(SCRIPT, spread, collapsed=True) == b"x = { a: 1 };\n"


@pytest.mark.parametrize(
    ("name", "path", "configuration"),
    [
        ("biome", "a.ts", {"biome.json": '{"formatter": {"enabled": false}}'}),
        ("ruff", "a.py", {"ruff.toml": "line-length = 20\n[format]\nquote-style = 'single'\n"}),
        ("rustfmt", "a.rs", {"rustfmt.toml": "hard_tabs = true\n"}),
    ],
    ids=["biome", "ruff", "rustfmt"],
)
def test_what_is_configured_around_is_not_heard(tmp_path, monkeypatch, name, path, configuration):
    data = {".ts": b"f( 'x' )", ".py": b"f( 'xxxxxxxxxxxxxxxxxxxx' )", ".rs": b"fn f(){ g() }"}
    data = data[PurePosixPath(path).suffix]
    expected = found(name).format(PurePosixPath(path), data)
    for file, text in configuration.items():
        (tmp_path / file).write_text(text)
    monkeypatch.chdir(tmp_path)
    assert formatters.resolve(name, tmp_path).format(PurePosixPath(path), data) == expected


def test_a_tool_that_hangs_is_ended(tmp_path):
    formatter = hurried(formatters.resolve("biome", tool(tmp_path, "biome", "sleep 60")), 0.3)
    start = time.monotonic()
    with pytest.raises(FormatterError, match=r"\Abiome: src/app\.ts: ended after 0\.3 s: it said nothing\Z"):
        formatter.format(SCRIPT, b"a")
    assert time.monotonic() - start < 10


def test_a_tool_that_crashes_is_told_with_its_signal(tmp_path):
    formatter = formatters.resolve("biome", tool(tmp_path, "biome", "echo oh no >&2; kill -SEGV $$"))
    with pytest.raises(FormatterError, match="crashed with signal 11: oh no"):
        formatter.format(SCRIPT, b"a")


def test_a_tool_that_gives_nothing_back_has_failed(tmp_path):
    formatter = formatters.resolve("biome", tool(tmp_path, "biome", "cat >/dev/null"))
    with pytest.raises(FormatterError, match="nothing came back for 2 bytes"):
        formatter.format(SCRIPT, b"a;")


def test_a_tool_that_went_away_since_is_told(tmp_path):
    formatter = formatters.resolve("biome", tool(tmp_path, "biome", "cat"))
    (tmp_path / "node_modules/.bin/biome").unlink()
    with pytest.raises(FormatterError, match="no longer there"):
        formatter.format(SCRIPT, b"a")


def test_text_that_is_no_utf8_is_not_handed_on():
    formatter = formatters.resolve("true {file}", HERE)
    with pytest.raises(FormatterError, match=r"app\.ts: no UTF-8 at byte 2"):
        formatter.format(SCRIPT, b"ab\xff")


def test_the_tool_of_the_project_comes_before_others(tmp_path):
    inner = tool(tmp_path, "biome", "sed s/a/b/") / "deep" / "er"
    inner.mkdir(parents=True)
    assert formatters.resolve("biome", inner).format(SCRIPT, b"a") == b"b"


def test_a_command_rewrites_a_copy(tmp_path):
    original = tmp_path / "app.ts"
    original.write_text("aa")
    formatter = formatters.resolve("sed -i 's/a/b c/' {file}", tmp_path)
    assert formatter.format(PurePosixPath("app.ts"), b"aa") == b"b ca"
    assert original.read_text() == "aa"


def test_a_command_sees_the_name_of_the_file_and_runs_where_it_was_asked_for(tmp_path):
    formatter = formatters.resolve("""sh -c 'pwd >"$1"; basename "$1" >>"$1"' - {file}""", tmp_path)
    text = formatter.format(PurePosixPath("deep/-a b.ts"), b"x")
    assert text.decode().splitlines() == [str(tmp_path), "-a b.ts"]


@pytest.mark.parametrize("ending", ["rm {file}", "ln -sf /etc/hosts {file}"])
def test_a_command_that_leaves_no_file_has_failed(ending):
    with pytest.raises(FormatterError, match="left no file"):
        formatters.resolve(ending, HERE).format(SCRIPT, b"x")


def test_a_command_that_fails_is_told_by_its_exit_code():
    with pytest.raises(FormatterError, match="exit code 1: it said nothing"):
        formatters.resolve("false {file}", HERE).format(SCRIPT, b"x")


def test_a_tool_that_is_missing_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="rustfmt was not found; rustup component add rustfmt"):
        formatters.resolve("rustfmt", tmp_path)
    with pytest.raises(UsageError, match="nosuch was not found"):
        formatters.resolve("nosuch --write {file}", tmp_path)


def test_an_unknown_formatter_lists_the_known_ones():
    known = ", ".join(formatters.FORMATTERS)
    with pytest.raises(UsageError, match=f"no formatter 'black'; known: {known}, or a command"):
        formatters.resolve("black", HERE)


def test_a_command_with_an_open_quote_is_refused():
    with pytest.raises(UsageError, match="No closing quotation"):
        formatters.resolve("sed 's {file}", HERE)


@pytest.mark.parametrize(
    ("specs", "path", "name"),
    [
        (["ruff"], "a.py", "ruff"),
        (["ruff"], "a.PY", "ruff"),
        (["ruff"], "a.ts", None),
        ([], "a.py", None),
        (["true {file}", "ruff"], "a.py", "true {file}"),
        (["true {file}", ".py=ruff"], "a.py", "ruff"),
        ([".py=true {file}", "ruff"], "a.py", "true {file}"),
        ([".py=true {file}", "ruff"], "a.pyi", "ruff"),
        ([".py=true {file}"], "a", None),
    ],
)
def test_the_formatter_of_an_extension_comes_before_the_first_that_takes_it(specs, path, name):
    chosen = formatters.choose(specs, PurePosixPath(path), HERE)
    assert (chosen.name if chosen else None) == name


@pytest.mark.parametrize(
    ("specs", "complaint"),
    [
        ([".py=ruff", ".py=true {file}"], r"more than one formatter for \.py"),
        ([".ts=ruff"], r"ruff takes no \.ts files, only \.py \.pyi"),
        (["ruff", "nothing"], "no formatter 'nothing'"),
    ],
)
def test_options_that_cannot_be_carried_out_are_refused_at_once(specs, complaint):
    with pytest.raises(UsageError, match=complaint):
        formatters.check(specs, HERE)


def test_formatters_leave_no_folder_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    formatters.resolve("true {file}", HERE).format(SCRIPT, b"x")
    found("ruff").format(PurePosixPath("a.py"), b"x")
    assert list(tmp_path.iterdir()) == []
