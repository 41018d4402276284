"""What becomes of each file of a change, read from patches, stored changes and repositories."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

import changed
import pytest
import repositories

from pytest_editbench import changes
from pytest_editbench.analysis import integrity, patches, ranges, stored, trials
from pytest_editbench.errors import CaseError, RecordError, UsageError
from pytest_editbench.model import AgentResult, Attempt, File, Folder, Link, Outcome, Trial
from pytest_editbench.repositories.git import Repository

OLD, NEW, ODD = map(PurePosixPath, ("old.py", "new.py", 'ü "q".py'))
PART = "diff --git a/x b/x\n--- a/x\n+++ b/x\n"
TOLD = {
    "ci-and-build": {".editorconfig": "added", "Dockerfile": "modified"},
    "dependency-bump": {"Cargo.lock": "modified", "src/main.rs": "modified"},
    "discounts": {"README.md": "modified", "src/price.test.ts": "modified"},
    "executable-script": {"tools/backup.sh": "made executable"},
    "feature-removed": {"lib/fax.rb": "deleted", "spec/fax_spec.rb": "deleted"},
    "link-and-config": {"config/current": "replaced by a symbolic link", "config/old.yaml": "added"},
    "long-table": {"src/table.py": "modified"},
    "new-logo": {"web/logo.png": "modified"},
    "odd-names": {"a second file.txt": "renamed from a file.txt", "müller/größe.go": "modified"},
    "renamed-module": {"tides/port.py": "renamed from tides/harbour.py", "tests/test_port.py": "added"},
    "submodule-moved": {
        "vendor/grain": "a submodule, moved from commit 111111111111 to 222222222222",
    },
}


def hows(change) -> dict[str, str]:
    return {str(file.path): "; ".join(file.how) for file in change.files}


def test_there_are_ten_changes_of_several_files_and_all_are_told_of():
    assert [path.stem for path in changed.CHANGES] == sorted(TOLD)
    assert len(TOLD) >= 10


@pytest.mark.parametrize("path", changed.CHANGES, ids=lambda path: path.stem)
def test_what_becomes_of_a_file_is_told(path):
    found = changed.read(path)
    assert len(found.files) > 1
    assert hows(found).items() >= TOLD[path.stem].items()


def test_files_that_say_most_come_first_and_then_it_goes_by_path():
    names = [
        str(file.path)
        for file in changed.read(Path(changed.CHANGES[0].parent, "feature-removed.patch")).files
    ]
    assert names == ["lib/app.rb", "lib/fax.rb", "spec/fax_spec.rb"]
    assert [file.role for file in changed.read(changed.CHANGES[0]).files] == [
        "build file",
        "configuration",
        "CI configuration",
    ]


def test_lines_changed_are_additions_and_deletions():
    found = {str(file.path): file.lines for file in changed.read(changed.CHANGES[2]).files}
    assert found == {"src/price.ts": 6, "README.md": 2, "src/price.test.ts": 1}


def test_a_binary_file_is_named_and_has_no_lines():
    (logo,) = [file for file in changed.read(changed.CHANGES[7]).files if file.path.suffix == ".png"]
    assert (logo.lines, logo.unshown, logo.diff) == (None, "it is a binary file", "")


def test_a_patch_of_no_git_is_read_file_by_file():
    found = changed.of_text(
        "--- a.py\n+++ a.py\n@@ -1 +1 @@\n-1\n+2\n--- /dev/null\n+++ b.py\n@@ -0,0 +1 @@\n+x\n"
    )
    assert hows(found) == {"a.py": "modified", "b.py": "added"}
    assert found.files[0].diff == "--- a.py\n+++ a.py\n@@ -1 +1 @@\n-1\n+2\n"


def test_the_letter_around_a_patch_is_no_part_of_it():
    text = changed.CHANGES[2].read_text()
    found = changed.of_text(f"From abc\nSubject: x\n\n---\n README.md | 2 +-\n\n{text}-- \n2.43.0\n\n")
    assert hows(found) == hows(changed.of_text(text))
    assert not any("2.43.0" in file.diff for file in found.files)


def test_two_patches_of_one_file_are_one_task():
    one = "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-1\n+2\n"
    (file,) = changed.of_text(one + one.replace("-1\n+2", "-2\n+3")).files
    assert (file.lines, file.diff.count("diff --git")) == (4, 2)


def test_what_is_no_patch_is_refused_with_its_line():
    with pytest.raises(CaseError, match=r"^notes:1: holds no diff"):
        patches.read("hello\n", "notes")


@pytest.mark.parametrize("path", changed.CHANGES, ids=lambda path: path.stem)
def test_a_patch_that_was_cut_off_is_refused_with_its_line(path):
    lines = path.read_bytes().decode("utf-8", "surrogateescape").splitlines(keepends=True)
    whole = {path for path, line in enumerate(lines) if line.startswith("diff --git ")}
    binary = next((at for at, line in enumerate(lines) if line.startswith("GIT binary")), len(lines))
    kept = []
    for stop in range(1, binary):
        try:
            patches.read("".join(lines[:stop]), "cut")
            kept.append(stop)
        except CaseError as error:
            assert re.match(r"cut:\d+: ", str(error))  # noqa: PT017  # most of the cuts raise
    assert [stop for stop in kept if stop not in whole and not _is_over(lines, stop)] == []


_WHOLE = re.compile(r"^(?:rename to|new mode|new file mode|deleted file mode) ", re.MULTILINE)


def _is_over(lines, stop):
    """Whether what is left tells of whole files; a mode, a move and an empty file have no hunks."""
    if lines[stop].startswith("\\ No newline"):
        return True
    head = "".join(lines[:stop]).rpartition("diff --git ")[2]
    return "\n@@ " not in head and bool(_WHOLE.search(head))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{PART}@@ -1,3 +1,3 @@\n a\n-b\n", "cut:4: the hunk's line counts do not fit its lines"),
        (f"{PART}@@ -1 +1,9999999999999 @@\n-b\n+c\n", "cut:4: the hunk's line counts do not fit"),
        (f"{PART}@@ -1 +1 @@\n-b\n+c\ndi", "cut:7: the patch is cut off: it ends with 'di'"),
        (PART, "cut:3: the patch is cut off: no hunk follows"),
        ("diff --git a/x b/x\nindex d98d442..1ff", "cut:2: the patch is cut off: no hunk follows"),
        ("--- x\n+++ x\n", "cut:2: the patch is cut off: no hunk follows"),
    ],
)
def test_a_cut_is_told_where_it_is(text, message):
    with pytest.raises(CaseError) as caught:
        patches.read(text, "cut")
    assert str(caught.value).startswith(message)


def test_a_copy_is_told_as_one():
    head = "diff --git a/x.py b/y.py\nsimilarity index 90%\ncopy from x.py\ncopy to y.py\n"
    body = "index 1111111..2222222 100644\n--- a/x.py\n+++ b/y.py\n@@ -1 +1 @@\n-1\n+2\n"
    found = patches.read(head + body + head.replace("y.py", "z.py").replace("90", "100"), "copies")
    assert [(str(file.path), file.how, file.lines) for file in found] == [
        ("y.py", ("copied from x.py",), 2),
        ("z.py", ("copied from x.py",), 0),
    ]
    assert "copy from x.py" in found[0].diff


def of_stored(before, after, limit: int = 1_000_000):
    return stored.read(changes.write(before, after, limit).patch, "abc")


def test_a_stored_change_tells_what_git_would_tell():
    found = of_stored(
        {OLD: File(b"1\n2\n"), NEW: File(b"run\n")},
        {NEW: File(b"run\n", executable=True), ODD: File(b"x\ny\n"), PurePosixPath("logo.png"): File(b"\0")},
    )
    assert hows(found) == {
        "new.py": "made executable",
        "old.py": "deleted",
        'ü "q".py': "added",
        "logo.png": "added",
    }
    assert [file.lines for file in found.files] == [0, 2, 2, None]
    assert NEW not in found.after  # only its mode is stored
    assert found.after[ODD].data == b"x\ny\n"
    assert OLD not in found.after


def test_a_stored_file_that_only_moved_was_renamed():
    found = of_stored({OLD: File(b"1\n"), PurePosixPath("a.py"): File(b"")}, {NEW: File(b"1\n")})
    assert hows(found) == {"a.py": "deleted", "new.py": "renamed from old.py"}


def test_a_stored_change_has_the_lines_that_changed():
    (file,) = of_stored({OLD: File(b"1\n2\n3\n")}, {OLD: File(b"1\ntwo\n3\n")}).files
    assert file.diff.endswith("@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n")
    assert file.lines == 2


def test_a_stored_link_is_told_and_not_laid():
    found = of_stored({}, {OLD: Link("elsewhere"), NEW: Folder()})
    assert hows(found) == {"old.py": "added, a symbolic link"}
    assert found.after == {}


def test_a_large_stored_file_is_named_and_not_shown(monkeypatch):
    monkeypatch.setattr(stored, "MOST", 10)
    (file,) = of_stored({}, {OLD: File(b"x\n" * 6)}).files
    assert (file.lines, file.unshown) == (None, "it has more than 10 bytes")


def test_files_that_were_not_stored_are_counted():
    found = of_stored({}, {OLD: File(b"x"), NEW: File(bytes(range(256)) * 40)}, limit=400)
    assert ([*hows(found)], found.left_out) == (["old.py"], 1)


@pytest.mark.parametrize(
    "data", [b"", b"diff --git a/x b/x\n", b"editbench-change 1 x\ndiff --git nonsense\n"]
)
def test_a_damaged_stored_change_is_a_message(data):
    with pytest.raises(RecordError, match=r"^abc: the stored change"):
        stored.read(data, "abc")


def trial(number: int, digest: str | None, outcome: Outcome = Outcome.PASSED) -> Trial:
    attempt = Attempt(1, outcome, 1.0, AgentResult(), change=digest)
    return Trial("case", "mycli", number, outcome, attempts=(attempt,))


TWO = changes.write({}, {OLD: File(b"1"), NEW: File(b"2")}, 10_000)
ONE = changes.write({}, {OLD: File(b"1")}, 10_000)
NONE = changes.write({}, {}, 10_000)
STORED = {each.digest: each.patch for each in (ONE, TWO, NONE)}


def test_a_change_that_several_trials_made_is_asked_about_once():
    found = trials.read([trial(1, TWO.digest), trial(2, TWO.digest)], STORED.get, every=False)
    (change,) = found.changes
    assert change.name == "case (mycli, trial 1) and 1 more trial"
    assert [subject.trial for subject in change.subjects] == [1, 2]


def test_changes_of_one_file_are_only_asked_about_when_all_are():
    run = [trial(1, ONE.digest), trial(2, TWO.digest), trial(3, NONE.digest)]
    few = trials.read(run, STORED.get, every=False)
    assert (len(few.changes), few.small) == (1, 1)
    assert len(trials.read(run, STORED.get, every=True).changes) == 2


def test_trials_without_a_change_are_counted_and_cost_no_other_its_place():
    run = [
        trial(1, None),
        trial(2, "gone"),
        trial(3, "bad"),
        trial(4, TWO.digest),
        trial(5, None, Outcome.AGENT_ERROR),
    ]
    found = trials.read(run, {**STORED, "bad": b"?"}.get, every=False)
    assert (len(found.changes), found.unstored) == (1, 3)
    assert found.fault.startswith("bad: the stored change")


LINK, FOLDER = PurePosixPath("link"), PurePosixPath("folder")
BEFORE = {OLD: File(b"1\n"), NEW: File(b"2\n"), LINK: File(b"x"), ODD: File(b"\0")}
AFTER = {OLD: File(b"1\n", executable=True), LINK: Link("old.py"), ODD: File(b"\1"), FOLDER: Folder()}


@pytest.mark.parametrize("limit", [1_000_000, 700])
@pytest.mark.parametrize(("before", "after"), [(BEFORE, AFTER), (AFTER, BEFORE)])
def test_a_stored_change_is_the_one_of_its_digest(before, after, limit):
    change = changes.write(before, after, limit)
    integrity.check(change.patch, change.digest)
    with pytest.raises(RecordError, match="is another one: it says that it is "):
        integrity.check(change.patch, TWO.digest)


def test_a_damaged_stored_change_is_told_and_left_out():
    change = changes.write(BEFORE, AFTER, 1_000_000)
    head, *sections = re.split(rb"^(?=diff --git )", change.patch, flags=re.MULTILINE)
    literal = next(section for section in sections if b"literal 6" in section)
    for bad in (
        change.patch.replace(b"100755", b"100644"),
        head + b"".join(sections[1:]),
        change.patch.replace(literal, literal.replace(b"literal 6", b"literal 5", 1)),
    ):
        found = trials.read([trial(1, change.digest)], {change.digest: bad}.get, every=True)
        assert (found.changes, found.unstored) == ([], 1)
        assert found.fault.startswith(f"{change.digest[:12]}: the stored change is damaged")


@pytest.fixture
def repository(tmp_path):
    place = tmp_path / "one.git"
    repositories.commit(place, {"a.py": b"1\n", "keep.py": b"k\n", "logo.png": b"\0a"})
    repositories.commit(place, {"b.py": b"1\n", "keep.py": b"k\nl\n", "logo.png": b"\0b"})
    return Repository(place)


def test_a_range_tells_the_files_and_holds_them_as_they_are_after(repository):
    found = ranges.read(repository, "main~1..main")
    assert hows(found) == {"b.py": "renamed from a.py", "keep.py": "modified", "logo.png": "modified"}
    assert found.after[PurePosixPath("keep.py")].data == b"k\nl\n"


def test_three_dots_start_where_both_sides_parted(repository):
    assert hows(ranges.read(repository, "main~1...main")) == hows(ranges.read(repository, "main~1.."))
    assert ranges.read(repository, "main...main~1").files == ()


@pytest.mark.parametrize("span", ["main", "..", "", "a b..c", "main..no-such"])
def test_what_is_no_range_is_a_message(repository, span):
    with pytest.raises(UsageError, match=r"is no range|names no commit"):
        ranges.read(repository, span)
