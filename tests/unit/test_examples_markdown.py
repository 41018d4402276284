"""Examples as Markdown."""

import pytest

from pytest_editbench.cases.examples import markdown
from pytest_editbench.cases.examples.example import Example
from pytest_editbench.errors import CaseError
from pytest_editbench.predictions import PastEdit, RecentFile

DIFF = "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-a\n+b\n"
CURSOR = "## Cursor Position\n\n```src/a.py\nab\n#^[CURSOR_POSITION]\n```\n"

PAGE = f"""+++
repository_url = "git@host:one/two"
revision = "24007727"
tags = ["rust", "struct"]
uncommitted_diff_requires_edit_history_rollback = true
+++

# two--name

Free text.

## Reasoning

The user *wants* a struct.

- one

### More

```text
kept too
```

## Uncommitted Diff

```diff
{DIFF}```

## Edit History

```diff
{DIFF}```

// User accepted prediction:
```diff
{DIFF}```

## Notes

Passed over.

## Recently Opened Files

```
src/a.py\t12
b c.py
```

## recently  viewed files

```
d.py
```

{CURSOR}
## Expected Patch

```diff
{DIFF}```

or

```diff
```

## Rejected Patch

```diff
{DIFF}```
"""


def read(text):
    return markdown.read(text, "x.md", "stem")


def test_every_field_is_read():
    assert read(PAGE).example == Example(
        name="two--name",
        repository_url="git@host:one/two",
        revision="24007727",
        tags=("rust", "struct"),
        reasoning="The user *wants* a struct.\n\n- one\n\n### More\n\n```text\nkept too\n```",
        uncommitted_diff=DIFF,
        rollback=True,
        edit_history=(PastEdit(DIFF), PastEdit(DIFF, accepted=True)),
        cursor_path="src/a.py",
        cursor_position="ab\n#^[CURSOR_POSITION]\n",
        expected_patches=(DIFF, ""),
        rejected_patch=DIFF,
        recently_opened=(RecentFile("src/a.py", 12), RecentFile("b c.py")),
        recently_viewed=(RecentFile("d.py"),),
    )
    assert read(PAGE).mends == ()


def test_every_field_is_written():
    first = read(PAGE).example

    assert markdown.read(markdown.write(first), "x.md", "").example == first


def test_a_page_is_written_in_the_order_of_the_format():
    written = markdown.write(read(PAGE).example)

    assert [line for line in written.split("\n") if line.startswith("## ")] == [
        f"## {title}"
        for title in (
            "Reasoning",
            "Uncommitted Diff",
            "Edit History",
            "Recently Opened Files",
            "Recently Viewed Files",
            "Cursor Position",
            "Expected Patch",
            "Rejected Patch",
        )
    ]


def test_a_page_with_a_cursor_alone_is_an_example_named_after_its_file():
    assert read(CURSOR).example == Example(
        name="stem", cursor_path="src/a.py", cursor_position="ab\n#^[CURSOR_POSITION]\n"
    )
    assert "(No edit history)" in markdown.write(read(CURSOR).example)


def test_an_edit_history_is_joined_from_its_fences_and_parted_by_files():
    text = f"{CURSOR}\n## Edit History\n```\n{DIFF}{DIFF}```\n// User accepted prediction:\n```\n{DIFF}```\n"

    assert read(text).example.edit_history == (PastEdit(DIFF), PastEdit(DIFF), PastEdit(DIFF, accepted=True))


def test_marks_of_accepted_predictions_may_stand_within_a_fence():
    text = f"{CURSOR}\n## Edit History\n```\n{DIFF}// User accepted prediction:\n{DIFF}{DIFF}```\n"

    assert [edit.accepted for edit in read(text).example.edit_history] == [False, True, False]


def test_a_history_that_says_there_is_none_is_empty():
    for body in ("(No edit history)", "```\n(No edit history)\n```"):
        assert read(f"{CURSOR}\n## Edit History\n\n{body}\n").example.edit_history == ()


def test_carriage_returns_of_a_whole_file_are_not_those_of_its_fences():
    assert read(PAGE.replace("\n", "\r\n")).example == read(PAGE).example


def test_carriage_returns_within_a_fence_are_content():
    text = f"{CURSOR}\n## Expected Patch\n```diff\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\r\n+b\r\n```\n"
    first = read(text).example

    assert first.expected_patches[0].endswith("-a\r\n+b\r\n")
    assert read(markdown.write(first)).example.expected_patches == first.expected_patches


def test_a_fence_is_longer_than_any_within():
    text = "## Cursor Position\n\n````a.md\n```\n<|user_cursor|>\n```\n````\n"

    assert read(text).example.cursor_position == "```\n<|user_cursor|>\n```\n"
    assert "````a.md\n```\n" in markdown.write(read(text).example)


@pytest.mark.parametrize("path", ["a\\_b.c", "a&amp;b.ts", "`t`.go", "a b.py", "ü/日本.md"])
def test_a_path_with_signs_of_markdown_is_written_so_that_it_is_read(path):
    example = Example(name="", cursor_path=path, cursor_position="<|user_cursor|>\n")

    assert markdown.read(markdown.write(example), "x.md", "").example == example


def test_unknown_keys_of_the_front_matter_are_kept():
    more = 'zebra = 1.5\n"a key" = [true, {x = "\\u007f"}]\nday = 2024-02-03\nbeyond = inf\n'
    found = read(f'+++\nrepository_url = "u"\nrevision = "r"\n{more}+++\n{CURSOR}').example

    kept = {"zebra": 1.5, "a key": [True, {"x": "\x7f"}], "day": "2024-02-03", "beyond": "inf"}
    assert found.extra == kept
    assert read(markdown.write(found)).example.extra == kept


