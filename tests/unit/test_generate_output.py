"""Suites on disk."""

import json
import tarfile

import pytest

from pytest_editbench.errors import UsageError
from pytest_editbench.generate import output
from pytest_editbench.generate.suite import digest


def case(text):
    return {"prompt.md": text.encode(), "input/a.ts": b"1", "expected/a.ts": b"2", "metadata.json": b"{}"}


def write(path, update=False, archive=False, **cases):
    digests = {name: digest(files) for name, files in cases.items()}
    target = output.open_target(path, archive=archive, update=update)
    return output.write(target, digests, cases.__getitem__, {"generator": "1", "cases": digests})


def test_a_suite_lies_in_folders_beside_its_manifest(tmp_path):
    write(tmp_path / "suite", one=case("1"))
    assert (tmp_path / "suite/one/input/a.ts").read_bytes() == b"1"
    assert list(json.loads((tmp_path / "suite/suite.json").read_bytes())["cases"]) == ["one"]
    assert {path.name for path in (tmp_path / "suite").iterdir()} == {"one", "suite.json"}


def test_a_folder_that_is_not_empty_is_refused(tmp_path):
    (tmp_path / "mine").write_text("")
    with pytest.raises(UsageError, match=r"is not empty; name another folder, or use --update"):
        write(tmp_path, one=case("1"))


def test_an_update_replaces_and_removes_only_what_was_written_and_not_touched(tmp_path):
    write(tmp_path, one=case("1"), two=case("2"), three=case("3"))
    (tmp_path / "note").write_text("mine")
    (tmp_path / "two/prompt.md").write_text("changed by hand")
    assert write(tmp_path, update=True, one=case("new")) == ["two"]
    assert {path.name for path in tmp_path.iterdir()} == {"note", "one", "two", "suite.json"}
    assert (tmp_path / "one/prompt.md").read_text() == "new"
    assert (tmp_path / "two/prompt.md").read_text() == "changed by hand"


@pytest.mark.parametrize("kind", ["folder", "file", "extra", "link"])
def test_an_update_that_would_write_over_somebody_elses_case_writes_nothing(tmp_path, kind):
    write(tmp_path / "s", one=case("1"))
    if kind == "folder":
        (tmp_path / "s/two").mkdir()
    elif kind == "file":
        (tmp_path / "s/two").write_text("")
    elif kind == "link":
        (tmp_path / "s/two").symlink_to(tmp_path / "nowhere")
    else:
        (tmp_path / "s/one/notes.txt").write_text("kept")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(UsageError, match=r"written or changed by somebody else"):
        write(tmp_path / "s", update=True, one=case("new"), two=case("2"))
    assert sorted(tmp_path.rglob("*")) == before
    assert (tmp_path / "s/one/prompt.md").read_bytes() == b"1"


def test_a_manifest_that_cannot_be_read_stops_an_update(tmp_path):
    (tmp_path / "suite.json").write_text("[1]")
    with pytest.raises(UsageError, match=r"suite.json: is no manifest of a suite"):
        write(tmp_path, update=True, one=case("1"))


def test_a_case_is_written_whole_or_not_at_all(tmp_path):
    class Full(dict):
        def items(self):
            yield "prompt.md", b""
            raise KeyboardInterrupt

    target = output.open_target(tmp_path / "s", archive=False, update=False)
    with pytest.raises(KeyboardInterrupt):
        output.write(target, {"one": "", "two": ""}, {"one": case("1"), "two": Full()}.__getitem__, {})
    assert [path.name for path in (tmp_path / "s").iterdir()] == ["one"]


def test_an_archive_holds_the_cases_under_fixtures_and_is_the_same_each_time(tmp_path):
    for name in ("a", "b"):
        write(tmp_path / f"{name}.tar.gz", archive=True, one=case("1"))
    assert (tmp_path / "a.tar.gz").read_bytes() == (tmp_path / "b.tar.gz").read_bytes()
    with tarfile.open(tmp_path / "a.tar.gz") as packed:
        assert packed.getnames() == [
            "fixtures/suite.json",
            "fixtures/one/expected/a.ts",
            "fixtures/one/input/a.ts",
            "fixtures/one/metadata.json",
            "fixtures/one/prompt.md",
        ]


