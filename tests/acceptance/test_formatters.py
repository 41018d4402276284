"""Formatters as second opinions, and the command that holds the normal form against them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path, PurePosixPath

import pytest
from harness import CaseTree

from pytest_editbench import formatters
from pytest_editbench.compare import levels, opinion
from pytest_editbench.formatters.prettier import VARIABLE
from pytest_editbench.formatters.programs import executable
from pytest_editbench.formatters.table import BIOME
from pytest_editbench.model import MatchLevel

ROOT = Path(__file__).parents[2]
CASES = ROOT / "cases" / "handwritten"
SOURCES = sorted(path for path in CASES.glob("*/expected/*") if path.suffix in (".js", ".jsx", ".ts", ".tsx"))


def audit(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest_editbench", "audit", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def biome() -> formatters.Formatter:
    if executable("biome", ROOT) is None:
        pytest.skip(f"Biome is not installed: {formatters.FORMATTERS['biome'].advice}")
    return formatters.resolve("biome", ROOT)


@pytest.fixture(scope="session")
def prettier_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in whose node_modules Prettier is, fresh from the registry."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        pytest.skip("Prettier needs Node and npm")
    folder = tmp_path_factory.mktemp("prettier")
    install = [
        "npm",
        "install",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--prefix",
        folder,
        "prettier@3",
    ]
    try:
        done = subprocess.run(install, capture_output=True, text=True, check=False, timeout=120)
    except subprocess.TimeoutExpired:
        pytest.skip("the npm registry did not answer in 120 s")
    if done.returncode:
        pytest.skip(f"Prettier could not be installed: {done.stderr.strip()[-200:]}")
    return folder


@pytest.fixture
def prettier(prettier_folder: Path, monkeypatch: pytest.MonkeyPatch) -> formatters.Formatter:
    monkeypatch.setenv(VARIABLE, str(prettier_folder / "node_modules" / "prettier"))
    return formatters.resolve("prettier", prettier_folder)


def biome_with(biome: formatters.Formatter, width: int, **style: object) -> formatters.Formatter:
    """Biome with other options."""
    script = {"formatter": {**BIOME["javascript"]["formatter"], **style}}
    other = {**BIOME, "formatter": {"lineWidth": width}, "javascript": script}
    return replace(biome, write=replace(biome.write, configuration=("biome.json", json.dumps(other))))


def disagreements(judge: formatters.Formatter, writer: formatters.Formatter) -> list[str]:
    """The sources that, as `writer` writes them, are not equal to both the judge and the normal form."""
    found = []
    rewritten = 0
    for source in SOURCES:
        path, data = PurePosixPath(source.name), source.read_bytes()
        written = writer.format(path, data)
        rewritten += written != data
        normal = levels.level(path, data, written).level is not MatchLevel.NONE
        said = opinion.equal(path, data, written, judge)
        if not (normal and said == opinion.Opinion(True)):
            found.append(f"{source.parent.parent.name}: {normal}, {said}")
    assert rewritten > len(SOURCES) / 2
    return found


BIOME_STYLES = [
    (60, {}),
    (100, {"semicolons": "asNeeded", "quoteStyle": "double", "arrowParentheses": "asNeeded"}),
    (160, {"bracketSpacing": False, "trailingCommas": "none", "indentStyle": "tab", "expand": "always"}),
]


@pytest.mark.parametrize(("width", "style"), BIOME_STYLES, ids=["narrow", "loose", "wide"])
def test_biome_and_the_normal_form_take_what_biome_rewrites_for_equal(biome, width, style):
    assert disagreements(biome, biome_with(biome, width, **style)) == []


def test_biome_and_the_normal_form_agree_about_the_bundled_cases(biome):
    done = audit(CASES, "--formatter=biome")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].endswith(" pairs, 0 disagreements, 0 not compared")
    assert int(done.stdout.split()[0]) >= 60


PRETTIER_STYLES = [
    {"printWidth": 60},
    {"semi": False, "singleQuote": False, "arrowParens": "avoid", "trailingComma": "none", "useTabs": True},
    {"printWidth": 160, "bracketSpacing": False, "bracketSameLine": True, "quoteProps": "consistent"},
]


@pytest.mark.network
@pytest.mark.parametrize("style", PRETTIER_STYLES, ids=["narrow", "loose", "wide"])
def test_prettier_and_the_normal_form_take_what_prettier_rewrites_for_equal(prettier, prettier_folder, style):
    writer = formatters.resolve("prettier", prettier_folder, json.dumps(style))
    assert disagreements(prettier, writer) == []


@pytest.mark.network
def test_prettier_and_the_normal_form_agree_about_the_code_of_the_bundled_cases(prettier):
    done = audit(CASES, "--formatter=prettier")
    assert done.stderr == ""
    told = [line for line in done.stdout.splitlines() if "the normal form says" in line]
    # In Markdown the normal form is stricter by design: `*a*` and `_a_` are other text.
    assert [line for line in told if ".md, " not in line] == []
    assert all("the normal form says different" in line for line in told)
    assert f"82 pairs, {len(told)} disagreements" in done.stdout.splitlines()[-1]


@pytest.mark.network
@pytest.mark.parametrize(
    ("path", "data", "expected"),
    [
        ("a.ts", b'f( {a:"x",} )', b"f({ a: 'x' });\n"),
        ("a.tsx", b"x=<b  a='c'/>", b'x = <b a="c" />;\n'),
        ("a.mjs", b"export  default <a/>", b"export default <a />;\n"),
        ("a.cts", b"import a=require('b')", b"import a = require('b');\n"),
        ("a.jsonc", b'{"a":1, // b\n}', b'{\n  "a": 1, // b\n}\n'),
        ("a.md", b"* a\n\n```js\nb( )\n```\n", b"- a\n\n```js\nb( )\n```\n"),
        ("a.mdx", b"*  a", b"- a\n"),
        ("a.yml", b"a:   1", b"a: 1\n"),
        ("a.scss", b'a{b{c:"d"}}', b"a {\n  b {\n    c: 'd';\n  }\n}\n"),
        ("a.html", b"<script>a( )</script>", b"<script>\n  a();\n</script>\n"),
        ("a.js", b"x = css`a  {}`", b"x = css`a  {}`;\n"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_prettier_writes_its_form(prettier, path, data, expected):
    assert prettier.format(PurePosixPath(path), data) == expected


@pytest.mark.network
@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        pytest.param(b"f({\n  a: 1,\n});", b"f({ a: 1 })", True, id="an object on lines"),
        pytest.param(b"return x;", b"returnx;", False, id="a lost blank between words"),
        pytest.param(b"f(`a\n\nb`);", b"f(`a\nb`);", False, id="a blank line in a template"),
        pytest.param(b"f('a b');", b"f('ab');", False, id="a lost blank in a string"),
        pytest.param(b"a + ++b;", b"a++ + b;", False, id="an increment that moves"),
    ],
)
def test_prettier_as_judge(prettier, one, other, equal):
    one, other = (b"function f() {\n" + text + b"\n}" for text in (one, other))
    assert opinion.equal(PurePosixPath("a.ts"), one, other, prettier) == opinion.Opinion(equal)


@pytest.mark.network
def test_where_prettier_cannot_read_a_side_its_words_are_in_the_note(prettier):
    said = opinion.equal(PurePosixPath("a.ts"), b"f(1)", b"f(1", prettier)
    assert not said.equal
    assert said.note.startswith("prettier: a.ts: ")
    assert "(1:4) (the actual side); the syntax normal form answers instead" in said.note


def test_the_table_of_the_documentation_is_that_of_the_program():
    lines = (ROOT / "docs/formatters.md").read_text().split("| name | takes |")[1].splitlines()[2:]
    cells = [[cell.strip(" `") for cell in line.split("|")[1:3]] for line in lines if line.startswith("|")]
    assert {name: set(takes.split()) for name, takes in cells[:-1]} == {
        name: set(row.extensions) for name, row in formatters.FORMATTERS.items()
    }


def test_a_disagreement_is_a_finding(tmp_path):
    CaseTree("one").write(tmp_path)
    done = audit(tmp_path, "--formatter=cp /etc/hosts {file}")
    assert done.returncode == 1
    assert "one: expected/app.js, input → accepted: the normal form says different" in done.stdout
    assert "    -const limit = 1;\n    +const limit = 2;\n" in done.stdout
    assert done.stdout.endswith("2 pairs, 2 disagreements, 0 not compared\n")


@pytest.mark.parametrize(
    ("formatter", "complaint"),
    [
        (
            "black",
            "editbench: no formatter 'black'; known: prettier, biome, ruff, gofmt, rustfmt, or a command",
        ),
        (".md=ruff", "editbench: ruff takes no .md files, only .py .pyi"),
        ("nosuch {file}", "editbench: formatter 'nosuch {file}': nosuch was not found"),
    ],
    ids=["unknown", "another extension", "missing"],
)
def test_a_formatter_that_cannot_be_asked_is_a_usage_error(tmp_path, formatter, complaint):
    CaseTree("one").write(tmp_path)
    done = audit(tmp_path, "--formatter", formatter)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(complaint)
    assert done.stderr.count("\n") == 1
