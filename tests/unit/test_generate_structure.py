"""Damage to whole statements, blocks and bodies: what it leaves alone, and what it tells of itself."""

from itertools import islice
from pathlib import PurePosixPath

import pytest

from pytest_editbench import linediff
from pytest_editbench.agents.solver.solver import solve
from pytest_editbench.edits import apply, inverse
from pytest_editbench.generate.draw import Draw
from pytest_editbench.generate.mutations.mutation import Candidate, Damage, Mutation
from pytest_editbench.generate.mutations.structure import MUTATIONS
from pytest_editbench.generate.source import Parsed
from pytest_editbench.model import File

BY_NAME = {mutation.name: mutation for mutation in MUTATIONS}

TS = """\
#!/usr/bin/env node
// A harbour and its boats.
import { tide } from './tide';

type Boat = { name: string; draught: number };

/**
 * Lets a boat in.
 */
export function admit(boat: Boat, berths: Boat[]): boolean {
  const depth = tide.depth(new Date());
  const free = 12 - berths.length;

  if (depth > boat.draught) {
    berths.push(boat);
    console.log(`${boat.name}
is in`);
  } else {
    // It waits outside.
    console.log('too shallow');
  }

  for (const other of berths) {
    if (other === boat) {
      continue;
    }
    other.draught += 1;
  }
  return free > 0;
}

// Tells what a flag means.
function meaning(flag: string): string {
  switch (flag) {
    case 'alpha':
    case 'bravo':
      return 'keep off';
    default:
      return 'unknown';
  }
}

export class Harbour {
  berths: Boat[] = [];

  @logged
  clear(): void {
    this.berths = [];
  }

  count(): number {
    return this.berths.length;
  }
}

const limit = 12;

export const town = 'Harwich';

report(town, limit);
"""

PY = '''\
#!/usr/bin/env python
"""A harbour and its boats."""
import tide


# Lets a boat in.
@logged
def admit(boat, berths):
    depth = tide.depth()
    free = 12 - len(berths)

    if depth > boat.draught:
        berths.append(boat)
        print("in")
    else:
        # It waits outside.
        print("too shallow")

    for other in berths:
        other.draught += 1
        other.wait()
    return free > 0


class Harbour:
    def clear(self):
        self.berths = []
        self.log("clear")

    def count(self):
        return len(self.berths)

    def town(self):
        return "Harwich"

    def limit(self):
        return 12

    def tide(self):
        return tide.depth()
'''

SOURCES = {"harbour.ts": TS, "harbour.py": PY}


def parsed(text: str, name: str = "a.ts") -> Parsed:
    return Parsed(PurePosixPath(name), text.encode())


def found(mutation: str, text: str, name: str = "a.ts", seed: int = 42) -> list[Candidate]:
    return list(BY_NAME[mutation].find(parsed(text, name), Draw(seed)))


def damaged(mutation: str, text: str, name: str = "a.ts", which: int = 0) -> tuple[str, Damage]:
    source = parsed(text, name)
    candidate = found(mutation, text, name)[which]
    damage = BY_NAME[mutation].damage(source, candidate)
    return apply(source.data, damage.edits).decode(), damage


def marked(mutation: str, text: str, name: str = "a.ts", which: int = 0) -> dict[str, str]:
    after, damage = damaged(mutation, text, name, which)
    return {mark: after.splitlines()[line - 1].strip() for mark, line in damage.marks.items()}


