"""`editbench generate` as a command: what it refuses, what it writes, and what it leaves alone."""

from __future__ import annotations

import os
import pty
import re
import shutil
import signal
import subprocess
import tarfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from programs import sources
from sourcing import lay
from suites import Suite, command, contents, generate

ONE = ("--mutations", "flip-boolean", "--count", 1)
MANY = ("--count", 40)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay(tmp_path_factory.mktemp("source") / "shop", sources())


@pytest.fixture(scope="module")
def whole(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "suite"
    assert generate(source, "-o", path, *MANY) == 0
    return path


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """The last line of what a wrong call is answered with: on stderr, exit code 2."""
    assert generate(*arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "Traceback" not in said.err
    last = said.err.splitlines()[-1]
    assert last.startswith(("editbench: ", "editbench generate: error: "))
    return last.partition(": ")[2].removeprefix("error: ")


WRONG = {
    "--mutations swap-logicl": '--mutations: "mutations" has "swap-logicl", which is none of the mutations; '
    "did you mean swap-logical?",
    "--difficulty xyz": '--difficulty: "difficulties" has "xyz", which is none of the difficulties; '
    "there are easy, medium, hard, nightmare",
    "--categories colour,regex": '--categories: "categories" has "colour", which is none of the categories; '
    "there are operator, literal, *",
    "--mutations swap-if-else --categories regex": "no mutation is both among the mutations and among the "
    "categories asked for",
    "--count 0": '--count: "count" must be a whole number from 1 to 1,000,000, not 0',
    "--count many": "argument --count: invalid int value: 'many'",
    "--count-scale nan": '--count-scale: "scale" must be a number over 0, at most 10000, not NaN',
    "--count-scale 0": '--count-scale: "scale" must be a number over 0, at most 10000, not 0.0',
    "--count 5 --count-scale 2": "argument --count-scale: not allowed with argument --count",
    "--min-score nan": '--min-score: "min-score" must be a number ≥ 0, not NaN',
    "--seed text": "argument --seed: invalid int value: 'text'",
    "--seed -1": '--seed: "seed" must be a whole number from 0 to *, not -1',
    "--jobs 0": "argument --jobs: must be a whole number from 1 to 256, not '0'",
    "--jobs two": "argument --jobs: must be a whole number from 1 to 256, not 'two'",
    "--format zip": "argument --format: invalid choice: 'zip'*",
    "--lock": "--lock writes into a recipe; name one, such as suite.toml",
}


class TestWrongCalls:
    @pytest.mark.parametrize("options", WRONG)
    def test_a_wrong_option_is_told_in_one_line_and_nothing_is_written(
        self, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], options: str
    ) -> None:
        said = refused(capsys, source, "-o", tmp_path / "suite", *options.split())
        pattern = re.escape(WRONG[options]).replace(r"\*", ".*")
        assert re.fullmatch(pattern, said), said
        assert not (tmp_path / "suite").exists()

    def test_without_a_place_to_write_to_one_is_asked_for(
        self, source: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert refused(capsys, source) == "say where the suite goes with -o DIR, or use --dry-run"

    @pytest.mark.parametrize(
        ("named", "said"),
        [
            ("nowhere", "nowhere: there is no such folder; a package is written npm:NAME@VERSION*"),
            ("shop/stock.ts", "shop/stock.ts: is a file; name its folder"),
            ("npm:left-pad", "'npm:left-pad' is not of the form npm:NAME@VERSION, such as *"),
            ("missing.toml", "missing.toml: cannot be read: No such file or directory"),
            ("folder.toml", "folder.toml: cannot be read: Is a directory"),
            ("a.toml shop", "a.toml: a recipe names its sources itself; name nothing beside it"),
        ],
    )
    def test_a_wrong_source_is_told_in_one_line(
        self,
        source: Path,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        named: str,
        said: str,
    ) -> None:
        monkeypatch.chdir(source.parent)
        (source.parent / "folder.toml").mkdir(exist_ok=True)
        got = refused(capsys, *named.split(), "-o", tmp_path / "suite")
        assert re.fullmatch(re.escape(said).replace(r"\*", ".*"), got), got

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may read and write everything")
    def test_folders_that_may_not_be_read_or_written_are_told(
        self, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for name, mode in (("secret", 0o000), ("fixed", 0o555)):
            lay(tmp_path / name, {"a.ts": b""})
            (tmp_path / name).chmod(mode)
        assert "cannot be read" in refused(capsys, tmp_path / "secret", "-o", tmp_path / "suite")
        assert "fixed is read-only" in refused(capsys, source, "-o", tmp_path / "fixed" / "suite")

    @pytest.mark.parametrize("form", ["dir", "tar.gz"])
    def test_a_place_below_a_file_is_refused_before_any_work(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str
    ) -> None:
        (tmp_path / "file").write_text("mine")
        said = refused(capsys, "nowhere", "-o", tmp_path / "file" / "suite", "--format", form)
        assert said.endswith(f"/file/suite: cannot be written: {tmp_path / 'file'} is a file")

    @pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a place where root cannot write")
    def test_a_place_that_fails_only_in_the_end_is_told_in_one_line(
        self, source: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert "/proc/" in refused(capsys, source, "-o", "/proc/suite", *ONE)

    def test_a_folder_that_is_not_empty_is_refused_before_any_work(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "mine").write_text("")
        said = refused(capsys, "nowhere", "-o", tmp_path)
        assert said == f"{tmp_path}: is not empty; name another folder, or use --update"

    def test_no_case_at_all_is_exit_code_1_and_the_reason(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        lay(
            tmp_path / "plain",
            {"a.ts": b"export const a = 'b';\n" * 40, "short.ts": b"", "bad.ts": b"{\n" * 40},
        )
        assert generate(tmp_path / "plain", "-o", tmp_path / "suite", *ONE) == 1
        assert capsys.readouterr().out.splitlines() == [
            "0 of 1 case, 0 at another difficulty than asked",
            "1 file used; passed over: does not parse 1, under 30 lines 1",
            "not found: literal-flip-boolean#1 (easy): no candidate in these files",
        ]
        assert not (tmp_path / "suite").exists()


class TestTelling:
    def test_a_dry_run_shows_plan_shapes_and_prompts_and_writes_nothing(
        self,
        source: Path,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert generate(source, "--dry-run", "--mutations", "swap-logical,flip-boolean", "--count", 3) == 0
        out = capsys.readouterr().out
        assert out.startswith("3 of 3 cases, 0 at another difficulty than asked\n3 files used\n")
        for line in (r"swap-logical +2 +2", r"flip-boolean +1 +1", r"medium +2 +2", r"2-5 +0 +0\.0 +0\.3"):
            assert re.search(rf"(?m)^{line}$", out), line
        assert out.count("# Fix a bug in ") == 2  # one of each mutation
        assert list(tmp_path.iterdir()) == []

    def test_what_was_tried_for_a_case_is_explained(
        self, source: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        asked = (source, "--mutations", "swap-if-else", "--count", 6, "--explain")
        assert generate(*asked, "structural-swap-if-else-001") == 0
        first, *tried = capsys.readouterr().out.splitlines()
        assert first == "structural-swap-if-else-001: wished for structural-swap-if-else#1 (easy)"
        *refusals, last = tried
        assert re.fullmatch(r"  shop/\S+:\d+  (easy|medium|hard|nightmare)  taken", last)
        for line in refusals:
            assert re.fullmatch(r"  shop/\S+:\d+  \w+  refused: .+", line)

        assert generate(*asked, "structural-swap-if-else#6") == 0
        last = capsys.readouterr().out.splitlines()[-1]
        assert re.fullmatch(r"  not found: \d+ candidates: ([a-z, ]+ \d+)+", last)

    def test_a_case_that_is_not_there_cannot_be_explained(
        self, source: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        said = refused(capsys, source, *ONE, "--explain", "nobody")
        assert said == "nobody: the suite has no such case; it has literal-flip-boolean-001 …"

    def test_the_cases_and_the_place_are_told_and_nothing_on_stderr(
        self, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert generate(source, "-o", tmp_path / "suite", *ONE) == 0
        said = capsys.readouterr()
        assert said.err == ""  # no bar where there is no terminal
        assert said.out.splitlines()[-2:] == [
            f"{tmp_path / 'suite'}: 1 case",
            f"next: pytest {tmp_path / 'suite'} --editbench-agent=…",
        ]


class TestUpdate:
    def test_an_update_replaces_its_own_and_keeps_what_others_wrote(
        self, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path, asked = tmp_path / "suite", ("--mutations", "flip-boolean,swap-logical", "--count", 6)
        assert generate(source, "-o", path, *asked) == 0
        first = contents(path)
        lay(path, {"notes.txt": b"mine", "operator-mine-001/prompt.md": b"mine too"})
        (path / "operator-swap-logical-003/prompt.md").write_text("changed by hand")
        (path / "operator-swap-logical-002/prompt.md").unlink()
        (path / "literal-flip-boolean-001/more").write_text("added by hand")
        capsys.readouterr()

        assert generate(source, "-o", path, "--update", "--categories", "call", "--count", 3) == 0

        said = capsys.readouterr().err.splitlines()
        left = ["literal-flip-boolean-001", "operator-swap-logical-002", "operator-swap-logical-003"]
        assert said == [f"editbench: {path / case}: changed by hand; left as it is" for case in left]
        calls = [f"call-swap-call-args-{number:03}" for number in (1, 2, 3)]
        own = {"notes.txt", "operator-mine-001", "suite.json"}
        assert {each.name for each in path.iterdir()} == {*own, *left, *calls}
        assert (path / "notes.txt").read_bytes() == b"mine"
        assert contents(path / left[0])["prompt.md"] == first[f"{left[0]}/prompt.md"]
        assert Suite(path).ids == calls

    def test_an_update_that_would_write_over_a_changed_case_changes_nothing(
        self, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "suite"
        assert generate(source, "-o", path, *ONE) == 0
        (path / "literal-flip-boolean-001/prompt.md").write_text("changed by hand")
        before = contents(path)
        capsys.readouterr()
        assert "literal-flip-boolean-001: written or changed by somebody else" in refused(
            capsys, source, "-o", path, "--update", *ONE, "--seed", 5
        )
        assert contents(path) == before

    def test_an_update_with_other_cases_is_the_suite_that_was_never_another(
        self, source: Path, whole: Path, tmp_path: Path
    ) -> None:
        path = tmp_path / "suite"
        assert generate(source, "-o", path, *ONE, "--seed", 9) == 0
        assert generate(source, "-o", path, "--update", *MANY) == 0
        assert contents(path) == contents(whole)

    def test_nothing_is_removed_that_a_manifest_names_outside_of_the_suite(
        self, source: Path, whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        case, digest = next(iter(Suite(whole).manifest["cases"].items()))
        shutil.copytree(whole / case, tmp_path / case)
        lay(tmp_path / "suite", {"suite.json": f'{{"cases": {{"../{case}": "{digest}"}}}}'.encode()})
        said = refused(capsys, source, "-o", tmp_path / "suite", "--update", *ONE)
        assert said.endswith("suite.json: is no manifest of a suite; move it away, or name another folder")
        assert (tmp_path / case / "prompt.md").exists()

    def test_an_archive_is_replaced_only_as_long_as_nobody_has_changed_it(
        self, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        packed = tmp_path / "suite.tar.gz"
        asked = (source, "-o", packed, "--format", "tar.gz", "--update")
        assert generate(*asked, *ONE) == 0
        first = packed.read_bytes()
        assert generate(*asked, *ONE, "--seed", 5) == 0
        assert packed.read_bytes() != first

        with tarfile.open(packed) as archive:
            archive.extractall(tmp_path, filter="data")
        lay(tmp_path / "fixtures", {"literal-flip-boolean-001/notes.txt": b"mine"})
        with tarfile.open(packed, "w:gz") as archive:
            archive.add(tmp_path / "fixtures", "fixtures")
        changed = packed.read_bytes()
        capsys.readouterr()
        said = refused(capsys, *asked, *ONE)
        assert said == f"{packed}: is no archive of a suite as it was written; name another file"
        assert packed.read_bytes() == changed

    def test_when_no_case_is_found_what_stands_is_left_alone(self, source: Path, tmp_path: Path) -> None:
        path = tmp_path / "suite"
        assert generate(source, "-o", path, *ONE) == 0
        before = contents(path)
        assert generate(source, "-o", path, "--update", *ONE, "--min-score", 90) == 1
        assert contents(path) == before


def on_terminal(arguments: tuple[object, ...], until: Callable[[str], bool]) -> tuple[int, str, str]:
    """Run where stderr is a terminal, and press Ctrl-C as soon as `until` holds of what it shows.

    The exit code, what was shown, and what the command printed. Nothing of it is left running.
    """
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command(*arguments), stderr=theirs, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    os.close(theirs)
    os.set_blocking(ours, False)
    shown, pressed = b"", False
    family = [psutil.Process(process.pid)]
    deadline = time.monotonic() + 60
    while process.poll() is None:
        assert time.monotonic() < deadline
        with suppress(OSError):  # nothing to read
            shown += os.read(ours, 1 << 16)
        if not pressed and until(shown.decode(errors="replace")):
            with suppress(psutil.NoSuchProcess):
                family += family[0].children(recursive=True)
                os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the workers hear it too
            pressed = True
        time.sleep(0.0005)
    with suppress(OSError):
        shown += os.read(ours, 1 << 16)
    os.close(ours)
    out, _ = process.communicate()
    _, alive = psutil.wait_procs(family, timeout=20)
    assert alive == []
    return process.returncode, shown.decode(errors="replace"), out


class TestTerminal:
    def test_a_bar_shows_how_far_it_is_and_is_gone_in_the_end(self, source: Path) -> None:
        code, shown, out = on_terminal((source, "--dry-run", *ONE), lambda _: False)
        assert code == 0
        assert re.search(r"reading files ━+─* +\d+ %", shown)
        assert re.search(r"making cases ━{30} 100 %", shown)
        assert shown.endswith("\r\x1b[K")
        assert out.startswith("1 of 1 case,")

    @pytest.mark.parametrize("moment", ["fetching", "reading", "making", "writing"])
    def test_ctrl_c_leaves_whole_cases_no_process_and_no_traceback(
        self, source: Path, whole: Path, tmp_path: Path, moment: str
    ) -> None:
        path = tmp_path / "suite"

        def until(shown: str) -> bool:
            return path.exists() if moment == "writing" else moment in shown

        code, shown, out = on_terminal((source, "-o", path, *MANY, "--jobs", 2), until)

        left = contents(path) if path.exists() else {}
        if "suite.json" in left:  # it was faster
            assert (moment, left) == ("writing", contents(whole))
            return
        assert code in (130, -signal.SIGINT)  # the latter from python itself, while it is still importing
        assert "Traceback" not in shown
        assert out == ""
        last = shown.replace("\r\x1b[K", "\n").splitlines()[-1]
        assert last == "editbench: interrupted; only whole cases were written; --update goes on"
        assert left.items() <= contents(whole).items()
        found = {each.name for each in path.iterdir()} if path.exists() else set()
        assert found <= set(Suite(whole).ids)
        assert len(left) == 4 * len(found)

    def test_what_was_interrupted_is_completed_by_an_update(
        self, source: Path, whole: Path, tmp_path: Path
    ) -> None:
        path = tmp_path / "suite"
        for case in Suite(whole).ids[:7]:
            shutil.copytree(whole / case, path / case)
        assert generate(source, "-o", path, *MANY, "--update") == 0
        assert contents(path) == contents(whole)


class TestRecipe:
    RECIPE = """\
name = "shop"  # ours
seed = 7
count = 3
mutations = ["flip-boolean", "swap-logical"]

[[sources]]
spec = "shop"
name = "shop"
"""

    @pytest.fixture
    def recipe(self, tmp_path: Path) -> Path:
        lay(tmp_path / "shop", sources())
        (tmp_path / "suite.toml").write_text(self.RECIPE)
        return tmp_path / "suite.toml"

    def test_a_recipe_gives_what_its_options_would_give(self, recipe: Path, tmp_path: Path) -> None:
        assert generate(recipe, "-o", tmp_path / "one") == 0
        options = ("--name", "shop", "--seed", 7, "--count", 3, "--mutations", "swap-logical,flip-boolean")
        assert generate(tmp_path / "shop", "-o", tmp_path / "two", *options) == 0
        assert contents(tmp_path / "one") == contents(tmp_path / "two")

    def test_options_come_before_the_recipe(self, recipe: Path, tmp_path: Path) -> None:
        assert generate(recipe, "-o", tmp_path / "one", "--count-scale", 1, "--seed", 8) == 0
        manifest = Suite(tmp_path / "one").manifest
        assert (manifest["name"], manifest["seed"]) == ("shop", 8)
        assert (manifest["asked"]["count"], manifest["plan"]["got"]) == (None, 2)

    def test_a_locked_recipe_refuses_a_source_that_has_changed(
        self, recipe: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert generate(recipe, "--lock", "-o", tmp_path / "one") == 0
        digest = Suite(tmp_path / "one").manifest["sources"][0]["digest"]
        assert recipe.read_text() == self.RECIPE.replace('"shop"\nname', f'"shop"\ndigest = "{digest}"\nname')
        assert generate(recipe, "-o", tmp_path / "two") == 0
        assert contents(tmp_path / "one") == contents(tmp_path / "two")

        lay(tmp_path / "shop", {"more.ts": b"export let a = 1;\n" * 40})
        capsys.readouterr()
        said = refused(capsys, recipe, "-o", tmp_path / "three")
        assert re.fullmatch(rf"shop: its digest is \w+, but it was locked at {digest}; .+ --lock", said)
        assert not (tmp_path / "three").exists()

    def test_the_sizes_of_a_recipe_are_those_of_its_cases(self, recipe: Path, tmp_path: Path) -> None:
        recipe.write_text(
            self.RECIPE.replace('"flip-boolean", "swap-logical"', '"swap-sibling-blocks"').replace(
                "\n\n", "\nsizes = { swap-sibling-blocks = [[4, 9], [10, 14]] }\n\n"
            )
        )
        assert generate(recipe, "-o", tmp_path / "one") == 0
        one = Suite(tmp_path / "one")
        bands = [(4, 9), (10, 14), (4, 9)]
        lines = one.values("changed_lines")
        assert all(least <= own <= most for own, (least, most) in zip(lines, bands, strict=True)), lines
        assert one.manifest["asked"]["sizes"] == {"swap-sibling-blocks": [[4, 9], [10, 14]]}
        assert one.manifest["plan"]["sizes"] == {
            "4-9": {"asked": 2, "got": 2},
            "10-14": {"asked": 1, "got": 1},
        }
