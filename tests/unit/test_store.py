"""A store numbers runs, and its names stand for records."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import stored

from pytest_editbench.errors import RecordError, UsageError
from pytest_editbench.runs import settings, shelf, store

FOUND = stored.trials(stored.suite("P", "M"))


@pytest.fixture(autouse=True)
def nothing_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("EDITBENCH_STORE", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "store"


def fill(place: Path, runs: int, **header: object) -> list[Path]:
    """So many runs with a record each."""
    return [
        stored.write(
            store.claim(place), FOUND, {**stored.HEADER, "started": "2026-02-03T04:05:06+00:00", **header}
        )
        for _ in range(runs)
    ]


def test_runs_are_numbered_from_one(place: Path) -> None:
    assert [store.claim(place) for _ in range(2)] == [
        place / "0001/record.jsonl",
        place / "0002/record.jsonl",
    ]


def test_a_number_is_never_given_twice_at_once(place: Path) -> None:
    claimed: list[Path] = []
    threads = [
        threading.Thread(target=lambda: claimed.extend(store.claim(place) for _ in range(5)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(set(claimed)) == 40


def test_a_number_is_not_given_again_when_a_run_in_between_is_removed(place: Path) -> None:
    fill(place, 3)
    (place / "0002" / "record.jsonl").unlink()
    (place / "0002").rmdir()

    assert store.claim(place).parent.name == "0004"


def test_a_store_that_cannot_be_made_is_told(place: Path) -> None:
    place.write_text("a file")

    with pytest.raises(RecordError, match="cannot be used as a store"):
        store.claim(place)


def test_numbers_latest_and_baseline_are_names(place: Path) -> None:
    records = fill(place, 3)
    store.set_baseline(place, 2)

    found = [store.resolve(name, place) for name in ("1", "0001", "latest", "baseline")]
    assert found == [records[0], records[0], records[2], records[1]]


def test_a_run_that_has_no_record_yet_is_not_the_latest(place: Path) -> None:
    [record] = fill(place, 1)
    store.claim(place)

    assert store.resolve("latest", place) == record


def test_an_existing_path_wins(place: Path, tmp_path: Path) -> None:
    fill(place, 1)
    (tmp_path / "latest").write_text("")

    assert store.resolve("latest", place) == Path("latest")
    assert store.resolve("latest", place, tmp_path) == tmp_path / "latest"


def test_what_is_no_name_is_a_path(place: Path, tmp_path: Path) -> None:
    assert store.resolve("run.jsonl", place, tmp_path) == tmp_path / "run.jsonl"


@pytest.mark.parametrize(
    ("name", "said"),
    [("9", "has no run 9; it has: 1"), ("baseline", "has no baseline yet; set one: editbench runs")],
)
def test_a_name_that_means_nothing_is_refused(place: Path, name: str, said: str) -> None:
    fill(place, 1)

    with pytest.raises(UsageError, match=said):
        store.resolve(name, place)


def test_a_name_without_a_store_is_refused() -> None:
    with pytest.raises(UsageError, match="no store to look in; set --editbench-store or EDITBENCH_STORE"):
        store.resolve("latest")


def test_only_a_run_that_is_there_can_be_the_baseline(place: Path) -> None:
    with pytest.raises(UsageError, match="has no run 1; it has: none"):
        store.set_baseline(place, 1)


INIS = {
    "pytest.ini": "[pytest]\neditbench_store = runs\n",
    ".pytest.ini": "[pytest]\neditbench_store = runs\n",
    "pyproject.toml": "[tool.pytest.ini_options]\neditbench_store = 'runs'\n",
    "tox.ini": "[pytest]\neditbench_store = runs\n",
    "setup.cfg": "[tool:pytest]\neditbench_store = runs\n",
}


@pytest.mark.parametrize("name", INIS)
def test_the_store_of_pytests_ini_file_is_found_from_below(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(INIS[name])
    (tmp_path / "a" / "b").mkdir(parents=True)

    assert settings.store(tmp_path / "a" / "b") == tmp_path / "runs"


def test_the_first_ini_file_is_the_only_one(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "tox.ini").write_text(INIS["tox.ini"])

    assert settings.store(tmp_path) is None


@pytest.mark.parametrize("name", INIS)
def test_a_broken_ini_file_names_no_store(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"[pytest\n\xff = =")

    assert settings.store(tmp_path) is None


def test_the_environment_goes_before_the_ini_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pytest.ini").write_text(INIS["pytest.ini"])
    monkeypatch.setenv("EDITBENCH_STORE", "mine")

    assert settings.store(tmp_path) == tmp_path / "mine"


def test_a_finished_record_is_copied_with_its_artefacts(place: Path, tmp_path: Path) -> None:
    record = stored.write(tmp_path / "r.jsonl", FOUND)
    (tmp_path / "r.jsonl.artifacts" / "changes").mkdir(parents=True)
    (tmp_path / "r.jsonl.artifacts" / "changes" / "x.patch").write_text("x")
    claimed = store.claim(place)
    store.keep(record, tmp_path / "r.jsonl.artifacts", claimed)

    assert claimed.read_bytes() == record.read_bytes()
    assert (place / "0001/record.jsonl.artifacts/changes/x.patch").read_text() == "x"


def table(place: Path) -> list[list[str]]:
    return [line.split() for line in shelf.lines(store.entries(place))][2:]


def test_the_list_tells_time_agents_revision_and_rate(place: Path) -> None:
    fill(place, 1, revision={"vcs": "git", "revision": "0123456789abcdef", "clean": False})
    fill(place, 1, revision={"vcs": "git", "revision": "0123456789abcdef", "clean": True})
    store.set_baseline(place, 2)

    assert table(place) == [
        ["1", "2026-02-03T04:05:06", "fast", "012345678+", "0", "0"],
        ["2", "2026-02-03T04:05:06", "fast", "012345678", "0", "0", "baseline"],
    ]


def test_the_counts_of_a_run_are_those_of_its_closing_line(place: Path) -> None:
    [record] = fill(place, 1)
    text = record.read_text().splitlines()
    text[-1] = '{"kind":"closing","interrupted":true,"counts":{"passed":3,"mismatch":1}}'
    record.write_text("\n".join(text) + "\n")

    assert table(place) == [["1", "2026-02-03T04:05:06", "fast", "3", "4", "cut", "short"]]


CUTS: dict[str, Callable[[bytes], bytes]] = {
    "without a closing line": lambda text: text[: text.rindex(b'{"kind":"closing"')],
    "torn": lambda text: text[:-5],
}


def test_a_run_that_cannot_be_read_is_listed_as_such_and_is_no_baseline(place: Path) -> None:
    [record] = fill(place, 1)
    record.write_text("no record\n")

    assert table(place) == [["1", "unreadable"]]
    with pytest.raises(UsageError, match=r"run 1 cannot be the baseline: .*:1 is not JSON"):
        store.set_baseline(place, 1)


def test_counts_that_are_none_are_not_summed(place: Path) -> None:
    [record] = fill(place, 1)
    lines = record.read_text().splitlines()
    record.write_text("\n".join([*lines[:-1], '{"kind":"closing","counts":{"passed":"many"}}']) + "\n")

    assert table(place)[0][-2:] == ["no", "end"]


def test_only_numbers_with_a_record_are_offered(place: Path) -> None:
    fill(place, 1)
    store.claim(place)

    with pytest.raises(UsageError, match=r"has no run 2; it has: 1$"):
        store.resolve("2", place)


NO_STORES: dict[str, Callable[[Path], object]] = {
    "it does not exist": lambda place: place.exists(),
    "it is no folder": lambda place: place.write_text("a file"),
    "no numbered run is in it": lambda place: (place / "src").mkdir(parents=True),
}


@pytest.mark.parametrize("why", NO_STORES)
def test_what_is_no_store_has_no_list(place: Path, why: str) -> None:
    NO_STORES[why](place)

    with pytest.raises(UsageError, match=f"is no store: {why}"):
        store.entries(place)


def test_an_empty_folder_is_a_store_without_runs(place: Path) -> None:
    place.mkdir()

    assert [*store.entries(place)] == []


@pytest.mark.parametrize(("mark", "said"), [(b"\xffsoon", "is damaged"), (b"7\n", "has no run 7")])
def test_a_broken_mark_of_the_baseline_is_told(place: Path, mark: bytes, said: str) -> None:
    fill(place, 1)
    (place / "baseline").write_bytes(mark)

    assert said in store.broken_mark(place)
    assert table(place)[0][0] == "1"
    with pytest.raises(UsageError, match=said):
        store.resolve("baseline", place)


@pytest.mark.parametrize("cut", CUTS)
def test_a_run_that_was_killed_has_no_end(place: Path, cut: str) -> None:
    [record] = fill(place, 1, shard="3/8")
    record.write_bytes(CUTS[cut](record.read_bytes()))

    assert table(place) == [["1", "2026-02-03T04:05:06", "fast", "shard", "3/8,", "no", "end"]]


def test_what_is_no_record_is_not_listed(place: Path) -> None:
    store.claim(place).write_text("")
    (place / "notes.txt").write_text("")
    (place / "0002").mkdir()

    assert table(place) == []