def test_all_can_damage_typescript_and_all_but_the_label_python() -> None:
    barren = [
        (each.name, name)
        for each in MUTATIONS
        for name in SOURCES
        if not found(each.name, SOURCES[name], name)
    ]
    assert barren == [("remove-case-label", "harbour.py")]


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("ends", ["\n", "\r\n", ""], ids=["lf", "crlf", "no final end"])
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_damage_keeps_the_line_ends_of_the_file(mutation: Mutation, ends: str, name: str) -> None:
    source = parsed(SOURCES[name].replace("\n", ends) if ends else SOURCES[name].rstrip("\n"), name)
    for candidate in mutation.find(source, Draw(1)):
        after = apply(source.data, mutation.damage(source, candidate).edits)
        assert after.count(b"\n") - after.count(b"\r\n") == (0 if ends == "\r\n" else after.count(b"\n"))
        assert after.endswith(b"\n") == bool(ends)
        assert not Parsed(source.path, after).root.has_error


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_undoing_damage_gives_the_original_bytes(mutation: Mutation, name: str) -> None:
    source = parsed(SOURCES[name], name)
    for candidate in mutation.find(source, Draw(1)):
        edits = mutation.damage(source, candidate).edits
        after = apply(source.data, edits)
        assert after != source.data
        assert apply(after, inverse(source.data, edits)) == source.data


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_the_size_of_the_damage_is_what_a_line_diff_counts(mutation: Mutation, name: str) -> None:
    source = parsed(SOURCES[name], name)
    for candidate in mutation.find(source, Draw(1)):
        after = apply(source.data, mutation.damage(source, candidate).edits)
        runs = linediff.runs(after.splitlines(), source.data.splitlines())
        assert candidate.changed_lines == sum(max(len(run.old), len(run.new)) for run in runs)


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_damage_needs_nothing_but_the_bytes_of_the_file(mutation: Mutation, name: str) -> None:
    for candidate in mutation.find(parsed(SOURCES[name], name), Draw(1)):
        source = parsed(SOURCES[name], name)
        mutation.damage(source, candidate)
        assert "root" not in vars(source)  # not parsed again


ORDERS = {
    "remove-case-label": "Add a fall-through `{label}` label directly before `{before}`.",
    "swap-adjacent-lines": "Out of order: `{second}` belongs before `{first}`. Swap the two statements.",
    "swap-if-else": "Swap the two branch bodies of `{condition}`.",
    "wrap-redundant-if": "Remove the wrapper `{wrapper}` and dedent its body by one level.",
}


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("mutation", ORDERS)
def test_an_order_carried_out_to_the_letter_undoes_the_damage(mutation: str, name: str) -> None:
    source = parsed(SOURCES[name], name)
    for candidate in found(mutation, SOURCES[name], name):
        damage = BY_NAME[mutation].damage(source, candidate)
        before = apply(source.data, damage.edits)
        lines = before.decode().splitlines()
        quoted = {mark: lines[line - 1].strip() for mark, line in damage.marks.items()}
        prompt = ORDERS[mutation].format(**quoted, **damage.words)
        assert solve(prompt, {source.path: File(before)}) == {source.path: File(source.data)}


def test_a_swap_names_the_lines_where_both_statements_now_start() -> None:
    text = "one(\n  1,\n);\n\ntwo();\n"
    assert marked("swap-sibling-blocks", text) == {"first": "two();", "second": "one("}


def test_a_comment_that_says_something_names_its_statement() -> None:
    text = "zero();\n\n// First of all.\none(\n  1,\n);\n\n// Then.\ntwo();\n"
    assert marked("swap-sibling-blocks", text, which=1) == {"first": "// Then.", "second": "// First of all."}


def test_a_comment_that_begins_with_signs_alone_leaves_its_statement_to_name_itself() -> None:
    text = "zero();\n\n/**\n * First.\n */\none(\n  1,\n);\n\ntwo();\n"
    assert marked("swap-sibling-blocks", text, which=1) == {"first": "two();", "second": "one("}


def test_a_decorator_that_others_have_too_does_not_name_its_method() -> None:
    text = "class A:\n  @x\n  def one(self):\n    1\n    2\n\n  @x\n  def two(self):\n    3\n"
    marks = marked("swap-sibling-blocks", text, "a.py")
    assert marks == {"first": "def two(self):", "second": "def one(self):"}


def test_a_repeated_block_marks_both_copies() -> None:
    text = "zero();\nwhile (x) {\n  one();\n}\ntwo();\n"
    _, damage = damaged("duplicate-block", text)
    assert damage.marks == {"head": 2, "again": 6, "last": 8}


def test_a_moved_block_marks_where_it_stands_and_where_it_belongs() -> None:
    text = "zero();\none(\n  1,\n);\ntwo();\nthree();\nfour();\nfive();\nsix();\n"
    marks = marked("move-distant-block", text)
    assert marks == {"head": "one(", "last": ");", "previous": "five();", "destination": "two();"}


