"""What is taken of a source: specs, folders, digests, selection."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path, PurePosixPath

import pytest
from sourcing import CODE, LICENCE, code, lay, read, refusal, taken

from pytest_editbench.errors import UsageError
from pytest_editbench.generate import sources
from pytest_editbench.generate.sources import git, material, patterns, table


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "app"


class TestSpecs:
    @pytest.mark.parametrize("kind", [*table.SOURCES.values(), table.FOLDER])
    def test_the_example_of_each_kind_is_one(self, kind: table.Kind) -> None:
        assert sources.resolve(kind.example)[0] is kind

    @pytest.mark.parametrize(
        ("spec", "place", "version", "name"),
        [
            ("npm:@scope/a.b@1.2.3-rc.1+5", "@scope/a.b", "1.2.3-rc.1+5", "@scope/a.b"),
            ("pypi:A_b==1!2.0.post1", "A_b", "1!2.0.post1", "A_b"),
            ("git:https://me@host/x/y.git@v1/b", "https://me@host/x/y.git", "v1/b", "y"),
            ("git:me@host:y@main", "me@host:y", "main", "y"),
            ("git:../z/@HEAD~2", "../z/", "HEAD~2", "z"),
            ("git:.@pkg%401.0", ".", "pkg@1.0", None),
            ("../..", "../..", None, None),
            ("src/core/", "src/core/", None, "core"),
        ],
    )
    def test_a_spec_tells_place_version_and_name(
        self, spec: str, place: str, version: str | None, name: str | None
    ) -> None:
        _, address = sources.resolve(spec)

        assert (address.place, address.version, address.name) == (place, version, name)

    @pytest.mark.parametrize(
        ("spec", "form"),
        [
            ("npm:zod", "npm:NAME@VERSION, such as npm:left-pad@1.3.0"),
            ("npm:zod@latest", "npm:NAME@VERSION"),
            ("npm:zod@^3.0.0", "npm:NAME@VERSION"),
            ("npm:--prefix=/tmp@1.0.0", "npm:NAME@VERSION"),
            ("pypi:six>=1", "pypi:NAME==VERSION"),
            ("pypi:six==1.*", "pypi:NAME==VERSION"),
            ("pypi:-r==1", "pypi:NAME==VERSION"),
            ("git:https://host/x", "git:URL-or-PATH@REVISION"),
            ("git:https://me@host/x", "git:URL-or-PATH@REVISION"),
            ("git:me@host:x", "git:URL-or-PATH@REVISION"),
            ("git:x@--upload-pack=y", "git:URL-or-PATH@REVISION"),
            ("git:--upload-pack=y@main", "git:URL-or-PATH@REVISION"),
            ("", "FOLDER"),
        ],
    )
    def test_a_malformed_spec_is_told_its_form(self, spec: str, form: str) -> None:
        assert f"{spec!r} is not of the form {form}" in refusal(spec)

    def test_an_unknown_scheme_is_told_the_nearest(self) -> None:
        told = refusal("nmp:zod@3.24.1")

        assert "did you mean npm:? There are npm:NAME@VERSION, pypi:NAME==VERSION, git:" in told


class TestFolders:
    def test_the_files_come_in_the_order_of_their_paths(self, root: Path) -> None:
        lay(root, {"b.ts": code(1), "a/z.py": code(2), "a.TSX": code(3), "c.txt": code(4)})

        source = read(root)

        assert taken(source) == ["a.TSX", "a/z.py", "b.ts"]
        assert source.files[1].data == code(2)
        assert {file.source for file in source.files} == {source.name} == {"app"}
        assert source.version is None

    def test_every_extension_of_the_languages_is_known(self, root: Path) -> None:
        names = ["a.js", "a.jsx", "a.ts", "a.tsx", "a.mjs", "a.cjs", "a.mts", "a.cts", "a.py"]
        lay(root, {name: code(at) for at, name in enumerate(names)})

        assert taken(read(root)) == sorted(names)

    def test_what_is_not_part_of_it_is_not_even_counted(self, root: Path) -> None:
        hidden = [".git/a.js", ".a.js", "a/.cache/b.js", "node_modules/x/a.js", "a/__pycache__/b.py"]
        lay(root, dict.fromkeys([*hidden, "a\n.js"], CODE))
        (root / "link.js").symlink_to(root / ".a.js")
        (root / "linked").symlink_to(root / ".git")
        os.mkfifo(root / "pipe.js")

        assert (taken(read(root)), read(root).skipped) == ([], {})

    @pytest.mark.parametrize(
        "name",
        [
            "a:b?.ts",
            "x:/a.ts",
            "a\\b.ts",
            "a*.ts",
            'a".ts',
            "a|b.ts",
            "<a>.ts",
            "CON.ts",
            "lib/aux.d.ts",
            "com1.js",
        ],
    )
    def test_a_name_that_some_system_cannot_write_is_passed_over(self, name: str) -> None:
        kept = [PurePosixPath(each) for each in ("[id].ts", "console.ts", "con/a.ts", "com10.js")]
        assert material.belonging([*kept, PurePosixPath(name)]) == sorted(kept, key=str)

    def test_the_cases_of_a_suite_are_no_source(self, root: Path) -> None:
        lay(root, {"suite/x-001/prompt.md": b"Do it.", "suite/x-001/input/a.ts": code(1)})
        lay(root, {"suite/x-001/expected.2/a.ts": code(2), "prompt.md": b"Think.", "ui/input/a.ts": code(3)})

        assert taken(read(root)) == ["ui/input/a.ts"]

    def test_a_relative_path_leads_from_the_base(self, root: Path) -> None:
        lay(root, {"inner/a.ts": CODE})

        assert taken(read("inner", base=root)) == ["a.ts"]
        assert read(".", base=root).name == "app"

    def test_a_missing_folder_is_told(self, root: Path) -> None:
        assert refusal(root).startswith(
            f"{root}: there is no such folder; a package is written npm:NAME@VERS"
        )

    def test_a_file_is_no_folder(self, root: Path) -> None:
        assert refusal(lay(root, {"a.ts": CODE}) / "a.ts").endswith("a.ts: is a file; name its folder")

    @pytest.mark.parametrize(("bound", "what"), [("MOST_NAMES", "files"), ("MOST_BYTES", "bytes of code")])
    def test_too_much_is_refused(
        self, root: Path, monkeypatch: pytest.MonkeyPatch, bound: str, what: str
    ) -> None:
        lay(root, dict.fromkeys(("a.ts", "b.ts", "c.ts"), CODE))
        monkeypatch.setattr(material, bound, 2)

        assert refusal(root).endswith(f"has more than 2 {what}; name a smaller folder")


SMALL = {"src/a.ts": CODE, "LICENSE": LICENCE}


class TestDigests:
    def test_the_digest_is_over_paths_sizes_and_bytes(self, root: Path) -> None:
        expected = sha256(b"LICENSE\x0016\x00" + LICENCE + b"src/a.ts\x00440\x00" + CODE).hexdigest()

        assert read(lay(root, SMALL)).digest == expected

    @pytest.mark.parametrize("name", ["README.md", "suite.toml", ".hidden.ts", "src/LICENSE"])
    def test_files_that_play_no_part_do_not_change_it(self, root: Path, name: str) -> None:
        before = read(lay(root, SMALL)).digest

        assert read(lay(root, {name: b"other"})).digest == before

    @pytest.mark.parametrize("name", ["src/a.ts", "src/b.ts", "tests/a.test.ts", "LICENSE", "COPYING.txt"])
    def test_code_and_licences_change_it(self, root: Path, name: str) -> None:
        before = read(lay(root, SMALL)).digest

        assert read(lay(root, {name: b"other"})).digest != before

    def test_neither_order_nor_patterns_change_it(self, root: Path, tmp_path: Path) -> None:
        files = {"b.ts": code(1), "a.ts": code(2), "a/c.ts": code(3)}
        backwards = dict(reversed(files.items()))
        digests = {
            read(lay(root, files)).digest,
            read(lay(tmp_path / "other", backwards)).digest,
            read(root, include=("a/**",), exclude=("b.ts",)).digest,
        }

        assert len(digests) == 1

    def test_moving_bytes_between_files_changes_it(self) -> None:
        one, two = PurePosixPath("a.ts"), PurePosixPath("b.ts")

        assert material.digest({one: b"x", two: b""}) != material.digest({one: b"", two: b"x"})

    def test_another_digest_than_locked_is_refused(self, root: Path) -> None:
        digest = read(lay(root, SMALL)).digest
        lay(root, {"src/a.ts": b"other"})

        told = refusal(root, digest=digest)

        assert told == (
            f"{root}: its digest is {read(root).digest}, but it was locked at {digest}; "
            "if the change is wanted, lock the recipe anew with --lock"
        )

    def test_the_locked_digest_passes(self, root: Path) -> None:
        digest = read(lay(root, SMALL)).digest

        assert read(root, digest=digest).digest == digest


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["LICENSE"], "LICENSE"),
        (["LICENSE-MIT", "COPYING", "src/LICENSE"], "COPYING, LICENSE-MIT"),
        (["licence.md", "license.ts"], "licence.md"),
        (["x-1.dist-info/licenses/LICENSE"], "x-1.dist-info/licenses/LICENSE"),
        (["UNLICENSE"], "UNLICENSE"),
        (["NOTICE"], None),
    ],
)
def test_the_licence_files_are_named(root: Path, names: list[str], told: str | None) -> None:
    assert read(lay(root, dict.fromkeys(names, LICENCE))).licence == told


class TestSelection:
    @pytest.mark.parametrize(
        ("name", "reason"),
        [
            ("test/a.ts", "tests"),
            ("src/__tests__/a.ts", "tests"),
            ("src/Specs/a.ts", "tests"),
            ("a.test.ts", "tests"),
            ("a.spec.mts", "tests"),
            ("test_a.py", "tests"),
            ("a_test.py", "tests"),
            ("pkg/conftest.py", "tests"),
            ("test.js", "tests"),
            ("fixtures/a.ts", "fixtures"),
            ("__mocks__/a.ts", "mocks"),
            ("a.mock.ts", "mocks"),
            ("dist/a.js", "built"),
            ("a/build/b.js", "built"),
            ("a.min.js", "built"),
            ("vendor/a.js", "vendored"),
            ("scripts/a.js", "scripts"),
            ("a_pb2.py", "generated"),
            ("a.d.ts", "declarations"),
            ("a.d.mts", "declarations"),
            ("a.pyi", "declarations"),
        ],
    )
    def test_some_files_are_left_out_by_their_path(self, root: Path, name: str, reason: str) -> None:
        assert read(lay(root, {name: CODE})).skipped == {reason: 1}

    @pytest.mark.parametrize(
        "name",
        ["contest/a.ts", "latest.ts", "a.tested.ts", "distance/a.ts", "build.ts", "admin.js"],
    )
    def test_names_that_only_look_alike_are_taken(self, root: Path, name: str) -> None:
        assert taken(read(lay(root, {name: CODE}))) == [name]

    def test_the_path_around_the_source_means_nothing(self, tmp_path: Path) -> None:
        assert taken(read(lay(tmp_path / "tests/dist/app", {"a.ts": CODE}))) == ["a.ts"]

    @pytest.mark.parametrize(
        ("data", "reason"),
        [
            (code(lines=29), "under 30 lines"),
            (code(lines=29).rstrip(), "under 30 lines"),
            (b"", "under 30 lines"),
            (b"x\r" * 50, "under 30 lines"),
            (code(lines=801), "over 800 lines"),
            (code(lines=800) + b"x", "over 800 lines"),
            (CODE + b"x" * 501, "minified"),
            (CODE + b"\xff", "not UTF-8 text"),
            (CODE + b"\0", "not UTF-8 text"),
        ],
    )
    def test_some_are_left_out_by_their_content(self, root: Path, data: bytes, reason: str) -> None:
        assert read(lay(root, {"a.ts": data})).skipped == {reason: 1}

    @pytest.mark.parametrize(
        "data",
        [
            code(lines=30),
            code(lines=30).rstrip(),
            code(lines=800),
            code().replace(b"\n", b"\r\n"),
            b"\xef\xbb\xbf" + CODE,
            "é\n".encode() * 30,
            CODE + b"x" * 500,
        ],
    )
    def test_what_people_write_is_taken(self, root: Path, data: bytes) -> None:
        assert [file.data for file in read(lay(root, {"a.ts": data})).files] == [data]

    def test_of_equal_files_the_first_is_taken(self, root: Path) -> None:
        source = read(lay(root, {"esm/a.mjs": CODE, "cjs/a.js": CODE, "dist/a.js": CODE}))

        assert taken(source) == ["cjs/a.js"]
        assert source.skipped == {"built": 1, "the same as another": 1}

    def test_the_reasons_are_in_order_and_counted(self, root: Path) -> None:
        source = read(lay(root, {"tests/a.ts": CODE, "dist/a.js": CODE, "dist/b.js": CODE, "c.ts": b""}))

        assert list(source.skipped.items()) == [("built", 2), ("tests", 1), ("under 30 lines", 1)]


SEVERAL = {
    "dist/a.js": code(1),
    "dist/a.test.js": code(2),
    "dist/tests/b.js": code(3),
    "src/a.ts": code(4),
    "src/deep/b.ts": code(5),
}


class TestPatterns:
    @pytest.mark.parametrize(
        ("include", "expected"),
        [
            ((), ["src/a.ts", "src/deep/b.ts"]),
            (("src/*",), ["src/a.ts", "src/deep/b.ts"]),
            (("src/*.ts",), ["src/a.ts"]),
            (("**/b.ts",), ["src/deep/b.ts"]),
            (("dist/**",), ["dist/a.js"]),
            (("dist",), ["dist/a.js"]),
            (("dist/", "src/a.ts"), ["dist/a.js", "src/a.ts"]),
            (("**/*.js",), []),
            (("dist/**/tests/**",), ["dist/tests/b.js"]),
            (("dist/*.test.js",), ["dist/a.test.js"]),
        ],
    )
    def test_an_include_lifts_what_it_names(
        self, root: Path, include: tuple[str, ...], expected: list[str]
    ) -> None:
        assert taken(read(lay(root, SEVERAL), include=include)) == expected

    def test_an_exclude_wins(self, root: Path) -> None:
        source = read(lay(root, SEVERAL), include=("src",), exclude=("**/deep",))

        assert taken(source) == ["src/a.ts"]
        assert source.skipped == {"excluded": 1, "not included": 3}

    @pytest.mark.parametrize(
        ("pattern", "path", "expected"),
        [
            ("a", "a", True),
            ("a", "b/a", False),
            ("a", "ab", False),
            ("./a//b", "a/b", True),
            ("**", "a/b/c", True),
            ("a/**", "a", False),
            ("a/**", "a/b/c", True),
            ("**/a", "a", True),
            ("a/**/b", "a/b", True),
            ("a/**/b", "a/x/y/b", True),
            ("a/*/b", "a/x/y/b", False),
            ("a?.ts", "ab.ts", True),
            ("a?.ts", "a/.ts", False),
            ("*.ts", "a/b.ts", False),
            ("a.ts", "abts", False),
            ("[a].ts", "[a].ts", True),
        ],
    )
    def test_what_a_pattern_matches(self, pattern: str, path: str, expected: bool) -> None:
        assert patterns.matches(pattern, PurePosixPath(path)) is expected


def test_a_password_is_refused_that_would_stand_in_the_recipe(tmp_path: Path) -> None:
    where = git.address("https://me:s3cret@localhost/x.git@v1")
    assert where is not None

    with pytest.raises(UsageError, match="the password would stand in the recipe; leave it to a credential"):
        git.fetch(where, tmp_path)
