"""`editbench convert`: examples, cases, commits and patches turned into one another."""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path

import pytest
import repositories
from harness import CaseTree

from pytest_editbench.cases import directory, validation
from pytest_editbench.cases.examples import loading
from pytest_editbench.cli import main

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

PATCH = "--- a/app.js\n+++ b/app.js\n@@ -1 +1 @@\n-const limit = 1;\n+const limit = 2;\n"


@pytest.fixture(scope="module")
def clones(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The options that tell where the clones of all repositories are."""
    folder = tmp_path_factory.mktemp("clones")
    repositories.build(folder)
    return [f"--repo={repositories.url(name)}={folder}/{name}.git" for name in repositories.NAMES]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EDITBENCH_CACHE", str(tmp_path / "cache"))
    return tmp_path


def convert(*arguments: object) -> int:
    return main(["convert", *map(str, arguments)])


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert convert(*arguments) == 2
    return capsys.readouterr().err


def read(path: Path | str) -> list[object]:
    return [found.example for found in loading.read(Path(path).read_bytes(), str(path))]


def test_all_examples_go_to_every_form_and_back_without_loss(clones):
    convert(repositories.EXAMPLES, "all.jsonl")
    convert("all.jsonl", "all.json")
    convert("all.json", "pages", "--to", "markdown")
    convert("pages", "cases", "--to", "cases", "--excerpt", *clones)
    convert("cases", "again.jsonl")

    first = read("all.jsonl")
    assert len(first) >= 15
    assert read("all.json") == first
    assert sorted(read("again.jsonl"), key=repr) == sorted(first, key=repr)
    assert sorted((read(path)[0] for path in Path("pages").iterdir()), key=repr) == sorted(first, key=repr)


def test_a_case_made_of_an_example_is_sound_and_holds_what_the_example_tells_of(clones):
    convert(repositories.EXAMPLES / "py-callers-follow.md", "cases", *clones)

    [folder] = Path("cases").iterdir()
    case = directory.open_case(folder, "it")
    found = directory.read(case)
    assert validation.faults(case) == []
    assert folder.name == "A-new-argument-reaches-the-caller"
    assert {str(path) for path in found.input} == {
        *("README.md", "inventory/report.py", "inventory/stock.py"),
    }
    assert list(found.answers) == ["expected", "expected.2"]
    assert found.prompt.startswith("# Predict the next edit\n")
    assert case.metadata.category == "python"


def test_the_whole_repository_comes_along_when_asked_for(clones):
    convert(repositories.EXAMPLES / "py-callers-follow.md", "cases", "--whole", *clones)
    [folder] = Path("cases").iterdir()
    assert (folder / "input" / "inventory" / "legacy.py").exists()


def test_a_case_that_was_changed_since_is_no_longer_its_example(clones, capsys):
    convert(repositories.EXAMPLES / "css-variable.md", "cases", *clones)
    [folder] = Path("cases").iterdir()
    (folder / "expected" / "style.css").write_text("a {}\n")
    said = refused(capsys, "cases", "out.md")
    assert 'was changed since it was made of an example; take "example" out of its metadata' in said


def test_an_ordinary_case_becomes_an_example_of_its_one_changed_file():
    told = {"mutation_type": "off-by-one", "difficulty": "easy"}
    tree = CaseTree("one").input({"app.js": "const limit = 1;\n", "b.js": ""}).told(told)
    tree = tree.expected({"app.js": "const limit = 2;\n", "b.js": ""})
    tree.expected({"app.js": "const limit = 3;", "b.js": ""}, "expected.2").write(Path("suite"))

    assert convert("suite", "one.md") == 0

    [example] = read("one.md")
    assert (example.name, example.cursor_path, example.repository_url) == ("one", "app.js", "")
    assert example.tags == ("off-by-one", "easy")
    assert example.cursor_position.startswith("const limit = 1;\n//")
    assert example.reasoning.startswith("Fix a bug in app.js\n\nAround line 1, replace this block:")
    assert [patch.count("\n+") for patch in example.expected_patches] == [2, 2]
    assert convert("one.md", "back", "--excerpt") == 0
    assert (Path("back/one/expected.2/app.js")).read_text() == "const limit = 3;"


def test_a_loose_case_is_told_by_no_example_and_stays_loose_as_a_case(capsys):
    tree = CaseTree("one").input({"a": "1\n"}).expected({"a": "2\n"}).told({"loose": True})
    tree.write(Path("suite"))

    assert "is loose, which no example can say" in refused(capsys, "suite", "one.jsonl")
    assert convert("suite", "again") == 0
    assert json.loads(Path("again/one/metadata.json").read_text())["loose"] is True


def test_a_change_of_several_files_needs_a_repository(capsys):
    tree = CaseTree("one").input({"a": "1\n", "b": "1\n"}).expected({"a": "2\n", "b": "2\n"})
    tree.write(Path("suite"))
    assert "holds the change of one file, not of: a, b" in refused(capsys, "suite", "one.jsonl")


def test_a_commit_becomes_an_example_that_starts_from_its_parent(here):
    first = repositories.commit(here / "app.git", {"app.js": b"const limit = 1;\n", "b.js": b"let b;\n"})
    repositories.commit(
        here / "app.git", {"app.js": b"const limit = 2;\n", "c.js": b"let c;\n"}, "Raise the limit\n\nTo two."
    )

    assert convert("app.git@main", "commit.md") == 0
    [example] = read("commit.md")
    assert (example.name, example.reasoning) == ("Raise the limit", "Raise the limit\n\nTo two.")
    assert (example.repository_url, example.revision) == (str(here / "app.git"), first)
    assert main(["validate", "commit.md"]) == 0

    assert convert("app.git@main", "cases") == 0
    [folder] = Path("cases").iterdir()
    found = directory.read(directory.open_case(folder, "it"))
    assert {str(path) for path in found.input} == {"app.js", "b.js"}
    assert {str(path) for path in found.answers["expected"]} == {"app.js", "c.js"}
    assert "described as: `Raise the limit`. That is a quotation" in found.prompt
    assert "To two." not in found.prompt  # it could order more than the patch
    assert "-const limit = 1;\n+const limit = 2;" in found.prompt


def test_a_commit_without_a_parent_or_without_a_name_is_refused(here, capsys):
    repositories.commit(here / "app.git", {"app.js": b"1\n"})
    assert "main has no parent" in refused(capsys, "app.git@main", "out")
    assert "other names no commit there" in refused(capsys, "app.git@other", "out")


def test_a_patch_needs_what_it_applies_to_and_makes_a_case_of_it(capsys):
    Path("fix.patch").write_text(f"From: A <a@b>\nSubject: [PATCH 1/2] Raise it\n\n---\n{PATCH}")
    Path("tree").mkdir()
    Path("tree/app.js").write_text("const limit = 1;\n")
    assert "say what the patch applies to: --input" in refused(capsys, "fix.patch", "out")

    assert convert("fix.patch", "out", "--input", "tree") == 0
    found = directory.read(directory.open_case(Path("out/fix"), "fix"))
    assert found.prompt.startswith("# Change the files as a patch says\n\nThe change to make is exactly what")
    assert "`Raise it`. That is a quotation" in found.prompt
    assert convert("fix.patch", "out.jsonl", "--input", "tree") == 0
    assert read("out.jsonl")[0].expected_patches


def test_a_patch_may_apply_to_a_revision(here):
    repositories.commit(here / "app.git", {"app.js": b"const limit = 1;\n"})
    Path("fix.diff").write_text(PATCH)
    assert convert("fix.diff", "out", "--input", "app.git@main") == 0
    told = json.loads(Path("out/fix/metadata.json").read_text())
    assert told["repository_url"] == str(here / "app.git")


def test_standard_input_and_output_take_part(monkeypatch, capsys):
    page = (repositories.EXAMPLES / "hello-world.md").read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(page)))
    assert convert("-", "-", "--to", "jsonl") == 0
    line = capsys.readouterr().out
    assert json.loads(line)["name"] == "Greet by name"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line.encode())))
    assert convert("-", "-", "--to", "markdown") == 0
    assert capsys.readouterr().out.startswith("# Greet by name\n")


def test_nothing_is_written_over_and_nothing_of_what_cannot_be_written_whole(capsys):
    Path("there").mkdir()
    hello = repositories.EXAMPLES / "hello-world.md"
    assert "there: exists already" in refused(capsys, hello, "there")
    assert "a Markdown file holds one example, not" in refused(capsys, repositories.EXAMPLES, "out.md")
    assert "say what to print" in refused(capsys, hello, "-")
    assert "there is no such" in refused(capsys, "absent", "out.md")
    assert "pass --repo" in refused(capsys, repositories.EXAMPLES, "out")
    assert sorted(path.name for path in Path().iterdir() if path.name != "cache") == ["there"]


def test_what_markdown_cannot_hold_is_told(capsys):
    record = {"cursor_path": "a.py", "cursor_position": "<|user_cursor|>", "odd": None, "name": "n"}
    Path("x.json").write_text(json.dumps(record))
    assert convert("x.json", "x.md") == 0
    assert 'n: "odd" is left out: TOML has no null' in capsys.readouterr().err


def test_files_are_named_after_what_they_hold_and_never_twice(clones):
    hello = {"cursor_path": "a.py", "cursor_position": "<|user_cursor|>"}
    names = ("Ä b/c", "..", "Same", "same")
    Path("x.jsonl").write_text("".join(json.dumps({**hello, "name": name}) + "\n" for name in names))
    convert("x.jsonl", "pages", "--to=markdown")
    assert sorted(path.name for path in Path("pages").iterdir()) == [
        *("Same.md", "b-c.md", "case.md", "same-2.md"),
    ]


def test_a_clone_option_that_names_none_is_refused(capsys):
    with pytest.raises(SystemExit):
        convert("a", "b", "--repo", "https://x")
    assert "must be URL=PATH" in capsys.readouterr().err


def test_a_case_stays_what_it_is(here):
    told = {"mutation_type": "off-by-one", "seed": 1}
    CaseTree("one").told(told).write(Path("suite"))
    CaseTree("two").write(Path("suite"))
    shutil.make_archive("packed", "zip", "suite")
    assert convert("packed.zip", "out") == 0
    assert json.loads(Path("out/one/metadata.json").read_text()) == told
    assert not Path("out/two/metadata.json").exists()
    assert Path("out/two/expected/app.js").read_text() == "const limit = 2;\n"


def test_a_commit_that_only_makes_files_is_a_case_with_something_to_start_from(here, capsys):
    repositories.commit(here / "app.git", {"a.js": b"1\n"})
    repositories.commit(here / "app.git", {"a.js": b"1\n", "b.js": b"2\n"}, "More")
    assert "no place for a cursor" in refused(capsys, "app.git@main", "out.md")
    assert "use --whole" in refused(capsys, "app.git@main", "out")
    assert convert("app.git@main", "out", "--whole") == 0
    [folder] = Path("out").iterdir()
    assert [path.name for path in (folder / "input").iterdir()] == ["a.js"]


def test_a_change_of_what_is_no_text_is_refused(here, capsys):
    repositories.commit(here / "app.git", {"a": b"\0", "b": b"\xff\n"})
    repositories.commit(here / "app.git", {"a": b"\0\0", "b": b"\xff\n"}, "Binary")
    assert "a is no text" in refused(capsys, "app.git@main", "out.md")
    repositories.commit(here / "app.git", {"a": b"\0\0", "b": b"\xff\xff\n"}, "Latin")
    assert "b: is not UTF-8 text; an example cannot hold it" in refused(capsys, "app.git@main", "out.md")


def test_a_commit_that_changes_nothing_has_nothing_to_tell(here, capsys):
    repositories.commit(here / "app.git", {"a.js": b"1\n"})
    repositories.commit(here / "app.git", {"a.js": b"1\n"}, "Nothing")
    assert "changes nothing that a case can hold" in refused(capsys, "app.git@main", "out")


def test_an_excerpt_grows_until_it_stands_only_once(here):
    lines = [f"line {number % 7}\n".encode() for number in range(60)]
    repositories.commit(here / "app.git", {"a.txt": b"".join(lines)})
    lines[30] = b"other\n"
    repositories.commit(here / "app.git", {"a.txt": b"".join(lines)}, "Change")
    assert convert("app.git@main", "out.md") == 0
    assert main(["validate", "out.md"]) == 0


def test_a_patch_of_several_files_without_a_repository_is_no_example(capsys):
    Path("tree").mkdir()
    for name in ("app.js", "b.js"):
        Path("tree", name).write_text("const limit = 1;\n")
    Path("fix.patch").write_text(PATCH + PATCH.replace("app.js", "b.js"))
    assert "an example of them needs a repository" in refused(capsys, "fix.patch", "o.md", "--input", "tree")
    assert "not a git repository" in refused(capsys, "fix.patch", "o.md", "--input", "tree@main")
    assert "there is no such file or folder" in refused(capsys, "fix.patch", "o.md", "--input", "absent")


@pytest.mark.parametrize("line", ["#   ^[CURSOR_POSITION]", "y = 1  # <|user_cursor|>"])
def test_a_change_that_an_example_would_read_otherwise_is_refused_but_makes_a_case(here, capsys, line):
    repositories.commit(here / "app.git", {"a.py": b"x = 1\n"})
    repositories.commit(here / "app.git", {"a.py": f"x = 2\n{line}\n".encode()}, "Tell of cursors")
    for target in ("out.md", "out.jsonl"):
        assert "a.py cannot be told as an example" in refused(capsys, "app.git@main", target)
        assert not Path(target).exists()
    assert convert("app.git@main", "cases") == 0


def test_a_message_with_headings_becomes_an_example(here):
    message = "Change it\n\n## Edit History\n\n```\nopen"
    repositories.commit(here / "app.git", {"a.py": b"x = 1\n"})
    repositories.commit(here / "app.git", {"a.py": b"x = 2\n"}, message)
    assert convert("app.git@main", "out.md") == 0
    [example] = read("out.md")
    assert example.reasoning == f"````\n{message}\n````"
    assert example.edit_history == ()


def test_a_patch_applies_to_no_single_file(capsys):
    Path("fix.patch").write_text(PATCH)
    Path("app.js").write_text("const limit = 1;\n")
    assert "app.js: is a file; name the folder" in refused(capsys, "fix.patch", "out", "--input", "app.js")
