"""`editbench convert --from-git`: cases made from history."""

from __future__ import annotations

import json
import shutil
from pathlib import Path, PurePosixPath

import pytest
import repositories
from repositories import Past

from pytest_editbench.cases import discovery, validation, whole
from pytest_editbench.cases.examples import loading
from pytest_editbench.cli import main
from pytest_editbench.commits import answers
from pytest_editbench.history import edits, making, wording
from pytest_editbench.history import past as past_of
from pytest_editbench.history.leaving import LeftOutError, Reason
from pytest_editbench.history.request import Product, Request
from pytest_editbench.model import File
from pytest_editbench.repositories.finding import Repositories
from pytest_editbench.repositories.git import Repository
from pytest_editbench.repositories.history import Commit

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

APP = b"LIMIT = 1\n\n\ndef greet(name):\n    return f'hello {name}'\n\n\ndef part(name):\n    return 'bye'\n"


def app(*pairs: tuple[bytes, bytes]) -> bytes:
    data = APP
    for old, new in pairs:
        data = data.replace(old, new)
    return data


TWO, THREE, FOUR = ((b"LIMIT = 1", b"LIMIT = %d" % number) for number in (2, 3, 4))
HELLO, BYE = (b"hello", b"good day"), (b"bye", b"good bye")
PATCH = "--- a/app.py\n+++ b/app.py\n@@ -1 +1 @@\n-LIMIT = 3\n+LIMIT = 4\n"
FIX = "fix(app): corrected the greeting\n\nIt was too short. It is longer now.\n\nRefs: #12\n"
HISTORY = [
    Past("root", "Start", {"app.py": APP, "run.sh": b"ls\n", "old.txt": b"old\n"}),
    Past("loose", "Raise the limit", {"app.py": app(TWO)}),
    Past("words", "Raise it\n\nIn the line `LIMIT = 2`, replace `2` with `3`.\n", {"app.py": app(THREE)}),
    Past("patched", f"Raise it again\n\n{PATCH}", {"app.py": app(FOUR)}),
    Past("fixed", FIX, {"app.py": app(FOUR, HELLO)}),
    Past("present", "fix: correct the parting", {"app.py": app(FOUR, HELLO, BYE)}),
    Past("back", "Rename `greet` to `part`", {"app.py": APP, "new.py": b"x = 1\n"}, ("old.txt",)),
    Past("two-places", "Be polite\n\nSigned-off-by: Ada <ada@example.org>\n", {"app.py": app(TWO, BYE)}),
    Past("new-only", "Add a file", {"other.py": b"y = 1\n"}),
    Past("mode-only", "Let it run", {"100755 run.sh": b"ls\n"}),
    Past("mode", "Run more", {"run.sh": b"ls -l\n"}),
    Past("binary", "Add a picture", {"a.png": b"\x89\0\xff"}),
    Past("latin", "Add an umlaut", {"a.txt": b"\xe4\n"}),
    Past("name", "Add a name", {"a\tb.txt": b"x\n"}),
    Past("link", "Add a link", {"120000 link": b"app.py"}),
    Past("submodule", "Add a submodule", {"160000 sub": b"1" * 40}),
    Past("empty", "Say nothing"),
    Past("merge", "Merge", {"z.py": b"z = 1\n"}, merges="root"),
    Past("huge", "Add much", {f"many/{number}.txt": b"x\n" for number in range(60)}),
    Past("fixup", "fixup! Add much", {"z.py": b"z = 2\n"}),
]


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return repositories.chronicle(tmp_path_factory.mktemp("history") / "app.git", HISTORY)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


MESSAGES = Request(Repository(Path()))


def past(message: str, before: dict[str, File], after: dict[str, File]) -> past_of.Past:
    sides = ({PurePosixPath(path): file for path, file in tree.items()} for tree in (before, after))
    return past_of.Past(Commit("1" * 40, ("0" * 40,), message.strip()), *sides)


def text_of(product: Product) -> str:
    """Its prompt."""
    [data] = [file.data for path, file in product.files.items() if path.name == "prompt.md"]
    return data.decode()


