"""The cases that a command line names."""

import os
import tarfile
from pathlib import Path

import pytest

from pytest_editbench.cases import discovery, skeleton
from pytest_editbench.errors import UsageError
from pytest_editbench.model import Case


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EDITBENCH_CACHE", str(tmp_path / ".cache"))
    return tmp_path


def wheres(*paths: str | Path) -> list[str]:
    return [case.where for case in discovery.discover([Path(path) for path in paths])]


def pack(name: str, folder: Path, inner: str) -> None:
    with tarfile.open(name, "w:gz") as tar:
        tar.add(folder, inner)


def test_a_folder_gives_the_cases_below_it_in_order(here: Path) -> None:
    for name in ("suite/b", "suite/a/x", "suite/.hidden/y"):
        skeleton.create(here / name)

    assert wheres("suite") == ["suite/a/x", "suite/b"]


def test_a_case_or_its_prompt_gives_that_case(here: Path) -> None:
    skeleton.create(here / "a")
    skeleton.create(here / "b")

    assert wheres("a", "b/prompt.md") == ["a", "b"]


def test_the_current_folder_may_be_the_case(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    skeleton.create(here / "one")
    monkeypatch.chdir(here / "one")

    (case,) = discovery.discover([Path()])

    assert (case.id, case.path) == ("one", here / "one")


def test_a_case_outside_the_current_folder_is_named_whole(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    skeleton.create(here / "cases/one")
    (here / "elsewhere").mkdir()
    monkeypatch.chdir(here / "elsewhere")

    assert wheres("../cases") == [str(here / "cases/one")]


def test_a_case_named_twice_comes_once(here: Path) -> None:
    skeleton.create(here / "suite/a")

    assert wheres("suite", "suite/a", here / "suite") == ["suite/a"]


def test_an_archive_gives_the_cases_inside(here: Path) -> None:
    skeleton.create(here / "one")
    pack("suite.tar.gz", here / "one", "fixtures/one")

    assert wheres("suite.tar.gz") == ["suite.tar.gz!fixtures/one"]


def test_one_case_of_an_archive_may_be_named_as_messages_name_it(here: Path) -> None:
    skeleton.create(here / "one/x")
    skeleton.create(here / "one/y")
    pack("suite.tgz", here / "one", "fixtures")

    assert wheres("suite.tgz!fixtures/y") == ["suite.tgz!fixtures/y"]


def test_a_case_that_fills_an_archive_is_named_like_it(here: Path) -> None:
    skeleton.create(here / "x")
    pack("swap-if-else-001.tar.gz", here / "x", ".")

    assert [case.id for case in discovery.discover([Path("swap-if-else-001.tar.gz")])] == ["swap-if-else-001"]


def test_a_folder_named_like_an_archive_is_a_folder(here: Path) -> None:
    skeleton.create(here / "suite.zip/one")

    assert wheres("suite.zip") == ["suite.zip/one"]


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("absent", "absent: there is no such folder or archive"),
        ("absent.zip", "there is no such folder or archive"),
        ("notes.txt", "neither a folder nor an archive (.tar.gz, .tgz, .tar, .zip)"),
        ("empty", "empty: no case here; a case is a folder with prompt.md, input/ and expected/"),
        ("suite.zip!absent", "there is no such"),
    ],
)
def test_a_path_without_a_case_is_a_usage_error(here: Path, path: str, reason: str) -> None:
    (here / "empty").mkdir()
    (here / "notes.txt").touch()

    with pytest.raises(UsageError) as caught:
        wheres(path)

    assert reason in str(caught.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_cannot_be_read_is_a_usage_error(here: Path) -> None:
    skeleton.create(here / "suite/one")
    (here / "suite/closed").mkdir(mode=0)

    with pytest.raises(UsageError, match="suite/closed: cannot be read: Permission denied"):
        wheres("suite")


class TestIdentify:
    def case(self, where: str) -> Case:
        return Case(where.rpartition("/")[2], Path(where), where)

    def ids(self, *wheres: str) -> list[str]:
        return [case.id for case in discovery.identify(map(self.case, wheres))]

    def test_ids_that_differ_are_kept(self) -> None:
        assert self.ids("s/a", "s/b") == ["a", "b"]

    def test_equal_ids_grow_until_they_differ(self) -> None:
        assert self.ids("s/one/v1/x", "s/y", "s/two/v1/x") == ["one/v1/x", "y", "two/v1/x"]

    def test_an_archive_is_part_of_the_path(self) -> None:
        assert self.ids("a.zip!x/c", "b.zip!x/c") == ["a.zip/x/c", "b.zip/x/c"]

    def test_a_case_given_twice_is_counted(self) -> None:
        assert self.ids("s/a", "s/a") == ["a#1", "a#2"]