def test_a_wrapped_body_marks_the_wrapper_and_its_end() -> None:
    text = "function f() {\n\n  one();\n  two();\n  three();\n  four();\n\n}\n"
    after, damage = damaged("wrap-redundant-if", text)
    assert after.splitlines()[1:4] == ["", "  if (true) {", "    one();"]
    assert damage.marks == {"wrapper": 3, "last": 8}


def test_swapped_branches_mark_the_condition_and_the_end() -> None:
    text = "zero();\nif (x) {\n  one();\n} else {\n  two();\n  three();\n}\n"
    assert damaged("swap-if-else", text)[1].marks == {"condition": 2, "last": 7}


def test_a_missing_label_is_told_with_the_line_that_it_belongs_before() -> None:
    _, damage = damaged("remove-case-label", TS)
    assert damage.words == {"label": "case 'alpha':"}
    assert marked("remove-case-label", TS) == {"before": "case 'bravo':"}


@pytest.mark.parametrize("unit", ["\t", "  ", "    ", "        "], ids=["tab", "two", "four", "eight"])
def test_a_body_is_wrapped_in_its_own_unit_of_indentation(unit: str) -> None:
    body = "".join(f"{unit * 2}line{at}()\n" for at in range(4))
    after, _ = damaged("wrap-redundant-if", f"class A:\n{unit}def f(self):\n{body}", "a.py", which=-1)
    assert after.splitlines()[2:4] == [f"{unit * 2}if True:", f"{unit * 3}line0()"]


def test_a_body_at_an_odd_indentation_is_not_wrapped() -> None:
    assert not found("wrap-redundant-if", "() => {\n     1;\n     2;\n     3;\n     4;\n}\n")


def test_lines_that_begin_within_a_template_are_not_indented() -> None:
    after, _ = damaged("wrap-redundant-if", "() => {\n  one(`\nflat\n\n`);\n  two();\n}\n")
    assert after == "() => {\n  if (true) {\n    one(`\nflat\n\n`);\n    two();\n  }\n}\n"


@pytest.mark.parametrize("blanks", ["", "\n\n"], ids=["no blank lines", "blank lines"])
@pytest.mark.parametrize("end", ["", "\n"], ids=["no final end", "final end"])
def test_a_block_that_ends_the_file_is_neither_repeated_nor_is_another_moved_below_it(
    end: str, blanks: str
) -> None:
    block, others = "run(\n  1,\n);", "".join(f"other{at}();\n" for at in range(4))
    assert not found("duplicate-block", f"{others}{block}{end}{blanks}")
    assert found("duplicate-block", f"{others}{block}\nlast();{end}{blanks}")
    assert not found("move-distant-block", f"{block}\n{others.removesuffix(chr(10))}{end}{blanks}")
    assert found("move-distant-block", f"{block}\n{others}last();{end}{blanks}")


@pytest.mark.parametrize("text", [" deep", "\tdeep", "  "])
def test_a_body_is_not_wrapped_where_dedenting_could_reach_into_a_literal(text: str) -> None:
    body = "  one();\n  two(`\n{}\n`);\n"
    assert found("wrap-redundant-if", f"() => {{\n{body.format('flat')}}}\n")
    assert not found("wrap-redundant-if", f"() => {{\n{body.format(text)}}}\n")


@pytest.mark.parametrize(
    ("above", "words"),
    [
        ("  /** One. */\n", "comment line"),
        ("  // One,\n  // and only.\n", "2 comment lines"),
        ("  @Log()\n", "decorator line"),
        ("  // One.\n  @Log({\n    deep,\n  })\n", "4 comment and decorator lines"),
    ],
)
def test_what_stands_above_the_line_that_names_a_block_is_told(above: str, words: str) -> None:
    one, two = "  one() {\n    1;\n  }\n", "  two() {\n    2;\n  }\n"
    repeated = above.splitlines()[0]  # so that it names no block
    text = f"class A {{\n{above}{one}\n{two}\n{repeated}\n  three = 3;\n}}\n"
    assert damaged("swap-sibling-blocks", text)[1].words.get("second_above") == words


def test_a_block_that_its_first_line_names_has_nothing_above_to_tell() -> None:
    text = "class A {\n  // The one.\n  one() {\n    1;\n  }\n\n  two = 2;\n}\n"
    assert damaged("swap-sibling-blocks", text)[1].words == {}


