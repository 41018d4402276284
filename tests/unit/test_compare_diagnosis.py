"""What went wrong with a result that does not pass."""

from pathlib import PurePosixPath

import pytest

from pytest_editbench.compare import display
from pytest_editbench.compare.trees import compare
from pytest_editbench.model import Diagnosis, File, MatchLevel

TWINS = b"""\
function low(x: number) {
  check(x);
  return x + 1;
}

function high(x: number) {
  check(x);
  return x + 1;
}
"""
RIGHT = TWINS[: -len(b"  return x + 1;\n}\n")] + b"  return x - 1;\n}\n"
NUMBERS = b"".join(b"line%d();\n" % number for number in range(1, 21))
TWO = NUMBERS.replace(b"line5()", b"five()").replace(b"line15()", b"fifteen()")
ONE = NUMBERS.replace(b"line5()", b"five()")


def tree(files):
    files = {"a.ts": files} if isinstance(files, bytes) else files
    return {
        PurePosixPath(name): File(data) if isinstance(data, bytes) else data for name, data in files.items()
    }


def diagnosed(before, accepted, actual, demanded=MatchLevel.FORMAT):
    found = compare(tree(before), {"expected": tree(accepted)}, tree(actual), demanded)
    return display.diagnosed(found)


EXAMPLES = {
    "no edit": (NUMBERS, ONE, NUMBERS),
    "left-over markers (line 6 of a.ts)": (NUMBERS, ONE, ONE.replace(b"five();\n", b"five();\n>>>>>>> b\n")),
    "wrong file (changed b.ts, not a.ts)": (
        {"a.ts": NUMBERS, "b.ts": NUMBERS},
        {"a.ts": ONE, "b.ts": NUMBERS},
        {"a.ts": NUMBERS, "b.ts": ONE},
    ),
    "wrong indentation (1 line of a.py)": (
        {"a.py": b"for x in y:\n    old()\n    b()\n"},
        {"a.py": b"for x in y:\n    new()\n    b()\n"},
        {"a.py": b"for x in y:\n        new()\n    b()\n"},
    ),
    "wrong twin (line 3, not line 8 of a.ts)": (TWINS, RIGHT, TWINS.replace(b"x + 1", b"x - 1", 1)),
    "off by lines (2 lines below line 5 of a.ts)": (
        NUMBERS,
        NUMBERS.replace(b"line5()", b"extra();\nline5()"),
        NUMBERS.replace(b"line7()", b"extra();\nline7()"),
    ),
    "off by lines (1 line above line 5 of a.ts)": (
        NUMBERS,
        ONE,
        NUMBERS.replace(b"line4()", b"five()"),
    ),
    "duplicate insertion (line 6 of a.ts)": (NUMBERS, ONE, ONE.replace(b"five();\n", b"five();\nfive();\n")),
    "neighbour deleted (line 6 of a.ts)": (NUMBERS, ONE, ONE.replace(b"line6();\n", b"")),
    "partial (1 of 2 hunks)": (NUMBERS, TWO, ONE),
    "collateral only (code: 2)": (NUMBERS, ONE, ONE.replace(b"line9()", b"nine()")),
    "other": (NUMBERS, ONE, NUMBERS.replace(b"line5()", b"cinq()")),
}


@pytest.mark.parametrize("told", EXAMPLES)
def test_each_diagnosis_has_its_example(told):
    assert diagnosed(*EXAMPLES[told]) == told


def test_the_examples_cover_the_whole_set():
    assert {told.partition(" (")[0] for told in EXAMPLES} == set(Diagnosis)


def test_a_pass_has_no_diagnosis():
    assert diagnosed(NUMBERS, ONE, ONE) == ""
    assert diagnosed(NUMBERS, ONE, ONE[:-1]) == ""


def test_what_a_closer_level_demands_is_diagnosed():
    assert diagnosed(NUMBERS, ONE, ONE[:-1], MatchLevel.EXACT) == "collateral only (final newline: 2)"


def test_without_the_input_there_is_no_diagnosis():
    found = compare(None, {"expected": tree(ONE)}, tree(NUMBERS))

    assert (found.diagnosis, display.diagnosed(found)) == (None, "")