def test_an_archive_is_written_over_only_when_it_is_a_suite_and_that_is_asked_for(tmp_path):
    path = tmp_path / "s.tar.gz"
    write(path, archive=True, one=case("1"))
    with pytest.raises(UsageError, match=r"exists; name another file, or use --update"):
        write(path, archive=True, one=case("2"))
    write(path, archive=True, update=True, one=case("2"))
    path.write_text("my letters")
    with pytest.raises(UsageError, match=r"is no archive of a suite"):
        write(path, archive=True, update=True, one=case("2"))
    assert path.read_text() == "my letters"


def test_a_manifest_with_notes_is_kept_beside_the_new_one(tmp_path):
    write(tmp_path, one=case("1"))
    manifest = tmp_path / "suite.json"
    for number in ("", "1"):
        noted = manifest.read_bytes().replace(b"{", b'{"note": "mine",', 1)
        manifest.write_bytes(noted)
        assert write(tmp_path, update=True, one=case(f"new{number}")) == []
        assert (tmp_path / f"suite.json.old{number}").read_bytes() == noted
        assert "note" not in json.loads(manifest.read_bytes())


def test_a_manifest_that_nobody_changed_is_replaced(tmp_path):
    write(tmp_path, one=case("1"))
    write(tmp_path, update=True, one=case("2"))
    assert {path.name for path in tmp_path.iterdir()} == {"one", "suite.json"}


def test_a_manifest_of_something_else_stops_an_update(tmp_path):
    (tmp_path / "suite.json").write_text('{"cases": {}, "valuable": 1}')
    with pytest.raises(UsageError, match=r"suite.json: is no manifest of a suite"):
        write(tmp_path, update=True, one=case("1"))


def test_an_update_leaves_a_folder_that_is_called_like_a_draft(tmp_path):
    write(tmp_path, one=case("1"))
    (tmp_path / ".editbench-draft").mkdir()
    (tmp_path / ".editbench-draft/letter").write_text("mine")
    write(tmp_path, update=True, one=case("2"))
    assert (tmp_path / ".editbench-draft/letter").read_text() == "mine"


def test_an_update_that_broke_off_can_be_taken_back(tmp_path):
    class Interrupting(dict):
        def items(self):
            raise KeyboardInterrupt

    write(tmp_path, one=case("1"), two=case("2"))
    new = {"one": case("new"), "three": case("3"), "two": Interrupting()}
    digests = {name: digest(files) if files else "other" for name, files in new.items()}
    target = output.open_target(tmp_path, archive=False, update=True)
    with pytest.raises(KeyboardInterrupt):
        output.write(target, digests, new.__getitem__, {"cases": digests})
    assert write(tmp_path, update=True, one=case("1"), two=case("2")) == []
    assert {path.name for path in tmp_path.iterdir()} == {"one", "two", "suite.json"}
    assert (tmp_path / "one/prompt.md").read_bytes() == b"1"


def test_a_case_that_another_run_lays_meanwhile_is_a_message(tmp_path):
    class Racing(dict):
        def items(self):
            yield from super().items()
            (tmp_path / "one/theirs").mkdir(parents=True)

    target = output.open_target(tmp_path, archive=False, update=False)
    with pytest.raises(UsageError, match=r"if another run writes there too, let it end"):
        output.write(target, {"one": "x"}, {"one": Racing(case("1"))}.__getitem__, {})
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["theirs"]


@pytest.mark.parametrize("name", ["suite", "suite.zip", "suite.tar"])
def test_an_archive_that_is_not_called_like_one_is_refused(tmp_path, name):
    with pytest.raises(UsageError, match=rf"ends in .tar.gz or .tgz; name it {name}.tar.gz"):
        write(tmp_path / name, archive=True, one=case("1"))
