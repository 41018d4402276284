"""The audit: where the normal form and a formatter disagree about cases."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from harness import CaseTree

from pytest_editbench import audit, formatters
from pytest_editbench.cases import directory

BODY = "function f() {\n  const a = 1;\n  const b = 2;\n  const c = 3;\n  return g(a);\n}\n"


def audited(folder: Path, given: str, accepted: str, *specs: str, name: str = "app.js") -> list[str]:
    """The report on one case of one file."""
    path = CaseTree("one").input({name: given}).expected({name: accepted}).write(folder)
    case = directory.open_case(path, "one")
    choose = partial(formatters.choose, specs, directory=folder)
    return list(audit.report(audit.findings([case], choose)))


def test_agreement_is_a_count(tmp_path):
    lines = audited(tmp_path, BODY, BODY.replace("g(a)", "h(a)"), "true {file}")
    assert lines == ["2 pairs, 0 disagreements, 0 not compared"]


def test_files_that_no_formatter_takes_are_no_pairs(tmp_path):
    assert audited(tmp_path, "1", "2", "ruff") == ["0 pairs, 0 disagreements, 0 not compared"]


LIAR = "cp /etc/hosts {file}"  # it makes one text of everything


def test_a_formatter_that_looks_past_more_is_shown_with_the_smallest_change(tmp_path):
    accepted = BODY.replace("1", "10").replace("  return g(a);\n", "  return h(\n    a,\n    b);\n")
    lines = audited(tmp_path, BODY, accepted, LIAR)
    title = f"one: expected/app.js, input → accepted: the normal form says different, {LIAR} says equal"
    assert lines[lines.index(title) + 1 :] == [
        "    @@ -1,5 +1,5 @@",
        "     function f() {",
        "    -  const a = 1;",
        "    +  const a = 10;",
        "       const b = 2;",
        "       const c = 3;",
        "       return g(a);",
        "2 pairs, 2 disagreements, 0 not compared",
    ]


def test_a_change_that_the_normal_form_accepts_is_no_part_of_the_region(tmp_path):
    accepted = BODY.replace("1;", "1").replace("  return g(a);\n", "  return h(\n    a,\n    b);\n")
    lines = audited(tmp_path, BODY, accepted, LIAR)
    assert "    +  return h(" in lines
    assert "    +  const a = 1" not in lines


def test_a_formatter_that_looks_past_less_is_shown_too(tmp_path):
    accepted = BODY.replace("2;", "2").replace("g(a)", "g((\na))")
    assert audited(tmp_path, BODY, accepted, "true {file}", name="app.ts") == [
        "one: expected/app.ts, input → accepted: the normal form says equal, true {file} says different",
        "    @@ -1,6 +1,6 @@",
        "     function f() {",
        "       const a = 1;",
        "    -  const b = 2;",
        "    +  const b = 2",
        "       const c = 3;",
        "       return g(a);",
        "     }",
        "2 pairs, 1 disagreement, 0 not compared",
    ]


def test_a_formatter_that_fails_is_told_and_counted(tmp_path):
    what = "accepted → as false {file} writes it"
    assert audited(tmp_path, BODY, BODY + "x", "false {file}") == [
        f"one: expected/app.js, {what}: false {{file}}: app.js: exit code 1: it said nothing",
        "1 pair, 0 disagreements, 1 not compared",
    ]


@pytest.mark.parametrize("sign", ["\x1b", "\u202e"])
def test_what_the_report_shows_is_escaped(tmp_path, sign):
    lines = audited(tmp_path, BODY, BODY + f"// {sign}", LIAR)
    assert sign not in "\n".join(lines)
