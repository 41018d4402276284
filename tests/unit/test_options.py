"""Options are read from four places and refused in words that say what is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_editbench import given as given_options
from pytest_editbench import options
from pytest_editbench.errors import UsageError

HERE, ROOT = Path("/here"), Path("/root")


def read(
    arguments: dict[str, object] | None = None,
    ini: dict[str, object] | None = None,
    environment: dict[str, str] | None = None,
) -> options.Options:
    given, kept = arguments or {}, ini or {}
    return given_options.read(
        lambda name: given.get(name), lambda name: kept.get(name), environment or {}, HERE, ROOT
    )


@pytest.mark.parametrize("seconds", ["99999999999", "0", "-1", "nan", "inf", "10000000.5", "ten"])
def test_a_time_limit_out_of_bounds_is_told_the_bounds(seconds: str) -> None:
    said = f"^--editbench-timeout must be a number of seconds > 0 and ≤ 10,000,000, not '{seconds}'$"
    with pytest.raises(UsageError, match=said):
        read({"editbench_timeout": seconds})


@pytest.mark.parametrize("trials", ["0", "1000001", "9" * 5000, "1.0", "-1"])
def test_a_count_out_of_bounds_is_told_the_bounds(trials: str) -> None:
    with pytest.raises(
        UsageError, match=r"^--editbench-trials must be a whole number from 1 to 1,000,000, not "
    ):
        read({"editbench_trials": trials})


def test_the_longest_time_limit_is_one() -> None:
    assert read({"editbench_timeout": "10000000"}).timeout == 1e7


@pytest.mark.parametrize("path", [".", "/", "..", "a/..", "./"])
def test_a_record_must_be_a_file(path: str) -> None:
    with pytest.raises(UsageError, match=r"^--editbench-record must name a file, not "):
        read({"editbench_record": path})


@pytest.mark.parametrize("option", [option for option in options.OPTIONS if not option.ini_only])
def test_an_empty_value_is_refused(option: options.Option) -> None:
    with pytest.raises(UsageError, match=f"^{option.argument} must not be empty$"):
        read({option.key: [""] if option.repeatable else ""})


@pytest.mark.parametrize("empty", ["", [], None])
def test_an_empty_ini_key_is_not_set(empty: object) -> None:
    assert read(ini={option.key: empty for option in options.OPTIONS}) == read()


def test_blank_lines_of_the_environment_variable_are_passed_over() -> None:
    assert read(environment={"EDITBENCH_AGENT": "\noracle\n\n  \nmycli --yes\n"}).agent == (
        "oracle",
        "mycli --yes",
    )


@pytest.mark.parametrize("blank", ["", "\n \n"])
def test_a_blank_environment_variable_is_not_set(blank: str) -> None:
    found = read(ini={"editbench_agent": ["noop"]}, environment={"EDITBENCH_AGENT": blank})

    assert (found.agent, found.agent_folder) == (("noop",), ROOT)
