"""Packages as sources: fetched with the user's own programs, kept by digest, never run."""

from __future__ import annotations

import io
import os
import tarfile
import threading
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import pytest
from sourcing import CODE, LICENCE, lay, read, refusal, taken, tgz

from pytest_editbench.generate.sources import Source, material, programs, pypi


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EDITBENCH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@dataclass
class FakeNpm:
    """A program called npm that brings what it is told to."""

    folder: Path

    def brings(self, archive: bytes) -> None:
        (self.folder / "archive.tgz").write_bytes(archive)

    def script(self, body: str) -> None:
        program = self.folder / "npm"
        program.write_text(f'#!/bin/sh\necho "$*" >>"{self.folder}/calls"\n{body}\n')
        program.chmod(0o755)

    @property
    def calls(self) -> list[str]:
        return (self.folder / "calls").read_text().splitlines()


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeNpm:
    fake = FakeNpm(tmp_path / "bin")
    fake.folder.mkdir()
    fake.script(f'for each; do to=${{each#--pack-destination=}}; done\ncp "{fake.folder}/archive.tgz" "$to"')
    fake.brings(tgz({"src/a.ts": CODE, "LICENSE": LICENCE, "package.json": b"{}"}))
    monkeypatch.setenv("PATH", str(fake.folder), prepend=os.pathsep)
    return fake


class TestNpm:
    def test_a_package_is_read_from_what_npm_packs(self, npm: FakeNpm) -> None:
        source = read("npm:@s/a@1.2.3")

        assert (source.name, source.version, source.licence) == ("@s/a", "1.2.3", "LICENSE")
        assert taken(source) == ["src/a.ts"]
        assert [call.rpartition(" ")[0] for call in npm.calls] == ["pack @s/a@1.2.3 --json --ignore-scripts"]

    @pytest.mark.usefixtures("npm")
    def test_it_is_the_same_source_as_the_folder_unpacked(self, tmp_path: Path) -> None:
        root = lay(tmp_path / "app", {"LICENSE": LICENCE, "src/a.ts": CODE})

        assert read("npm:a@1.2.3").digest == read(root).digest

    def test_what_npm_complains_of_is_told_on_one_line(self, npm: FakeNpm) -> None:
        npm.script("""printf '{"error": {"code": "E404", "summary": "Not\\\\nFound"}}'; exit 1""")

        assert refusal("npm:a@1.2.3") == "npm:a@1.2.3: Not Found; try `npm pack a@1.2.3` yourself"

    def test_what_it_says_otherwise_is_told_too(self, npm: FakeNpm) -> None:
        npm.script("echo 'npm error no such thing' >&2; exit 1")

        assert "npm error no such thing; try" in refusal("npm:a@1.2.3")

    def test_a_missing_npm_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", "")

        assert "npm was not found in PATH; install Node, or unpack" in refusal("npm:a@1.2.3")

    def test_an_npm_that_does_not_end_is_ended(self, npm: FakeNpm, monkeypatch: pytest.MonkeyPatch) -> None:
        npm.script("exec sleep 60")
        monkeypatch.setattr(programs, "_TIMEOUT", 0.1)

        assert "npm did not end in 0.1 s; is the network there?" in refusal("npm:a@1.2.3")

    @pytest.mark.parametrize(
        ("archive", "told"),
        [
            (tgz({"../../a.ts": CODE}), "package/../../a.ts: leads out of its folder"),
            (tgz({"a.ts": CODE}, top="/"), "/a.ts: is an absolute path"),
            (b"\x1f\x8b nonsense", "it is damaged, or no archive: "),
            (
                tgz({"a.ts": bytes(20_000_000)}),
                "unpacks to more than 16,777,216 bytes, too much for its size",
            ),
        ],
        ids=["upward", "absolute", "damaged", "bomb"],
    )
    def test_a_hostile_archive_is_refused(self, npm: FakeNpm, archive: bytes, told: str) -> None:
        npm.brings(archive)

        assert told in refusal("npm:a@1.2.3")

    def test_a_member_twice_is_refused(self, npm: FakeNpm) -> None:
        npm.brings(tgz({"a.ts": CODE, "./a.ts": b"other"}))

        assert "a.ts: stands twice, with different content" in refusal("npm:a@1.2.3")

    def test_links_in_it_are_passed_over(self, npm: FakeNpm) -> None:
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w:gz") as packed:
            for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE):
                member = tarfile.TarInfo(f"package/{kind!r}.ts")
                member.type, member.linkname = kind, "/etc/passwd"
                packed.addfile(member)
        npm.brings(out.getvalue())

        assert (read("npm:a@1.2.3").files, read("npm:a@1.2.3").skipped) == ((), {})


