"""Examples as JSON and JSON lines, and files told apart by their suffix."""

import json

import pytest

from pytest_editbench.cases.examples import data, loading
from pytest_editbench.cases.examples.example import Example
from pytest_editbench.errors import CaseError
from pytest_editbench.predictions import PastEdit, RecentFile

DIFF = "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-a\n+b\n"
LEAST = {"cursor_path": "a.py", "cursor_position": "a<|user_cursor|>\n"}
FULL = Example(
    name="two--name",
    repository_url="git@host:one/two",
    revision="24007727",
    tags=("rust",),
    reasoning="Because.",
    uncommitted_diff=DIFF,
    rollback=True,
    edit_history=(PastEdit(DIFF), PastEdit(DIFF, accepted=True), PastEdit(DIFF)),
    cursor_path="a.py",
    cursor_position="ä<|user_cursor|>\r\n",
    expected_patches=(DIFF, ""),
    rejected_patch="",
    recently_opened=(RecentFile("a.py", 12), RecentFile("b.py")),
    recently_viewed=(RecentFile("a.py", 0),),
    extra={"predictions": [{"patch": None, "took": 1234567890123456789}], "score": 0.5},
)


def read_one(record):
    (found,) = data.read_lines(json.dumps(record), "x.jsonl", "x")
    return found


def test_every_field_survives():
    lines = data.write_lines([FULL, FULL])

    assert [each.example for each in data.read_lines(lines, "x.jsonl", "x")] == [FULL, FULL]


def test_one_example_is_an_object_and_several_are_a_list():
    assert json.loads(data.write([FULL]))["name"] == "two--name"
    assert [each["name"] for each in json.loads(data.write([FULL, FULL]))] == ["two--name", "two--name"]
    for examples in ([], [FULL], [FULL, FULL]):
        assert [each.example for each in data.read(data.write(examples), "x.json", "x")] == examples


def test_the_edit_history_is_one_text_with_marks():
    record = json.loads(data.write([FULL]))

    assert record["edit_history"] == f"{DIFF}// User accepted prediction:\n{DIFF}{DIFF}"
    assert record["uncommitted_diff_contains_edit_history"] is True


def test_what_says_nothing_is_not_written_but_for_what_readers_rely_on():
    record = data.record(read_one(LEAST).example)

    assert list(record) == [
        "name",
        "repository_url",
        "revision",
        "cursor_path",
        "cursor_position",
        "edit_history",
        "expected_patches",
    ]


def test_examples_without_a_name_are_named_after_their_file():
    text = json.dumps(LEAST)

    assert data.read(text, "x.json", "x")[0].example.name == "x"
    assert [each.example.name for each in data.read(f"[{text},{text}]", "x.json", "x")] == ["x-1", "x-2"]
    assert [each.example.name for each in data.read_lines(f"{text}\n\n{text}\n", "", "x")] == ["x-1", "x-3"]


def test_null_counts_as_absent_and_a_missing_line_feed_is_added():
    found = read_one(LEAST | {"name": None, "rejected_patch": None, "uncommitted_diff": DIFF[:-1]}).example

    assert (found.name, found.rejected_patch, found.uncommitted_diff) == ("x-1", None, DIFF)


def test_the_rollback_flag_has_two_names():
    assert read_one(LEAST | {"uncommitted_diff_requires_edit_history_rollback": True}).example.rollback


def test_recent_files_may_be_written_as_in_markdown():
    found = read_one(LEAST | {"recently_opened_files": ["a.py\t3", "b c.py", {"path": "d"}]}).example

    assert found.recently_opened == (RecentFile("a.py", 3), RecentFile("b c.py"), RecentFile("d"))


def test_mends_name_the_record_and_the_line_of_the_value():
    found = read_one(LEAST | {"expected_patches": ["", DIFF.replace("-1 +", "-1,9 +")]})

    told = "the hunk's line counts do not add up; read up to the next header"
    assert [(mend.line, mend.what) for mend in found.mends] == [(1, f'"expected_patches[1]" line 3: {told}')]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tags": "rust"}, '"tags" must be a list of texts, not "rust"'),
        ({"revision": 24}, '"revision" must be a text, not 24'),
        ({"cursor_position": ""}, '"cursor_position" is missing; it tells where the cursor is'),
        (
            {"recently_opened_files": [{"path": "a", "line": 3}]},
            '"recently_opened_files" must be a list of objects',
        ),
        ({"recently_opened_files": [{"path": "a", "offset": -1}]}, "must be a list of objects such as"),
        (
            {"edit_history": f"{DIFF}// User accepted prediction:\nnothing\n"},
            '"edit_history" line 7: holds no diff',
        ),
        ({"expected_patches": ["x"]}, '"expected_patches[0]" line 1: holds no diff'),
        ({"reasoning": "\ud800"}, "holds half of a surrogate pair"),
    ],
)
def test_what_is_wrong_with_a_record_is_told_with_its_line_and_key(change, message):
    text = f"\n{json.dumps(LEAST | change)}\n"

    with pytest.raises(CaseError) as caught:
        list(data.read_lines(text, "x.jsonl", "x"))

    assert str(caught.value).startswith("x.jsonl:2: ")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "x.json:1: is not JSON: "),
        ('{"a": 1, "a": 2}', 'names "a" twice'),
        ("[1]", "an example is a JSON object, not 1"),
        ('{"a": ' + "[" * 99 + "]" * 99 + "}", "is nested deeper than 64 levels"),
        ('[{"cursor_path": 1}]', '"[0].cursor_path" must be a text, not 1'),
        ('{"a": NaN}', "holds NaN"),
    ],
)
def test_what_is_no_list_of_examples_is_refused(text, message):
    with pytest.raises(CaseError) as caught:
        data.read(text, "x.json", "x")

    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["dir/x.md", "x.MD", "x.json", "x.jsonl"])
def test_files_are_told_apart_by_their_suffix(name):
    text = (
        "## Cursor Position\n```a.py\na<|user_cursor|>\n```\n" if "md" in name.lower() else json.dumps(LEAST)
    )

    (found,) = loading.read(text.encode(), name)

    assert found.example.cursor_path == "a.py"
    assert found.example.name == ("x-1" if name == "x.jsonl" else "x")


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        (b"", "x.txt", "x.txt:1: is no file of examples; their suffixes are .md, .markdown, .json, .jsonl"),
        (b"a\nb\xff", "x.md", "x.md:2: is not UTF-8 text; save the file as UTF-8"),
    ],
)
def test_other_files_are_refused(content, name, message):
    with pytest.raises(CaseError) as caught:
        list(loading.read(content, name))

    assert str(caught.value) == message