class Harvest:
    """Makes cases in the folder `cases`."""

    def __init__(self, repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.repo = repo
        self.capsys = capsys
        self.code = 0

    def __call__(self, *words: str, to: str = "cases") -> dict[str, object]:
        """What came of it, as JSON."""
        self.code = main(["convert", "--from-git", str(self.repo), *words, "-o", to, "--json"])
        return dict(json.loads(self.capsys.readouterr().out))

    def reason(self, *words: str) -> tuple[str, list[str]]:
        """Why there is no case."""
        [found] = self(*words)["left_out"]  # type: ignore[misc]  # plain data
        return found["reason"], found["details"]

    def refused(self, *words: str) -> str:
        """What a wrong call says."""
        assert main(["convert", *words]) == 2
        return self.capsys.readouterr().err


@pytest.fixture
def harvest(repo: Path, capsys: pytest.CaptureFixture[str]) -> Harvest:
    return Harvest(repo, capsys)


def only(folder: str = "cases") -> Path:
    [path] = Path(folder).iterdir()
    return path


def metadata() -> dict[str, object]:
    return dict(json.loads((only() / "metadata.json").read_text()))


# --- edits ---------------------------------------------------------------------------------------


def test_a_message_that_tells_no_edit_makes_no_case(harvest):
    reason, details = harvest.reason("loose")

    assert (harvest.code, reason) == (1, "the message does not determine the change")
    assert details == ["it tells no edit of a known form"]
    assert not Path("cases").exists()


def test_a_loose_case_is_made_when_asked_for_and_marked(harvest):
    [made] = harvest("loose", "--allow-loose")["cases"]

    assert made["facts"] == {"loose": True}
    assert metadata()["loose"] is True


def test_a_message_that_quotes_the_edit_determines_it(harvest):
    harvest("words")

    assert metadata()["determined_by"] == "solver"
    assert (only() / "input/app.py").read_bytes() == app(TWO)
    assert (only() / "expected/app.py").read_bytes() == app(THREE)


def test_a_message_that_holds_the_patch_determines_it(harvest):
    harvest("patched")

    assert metadata()["determined_by"] == "patch"
    assert PATCH in (only() / "prompt.md").read_text()


def test_a_message_with_another_edit_than_the_commit_determines_nothing(harvest, tmp_path):
    told = "Raise it\n\nIn the line `LIMIT = 1`, replace `1` with `7`.\n"
    commits = [Past("root", "Start", {"app.py": APP}), Past("lie", told, {"app.py": app(TWO)})]
    harvest.repo = repositories.chronicle(tmp_path / "lie.git", commits)

    assert harvest.reason("lie")[1] == ["carried out to the letter, it makes another change"]


def test_blocks_determine_what_the_message_does_not(harvest):
    harvest("loose", "--prompt", "hunks")

    prompt = (only() / "prompt.md").read_text()
    assert prompt.startswith("# Change `app.py`\n")
    assert "described as: `Raise the limit`. That is a quotation" in prompt
    assert "LIMIT = 2" in prompt
    assert metadata()["determined_by"] == "solver"


def test_blocks_tell_new_and_deleted_files_under_a_title_that_orders_nothing(harvest):
    harvest("back", "--prompt", "hunks")

    prompt = (only() / "prompt.md").read_text()
    assert prompt.startswith("# Change 3 files\n")
    assert "`` Rename `greet` to `part` ``. That is a quotation" in prompt
    assert prompt.index("Delete the file `old.txt`.") < prompt.index("Create the new file")
    assert sorted(path.name for path in (only() / "expected").iterdir()) == ["app.py", "new.py"]


def test_a_file_that_was_blank_cannot_be_told_in_blocks(harvest, tmp_path):
    commits = [Past("root", "Start", {"a.txt": b"\n"}), Past("fill", "Fill it", {"a.txt": b"a\n"})]
    harvest.repo = repositories.chronicle(tmp_path / "blank.git", commits)

    assert harvest.reason("fill", "--prompt", "hunks")[1] == ["a file that is blank"]


EDIT = "In the line `LIMIT = 1`, replace `1` with `2`"
FENCED = "```diff\n--- a/app.py\n+++ b/app.py\n@@ -1 +1 @@\n-LIMIT = 1\n+LIMIT = 2\n```\n"
DETERMINED = [
    (EDIT, "solver"),
    (f"fix: {EDIT[0].lower()}{EDIT[1:]}\n\nCo-authored-by: Ada <ada@example.org>\n", "solver"),
    (f"Raise it\n\n{EDIT}.\n\nFixes: #12\n(cherry picked from commit 1234567)\n", "solver"),
    (f"Raise it\n\nIn `app.py`, {EDIT[0].lower()}{EDIT[1:]}.\n", "solver"),
    (f"Raise it\n\n{FENCED}\nSigned-off-by: Ada <ada@example.org>\n", "patch"),
]
OVERFULL = [
    f"Raise it\n\n{FENCED}\nThen remove the line `y = 2` from `b.py`.\n",
    f"Raise it\n\nWhy:\n\n{FENCED}",
    f"Do not raise it\n\n{FENCED}",
    f"Rename `greet` to `meet`\n\n{FENCED}",
    f"Raise it\n\n{EDIT}. Do the same in `b.py`.\n",
    f"Raise it\n\n{EDIT}, and tidy up.\n",
    f"Raise it\n\n{EDIT}, likewise in b.py.\n",
    f"Raise it\n\nNot as proposed: {EDIT[0].lower()}{EDIT[1:]}.\n",
    f"Raise it\n\n> {EDIT}.\n\nInstead of that, do it in b.py.\n",
    f"Never: {EDIT}",
    f"{EDIT} in `b.py`",
]


@pytest.mark.parametrize(("message", "by"), DETERMINED)
def test_a_message_of_its_change_alone_determines_it(message, by):
    after, before = File(app(TWO)), File(APP)
    product = edits.make(past(message, {"app.py": before}, {"app.py": after}), MESSAGES)

    assert product.facts == {"determined_by": by}


@pytest.mark.parametrize("message", OVERFULL)
def test_a_message_that_says_more_than_its_change_determines_nothing(message):
    with pytest.raises(LeftOutError) as left_out:
        edits.make(past(message, {"app.py": File(APP)}, {"app.py": File(app(TWO))}), MESSAGES)

    assert left_out.value.reason is Reason.MORE


def test_an_order_in_the_subject_determines_nothing_when_there_is_a_body():
    with pytest.raises(LeftOutError):
        edits.make(
            past(f"{EDIT}\n\nAlso tidy up.\n", {"app.py": File(APP)}, {"app.py": File(app(TWO))}), MESSAGES
        )


def test_a_subject_beside_an_order_is_a_quotation_that_orders_nothing():
    found = past(f"Delete b.py\n\n{EDIT}.\n", {"app.py": File(APP)}, {"app.py": File(app(TWO))})
    prompt = text_of(edits.make(found, MESSAGES))

    assert prompt.startswith("# Carry out a commit\n")
    assert (
        "The commit was described as: `Delete b.py`. That is a quotation for context; it orders nothing."
        in prompt
    )


def test_what_stands_behind_the_place_of_a_hunk_is_not_in_the_prompt():
    patch = FENCED.replace(" @@", " @@ and set OTHER to 6", 1)
    found = past(f"Raise it\n\n{patch}", {"app.py": File(APP)}, {"app.py": File(app(TWO))})

    assert "OTHER" not in text_of(edits.make(found, MESSAGES))


def test_neither_orders_of_a_body_nor_a_bare_subject_are_in_a_prompt_of_blocks():
    found = past("Also delete `b.py`\n\nThen drop y.\n", {"app.py": File(APP)}, {"app.py": File(app(TWO))})
    prompt = text_of(edits.make(found, Request(Repository(Path()), prompt="hunks")))

    assert "drop y" not in prompt
    assert "The change to make is exactly what the blocks below tell, and nothing else." in prompt


def test_a_folder_that_becomes_a_file_is_deleted_first():
    found = past("Flatten", {"b.py/c.py": File(b"x = 1\n")}, {"b.py": File(b"x = 1\n")})
    prompt = text_of(edits.make(found, Request(Repository(Path()), prompt="hunks")))

    assert prompt.index("Delete") < prompt.index("Create")


@pytest.mark.parametrize(
    "body",
    [
        "Why.\n\nSigned-off-by: Ada <ada@example.org>\nFixes: #1\nReported-by: Bob <bob@example.org>",
        "Why.\n\nReviewed-by: Ada\n(cherry picked from commit 1234567)",
        "Why.\n\nCo-authored-by: Ada <ada@example.org>\n\nSo it is.",
        "* fix: a\n\nSigned-off-by: Ada <ada@example.org>\n\n* fix: b\n\nSuggested-By: Ada <ada@example.org>",
        "Author: Ada <ada@example.org>\nWhy.",
    ],
)
def test_trailers_with_names_are_left_out_wherever_they_stand(body):
    assert not any(word in wording.body(f"Fix it\n\n{body}\n") for word in ("Ada", "Bob"))


def test_what_turns_the_direction_of_a_text_is_shown():
    assert wording.body("Fix it\n\na\u202eb\x1b[2Jc 👩‍💻\n") == "a\\u202eb\\x1b[2Jc 👩‍💻"


def test_a_commit_whose_files_pass_as_they_are_makes_no_case(harvest, tmp_path):
    commits = [Past("root", "Start", {"a.txt": b"a"}), Past("end", "End the line", {"a.txt": b"a\n"})]
    harvest.repo = repositories.chronicle(tmp_path / "end.git", commits)

    reason, [detail] = harvest.reason("end", "--allow-loose")
    assert reason == "makes no sound case"
    assert "there is nothing to measure" in detail


def test_a_message_that_orders_another_edit_makes_a_loose_case_all_the_same(harvest):
    assert len(harvest("back", "--allow-loose")["cases"]) == 1


def test_trailers_that_name_people_are_in_no_prompt(harvest):
    harvest("two-places", "--prompt", "hunks")

    assert "Ada" not in (only() / "prompt.md").read_text()


def test_with_whole_the_case_holds_all_files_of_the_repository(harvest):
    harvest("new-only", "--prompt", "hunks", "--whole")

    assert (only() / "input/run.sh").exists()
    assert (only() / "expected/other.py").exists()


def test_a_mode_beside_the_content_is_nothing_that_a_prompt_tells(harvest):
    assert harvest.reason("mode", "--allow-loose")[0].startswith("changes a mode")


# --- commits -------------------------------------------------------------------------------------


def test_a_commit_whose_message_keeps_the_rules_is_a_commit_case(harvest):
    harvest("fixed", "--kind", "commit")

    answer = answers.read((only() / "answer.json").read_text())
    assert (answer.type, answer.scope, answer.issues) == ("fix", "app", ("#12",))
    assert metadata()["kind"] == "commit"
    assert "+    return f'good day {name}'" in (only() / "change.patch").read_text()


def test_broken_rules_are_named(harvest):
    reason, details = harvest.reason("present", "--kind", "commit")

    assert (reason, details) == ("the message breaks rules for proposals", ["summary-past-tense"])


def test_a_message_without_a_type_breaks_the_rule_on_headers(harvest):
    assert harvest.reason("loose", "--kind", "commit")[1] == ["header"]


def test_a_message_for_a_tool_is_no_answer(harvest):
    reason, details = harvest.reason("fixup", "--kind", "commit")

    assert (reason, details) == (
        "the message is not for a proposal",
        ["to be melted into an earlier commit"],
    )


def test_settings_and_attributes_of_the_repository_do_not_change_the_patch(harvest, tmp_path):
    work = tmp_path / "work"
    repositories.git(tmp_path, "clone", "--quiet", str(harvest.repo), str(work))
    harvest("fixed", "--kind", "commit")
    told = (only() / "change.patch").read_bytes()
    for name, value in {"diff.context": "9", "diff.noprefix": "true", "color.ui": "always"}.items():
        repositories.git(work, "config", name, value)
    (work / ".gitattributes").write_text("*.py diff=python -text binary\n")
    harvest.repo = work
    harvest("fixed", "--kind", "commit", to="again")

    assert (only("again") / "change.patch").read_bytes() == told


# --- examples ------------------------------------------------------------------------------------


def test_a_commit_of_two_places_is_split_into_history_and_what_comes_next(harvest):
    harvest("two-places", "--kind", "example")

    [source] = loading.read(only().read_bytes(), "a.md")
    assert "+LIMIT = 2" in source.example.edit_history[0].diff
    assert "+    return 'good bye'" in source.example.expected_patches[0]
    assert "bye" in source.example.cursor_position
    assert "Ada" not in source.example.reasoning


def test_an_example_leads_to_the_commit(harvest):
    harvest("two-places", "--kind", "example")

    [case] = discovery.discover([only()])
    contents = whole.read(case, Repositories())
    after = app(TWO, BYE)
    assert [tree[PurePosixPath("app.py")].data for tree in contents.answers.values()] == [after]


def test_a_commit_of_one_place_is_no_example(harvest):
    assert harvest.reason("loose", "--kind", "example")[0].startswith("changes one place only")


def test_a_place_that_only_a_formatter_changes_is_no_next_one(harvest, tmp_path):
    old, new = "a = 1;\n\n\n\n\nb(1, 2);\n", "a = 2;\n\n\n\n\nb(\n  1,\n  2,\n);\n"
    commits = [
        Past("root", "Start", {"a.ts": old.encode()}),
        Past("laid-out", "Lay out", {"a.ts": new.encode()}),
    ]
    harvest.repo = repositories.chronicle(tmp_path / "laid-out.git", commits)

    assert harvest.reason("laid-out", "--kind", "example")[0].startswith("changes one place only")


def test_the_seed_decides_where_a_commit_is_split(harvest, tmp_path):
    old = b"".join(b"%d\n" % number for number in range(100))
    new = b"".join(b"%d\n" % (number + 1000 * (number % 9 == 8)) for number in range(100))
    commits = [Past("root", "Start", {"a.txt": old}), Past("more", "Spell out", {"a.txt": new})]
    harvest.repo = repositories.chronicle(tmp_path / "seeds.git", commits)

    seeds = ("0", "1", "2")
    made = [harvest("more", "--kind", "example", "--seed", seed, to=seed)["cases"][0] for seed in seeds]
    assert {each["facts"]["places"] for each in made} == {11}
    assert len({each["facts"]["split"] for each in made}) > 1


# --- all kinds -----------------------------------------------------------------------------------


LEFT_OUT = {
    "root": "has no parent in this clone",
    "merge": "is a merge",
    "empty": "changes no file",
    "huge": "changes too much",
    "submodule": "changes a submodule",
    "link": "changes a symbolic link",
    "binary": "changes a file that is no text",
    "name": "changes a file whose name no prompt can tell",
    "latin": "changes a file that is no text",
    "mode-only": "changes nothing but modes",
}


@pytest.mark.parametrize("kind", ["edit", "commit", "example"])
def test_what_no_case_can_hold_is_left_out_by_name(harvest, kind):
    found = harvest(*LEFT_OUT, "--kind", kind)["left_out"]

    assert [each["reason"] for each in found] == [*LEFT_OUT.values()]


@pytest.mark.parametrize("options", [("--allow-loose",), ("--prompt", "hunks"), ("--kind", "commit")])
def test_every_case_of_a_range_is_sound_and_the_same_each_time(harvest, options):
    harvest("root..main", *options)
    harvest("root..main", *options, to="again")

    cases = list(discovery.discover([Path("cases")]))
    assert cases
    assert [fault for case in cases for fault in validation.faults(case) if fault.severity == "error"] == []
    assert repositories.files(Path("cases")) == repositories.files(Path("again"))


def test_commits_are_made_once_however_often_they_are_named(harvest):
    found = harvest("words", "loose..words", "words")

    assert found["commits"] == 1


def test_people_are_told_counts_reasons_and_commits(harvest, repo, capsys):
    assert main(["convert", "--from-git", str(repo), "root..main", "-o", "cases", "--allow-loose"]) == 0

    told = capsys.readouterr()
    assert told.out == "cases: 8 cases of 19 commits, 6 of them loose\n"
    merge = repositories.git(repo, "rev-parse", "--short=12", "merge")
    assert f"editbench: left out, 1: is a merge\neditbench:   {merge}\n" in told.err
    assert max(map(len, told.err.splitlines())) <= 80


def test_a_branch_alone_is_one_commit_and_that_is_told(harvest, repo, capsys):
    assert main(["convert", "--from-git", str(repo), "words", "-o", "cases"]) == 0

    assert "words is one commit; for more of them name a range" in capsys.readouterr().err


def test_a_commit_of_which_the_clone_lacks_a_file_is_left_out_alone(harvest, tmp_path):
    work = tmp_path / "partial.git"
    shutil.copytree(harvest.repo, work)
    blob = repositories.git(work, "rev-parse", "two-places:app.py")
    for pack in [*(work / "objects/pack").glob("*.pack")]:
        data = pack.read_bytes()
        for part in (work / "objects/pack").glob(f"{pack.stem}.*"):
            part.unlink()
        repositories.git(work, "unpack-objects", "-q", stdin=data)
    (work / "objects" / blob[:2] / blob[2:]).unlink()
    harvest.repo = work

    found = harvest("words", "two-places")
    assert [each["reason"] for each in found["left_out"]] == [
        "needs what this clone lacks, or cannot hold for a trial"
    ]
    assert len(found["cases"]) == 1


def test_nothing_that_is_there_is_overwritten(harvest, repo):
    harvest("words")
    place = only()
    (place / "prompt.md").write_text("mine")

    told = harvest.refused("--from-git", str(repo), "words", "patched", "-o", "cases")
    assert "nothing is overwritten" in told
    assert (only() / "prompt.md").read_text() == "mine"


def test_more_cases_go_beside_those_that_are_there(harvest):
    harvest("words")
    harvest("patched")

    assert len(list(Path("cases").iterdir())) == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--from-git", "REPO", "-o", "x"), "name revisions"),
        (("--from-git", "REPO", "main"), "-o DIR"),
        (("--from-git", "nowhere", "main", "-o", "x"), "there is no such folder"),
        (("--from-git", ".", "main", "-o", "x"), "not a git repository"),
        (("--from-git", "REPO", "gone", "-o", "x"), "names no commit"),
        (("--from-git", "REPO", "main..main", "-o", "x"), "holds no commit"),
        (("--from-git", "REPO", "main..gone", "-o", "x"), "gone"),
        (("--from-git", "REPO", "--output=x", "--", "-x"), "names no commit"),
        (("--from-git", "REPO", "main", "-o", "x", "--kind", "commit", "--allow-loose"), "is for edit cases"),
        (
            ("--from-git", "REPO", "main", "-o", "x", "--kind", "example", "--prompt", "hunks"),
            "is for edit cases",
        ),
        (("--from-git", "REPO", "main", "-o", "x", "--prompt", "hunks", "--allow-loose"), "never loose"),
        (("--from-git", "REPO", "main", "-o", "x", "--to", "json"), "--to is not for cases from history"),
        (("--from-git", "REPO", "main", "-o", "x", "--clone"), "--clone is not for cases from history"),
        (("--from-git", "REPO", "^loose", "main", "-o", "x"), "name a range, as in loose..main"),
        (("--from-git", "REPO", "main", "-o", ""), "-o DIR"),
        (("--from-git", "REPO", "main", "-o", "x", "--seed", "1"), "nothing else is drawn"),
        (("a.md", "b.json", "--kind", "commit"), "--from-git"),
        (("a.md", "b.json", "--seed", "0"), "--from-git"),
    ],
)
def test_wrong_calls_say_what_to_do(harvest, repo, words, told):
    assert told in harvest.refused(*(str(repo) if word == "REPO" else word for word in words))


