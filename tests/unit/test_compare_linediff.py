"""Which lines became which."""

import random

from pytest_editbench import linediff
from pytest_editbench.compare.content import lines
from pytest_editbench.linediff import Run


def test_equal_texts_have_no_runs():
    assert linediff.runs([b"a\n"], [b"a\n"]) == []


def test_a_replaced_line_is_one_run():
    assert linediff.runs([b"a", b"b", b"c"], [b"a", b"x", b"c"]) == [Run(range(1, 2), range(1, 2))]


def test_runs_are_numbered_from_the_start_of_the_text():
    old, new = [b"a", b"b", b"c", b"d"], [b"a", b"c", b"d", b"e"]

    assert linediff.runs(old, new) == [Run(range(1, 2), range(1, 1)), Run(range(4, 4), range(3, 4))]


def test_the_fewest_lines_change():
    old, new = list(b"abcabba"), list(b"cbabac")  # the example of Myers' paper: five edits

    runs = linediff.runs([bytes([x]) for x in old], [bytes([x]) for x in new])

    assert sum(len(run.old) + len(run.new) for run in runs) == 5


def test_a_text_against_nothing_is_one_run():
    assert linediff.runs([], [b"a", b"b"]) == [Run(range(0), range(2))]


def test_beyond_the_limit_texts_are_cut_at_lines_that_occur_once(monkeypatch):
    monkeypatch.setattr(linediff, "CELLS", 10)
    old = [b"x", b"same", b"one", b"same", b"y"]
    new = [b"X", b"same", b"one", b"same", b"Y"]

    assert linediff.runs(old, new) == [Run(range(1), range(1)), Run(range(4, 5), range(4, 5))]


def test_beyond_the_limit_texts_with_nothing_in_common_are_one_run(monkeypatch):
    monkeypatch.setattr(linediff, "CELLS", 1)

    assert linediff.runs([b"a", b"b"], [b"c", b"d"]) == [Run(range(2), range(2))]


def test_beyond_the_limit_moved_lines_do_not_cross(monkeypatch):
    monkeypatch.setattr(linediff, "CELLS", 1)
    old = [b"%d" % number for number in range(40)]
    new = random.Random(7).sample(old, len(old))

    runs = linediff.runs(old, new)

    kept_old = [line for number, line in enumerate(old) if not any(number in run.old for run in runs)]
    kept_new = [line for number, line in enumerate(new) if not any(number in run.new for run in runs)]
    assert kept_old == kept_new != []


def test_lines_end_at_line_feeds_only():
    assert lines(b"a\r\nb\rc\x0cd\n\ne") == [b"a\r\n", b"b\rc\x0cd\n", b"\n", b"e"]
