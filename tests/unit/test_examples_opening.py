"""Files of examples as cases: their names, what is known of them, and what is wrong with them."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from pytest_editbench import announcements, globs
from pytest_editbench.cases import discovery, recognition
from pytest_editbench.cases.examples import opening
from pytest_editbench.errors import CaseError
from pytest_editbench.model import MatchLevel

PAGE = "# Name\n\n## Cursor Position\n\n```a.py\nx = <|user_cursor|>1\n```\n"
RECORD = {"cursor_path": "a.py", "cursor_position": "x = <|user_cursor|>1\n"}


def of(text: str, name: str = "x.md") -> list[opening.ExampleCase]:
    return opening.of_content(text.encode(), Path(name), name)


def of_lines(*records: object) -> list[opening.ExampleCase]:
    return of("".join(f"{json.dumps(record)}\n" for record in records), "x.jsonl")


def test_a_page_is_named_by_its_heading_else_by_its_file():
    assert [case.id for case in of(PAGE)] == ["Name"]
    assert [case.id for case in of(PAGE.removeprefix("# Name\n"))] == ["x"]


def test_a_name_holds_nothing_that_pytest_would_part_it_at():
    assert of_lines({**RECORD, "name": "a::b\n  c"})[0].id == "a:b c"


def test_equal_names_in_a_file_are_told_apart_also_from_the_file_itself():
    cases = of_lines(*({**RECORD, "name": name} for name in ("a", "a#2", "a", "x.jsonl")))
    assert [case.id for case in cases] == ["a", "a#2", "a#3", "x.jsonl#2"]


def test_each_tells_where_it_stands():
    assert [case.where for case in of_lines(RECORD, RECORD)] == ["x.jsonl:1", "x.jsonl:2"]
    listed = of(json.dumps([RECORD, RECORD]), "x.json")
    assert [case.where for case in listed] == ["x.json[0]", "x.json[1]"]


def test_tags_repository_and_match_level_are_known_without_running():
    url = "git@host:one/two.git"
    [case] = of_lines({**RECORD, "tags": ["python", "x"], "repository_url": url, "match": "exact"})
    assert (case.metadata.category, case.metadata.match) == ("python", MatchLevel.EXACT)
    assert (case.metadata.extra["tags"], case.repository) == (["python", "x"], "host/one/two")


def test_one_broken_record_is_a_case_with_that_fault_and_no_more():
    first, second = of_lines({"cursor_path": "a.py"}, RECORD)
    assert first.fault == 'x.jsonl:1: "cursor_position" is missing; it tells where the cursor is'
    assert second.fault is None


@pytest.mark.parametrize(("text", "name"), [("{", "x.json"), ("\n", "x.jsonl"), ("a", "x.txt")])
def test_a_file_that_cannot_be_split_is_one_case_with_that_fault(text, name):
    [case] = of(text, name)
    assert case.fault
    assert case.fault.startswith(f"{name}:")


def test_a_file_that_cannot_be_read_is_one_case_with_that_fault(tmp_path):
    [case] = opening.open_file(tmp_path / "x.md", "x.md")
    assert case.fault == "x.md: cannot be read: No such file or directory"


def test_an_example_is_read_again_as_it_was():
    [case] = of(json.dumps([{**RECORD, "expected_patches": ["?"]}]), "x.json")
    [other] = of_lines(RECORD)
    assert (
        case.fault
        == """x.json:1: "[0].expected_patches[0]" line 1: holds no diff; begin it with the \