def test_the_target_is_no_file(harvest, repo):
    Path("file").write_text("x")

    assert "is no folder" in harvest.refused("--from-git", str(repo), "words", "-o", "file")


def cloned(harvest: Harvest, tmp_path: Path, origin: str) -> None:
    work = tmp_path / "work.git"
    shutil.copytree(harvest.repo, work)
    repositories.git(work, "config", "remote.origin.url", origin)
    harvest.repo = work


@pytest.mark.parametrize(
    ("origin", "told"),
    [
        ("https://ada:secret@example.org/app.git?token=secret#x", "https://example.org/app.git"),
        ("https://secret@example.org/app.git", "https://example.org/app.git"),
        ("ssh://git@example.org/app.git", "ssh://git@example.org/app.git"),
        ("git@example.org:app.git", "git@example.org:app.git"),
        ("ada:secret@example.org:app.git", "example.org:app.git"),
    ],
)
def test_no_secret_in_the_address_of_a_clone_is_told(harvest, tmp_path, origin, told):
    cloned(harvest, tmp_path, origin)
    harvest("two-places", "--kind", "example")
    main(["convert", f"{harvest.repo}@words", "one.jsonl"])

    for path in (only(), Path("one.jsonl")):
        [source] = loading.read(path.read_bytes(), path.name)
        assert source.example.repository_url == told


