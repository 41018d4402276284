"""Examples: what is written is read back, diffs lead where they say, and no text fells the reader."""

import difflib
import json
from pathlib import PurePosixPath

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from unidiff import PatchSet

from pytest_editbench.cases.examples import cursor, data, loading, markdown, patches, placing
from pytest_editbench.cases.examples.cursor import Notation
from pytest_editbench.cases.examples.place import Place
from pytest_editbench.errors import CaseError
from pytest_editbench.languages import LANGUAGES

PLACE = Place("x.md")
ODD_LINES = ("\\ n", "* *", "> q", "    code", "日本", "\u2028", "\x0c", "e\r", "&amp;", "+++", "</div>")
SIGNED_LINES = ("- x", "+ y", "-- z", "++ w", "@@ -1 +1 @@")
LINES = st.sampled_from(
    ["", "a", "b", " c", "\td", "é = 1", "```", "~~~~", "# h", "## Edit History", *SIGNED_LINES, *ODD_LINES]
)
PROSE = st.lists(st.sampled_from(["Because.", "", "* one", "```\ncode\n```", "### Why", "a & b"])).map(
    "\n".join
)
PATHS = st.sampled_from(["a.py", "src/b c.rs", "ü.md", "x_y\\_z.c", "a&amp;b.ts", "r/`t`.go", "#.txt"])
NAMES = st.sampled_from(["one", "a_b*c*", "x # y", "ü", "`code` \\_", "flask--add"])


@st.composite
def files(draw):
    """A file's lines before and after an edit, and whether a line feed ends each."""
    old = draw(st.lists(LINES, max_size=8))
    new = list(old)
    for _ in range(draw(st.integers(1, 2))):
        at = draw(st.integers(0, len(new)))
        new[at : at + draw(st.integers(0, 2))] = draw(st.lists(LINES, max_size=3))
    return ended(old, draw(st.booleans())), ended(new, draw(st.booleans()))


def ended(lines, feed):
    return "".join(f"{line}\n" for line in lines)[: None if feed else -1]


def unified(old, new, path="a.py"):
    """The diff of two texts as git writes it."""
    rows = difflib.unified_diff(split(old), split(new), f"a/{path}", f"b/{path}", n=3)
    return "".join(row if row.endswith("\n") else f"{row}\n\\ No newline at end of file\n" for row in rows)


