"""The gate, asked often: a small version of `benchmarks/gate.py`."""

import importlib.util
from pathlib import Path

import pytest

from pytest_editbench.scoring import power
from pytest_editbench.scoring.chances import Chances

ROOT = Path(__file__).parents[2]
REPETITIONS = 150


def load():
    spec = importlib.util.spec_from_file_location("benchmark_of_the_gate", ROOT / "benchmarks/gate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


benchmark = load()


@pytest.mark.parametrize("suite", benchmark.SUITES, ids=lambda suite: suite.name)
@pytest.mark.parametrize(("cases", "trials", "missing"), [(24, 1, 0.0), (60, 5, 0.0), (40, 3, 0.1)])
def test_noise_is_rarely_taken_for_a_regression(suite, cases, trials, missing):
    red = benchmark.alarms(suite, cases, trials, REPETITIONS, missing)

    assert benchmark.tail(REPETITIONS, 0.05, red) > benchmark.SURE


@pytest.mark.parametrize(("cases", "trials", "drop"), [(60, 1, 0.2), (60, 3, 0.12)])
def test_a_drop_shows_as_often_as_was_planned(cases, trials, drop):
    planned = power.of_breaking(Chances(0.8, 0.2), cases, trials, drop)

    shown = benchmark.found(0.8, 0.2, cases, trials, drop, REPETITIONS) / REPETITIONS

    assert shown == pytest.approx(planned, abs=0.12)
    assert 0.5 < planned < 0.95


def test_a_gate_that_cries_wolf_would_be_found_out():
    assert benchmark.tail(REPETITIONS, 0.05, round(0.14 * REPETITIONS)) < benchmark.SURE