@pytest.mark.parametrize(
    "marker",
    [
        b"<<<<<<< SEARCH",
        b">>>>>>> REPLACE",
        b"*** Begin Patch",
        b"*** End Patch",
        b"*** Update File: a.ts",
        b"@@ -1,2 +1,2 @@",
        b"--- a/a.ts",
        b"+++ b/a.ts",
        b"```ts",
        b"```",
        b"  9\tline9();",
        b"9: line9();",
        b"    9 | line9();",
        "     9→line9();".encode(),
    ],
)
def test_markers_of_editing_tools_are_known(marker):
    actual = ONE.replace(b"line9();", marker)

    assert diagnosed(NUMBERS, ONE, actual) == "left-over markers (line 9 of a.ts)"


@pytest.mark.parametrize("line", [b"9: unknown();", b"a <<<<<<< b", b"--- a", b"<<<<<<<<<<", b"x ```"])
def test_what_only_resembles_a_marker_is_none(line):
    assert diagnosed(NUMBERS, ONE, ONE.replace(b"line9();", line)) == "collateral only (code: 2)"


def test_a_fence_is_no_marker_in_markdown():
    sides = [{"a.md": side} for side in (NUMBERS, ONE, ONE.replace(b"line9();", b"```"))]

    assert diagnosed(*sides) == "collateral only (code: 2)"


def test_a_marker_that_the_file_should_hold_is_none():
    before = NUMBERS.replace(b"line2();", b"<<<<<<< mine")

    told = diagnosed(before, before.replace(b"line5()", b"five()"), before + b"<<<<<<< mine\n")

    assert not told.startswith("left-over")


def test_a_stray_file_beside_the_untouched_one_is_the_wrong_file():
    told = diagnosed({"a.ts": NUMBERS}, {"a.ts": ONE}, {"a.ts": NUMBERS, "notes.md": b"```\n"})

    assert told == "wrong file (changed notes.md, not a.ts)"


def test_old_lines_left_beside_the_new_ones_are_a_duplicate():
    told = diagnosed(NUMBERS, ONE, ONE.replace(b"five();\n", b"five();\nline5();\n"))

    assert told == "duplicate insertion (line 6 of a.ts)"


def test_a_block_that_stands_twice_is_a_duplicate():
    block = b"five();\nline6();\nline7();\n"

    assert diagnosed(NUMBERS, ONE, ONE.replace(block, block * 2)).startswith("duplicate insertion (line ")


def test_both_twins_changed_is_collateral():
    told = diagnosed(TWINS, RIGHT, TWINS.replace(b"x + 1", b"x - 1"))

    assert told == "collateral only (code: 2)"


def test_a_twin_that_had_to_change_as_well_is_no_wrong_one():
    accepted = TWINS.replace(b"x + 1", b"x - 1")

    assert diagnosed(TWINS, accepted, RIGHT) == "partial (1 of 2 hunks)"


def test_hunks_are_counted_over_files():
    before = {"a.ts": NUMBERS, "b.ts": NUMBERS, "c": b"\0"}
    accepted = {"a.ts": TWO, "b.ts": ONE, "c": b"\0\1"}

    assert diagnosed(before, accepted, {**before, "a.ts": ONE, "c": b"\0\1"}) == "partial (2 of 4 hunks)"


def test_a_hunk_that_left_one_of_its_lines_behind_is_not_done():
    accepted = TWO.replace(b"line6();\n", b"")

    assert diagnosed(NUMBERS, accepted, ONE) == "other"


def test_a_line_of_brackets_elsewhere_does_not_tell_that_a_change_went_astray():
    accepted = NUMBERS.replace(b"line5();\n", b"line5();\n}\n")
    actual = NUMBERS.replace(b"line9();\n", b"line9();\n}\n")

    assert diagnosed(NUMBERS, accepted, actual) == "other"


def test_line_ends_hide_no_diagnosis():
    actual = TWINS.replace(b"x + 1", b"x - 1", 1).replace(b"\n", b"\r\n")

    assert diagnosed(TWINS, RIGHT, actual) == "wrong twin (line 3, not line 8 of a.ts)"


def test_a_hostile_path_is_told_on_one_line():
    told = diagnosed({"a": b"1", "b\n\x1b": b"1"}, {"a": b"2", "b\n\x1b": b"1"}, {"a": b"1", "b\n\x1b": b"2"})

    assert told == r"wrong file (changed b\n\x1b, not a)"
