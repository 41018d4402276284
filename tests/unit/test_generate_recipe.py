"""Recipes: what may stand in suite.toml, and how digests are written into it."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from sourcing import code, lay

from pytest_editbench.cases.vocabulary import DIFFICULTIES
from pytest_editbench.errors import UsageError
from pytest_editbench.generate import recipe, sources
from pytest_editbench.generate.recipe import Recipe, locking, reading
from pytest_editbench.generate.sources import Source, SourceSpec

SOURCE = '[[sources]]\nspec = "npm:zod@3.24.1"\n'
DIGEST = "0123456789abcdef" * 4


def parse(text: str, base: Path = Path()) -> Recipe:
    return reading.parse(text.encode(), "suite.toml", base)


def refusal(text: str) -> str:
    with pytest.raises(UsageError) as caught:
        parse(text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


class TestReading:
    def test_every_key_is_read(self, tmp_path: Path) -> None:
        text = f"""
            name = "starter"
            seed = 7
            scale = 0.5
            mutations = ["swap-if-else", "duplicate-block"]
            categories = ["structural"]
            difficulties = ["hard", "easy"]
            min-score = 3

            [sizes]
            duplicate-block = [[6, 20], [21, 60]]

            [[sources]]
            spec = "git:../app@main"
            name = "the app"
            version = "abc"
            digest = "{DIGEST}"
            include = ["src/**"]
            exclude = ["**/*.min.js", "old"]
        """
        (tmp_path / "suite.toml").write_text(text)

        assert recipe.load(tmp_path / "suite.toml") == Recipe(
            sources=(
                SourceSpec(
                    spec="git:../app@main",
                    name="the app",
                    version="abc",
                    digest=DIGEST,
                    include=("src/**",),
                    exclude=("**/*.min.js", "old"),
                    base=tmp_path,
                ),
            ),
            name="starter",
            seed=7,
            scale=0.5,
            mutations=("swap-if-else", "duplicate-block"),
            categories=("structural",),
            difficulties=("easy", "hard"),
            min_score=3.0,
            sizes={"duplicate-block": ((6, 20), (21, 60))},
        )

    def test_what_is_not_said_is_the_standard(self) -> None:
        read = parse(SOURCE)

        assert read == Recipe((SourceSpec("npm:zod@3.24.1", name="zod"),))
        assert (read.seed, read.scale, read.count, read.difficulties) == (42, 1.0, None, DIFFICULTIES)

    def test_the_order_of_words_means_nothing(self) -> None:
        one = parse('mutations = ["flip-boolean", "swap-logical"]\n' + SOURCE)
        two = parse('mutations = ["swap-logical", "flip-boolean", "swap-logical"]\n' + SOURCE)

        assert one == two

    def test_a_recipe_can_be_sent_to_another_process(self) -> None:
        read = parse("count = 3\nsizes = { duplicate-block = [[1, 2]] }\n" + SOURCE)

        assert pickle.loads(pickle.dumps(read)) == read

    def test_a_missing_file_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match=r"suite\.toml: cannot be read: No such file"):
            recipe.load(tmp_path / "suite.toml")


class TestFaults:
    @pytest.mark.parametrize(
        ("line", "told"),
        [
            ("sede = 1", '"sede" is no key here; did you mean seed?'),
            ("min_score = 1", '"min_score" is no key here; did you mean min-score?'),
            ("x = 1", '"x" is no key here; there are name, seed, scale, count, mutations, categories,'),
            ('name = ""', '"name" must be one line of text, at most 100 characters, not ""'),
            ('name = "a\\nb"', '"name" must be one line of text'),
            ('seed = "12a"', '"seed" must be a whole number from 0 to 9,223,372,036,854,775,807, not "12a"'),
            ("seed = -1", '"seed" must be a whole number from 0'),
            ("seed = true", '"seed" must be a whole number from 0'),
            ("seed = 1.0", '"seed" must be a whole number from 0'),
            ("scale = 0", '"scale" must be a number over 0, at most 10000, not 0'),
            ("scale = inf", '"scale" must be a number over 0'),
            ("scale = true", '"scale" must be a number over 0'),
            ("scale = 1979-05-27", '"scale" must be a number over 0, at most 10000, not "1979-05-27"'),
            ("count = 0", '"count" must be a whole number from 1 to 1,000,000, not 0'),
            ("count = 1\nscale = 2", '"count" and "scale" contradict each other; keep one of them'),
            ("mutations = []", '"mutations" must be a list of mutations, not []'),
            ('mutations = "all"', '"mutations" must be a list of mutations, not "all"'),
            ("mutations = [1]", '"mutations" must be a list of mutations, not [1]'),
            (
                'mutations = ["swap-ifelse"]',
                '"mutations" has "swap-ifelse", which is none of the mutations; did you mean swap-if-else?',
            ),
            (
                'difficulties = ["x"]',
                '"difficulties" has "x", which is none of the difficulties; there are easy, medium, hard, ',
            ),
            ('categories = ["structral"]', "none of the categories; did you mean structural?"),
            ("min-score = -1", '"min-score" must be a number ≥ 0, not -1'),
            ("sizes = 1", '"sizes" must be a table such as { duplicate-block = [[6, 20], [21, 60]] }, not 1'),
            ("sizes = { duplicate-blok = [[1, 2]] }", "did you mean duplicate-block?"),
            ("sizes = { duplicate-block = [[2, 1]] }", "from fewer to more changed lines, not [[2, 1]]"),
            ("sizes = { duplicate-block = [[0, 1]] }", "from fewer to more changed lines"),
            ("sizes = { duplicate-block = [[1, 2, 3]] }", "from fewer to more changed lines"),
            ("sizes = { duplicate-block = [] }", "from fewer to more changed lines"),
        ],
    )
    def test_a_fault_is_told_with_its_key_and_what_is_allowed(self, line: str, told: str) -> None:
        text = refusal(f"{line}\n{SOURCE}")

        assert text.startswith("suite.toml: ")
        assert told in text

    @pytest.mark.parametrize(
        ("line", "told"),
        [
            ('spec = "nmp:zod@3.0.0"', "\"spec\": 'nmp:zod@3.0.0' is no kind of source; did you mean npm:?"),
            ('spec = "npm:zod"', "\"spec\": 'npm:zod' is not of the form npm:NAME@VERSION"),
            ("spec = 1", '"spec" must be one line of text'),
            ('name = "a"', '"spec" is missing; write [[sources]] and below it spec = "npm:NAME@VERSION"'),
            (
                'spec = "./src"\ndigest = "abc"',
                '"digest" must be a SHA-256 of 64 hexadecimal digits, as --lock',
            ),
            ('spec = "./src"\nversion = "1"', '"version": a folder has none; remove it'),
            (
                'spec = "./src"\ninclude = "src"',
                '"include" must be a list of patterns of paths such as "src/**"',
            ),
            ('spec = "./src"\nexclude = ["../x"]', '"exclude" has "../x": a pattern must have "/" between'),
            (
                'spec = "./src"\nexclude = ["/x"]',
                '"exclude" has "/x": a pattern must be a path within the source',
            ),
            ('spec = "./src"\ninclud = ["a"]', '"includ" is no key here; did you mean include?'),
            ('spec = ".."', '"name" is missing: ".." may be called otherwise elsewhere'),
            ('spec = "git:.@HEAD"', '"name" is missing: "git:.@HEAD" may be called otherwise elsewhere'),
        ],
    )
    def test_a_fault_of_a_source_is_told_with_its_number(self, line: str, told: str) -> None:
        text = refusal(f"{SOURCE}[[sources]]\n{line}\n")

        assert text.startswith("suite.toml: source 2: ")
        assert told in text

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("", '"sources" is missing; write [[sources]]'),
            ("sources = []", '"sources" is missing; write [[sources]]'),
            ('sources = ["./src"]', "source 1: must be a table, not './src'; write [[sources]]"),
            ("seed = x", "is not TOML: Invalid value (at line 1, column 8)"),
            ("seed = 1\nseed = 2", "is not TOML: "),
            (SOURCE * 2, 'source 2: is called "zod" as source 1 is; give it another "name"'),
        ],
    )
    def test_a_fault_of_the_whole_is_told(self, text: str, told: str) -> None:
        assert refusal(text).startswith(f"suite.toml: {told}")

    def test_a_file_that_is_no_text_is_told(self) -> None:
        with pytest.raises(UsageError, match=r"suite\.toml: is not UTF-8 text \(byte 3\)"):
            reading.parse(b"# \xff", "suite.toml", Path())


class TestPlainSources:
    def test_sources_without_a_recipe_are_the_standard_suite(self, tmp_path: Path) -> None:
        made = Recipe.of_specs(["npm:zod@3.24.1", "../app"], tmp_path)

        assert [(each.spec, each.name, each.base) for each in made.sources] == [
            ("npm:zod@3.24.1", "zod", tmp_path),
            ("../app", "app", tmp_path),
        ]
        assert (made.seed, made.count) == (42, None)

    def test_equal_names_are_numbered(self) -> None:
        made = Recipe.of_specs(["a/src", "b/src", "npm:src@1.0.0"])

        assert [each.name for each in made.sources] == ["src", "src-2", "src-3"]

    def test_a_folder_without_a_name_is_called_as_it_is_here(self, tmp_path: Path) -> None:
        assert Recipe.of_specs(["."], tmp_path / "here").sources[0].name == "here"

    def test_a_malformed_one_is_refused(self) -> None:
        with pytest.raises(UsageError, match="is not of the form npm:NAME@VERSION"):
            Recipe.of_specs(["npm:zod"])


class TestOptions:
    def test_options_are_checked_as_the_keys_of_a_file_are(self) -> None:
        changed = recipe.changed(parse(SOURCE), {"seed": 7, "difficulties": ["hard"]}, "the options")

        assert (changed.seed, changed.difficulties) == (7, ("hard",))
        with pytest.raises(UsageError, match='the options: "seed" must be a whole number'):
            recipe.changed(changed, {"seed": "x"}, "the options")

    def test_a_scale_takes_the_place_of_a_count(self) -> None:
        counted = parse("count = 9\n" + SOURCE)

        assert recipe.changed(counted, {"scale": 2}, "the options").count is None
        assert recipe.changed(counted, {"seed": 2}, "the options").count == 9


def read_all(made: Recipe) -> list[Source]:
    return [sources.read(spec) for spec in made.unlocked().sources]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    lay(tmp_path, {"one/a.ts": code(1), "two/b.ts": code(2)})
    return tmp_path


def found(*digests: str, version: str | None = None) -> list[Source]:
    return [Source("x", version, digest, None, (), {}) for digest in digests]


def locked(text: str, *digests: str, version: str | None = None) -> str:
    return locking.locked(text.encode(), found(*digests, version=version), "suite.toml").decode()


A, B = "a" * 64, "b" * 64


class TestLocking:
    def test_a_locked_recipe_reads_the_same_sources_and_no_others(self, root: Path) -> None:
        path = root / "suite.toml"
        path.write_text('[[sources]]\nspec = "one"\n[[sources]]\nspec = "two"\n')
        path.chmod(0o640)
        before = read_all(recipe.load(path))

        assert recipe.lock(path, before)

        again = recipe.load(path)
        assert [sources.read(spec) for spec in again.sources] == before
        assert [spec.digest for spec in again.sources] == [source.digest for source in before]
        assert path.stat().st_mode & 0o777 == 0o640
        assert sorted(entry.name for entry in root.iterdir()) == ["one", "suite.toml", "two"]
        lay(root, {"two/b.ts": code(9)})
        with pytest.raises(UsageError, match=r"two: its digest is .* but it was locked at .* --lock"):
            sources.read(again.sources[1])

    def test_locking_again_changes_only_what_changed(self, root: Path) -> None:
        path = root / "suite.toml"
        path.write_text('[[sources]]\nspec = "one"\n')
        recipe.lock(path, read_all(recipe.load(path)))
        before = path.stat()

        assert not recipe.lock(path, read_all(recipe.load(path)))
        assert path.stat().st_mtime_ns == before.st_mtime_ns

        lay(root, {"one/a.ts": code(9)})
        assert recipe.lock(path, read_all(recipe.load(path)))
        assert path.read_text().count("digest") == 1

    def test_comments_and_layout_stay(self) -> None:
        text = """\
