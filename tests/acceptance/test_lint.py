"""`editbench lint`: generated suites have no fault, and what is spoilt by hand has one."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from harness import CaseTree
from programs import STOCK
from sourcing import lay
from suites import Suite, generate

from pytest_editbench.cli import main

BLOCK = "operator-swap-logical-001"
BRANCHES = "structural-swap-if-else-001"
NAME = "identifier-identifier-multi-edit-001"


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One case of each way of telling."""
    source = lay(tmp_path_factory.mktemp("source") / "shop", {"stock.ts": STOCK.encode()})
    path = tmp_path_factory.mktemp("suite") / "suite"
    names = "swap-logical,swap-if-else,identifier-multi-edit"
    assert generate(source, "-o", path, "--mutations", names, "--count-scale", 0.1) == 0
    assert Suite(path).ids == [BLOCK, NAME, BRANCHES]
    return path


def lint(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, list[str]]:
    """The exit code, and the lines printed."""
    capsys.readouterr()
    code = main(["lint", *map(str, arguments)])
    said = capsys.readouterr()
    assert said.err == ""
    return code, said.out.splitlines()


def test_a_generated_suite_has_no_fault(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lint(capsys, suite) == (0, ["3 cases, 0 errors, 0 warnings"])


def test_a_suite_in_an_archive_is_read_too(
    tmp_path: Path, suite: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "to-pack").mkdir()
    shutil.copytree(suite, tmp_path / "to-pack/fixtures")
    packed = shutil.make_archive(str(tmp_path / "suite"), "gztar", tmp_path / "to-pack")
    assert lint(capsys, packed) == (0, ["3 cases, 0 errors, 0 warnings"])


@dataclass(frozen=True)
class Spoilt:
    """A case in which the first text that fits the pattern was changed, and what is to be said of it."""

    case: str
    file: str  # below the case's folder
    pattern: str
    text: str
    said: str

    def lay(self, suite: Path, folder: Path) -> Path:
        case = shutil.copytree(suite / self.case, folder / self.case)
        path = case / self.file
        before = path.read_bytes().decode()
        after = re.sub(self.pattern, self.text, before, count=1)
        assert after != before
        path.write_bytes(after.encode())
        return case


SPOILT = {
    "the old block is another": Spoilt(
        BLOCK,
        "prompt.md",
        r"(block:?[^\n]*\n\n```\w+\n)",
        r"\1nothing",
        "is not understood by the solver: .+",
    ),
    "the new block is another": Spoilt(
        BLOCK,
        "prompt.md",
        r"(with this:\n\n```\w+\n)",
        r"\1more();\n",
        "carried out to the letter, leads to no accepted tree",
    ),
    "an anchor is another line": Spoilt(
        BRANCHES, "prompt.md", r"`if \(", "`if (never || ", "is not understood by the solver: .+"
    ),
    "a line number is wrong": Spoilt(
        BRANCHES, "prompt.md", r"Around line \d+", "Around line 1", '"proof" does not hold: .+'
    ),
    "the count of a misspelling is wrong": Spoilt(
        NAME, "prompt.md", r"on \d+ lines", "on 9 lines", '"proof" does not hold: .+'
    ),
    "the right spelling is wrong": Spoilt(
        NAME,
        "prompt.md",
        r"spelling is `(\w)",
        r"spelling is `x\1",
        "carried out to the letter, leads to no .+",
    ),
    "the proof is another": Spoilt(
        BLOCK, "metadata.json", r'"places": \d+', '"places": 77', '"proof" is .+, but it should be .+'
    ),
    "the line is another": Spoilt(
        BLOCK,
        "metadata.json",
        r'"line_number": \d+',
        '"line_number": 1',
        '"mutated_snippet" does not stand at line 1 of the file',
    ),
    "the tier is another": Spoilt(
        BLOCK,
        "metadata.json",
        r'"difficulty": "\w+"',
        '"difficulty": "easy"',
        '"difficulty" is easy, but such a line is .+',
    ),
    "the score is another": Spoilt(
        BLOCK,
        "metadata.json",
        r'"difficulty_score": \d+',
        '"difficulty_score": 99',
        r'"difficulty_score" is 99(\.0)?, but it should be \d+',
    ),
    "the context is another": Spoilt(
        BRANCHES,
        "metadata.json",
        r'"density": [\d.]+',
        '"density": 0.1',
        r'"context" says density 0.1, but it is 0\.\d+',
    ),
    "the size is another": Spoilt(
        BRANCHES, "metadata.json", r'"changed_lines": \d+', '"changed_lines": 1', '"changed_lines" is 1, .+'
    ),
    "the source is another": Spoilt(
        NAME, "metadata.json", r'"digest": "\w{4}', '"digest": "0000', '"source" is .+, but it should be .+'
    ),
    "the category is another": Spoilt(
        NAME,
        "metadata.json",
        r'"mutation_category": "\w+"',
        '"mutation_category": "literal"',
        '"mutation_category" is literal, but identifier-multi-edit is in the category identifier',
    ),
    "the answer has changed": Spoilt(
        BLOCK, "expected/stock.ts", "const FEE = 3", "const FEE = 4", "carried out to the letter, .+"
    ),
    "the input has changed": Spoilt(
        BRANCHES, "input/stock.ts", "const FEE = 3", "const FEE = 4", "carried out to the letter, .+"
    ),
    "the prompt is gone": Spoilt(BLOCK, "prompt.md", r"(?s).+", "", "is (empty|blank).*"),
    "the metadata is torn": Spoilt(BLOCK, "metadata.json", r"(?s)\}\s*$", "", "is not JSON.*"),
}


@pytest.mark.parametrize("what", SPOILT)
def test_what_was_spoilt_by_hand_is_found(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    spoilt = SPOILT[what]
    case = spoilt.lay(suite, tmp_path)

    code, lines = lint(capsys, case)

    found = [line.split(": ", 1)[1] for line in lines[:-1]]
    assert any(re.fullmatch(spoilt.said, line) for line in found), found
    errors = re.search(r"(\d+) errors?", lines[-1])
    assert errors
    assert code == (errors[1] != "0")


def test_faults_can_be_read_by_a_program(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    SPOILT["the size is another"].lay(suite, tmp_path)
    code, lines = lint(capsys, tmp_path, "--json")
    told = json.loads("".join(lines))
    assert (code, told["cases"]) == (1, 1)
    ((severity, key),) = {(fault["severity"], fault["key"]) for fault in told["faults"]}
    assert (severity, key) == ("error", "changed_lines")


def test_a_foreign_case_is_proved_as_far_as_its_prompt_is_understood(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    CaseTree("one").write(tmp_path)
    CaseTree("two", prompt="Make the limit a little higher.").write(tmp_path)
    code, lines = lint(capsys, tmp_path)
    assert code == 0
    assert lines[0].startswith(f"{tmp_path}/two/prompt.md: is not understood by the solver: ")
    assert lines[1:] == ["2 cases, 0 errors, 1 warning"]


@pytest.mark.parametrize(
    "data", [b"\xff\xfe", b"\0", b"a\r\nb\nc\rd", b"", "a\u2028b\x0cc".encode()], ids=repr
)
def test_whatever_the_bytes_of_a_foreign_case_are_linting_it_does_not_break(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes
) -> None:
    told = {"line_number": 1, "original_snippet": "const limit", "proof": {"solver": "exact"}}
    case = CaseTree("one").input({"app.js": b"const limit = 1;\n" + data, "x.bin": data})
    case.expected({"app.js": b"const limit = 2;\n" + data, "x.bin": data}).told(told).write(tmp_path)
    _, lines = lint(capsys, tmp_path)
    assert re.fullmatch(r"1 case, \d+ errors?, \d+ warnings?", lines[-1])


def test_a_path_without_a_case_is_a_wrong_call(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", str(tmp_path)]) == 2
    assert "no case here" in capsys.readouterr().err