def test_unknown_keys_with_a_null_are_left_out():
    found = Example(
        name="n", cursor_path="a", cursor_position="<|user_cursor|>\n", extra={"p": [{"q": None}]}
    )

    assert "p" not in markdown.read(markdown.write(found), "x.md", "").example.extra


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"name": "two\nlines"}, "name"),
        ({"name": " blank edges "}, "name"),
        ({"reasoning": "text\n\n## Expected Patch"}, "reasoning"),
        ({"reasoning": "##### five"}, "is a heading of level 5"),
        ({"cursor_path": "a\nb"}, "cursor_path"),
    ],
)
def test_what_markdown_cannot_hold_is_not_written(fields, name):
    example = Example(**{"name": "n", "cursor_path": "a", "cursor_position": "<|user_cursor|>\n"} | fields)

    with pytest.raises(CaseError, match=r"as Markdown|Markdown cannot hold") as caught:
        markdown.write(example)

    assert name in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        (f"\ufeff{CURSOR}", 1, "the byte order mark is passed over"),
        (f"# one\n\n# two\n\n{CURSOR}", 3, 'a second name, "two", is passed over'),
        (
            f"## Notes\n\n```\nx\n```\n\n{CURSOR}",
            3,
            "the fence stands in no section of an example; passed over",
        ),
        (f"{CURSOR}\n## Expected Patch\n\n```diff\n{DIFF}", 10, "the fence is not closed; read to the end"),
        (
            f'+++\nrepository_url = "u"\nrevision = "r"\nname = "n"\n+++\n{CURSOR}',
            1,
            '"name" in the front matter',
        ),
        (
            f"{CURSOR}\n## Edit History\n```\n{DIFF.replace('-1 +', '-1,9 +')}```\n",
            12,
            "the hunk's line counts do",
        ),
    ],
)
def test_what_was_mended_is_told_with_its_line(text, line, what):
    (mend,) = read(text).mends

    assert mend.line == line
    assert mend.what.startswith(what)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("# name\n", 1, "no cursor fence; write ## Cursor Position and below it a fence ```path"),
        ("# name\n\n## Cursor Position\n\nnone\n", 3, "no cursor fence"),
        (f"{CURSOR}\n{CURSOR}", 10, "cursor fences stand on lines 3 and 10; keep one"),
        ("## Cursor Position\n```\n<|user_cursor|>\n```\n", 2, "the cursor fence names no file"),
        ("## Cursor Position\n```a\n\nb\n```\n", 3, "no cursor is marked"),
        ("## Cursor Position\n```/a\n<|user_cursor|>\n```\n", 2, 'the cursor\'s file: "/a" is no path'),
        (f"{CURSOR}\n##### five\n", 8, "is a heading of level 5; use one of level 1 to 4"),
        (f"{CURSOR}\nsix\n\n###### six\n", 10, "is a heading of level 6"),
        (f"{CURSOR}\ntext\n\n    code\n", 10, "is an indented code block; put it between fences"),
        (
            f"{CURSOR}\n## Expected Patch\n```\nno diff\n```\n",
            10,
            "holds no diff; begin it with the lines ---",
        ),
        (f"{CURSOR}\n## Rejected Patch\n```\n{DIFF}```\n```\n```\n", 16, "a second rejected patch; keep one"),
        (f"{CURSOR}\n## Recently Opened Files\n```\na\tb\n```\n", 10, "is no recent file; write its path"),
        (f"---\nrevision: x\n---\n{CURSOR}", 1, "front matter is TOML between two lines +++, not YAML"),
        (f"+++\n{CURSOR}", 1, "the front matter is not closed; end it with a line +++"),
        (f'+++\nrevision = "x"\nx\n+++\n{CURSOR}', 3, "the front matter is not TOML"),
        (
            f'+++\nrevision = "x"\n+++\n{CURSOR}',
            2,
            '"repository_url" must be a text in quotes, and it is missing',
        ),
        (
            f'+++\nrepository_url = "u"\nrevision = 24\n+++\n{CURSOR}',
            2,
            '"revision" must be a text in quotes, not 24',
        ),
        (
            f'+++\nrepository_url = "u"\nrevision = "r"\ntags = "t"\n+++\n{CURSOR}',
            2,
            '"tags" must be a list of texts',
        ),
    ],
)
def test_what_is_wrong_with_a_page_is_told_with_its_line_and_a_remedy(text, line, message):
    with pytest.raises(CaseError) as caught:
        read(text)

    assert str(caught.value).startswith(f"x.md:{line}: ")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('uncommitted_diff_requires_edit_history_rollback = "yes"', "must be true or false, not 'yes'"),
        (f"a = {'[' * 70}{']' * 70}", "is nested deeper than 64 levels"),
        (f"{'a.' * 70}a = 1", "has a key of more than 64 parts; shorten it"),
    ],
)
def test_front_matter_is_bounded_and_of_the_right_kinds(line, message):
    with pytest.raises(CaseError) as caught:
        read(f'+++\nrepository_url = "u"\nrevision = "r"\n{line}\n+++\n{CURSOR}')

    assert message in str(caught.value)


def test_a_second_cursor_fence_without_a_cursor_is_passed_over():
    text = f"{CURSOR}\n```text\nfor example\n```\n"

    assert read(text).example.cursor_path == "src/a.py"
