"""Repositories as sources: read from their objects, never changed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from sourcing import CODE, LICENCE, code, lay, read, refusal, taken

from pytest_editbench.generate.sources import programs


@pytest.fixture(autouse=True)
def private_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITBENCH_CACHE", str(tmp_path / "cache"))


def git(folder: Path, *words: str) -> str:
    identity = ("-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)
    root = tmp_path / "app"
    lay(root, {"src/a.ts": code(1), "src/b.ts": code(2), "LICENSE": LICENCE, "README.md": b"Hi."})
    git(root, "init", "--quiet", "--initial-branch=main")
    commit(root)
    return root


def commit(root: Path) -> str:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message=more")
    return git(root, "rev-parse", "HEAD")


class TestGit:
    def test_the_commit_is_read_and_not_what_lies_in_the_folder(self, repository: Path) -> None:
        lay(repository, {"src/a.ts": b"changed", "src/new.ts": code(3)})
        before = git(repository, "status", "--porcelain")

        source = read(f"git:{repository}@main")

        assert [file.data for file in source.files] == [code(1), code(2)]
        assert (source.name, source.licence) == ("app", "LICENSE")
        assert source.version == git(repository, "rev-parse", "main")
        assert git(repository, "status", "--porcelain") == before

    def test_it_is_the_same_source_as_the_folder(self, repository: Path) -> None:
        assert read(f"git:{repository}@HEAD").digest == read(repository).digest

    def test_an_earlier_commit_can_be_named(self, repository: Path) -> None:
        git(repository, "tag", "pkg@1.0")
        lay(repository, {"src/a.ts": code(9)})
        commit(repository)

        for revision in ("HEAD~1", "pkg%401.0"):
            assert read(f"git:{repository}@{revision}").files[0].data == code(1)

    def test_of_a_folder_inside_what_is_below_is_read(self, repository: Path) -> None:
        assert taken(read(f"git:{repository / 'src'}@main")) == ["a.ts", "b.ts"]

    def test_a_relative_path_leads_from_the_base(self, repository: Path) -> None:
        assert read("git:app@main", base=repository.parent).name == "app"

    def test_links_submodules_and_strange_names_are_passed_over(self, repository: Path) -> None:
        (repository / "link.ts").symlink_to("src/a.ts")
        lay(repository, {"a\nb.ts": code(4)})
        Path(os.fsdecode(os.fsencode(repository) + b"/\xff.ts")).write_bytes(code(5))
        commit(repository)
        entry = f"160000,{git(repository, 'rev-parse', 'HEAD')},sub.ts"
        git(repository, "update-index", "--add", "--cacheinfo", entry)
        git(repository, "commit", "--quiet", "--message=a submodule")

        assert taken(read(f"git:{repository}@main")) == ["src/a.ts", "src/b.ts"]

    def test_what_git_lfs_keeps_elsewhere_is_no_code(self, repository: Path) -> None:
        lay(repository, {"big.ts": b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"})
        commit(repository)

        assert read(f"git:{repository}@main").skipped == {"under 30 lines": 1}

    def test_a_repository_elsewhere_is_fetched(self, repository: Path) -> None:
        source = read(f"git:file://{repository}@main")

        assert taken(source) == ["src/a.ts", "src/b.ts"]
        assert source.name == "app"

    def test_a_branch_elsewhere_is_fetched_each_time(self, repository: Path) -> None:
        spec = f"git:file://{repository}@main"
        first = read(spec)
        lay(repository, {"src/a.ts": code(9)})
        second = commit(repository)

        assert read(spec).version == second
        assert f"its version is {second}, but it was locked at {first.version}; " in refusal(
            spec, version=first.version
        )

    def test_a_full_id_elsewhere_is_fetched_once(self, repository: Path) -> None:
        spec = f"git:file://{repository}@{git(repository, 'rev-parse', 'HEAD')}"
        first = read(spec)
        shutil.rmtree(repository)

        assert read(spec) == first

    @pytest.mark.parametrize(
        ("place", "revision", "told"),
        [
            ("{root}", "nope", "nope names no commit there; name a branch, a tag or a full id"),
            ("file://{root}", "nope", "couldn't find remote ref nope"),
            ("{root}/nowhere", "main", "there is no such folder; a URL holds a colon"),
            ("file://{root}/nowhere", "main", "git fetch: "),
        ],
    )
    def test_what_is_not_there_is_told(self, repository: Path, place: str, revision: str, told: str) -> None:
        assert told in refusal(f"git:{place.format(root=repository)}@{revision}")

    def test_a_folder_that_is_no_repository_is_told(self, tmp_path: Path) -> None:
        assert "not a git repository" in refusal(f"git:{lay(tmp_path / 'x', {'a.ts': CODE})}@main")

    def test_variables_of_a_hook_do_not_lead_astray(
        self, repository: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GIT_DIR", "/nowhere")

        assert taken(read(f"git:{repository}@main")) == ["src/a.ts", "src/b.ts"]

    def test_a_repository_that_lacks_an_object_is_told(self, repository: Path) -> None:
        blob = git(repository, "rev-parse", "HEAD:src/a.ts")
        (repository / ".git/objects" / blob[:2] / blob[2:]).unlink()

        assert f"the repository lacks object {blob}; fetch it whole" in refusal(f"git:{repository}@main")

    def test_too_much_code_is_refused(self, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(programs, "MOST_BYTES", 500)

        assert refusal(f"git:{repository}@main").endswith("git wrote more than 500 bytes")

    def test_a_missing_git_is_told(self, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", "")

        assert "git was not found in PATH; install it, or name a folder" in refusal(f"git:{repository}@main")