def test_a_block_is_not_named_by_a_line_that_a_blank_one_parts_from_its_first() -> None:
    text = "@x\n\ndef one():\n    1\n    2\n\n@x\ndef two():\n    3\n"
    assert not found("swap-sibling-blocks", text, "a.py")


def test_a_block_with_exports_is_not_wrapped() -> None:
    assert not found("wrap-redundant-if", "namespace A {\n  export const a = 1;\n  b();\n  c();\n  d();\n}\n")


@pytest.mark.parametrize(
    ("mutation", "allowed", "before", "line", "after"),
    [
        ("wrap-redundant-if", 160, "() => {", "  run();", "}"),
        ("duplicate-block", 118, "if (x) {", "  run();", "}\nlast();"),
        ("swap-sibling-blocks", 78, "one();\n\ntwo([", "  run,", "]);"),
        (
            "move-distant-block",
            58,
            "one([",
            "  run,",
            "]);\n" + "".join(f"step{at}();\n" for at in range(70)),
        ),
    ],
)
def test_the_largest_block_is_as_large_as_the_reference_says(
    mutation: str, allowed: int, before: str, line: str, after: str
) -> None:
    assert found(mutation, "\n".join([before, *[line] * allowed, after, ""]))
    assert not found(mutation, "\n".join([before, *[line] * (allowed + 1), after, ""]))


def test_neighbours_are_together_no_larger_than_the_reference_says() -> None:
    def pair(height: int) -> str:
        return "one([\n" + "  1,\n" * 58 + "]);\ntwo([\n" + "  1,\n" * height + "]);\n"

    assert len(found("swap-sibling-blocks", pair(58))) == 1
    assert not found("swap-sibling-blocks", pair(59))


def test_a_block_is_moved_to_three_places_at_most() -> None:
    text = "one(\n  1,\n);\n" + "".join(f"other{at}();\n" for at in range(40))
    assert len(found("move-distant-block", text)) == 3


def test_the_places_of_a_moved_block_depend_on_the_seed_alone() -> None:
    text = "one(\n  1,\n);\n" + "".join(f"other{at}();\n" for at in range(40))
    assert found("move-distant-block", text) == found("move-distant-block", text)
    assert len({tuple(found("move-distant-block", text, seed=seed)) for seed in range(5)}) > 1


def test_a_block_is_not_moved_over_less_than_its_own_height() -> None:
    text = "{\n  one(\n    1,\n    2,\n  );\n  two();\n  three();\n  four();\n  five();\n"
    assert not found("move-distant-block", text + "}\n")
    assert len(found("move-distant-block", text + "  six();\n}\n")) == 1


def test_a_block_is_not_put_where_its_predecessor_cannot_be_quoted() -> None:
    text = "{\n  one(\n    1,\n  );\n  two();\n  three();\n  four(\n    2,\n  );\n"
    assert not found("move-distant-block", text + "  five(\n    3,\n  );\n}\n")
    assert len(found("move-distant-block", text + "  five();\n}\n")) == 1


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_candidates_come_once_and_in_the_order_of_the_source(mutation: Mutation, name: str) -> None:
    candidates = found(mutation.name, SOURCES[name], name)
    starts = [candidate.spans[0].start for candidate in candidates]
    assert starts == sorted(starts)
    assert len(set(candidates)) == len(candidates)


def test_what_opens_a_script_stays_at_its_top() -> None:
    for mutation in MUTATIONS:
        for name, text in SOURCES.items():
            for which in range(len(found(mutation.name, text, name))):
                after, _ = damaged(mutation.name, text, name, which)
                assert list(islice(after.splitlines(), 3)) == text.splitlines()[:3]


def test_the_block_mutations_cycle_through_the_sizes_of_the_reference() -> None:
    sized = [mutation for mutation in MUTATIONS if mutation.sizes]
    assert [(mutation.name, mutation.count) for mutation in sized] == [
        ("wrap-redundant-if", 14),
        ("swap-sibling-blocks", 14),
        ("duplicate-block", 6),
        ("move-distant-block", 10),
    ]
    assert {mutation.sizes for mutation in sized} == {
        ((6, 20), (21, 60), (61, 150), (6, 20), (21, 60), (6, 20), (61, 150), (21, 60))
    }