lines --- a/path and +++ b/path"""
    )
    assert other.source is not None
    assert other.source.read().example.cursor_position == RECORD["cursor_position"]
    with pytest.raises(CaseError):
        case.source.read()


@pytest.mark.parametrize(
    ("name", "text", "is_one"),
    [
        ("x.md", PAGE, True),
        ("X.MARKDOWN", PAGE.replace("Cursor Position", "cursor position:"), True),
        ("x.md", "\ufeff+++\r\nrepository_url = 1\r\n+++\r\n", True),
        ("x.md", "# a\n## Edit History\n## Expected Patch\n", True),
        ("README.md", "# Examples\n\n## Edit History\n\nWhat changed.\n", False),
        ("README.md", f"# Examples\n\n````markdown\n{PAGE}````\n", False),
        ("x.md", "+++\ntitle = 1\n+++\n", False),
        ("x.txt", PAGE, False),
        ("x.jsonl", json.dumps(RECORD), True),
        ("x.json", json.dumps([RECORD]), True),
        ("package.json", '{"name": "cursor_path"}', False),
        ("run.jsonl", json.dumps({"prompt": json.dumps(RECORD)}), False),
        ("run.jsonl", '{"kind":"header"}\n' + json.dumps({"metadata": RECORD}), False),
    ],
)
def test_a_file_is_known_by_what_it_holds(tmp_path, name, text, is_one):
    (tmp_path / name).write_text(text)
    assert recognition.holds_examples(tmp_path / name) is is_one


def test_what_is_not_there_holds_none(tmp_path):
    assert not recognition.holds_examples(tmp_path / "x.md")


@pytest.mark.parametrize(
    ("pattern", "fits"),
    [
        ("*.md", True),
        ("x.*", True),
        ("?.md", True),
        ("examples/**/*.md", True),
        ("examples/deep/*.md", True),
        ("./examples/**", True),
        ("**/x.md", True),
        ("examples/*.md", False),
        ("*.jsonl", False),
        ("deep/x.md", False),
        ("examples/deep/[x].md", False),
    ],
)
def test_a_pattern_without_a_slash_is_of_names_and_a_star_never_spans_one(pattern, fits):
    assert globs.fits(Path("/project/examples/deep/x.md"), Path("/project"), ["*.zip", pattern]) is fits


def test_no_pattern_reaches_outside_the_root():
    assert not globs.fits(Path("/other/x.md"), Path("/root"), ["**"])


def test_a_command_finds_examples_by_file_and_in_a_folder_without_other_cases(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples" / "deep").mkdir(parents=True)
    (tmp_path / "examples" / ".git").mkdir()
    for name in ("b.md", "deep/a.md", ".git/c.md"):
        (tmp_path / "examples" / name).write_text(PAGE)
    (tmp_path / "examples" / "README.md").write_text("# Read me\n")

    paths = [Path("examples"), Path("examples/b.md")]
    found = discovery.identify(discovery.discover(paths))

    assert [(case.id, case.where) for case in found] == [
        ("examples/b.md::Name", "examples/b.md"),
        ("examples/deep/a.md::Name", "examples/deep/a.md"),
    ]


def test_a_worker_that_dies_leaves_what_is_known_of_its_example(tmp_path):
    place = tmp_path / "x.jsonl"
    place.write_text("".join(f"{json.dumps({**RECORD, 'tags': [tag]})}\n" for tag in ("one", "two")))
    told = announcements.Announcement("x.jsonl::x-2", "x-2", "x.jsonl:2", str(place), "mycli", 1)
    assert told.blank.metadata.category == "two"
    gone = announcements.Announcement("x.jsonl::x-3", "x-3", "x.jsonl:3", str(place), "mycli", 1)
    assert gone.blank.metadata.kind == "edit-prediction"


def test_a_node_id_alone_tells_that_it_is_of_an_example(tmp_path):
    (tmp_path / "x.md").write_text(PAGE)
    (tmp_path / "y.md").write_text("# Read me\n")
    suffixes = {"": (None, 1), "[trial-2]": (None, 2)}
    found = announcements.of_node_id("x.md::Name[trial-2]", tmp_path, suffixes)
    assert found is not None
    assert (found.case, found.trial) == ("Name", 2)
    assert announcements.of_node_id("y.md::Name", tmp_path, suffixes) is None


@pytest.mark.parametrize(
    "start",
    [
        "`" * 200_000 + "x",
        "~" * 200_000 + "x",
        "+++" + "\n" * 200_000,
        "+++\n" + "\n" * 200_000 + "+++\n",
        "## Edit History" + " " * 200_000 + "x",
    ],
    ids=["backticks", "tildes", "front matter", "empty front matter", "title"],
)
def test_a_long_run_of_one_sign_is_read_in_no_time(tmp_path, start):
    page = f"{start}\n\n## Cursor Position\n"
    (tmp_path / "x.md").write_text(page)
    begun = time.perf_counter()
    assert recognition.holds_examples(tmp_path / "x.md")
    opening.of_content(page.encode(), tmp_path / "x.md", "x.md")
    assert time.perf_counter() - begun < 1


def test_what_stands_in_a_longer_fence_with_a_shorter_one_inside_is_no_section(tmp_path):
    (tmp_path / "x.md").write_text("````\n```\n## Cursor Position\n```\n````\n")
    assert not recognition.holds_examples(tmp_path / "x.md")