# spec = "no"
seed = 42 # [[ {
name = "spec = 'x' [["

[[sources]] # first
  spec    = 'npm:a@1.0.0'  # spec = "b"
  include = ["{", "**/*.ts"]

# the second one
[[sources]]
digest = 'OLD' # old
name = 'b'
spec = "npm:b@1.0.0\""""

        assert locked(text.replace("OLD", "0" * 64), A, B) == text.replace("'OLD'", f'"{B}"').replace(
            '# spec = "b"\n', f'# spec = "b"\n  digest = "{A}"\n'
        )

    def test_tables_on_one_line_are_kept(self) -> None:
        text = 'sources = [\n  { spec = "npm:a@1.0.0" }, # a\n  {name = "c", spec = "npm:b@1.0.0"},\n]\n'

        assert locked(text, A, B) == text.replace('"npm:a@1.0.0"', f'"npm:a@1.0.0", digest = "{A}"').replace(
            '"npm:b@1.0.0"', f'"npm:b@1.0.0", digest = "{B}"'
        )

    def test_the_line_ends_of_the_file_are_kept(self) -> None:
        assert locked('[[sources]]\r\nspec = "npm:a@1.0.0"\r\n', A) == (
            f'[[sources]]\r\nspec = "npm:a@1.0.0"\r\ndigest = "{A}"\r\n'
        )

    def test_a_missing_final_newline_stays_missing(self) -> None:
        assert locked('[[sources]]\nspec = "npm:a@1.0.0"', A) == (
            f'[[sources]]\nspec = "npm:a@1.0.0"\ndigest = "{A}"'
        )

    @pytest.mark.parametrize(
        ("spec", "version", "told"),
        [
            ("git:x@main", "c0ffee", 'version = "c0ffee"\n'),
            ("git:x@c0ffee", "c0ffee", ""),
            ("npm:a@1.0.0", "1.0.0", ""),
        ],
    )
    def test_the_version_is_written_where_the_spec_does_not_tell_it(
        self, spec: str, version: str, told: str
    ) -> None:
        text = f'[[sources]]\nspec = "{spec}"\n'

        assert locked(text, A, version=version) == f'{text}{told}digest = "{A}"\n'

    def test_a_version_that_stands_there_is_kept_up_to_date(self) -> None:
        text = '[[sources]]\nspec = "npm:a@1.0.1"\nversion = "1.0.0"\n'

        assert 'version = "1.0.1"\n' in locked(text, A, version="1.0.1")

    @pytest.mark.parametrize(
        "text",
        [
            '[[sources]]\n"spec" = "npm:a@1.0.0"\n',
            '[[sources]]\nspec = "npm:a@1.0.0"\n"digest" = "' + B + '"\n',
        ],
    )
    def test_a_layout_that_cannot_be_kept_is_left_to_the_user(self, text: str) -> None:
        with pytest.raises(UsageError) as caught:
            locked(text, A)
        assert str(caught.value) == (
            f'suite.toml: its layout cannot be kept; write this into it yourself: source 1: digest = "{A}"'
        )
