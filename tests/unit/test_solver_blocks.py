"""How far a block reaches, in the languages that the cases are written in."""

from pathlib import PurePosixPath

import pytest

from pytest_editbench.agents.solver.documents import Document, document
from pytest_editbench.agents.solver.extents import blocks, bodies


def doc(name: str, text: str) -> Document:
    return document(PurePosixPath(name), text.encode())


def texts(name: str, text: str, head: str) -> list[str]:
    source = doc(name, text)
    return ["\n".join(source.lines[start:stop]) for start, stop in blocks(source, source.lines.index(head))]


@pytest.mark.parametrize(
    ("name", "text", "head", "block"),
    [
        ("a.ts", "f(() => {\n  a;\n})\n  .then(b);\nc;\n", "f(() => {", "f(() => {\n  a;\n})\n  .then(b);"),
        ("a.ts", "try {\n  a;\n} catch {\n  b;\n} finally {\n  c;\n}\nd;\n", "try {", None),
        ("a.ts", "{\n  a;\n  b;\n}\n", "  b;", "  b;"),
        (
            "a.ts",
            "if (a) {\n  1;\n} else if (b) {\n  2;\n} else {\n  3;\n}\n",
            "} else if (b) {",
            "} else if (b) {\n  2;",
        ),
        ("a.tsx", "<div>\n  <p>don't</p>\n</div>\n<p/>\n", "<div>", "<div>\n  <p>don't</p>\n</div>"),
        (
            "a.py",
            "@x\n@y(\n    1,\n)\ndef f():\n    a\n\n    b\n\nc\n",
            "@x",
            "@x\n@y(\n    1,\n)\ndef f():\n    a\n\n    b",
        ),
        (
            "a.py",
            "if a:\n    1\nelif b:\n    2\nelse:\n    3\nc\n",
            "if a:",
            "if a:\n    1\nelif b:\n    2\nelse:\n    3",
        ),
        ("a.py", 's = """\nx\n"""\nt\n', 's = """', 's = """\nx\n"""'),
        ("a.py", "end = ''\nif a:\n    b\nend = 1\n", "if a:", "if a:\n    b"),
        ("a.yaml", "a:\n- 1\n- 2\nb: 3\n", "a:", "a:\n- 1\n- 2"),
        ("a.yaml", "- a: 1\n  b:\n    - 2\n- a: 3\n", "- a: 1", "- a: 1\n  b:\n    - 2"),
        (
            "a.md",
            "## A\n\n```sh\n# no heading\n```\n\n### B\n\n## C\n",
            "## A",
            "## A\n\n```sh\n# no heading\n```\n\n### B",
        ),
        ("a.md", "- a\n  more\n\n  - b\n- c\n", "- a", "- a\n  more\n\n  - b"),
        ("a.md", "one\ntwo\n\nthree\n", "one", "one\ntwo"),
        ("a.md", "| a |\n| b |\n", "| a |", "| a |"),
        ("a.sh", "if a; then\n  b\nfi\nc\n", "if a; then", "if a; then\n  b\nfi"),
    ],
)
def test_a_block_reaches_as_far_as_brackets_and_indentation_agree(
    name: str, text: str, head: str, block: str | None
) -> None:
    whole = block if block is not None else "\n".join(text.splitlines()[:-1])
    assert set(texts(name, text, head)) == {whole}


def test_comments_and_decorators_above_a_block_may_belong_to_it() -> None:
    found = texts("a.py", "x\n# why\n@deco\ndef f():\n    a\n", "def f():")
    assert found == ["def f():\n    a", "@deco\ndef f():\n    a", "# why\n@deco\ndef f():\n    a"]


def test_a_block_comment_above_belongs_as_a_whole() -> None:
    found = texts("a.ts", "x;\n/**\n * why\n */\nfunction f() {\n}\n", "function f() {")
    assert found == ["function f() {\n}", "/**\n * why\n */\nfunction f() {\n}"]


def test_a_comment_before_the_next_statement_does_not_belong_to_the_block_before() -> None:
    assert texts("a.ts", "a();\n// about b\nb();\n", "a();") == ["a();"]


def test_a_comment_at_the_end_of_an_indented_block_may_belong_to_it() -> None:
    assert texts("a.py", "if a:\n    b\n    # c\nd\n", "if a:") == ["if a:\n    b\n    # c", "if a:\n    b"]


def test_a_badly_indented_block_leaves_two_opinions() -> None:
    assert texts("a.ts", "if (a) {\nb;\n}\nc;\n", "if (a) {") == ["if (a) {\nb;\n}", "if (a) {"]


def test_a_body_keeps_the_blank_lines_and_comments_before_its_brace() -> None:
    source = doc("a.ts", "if (a) {\n  b;\n\n  // c\n}\nd;\n")
    assert bodies(source, 0) == [4]
