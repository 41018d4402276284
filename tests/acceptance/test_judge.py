"""`editbench judge`: files and folders, one pair or a list."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

BEFORE = "one();\ntwo();\nthree();\n"
EXPECTED = "one();\n2;\nthree();\n"
WRONG = "1;\ntwo();\nthree();\n"
KEYS = [
    *("id", "level", "passed", "indent_score", "lines_changed", "chars_changed"),
    *("missing", "unexpected", "files", "diagnosis"),
]


@pytest.fixture
def judge(pytester):
    """Runs the command in a folder that holds a few files and folders."""
    for name, text in (("before", BEFORE), ("right", EXPECTED), ("wrong", WRONG)):
        (pytester.path / f"{name}.ts").write_text(text)
        (pytester.path / name).mkdir()
        (pytester.path / name / "a.ts").write_text(text)

    def run(*arguments: str | Path) -> pytest.RunResult:
        return pytester.run(sys.executable, "-m", "pytest_editbench", "judge", *arguments)

    return run


def answers(result: pytest.RunResult) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.outlines]


@pytest.mark.parametrize("suffix", [".ts", ""], ids=["files", "folders"])
def test_equal_is_exit_code_0_and_different_1(judge, suffix):
    same, different = judge(f"right{suffix}", f"right{suffix}"), judge(f"right{suffix}", f"wrong{suffix}")

    assert (same.ret, different.ret) == (0, 1)
    same.stdout.fnmatch_lines(["equal (level exact, demanded format)"])
    different.stdout.fnmatch_lines(["different (level none, demanded format)", "1 file differs: *"])
    different.stdout.fnmatch_lines(["--- expected/*", "+++ actual/*", "-2;", "+two();"])


def test_the_input_tells_collateral_and_diagnosis(judge):
    result = judge("right", "wrong", "--input=before")

    result.stdout.fnmatch_lines(["other", "asked lines: 0 right, 0 wrong, 2 missing; outside: 2 (code: 2)"])


def test_the_level_that_passes_can_be_chosen(judge, pytester):
    (pytester.path / "ends.ts").write_bytes(EXPECTED.replace("\n", "\r\n").encode())

    assert judge("right.ts", "ends.ts").ret == 0
    assert judge("right.ts", "ends.ts", "--match=exact").ret == 1


def test_json_holds_one_answer_with_every_field(judge):
    result = judge("right.ts", "wrong.ts", "--json", "--input=before.ts")

    [answer] = answers(result)
    assert set(KEYS) <= set(answer)
    assert (answer["level"], answer["passed"], answer["lines_changed"]) == ("none", False, 4)
    assert (answer["id"], answer["diagnosis"], answer["files"][0]["path"]) == (
        "wrong.ts",
        "other",
        "right.ts",
    )


def test_what_agents_leave_behind_is_passed_over_in_a_folder(judge, pytester):
    (pytester.path / "right" / ".git").mkdir()
    (pytester.path / "wrong" / "a.ts").write_text(EXPECTED)
    for place in (".git/HEAD", "__pycache__/x.pyc"):
        (pytester.path / "wrong" / place).parent.mkdir()
        (pytester.path / "wrong" / place).write_text("x")

    assert judge("right", "wrong").ret == 0
    (pytester.path / "wrong" / "stray").write_text("x")
    result = judge("right", "wrong")
    result.stdout.fnmatch_lines(["unexpected: stray"])


def test_a_folder_may_be_named_by_a_link(judge, pytester):
    (pytester.path / "link").symlink_to("right")

    assert judge("right", "link").ret == judge("link", "right").ret == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "*name EXPECTED and ACTUAL, or a list with --batch"),
        (["right.ts"], "*name EXPECTED and ACTUAL*"),
        (["right.ts", "gone.ts"], "*gone.ts cannot be read: No such file*"),
        (["right.ts", "wrong"], "*name files alone or folders alone"),
        (["right.ts", "/dev/null"], "*/dev/null is neither a file nor a folder"),
        (["right.ts", "wrong.ts", "--batch=list.tsv"], "*takes its paths from the list*"),
        (["--batch=gone.tsv"], "*gone.tsv cannot be read: *"),
        (["right.ts", "wrong.ts", "--match=close"], "*invalid choice: 'close'*"),
    ],
)
def test_usage_is_exit_code_2_and_a_message(judge, arguments, said):
    result = judge(*arguments)

    assert result.ret == 2
    result.stderr.fnmatch_lines([said])
    assert "Traceback" not in result.stderr.str()


def test_a_batch_answers_each_line_in_order(judge, pytester):
    rows = [
        "same\tright.ts\tright.ts",
        "other\tright.ts\twrong.ts\tbefore.ts",
        "",
        "all\tright\tright\tbefore",
    ]
    (pytester.path / "list.tsv").write_bytes("\r\n".join(rows).encode())

    result = judge("--batch=list.tsv")

    assert result.ret == 1
    assert [(answer["id"], answer["passed"]) for answer in answers(result)] == [
        ("same", True),
        ("other", False),
        ("all", True),
    ]
    assert all(set(KEYS) <= set(answer) for answer in answers(result))


def test_a_batch_of_equal_pairs_is_exit_code_0(judge, pytester):
    (pytester.path / "list.tsv").write_text("a\tright.ts\tright.ts\nb\tright\tright\n")

    assert judge("--batch=list.tsv").ret == 0


def test_a_broken_row_is_told_and_the_rest_is_judged(judge, pytester):
    rows = b"short\nno\tgone.ts\tright.ts\nnul\t\0\tright.ts\n\xff\tright.ts\twrong\nok\tright.ts\twrong.ts\n"
    (pytester.path / "list.tsv").write_bytes(rows)

    result = judge("--batch=list.tsv")

    assert result.ret == 2
    *broken, last = answers(result)
    assert [answer["id"] for answer in broken] == ["short", "no", "nul", "\udcff"]
    assert all(
        str(answer["error"]).startswith(f"list.tsv:{number}: ") for number, answer in enumerate(broken, 1)
    )
    assert (last["id"], last["passed"]) == ("ok", False)


HOSTILE = {
    "nul": b"a\0b\n",
    "surrogate": b"\xed\xa0\x80\n",
    "mixed ends": b"a\r\nb\rc\nd",
    "bidirectional": "if (x) { /* \u202e } */\n".encode(),
    "nothing": b"",
}


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_content_is_judged_and_shown_escaped(judge, pytester, text):
    (pytester.path / "hostile.ts").write_bytes(HOSTILE[text])

    result = judge("right.ts", "hostile.ts", "--input=before.ts")

    assert result.ret == 1
    assert result.stderr.str() == ""
    assert all(line.replace("\t", "").isprintable() for line in result.outlines)


def test_a_file_of_100_megabytes_is_judged_but_not_diffed(judge, pytester):
    with (pytester.path / "big.ts").open("wb") as file:
        for _ in range(100):
            file.write(b"x = 1;\n" * 150_000)

    result = judge("right.ts", "big.ts")

    assert result.ret == 1
    result.stdout.fnmatch_lines(["*105,000,000 bytes, too large to be diffed*"])


def test_a_file_beyond_all_limits_is_refused(judge, pytester):
    with (pytester.path / "huge.ts").open("wb") as file:
        file.truncate(300 * 1024 * 1024)  # takes no room on the disk

    result = judge("right.ts", "huge.ts")

    assert result.ret == 2
    result.stderr.fnmatch_lines(["*huge.ts has more than 268,435,456 bytes"])


def test_a_formatter_can_be_asked_and_an_unknown_one_is_refused(pytester):
    (pytester.path / "one.ts").write_text("let a = 1;\n")
    shout = f'{sys.executable} -c \'import sys; open(sys.argv[1], "w").write("same")\' {{file}}'
    argv = [sys.executable, "-m", "pytest_editbench", "judge", "one.ts", "two.ts", "--match=format"]
    (pytester.path / "two.ts").write_text("let c = 2;\n")
    assert pytester.run(*argv).ret == 1
    assert pytester.run(*argv, "--formatter", shout).ret == 0
    refused = pytester.run(*argv, "--formatter=nobody")
    assert refused.ret == 2
    refused.stderr.fnmatch_lines(["editbench: no formatter 'nobody'; known: prettier, *"])