def test_a_relative_address_of_a_clone_is_the_folder_it_means(harvest, tmp_path):
    cloned(harvest, tmp_path, "../app.git")
    harvest("two-places", "--kind", "example")

    [source] = loading.read(only().read_bytes(), "a.md")
    assert source.example.repository_url == str((tmp_path / "app.git").resolve())


@pytest.mark.parametrize("kind", ["edit", "commit"])
def test_a_clone_gives_the_bytes_that_the_original_gives_whatever_its_settings(harvest, tmp_path, kind):
    commit = Past(
        "more", "fix: corrected Ää\n\nIn the line `a`, replace `a` with `ä`.\n", {"ä.txt": b"\xc3\xa4\n"}
    )
    start = Past("root", "Start", {"ä.txt": b"a\n"})
    harvest.repo = repositories.chronicle(tmp_path / "umlauts.git", [start, commit])
    harvest("more", "--kind", kind, "--allow-loose" if kind == "edit" else "--whole")
    cloned(harvest, tmp_path, "https://example.org/app.git")
    repositories.git(harvest.repo, "config", "i18n.logOutputEncoding", "ISO-8859-1")
    harvest("more", "--kind", kind, "--allow-loose" if kind == "edit" else "--whole", to="again")

    assert repositories.files(Path("cases")) == repositories.files(Path("again")) != {}


def test_where_names_are_not_utf_8_nothing_is_made(harvest, repo, monkeypatch):
    monkeypatch.setattr("sys.getfilesystemencoding", lambda: "ascii")

    assert "set PYTHONUTF8=1" in harvest.refused("--from-git", str(repo), "words", "-o", "x")


def test_cut_short_it_tells_what_is_written_and_leaves_no_draft(harvest, repo, monkeypatch, capsys):
    make = making.MAKERS["edit"]

    def cut(past: past_of.Past, request: Request) -> Product:
        if past.subject == "Raise it again":
            raise KeyboardInterrupt
        return make(past, request)

    monkeypatch.setitem(making.MAKERS, "edit", cut)
    assert main(["convert", "--from-git", str(repo), "words", "patched", "-o", "cases"]) == 130

    assert "interrupted: 1 case written" in capsys.readouterr().err
    assert [path.name[:4] for path in Path("cases").iterdir()] == ["edit"]


def test_source_and_target_are_still_asked_for_without_history(capsys):
    with pytest.raises(SystemExit):
        main(["convert"])

    assert "the following arguments are required: SRC, DST" in capsys.readouterr().err