def split(text):
    parts = text.split("\n")
    return [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


DIFFS = st.builds(
    lambda pair, path: unified(*pair, path=path), files(), st.sampled_from(["a.py", "d/e f.rs"])
)
EXCERPTS = st.builds(
    lambda lines, at: cursor.write("\n".join(lines), len("\n".join(lines[:at]).encode()), "#"),
    st.lists(LINES, min_size=1, max_size=6),
    st.integers(0, 6),
)
RECENT = st.lists(
    st.one_of(PATHS, st.fixed_dictionaries({"path": PATHS, "offset": st.integers(0, 99)})), max_size=2
)
EXTRA = st.dictionaries(
    st.sampled_from(["score", "a key", "ü"]),
    st.recursive(
        st.booleans()
        | st.integers(-9, 9)
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
        max_leaves=4,
    ),
    max_size=2,
)
HISTORY = st.lists(st.tuples(st.booleans(), DIFFS), max_size=3).map(
    lambda edits: "".join(
        f"// User accepted prediction:\n{diff}" if mark and diff else diff for mark, diff in edits
    )
)
RECORDS = st.builds(
    lambda told, extra: {**told, **extra},
    st.fixed_dictionaries(
        {"cursor_path": PATHS, "cursor_position": EXCERPTS},
        optional={
            "name": NAMES,
            "repository_url": st.sampled_from(["git@host:x/a.git", 'https://h/"q"']),
            "revision": st.sampled_from(["abc", "é\\"]),
            "tags": st.lists(NAMES, max_size=2),
            "reasoning": PROSE,
            "uncommitted_diff": DIFFS,
            "uncommitted_diff_contains_edit_history": st.booleans(),
            "edit_history": HISTORY,
            "expected_patches": st.lists(DIFFS, max_size=3),
            "rejected_patch": DIFFS,
            "recently_opened_files": RECENT,
            "recently_viewed_files": RECENT,
        },
    ),
    EXTRA,
)


def read_record(record):
    (found,) = data.read_lines(json.dumps(record), "x.jsonl", "x")
    return found.example


@settings(max_examples=80)
@given(RECORDS)
def test_an_example_survives_markdown_and_json_lines(record):
    first = read_record(record)

    text = markdown.write(first)
    second = markdown.read(text, "x.md", "").example
    (third,) = data.read_lines(data.write_lines([second]), "x.jsonl", "")

    assert second == first
    assert third.example == first
    assert markdown.write(third.example) == text


@given(files())
def test_a_diff_leads_from_the_old_text_to_the_new_one_and_back(pair):
    old, new = pair
    diff = patches.read(unified(old, new), PLACE)

    for file in diff.files:  # none where nothing differs
        assert placing.apply(file, old.encode(), PLACE).data == new.encode()
        assert placing.apply(file.reversed(), new.encode(), PLACE).data == old.encode()


@given(files())
def test_a_well_formed_diff_is_read_as_unidiff_reads_it(pair):
    text = unified(*pair)
    assume("\r" not in text and "\u2028" not in text and "\x0c" not in text)  # it takes these for line ends

    found = patches.read(text, PLACE)

    for ours, theirs in zip(found.files, PatchSet(text), strict=True):
        for hunk, other in zip(ours.hunks, theirs, strict=True):
            lines = [
                (line.line_type, line.value.removesuffix("\n")) for line in other if line.line_type != "\\"
            ]
            assert [(line.sign, line.text) for line in hunk.lines] == lines
    assert found.mends == ()


@given(
    st.lists(LINES, max_size=6),
    st.data(),
    st.sampled_from(sorted(LANGUAGES)),
    st.sampled_from([None, *Notation]),
)
def test_a_marked_cursor_is_found_where_it_was(lines, draws, suffix, notation):
    text = "\n".join(lines)
    starts = [len(text[:number].encode()) for number in range(len(text) + 1)]
    offset = draws.draw(st.sampled_from(starts))
    sign = cursor.comment_sign(PurePosixPath(f"x{suffix}"))

    try:
        found = cursor.read(cursor.write(text, offset, sign, notation), PLACE)
    except CaseError:
        # A caret has no room in front of the comment, and a marker line cannot point behind a `\\r`.
        assert notation is Notation.CARET or (notation is Notation.START and "\r" in text)
        return

    before = text.encode()[:offset]
    assert (found.text, found.offset) == (text, offset)
    assert (found.line, found.column) == (before.count(b"\n") + 1, offset - before.rfind(b"\n") - 1)


TEMPLATE = """+++
repository_url = "git@host:a/b"
revision = "abc"
+++

# Name

## Edit History

// User accepted prediction:

```diff
--- a/a.py
+++ b/a.py
@@ -1,3 +1,3 @@
 a

-b
+c
```

## Cursor Position

```a.py
a
# ^[CURSOR_POSITION]
```

## Expected Patch

```diff
--- a/a.py
+++ b/a.py
@@ -1 +1 @@
-a
+b
#  ^[CURSOR_POSITION]
\\ No newline at end of file
```
"""
SCRAPS = st.one_of(
    st.sampled_from([*TEMPLATE.split("\n"), "\n", "\r", "\0", "<|user_cursor|>", "```", "> ", "- ", "+++"]),
    st.text(max_size=4),
)


@st.composite
def mangled(draw):
    """A page with some of its text cut out, and scraps put in."""
    text = TEMPLATE
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(SCRAPS) + text[at + draw(st.integers(0, 30)) :]
    return text


def outcome(content, name):
    """The readings, or the message of the only error that may come."""
    try:
        return list(loading.read(content, name))
    except CaseError as problem:
        return str(problem)


@settings(max_examples=150)
@given(mangled())
def test_a_mangled_page_is_read_or_refused_with_a_line(text):
    found = outcome(text.encode(), "x.md")

    assert isinstance(found, list) or found.startswith("x.md:")


@given(st.one_of(st.binary(max_size=60), st.lists(SCRAPS, max_size=30).map("\n".join).map(str.encode)))
@example(b"+++\n" + b"a." * 3000 + b"a = 1\n+++\n")
@example(b"> " * 3000)
@example(b"* " * 3000)
@example(b"`" * 3000 + b"\n" + b"[" * 3000)
def test_any_content_is_read_or_refused_with_a_line(content):
    for name in ("x.md", "x.json", "x.jsonl"):
        found = outcome(content, name)
        assert isinstance(found, list) or found.startswith(f"{name}:")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["path", "offset", "x"]), inner)
    ),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from(sorted(data.keys.KEYS)), JSON), st.booleans())
def test_any_record_is_read_or_refused_with_its_line(record, with_cursor):
    record |= {"cursor_path": "a", "cursor_position": "<|user_cursor|>"} if with_cursor else {}

    found = outcome(json.dumps(record).encode(), "x.jsonl")

    assert isinstance(found, list) or found.startswith("x.jsonl:1: ")
