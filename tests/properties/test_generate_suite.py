"""Suites of random programs: every case is solved from its prompt to the byte, and undoes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_editbench import languages
from pytest_editbench.agents.solver import solve
from pytest_editbench.compare import levels
from pytest_editbench.edits import apply, inverse
from pytest_editbench.generate import engine, manifest, suite
from pytest_editbench.generate.engine import Generated
from pytest_editbench.generate.recipe import Recipe
from pytest_editbench.generate.source import SourceFile
from pytest_editbench.generate.sources import Source, SourceSpec
from pytest_editbench.model import File
from pytest_editbench.processes.workers import workers

Lines = list[str]
Block = Callable[[str, Lines], Lines]  # a head and the lines of a body

names = st.sampled_from(["count", "total", "items", "entry", "limit", "$node", "isOpen"])
numbers = st.sampled_from(["0", "1", "2", "10", "items.length"])


@dataclass(frozen=True)
class Tongue:
    """How a language is written, as far as the programs here go."""

    file: str
    operators: Sequence[str]
    simple: Sequence[str]  # statements, to be filled with names and a number
    heads: Sequence[str]  # of blocks, with a condition
    function: str
    block: Block
    otherwise: Callable[[Lines, Lines], Lines] | None


def braces(head: str, body: Lines) -> Lines:
    return [f"{head} {{", *(f"  {line}" if line else "" for line in body), "}"]


def colon(head: str, body: Lines) -> Lines:
    return [f"{head}:", *(f"    {line}" if line else "" for line in body)]


TONGUES = (
    Tongue(
        file="random.ts",
        operators=("<", ">=", "===", "!==", "&&", "||", "+"),
        simple=(
            "{0} = {1} + {2};",
            "send({0}, {1}, {2});",
            "{0}++;",
            "const found = {0}?.find('a-b') ?? {2};",
            "log(`{0}-${{{1}}}`, true);",
            "/x+{0}*/.test({1});",
            "return !{0};",
            "",
            "// {0} and {1}",
        ),
        heads=("if ({0})", "while ({0})", "for (let at = 0; at < {0}; at++)", "for (const each of {0})"),
        function="export function {0}(count: number, total = {1})",
        block=braces,
        otherwise=lambda one, two: [*one[:-1], "} else {", *two[1:]],
    ),
    Tongue(
        file="random.py",
        operators=("<", ">=", "==", "!=", "and", "or", "+"),
        simple=(
            "{0} = {1} + {2}",
            "send({0}, {1}, {2})",
            "{0} += 1",
            "found = {0} or 'a-b'",
            "log(f'{0}-{{{1}}}', True)",
            "re.match(r'x+{0}*', {1})",
            "return not {0}",
            "# {0} and {1}",
        ),
        heads=("if {0}", "while {0}", "for at in range(0, {0})", "for each in {0}"),
        function="def {0}(count, total={1})",
        block=colon,
        otherwise=lambda one, two: [*one, "else:", *two[1:]],
    ),
)


@st.composite
def statements(draw: st.DrawFn, tongue: Tongue, depth: int = 2) -> Lines:
    lines: Lines = []
    for _ in range(draw(st.integers(1, 4))):
        if depth and draw(st.booleans()):
            lines += draw(block(tongue, depth - 1))
        else:
            form = draw(st.sampled_from(tongue.simple))
            lines.append(form.format(draw(names), draw(names), draw(numbers)).replace("$node", "node"))
    return [*lines, draw(st.sampled_from(tongue.simple[:2])).format("count", "total", "1")]


@st.composite
def block(draw: st.DrawFn, tongue: Tongue, depth: int) -> Lines:
    test = f"{draw(names)} {draw(st.sampled_from(tongue.operators))} {draw(numbers)}".replace("$node", "node")
    head = draw(st.sampled_from(tongue.heads)).format(test)
    lines = tongue.block(head, draw(statements(tongue, depth)))
    if head.startswith("if") and tongue.otherwise and draw(st.booleans()):
        return tongue.otherwise(lines, tongue.block("else", draw(statements(tongue, depth))))
    return lines


@st.composite
def files(draw: st.DrawFn, tongue: Tongue) -> SourceFile:
    lines: Lines = []
    for number in range(draw(st.integers(2, 5))):
        head = tongue.function.format(f"step{number}", draw(numbers))
        lines += [*tongue.block(head, draw(statements(tongue))), "", ""]
    text = "\n".join(lines[: -draw(st.integers(1, 2))])
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    return SourceFile("random", PurePosixPath("src", tongue.file), text.encode())


def generated(file: SourceFile, seed: int, count: int = 12) -> Generated:
    recipe = Recipe((SourceSpec("random", name="random"),), seed=seed, count=count)
    with workers(1) as here:
        return engine.generate(recipe, [Source("random", None, "", None, (file,), {})], here, lambda *_: None)


@pytest.mark.parametrize("tongue", TONGUES, ids=lambda tongue: tongue.file)
@settings(max_examples=12, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_every_case_is_solved_to_the_byte_and_undoes(tongue: Tongue, data: st.DataObject, seed: int) -> None:
    file = data.draw(files(tongue))
    made = generated(file, seed)
    assert not made.passed_over, file.data.decode()
    for case in made.cases():
        before = apply(file.data, case.made.edits)
        assert apply(before, inverse(file.data, case.made.edits)) == file.data
        name = PurePosixPath(tongue.file)
        assert solve(case.made.prompt, {name: File(before)}) == {name: File(file.data)}
        assert not languages.syntax_errors(name, before)
        assert not levels.formatted(name, file.data, before).same


@settings(max_examples=6, deadline=None)
@given(file=st.sampled_from(TONGUES).flatmap(files), seed=st.integers(0, 2**32))
def test_the_same_seed_gives_the_same_suite_and_no_two_cases_are_near(file: SourceFile, seed: int) -> None:
    one, two = generated(file, seed), generated(file, seed)
    digests = [_digests(made, seed) for made in (one, two)]
    assert digests[0] == digests[1]
    assert manifest.manifest(one, digests[0]) == manifest.manifest(two, digests[1])
    lines = sorted(case.made.change.line for case in one.cases())
    assert all(below - above > 3 for above, below in pairwise(lines))


def _digests(made: Generated, seed: int) -> dict[str, str]:
    sources = {source.name: source for source in made.sources}
    return {case.id: suite.digest(suite.members(case, seed, sources)) for case in made.cases()}