class TestKeeping:
    def test_a_package_is_fetched_once(self, npm: FakeNpm) -> None:
        assert read("npm:a@1.2.3") == read("npm:a@1.2.3", include=())
        assert len(npm.calls) == 1

    @pytest.mark.usefixtures("npm")
    def test_another_version_is_another_package(self) -> None:
        assert read("npm:a@1.2.3").version != read("npm:a@1.2.4").version

    @pytest.mark.parametrize(
        ("suffix", "harm"),
        [
            (".zip", lambda entry: entry.unlink()),
            (".zip", lambda entry: entry.write_bytes(b"PK")),
            (".zip", lambda entry: entry.write_bytes(entry.read_bytes().replace(b"src/a.ts", b"src/b.ts"))),
            (".json", lambda entry: entry.unlink()),
            (".json", lambda entry: entry.write_bytes(b"{}")),
            (".json", lambda entry: entry.write_bytes(b"[")),
        ],
    )
    def test_a_damaged_copy_is_noticed_and_fetched_anew(
        self, npm: FakeNpm, cache: Path, suffix: str, harm: Callable[[Path], object]
    ) -> None:
        before = read("npm:a@1.2.3")
        (entry,) = (cache / "sources-1").glob(f"*{suffix}")
        harm(entry)

        assert read("npm:a@1.2.3") == before
        assert len(npm.calls) == 2

    def test_a_copy_that_is_not_the_locked_one_is_fetched_anew(self, npm: FakeNpm) -> None:
        old = read("npm:a@1.2.3").digest
        npm.brings(tgz({"a.ts": CODE}))
        wanted = material.digest({PurePosixPath("a.ts"): CODE})

        assert old != wanted
        assert read("npm:a@1.2.3", digest=wanted).digest == wanted

    def test_what_was_refused_leaves_nothing_behind(self, npm: FakeNpm, cache: Path) -> None:
        npm.brings(b"nonsense")
        refusal("npm:a@1.2.3")

        assert {path.suffix for path in (cache / "sources-1").iterdir()} <= {".lock"}

    def test_two_at_once_fetch_once(self, npm: FakeNpm) -> None:
        npm.script(f"sleep 0.1\nfor each; do to=${{each#*=}}; done\ncp '{npm.folder}/archive.tgz' \"$to\"")
        found: list[Source] = []
        threads = [threading.Thread(target=lambda: found.append(read("npm:a@1.2.3"))) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert found[0] == found[1]
        assert len(npm.calls) == 1

    @pytest.mark.usefixtures("npm")
    def test_a_cache_that_cannot_be_made_is_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "file").touch()
        monkeypatch.setenv("EDITBENCH_CACHE", str(tmp_path / "file/cache"))

        said = refusal("npm:a@1.2.3")
        assert said.endswith(
            "cannot be used as a cache folder: Not a directory; set EDITBENCH_CACHE to another place"
        )


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip takes for its index."""
    folder = tmp_path / "index"
    folder.mkdir()
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def wheel(index: Path, tag: str) -> None:
    with zipfile.ZipFile(index / f"tiny-1.0-{tag}.whl", "w") as packed:
        packed.writestr("tiny/core.py", CODE)
        packed.writestr("tiny-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n")
        packed.writestr("tiny-1.0.dist-info/LICENSE", LICENCE)
        packed.writestr("tiny-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\n")


class TestPypi:
    def test_a_package_is_read_from_its_wheel(self, index: Path) -> None:
        wheel(index, "py3-none-any")

        source = read("pypi:tiny==1.0")

        assert (source.name, source.version, taken(source)) == ("tiny", "1.0", ["tiny/core.py"])
        assert source.licence == "tiny-1.0.dist-info/LICENSE"

    def test_a_compiled_wheel_is_taken_on_any_machine_and_no_code_run(
        self, index: Path, tmp_path: Path
    ) -> None:
        wheel(index, "cp312-cp312-manylinux2014_x86_64")
        setup = f"open({str(tmp_path / 'ran')!r}, 'w')\n".encode()
        (index / "tiny-1.0.tar.gz").write_bytes(tgz({"setup.py": setup}, top="tiny-1.0/"))

        assert taken(read("pypi:tiny==1.0")) == ["tiny/core.py"]
        assert not (tmp_path / "ran").exists()

    def test_without_a_wheel_pip_is_quoted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        said = "echo 'ERROR: from versions: none' >&2; echo 'ERROR: No match' >&2; echo bye >&2; exit 1"
        monkeypatch.setattr(pypi, "_pip", lambda: ["sh", "-c", said])

        assert refusal("pypi:tiny==1.0").startswith(
            "pypi:tiny==1.0: No match; only wheels are fetched, since"
        )

    def test_a_missing_pip_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(pypi, "find_spec", {}.get)
        monkeypatch.setenv("PATH", "")

        assert "pip was not found; try `python -m ensurepip`, or unpack" in refusal("pypi:tiny==1.0")
