"""The solver on random files: a clear prompt is carried out to the byte, any other is refused."""

from contextlib import suppress
from pathlib import PurePosixPath

from hypothesis import given
from hypothesis import strategies as st

from pytest_editbench.agents.solver import NotUnderstood, solve
from pytest_editbench.model import File, Tree

PATH = PurePosixPath("a.ts")
LINES = st.text(alphabet="ab \t{}()'`\"/*#:", max_size=6)
FILES = st.lists(LINES, min_size=1, max_size=12)
WORDS = st.sampled_from(
    [
        "Replace this block:",
        "With this:",
        "Delete this block:",
        "Insert this block after the line `a`:",
        "Around line 2:",
        "After the fix, the affected regions must read exactly:",
        "Change `a` to `b` on line 1.",
        "Rename every `a` to `b`.",
        "Swap the statements `a` and `b`.",
        "Move the block starting with `a` directly before `b`.",
        "The block starting with `a` appears twice. Delete the second copy.",
        "Remove the `{` on line 1 together with its closing brace.",
        "Swap the two branch bodies of `a`.",
        "In the function `()`.",
        "# Fix a bug in a.ts",
        "```\na\n```",
        "~~~\n\n~~~",
        "`",
        "```",
    ]
)


def tree(lines: list[str], end: str, *, final: bool) -> Tree:
    text = end.join(lines) + (end if final else "")
    return {PATH: File(text.encode())}


def fenced(lines: list[str]) -> str:
    return "\n".join(["~~~~~~~~", *lines, "~~~~~~~~"])


def replacing(old: list[str], new: list[str], label: str = "Replace this block:") -> str:
    return f"# Fix a bug in a.ts\n\n{label}\n\n{fenced(old)}\n\nWith this:\n\n{fenced(new)}\n"


def places(lines: list[str], block: list[str]) -> list[int]:
    return [at for at in range(len(lines)) if lines[at : at + len(block)] == block]


@given(data=st.data(), lines=FILES, new=st.lists(LINES, max_size=4))
def test_a_replaced_span_gives_the_expected_bytes_or_is_refused_where_it_is_not_unique(
    data: st.DataObject, lines: list[str], new: list[str]
) -> None:
    end, final = data.draw(st.sampled_from(["\n", "\r\n"])), data.draw(st.booleans())
    start = data.draw(st.integers(0, len(lines) - 1))
    old = lines[start : start + data.draw(st.integers(1, 4))]
    if not any(line.strip() for line in old) or not lines[-1] or not (final or len(lines) > 1):
        return
    results = {tuple(lines[:at] + new + lines[at + len(old) :]) for at in places(lines, old)}
    try:
        after = solve(replacing(old, new), tree(lines, end, final=final))
    except NotUnderstood:
        assert len(results) > 1
    else:
        (expected,) = results
        if expected and expected[-1]:
            assert after == tree(list(expected), end, final=final)


@given(data=st.data(), lines=FILES, new=st.lists(LINES.filter(str.strip), min_size=1, max_size=3))
def test_a_stated_start_line_decides_between_equal_blocks(
    data: st.DataObject, lines: list[str], new: list[str]
) -> None:
    start = data.draw(st.integers(0, len(lines) - 1))
    old = lines[start : start + data.draw(st.integers(1, 3))]
    if not any(line.strip() for line in old):
        return
    prompt = replacing(old, new, f"Starting at line {start + 1}, replace this block:")
    expected = lines[:start] + new + lines[start + len(old) :]
    assert solve(prompt, tree([*lines, "end"], "\n", final=True)) == tree(
        [*expected, "end"], "\n", final=True
    )


@given(
    lines=st.lists(LINES.filter(str.strip), min_size=1, max_size=6, unique=True),
    indent=st.sampled_from(["  ", "\t", "      "]),
)
def test_a_block_that_the_prompt_shows_dedented_is_written_at_its_own_depth(
    lines: list[str], indent: str
) -> None:
    deep = ["top;", *(indent + line for line in lines)]
    after = solve(replacing(lines, [*lines, "new;"]), tree(deep, "\n", final=True))
    assert after == tree([*deep, f"{indent}new;"], "\n", final=True)


@given(words=st.lists(WORDS, max_size=8), lines=FILES)
def test_no_prompt_makes_the_solver_fail_other_than_by_refusing(words: list[str], lines: list[str]) -> None:
    with suppress(NotUnderstood):
        solve("\n\n".join(words), tree(lines, "\n", final=True))
