"""A local name that is misspelled on some of its lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench.edits import Edit, Span
from pytest_editbench.generate.mutations.mutation import Candidate, Damage, Example, Mutation, Telling
from pytest_editbench.generate.scopes import bindings

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.scopes import Binding
    from pytest_editbench.generate.source import Parsed

NAME = "identifier-multi-edit"
_PASSED_OVER = ("arguments", "cls", "self", "this")
_FEWEST, _MOST = 2, 4  # lines with the misspelling


def misspelt(name: str) -> str | None:
    """The name with its first two letters swapped, or where they are equal the first and the last one.

    None where that is no other name.
    """
    first, second, rest = name[:1], name[1:2], name[2:]
    wrong = second + first + rest if first != second else name[-1] + name[1:-1] + first
    return wrong if wrong != name and wrong.replace("$", "_").isidentifier() else None


def find(parsed: Parsed, draw: Draw) -> Iterator[Candidate]:
    """One candidate for each name on three lines or more.

    A line keeps the right spelling: a name that is misspelled wherever it stands is merely another name.
    Its spans are the occurrences to misspell, its texts the wrong and the right spelling.
    """
    keywords = parsed.dialect.keywords
    taken = {*re.findall(r"[\w$]+", parsed.data.decode(errors="replace")), *keywords}
    named = [binding for binding in bindings(parsed) if binding.local and _usable(binding.name, keywords)]
    kept = [(each, wrong) for each in named if (wrong := misspelt(each.name)) and wrong not in taken]
    for binding, wrong in kept:
        if made := _candidate(parsed, draw, binding, wrong):
            yield made


def damage(parsed: Parsed, candidate: Candidate) -> Damage:
    """Misspell the occurrences; the marks are the lines that hold them."""
    wrong, right = candidate.texts
    lines = _lines(parsed, candidate.spans)
    return Damage(
        edits=tuple(Edit(each, wrong) for each in candidate.spans),
        marks={f"line-{number}": line for number, line in enumerate(lines, 1)},
        words={"wrong": wrong.decode(), "right": right.decode()},
    )


def _usable(name: str, keywords: Container[str]) -> bool:
    return name not in keywords and name not in _PASSED_OVER and not name.startswith("_")


def _candidate(parsed: Parsed, draw: Draw, binding: Binding, wrong: str) -> Candidate | None:
    here = draw.at(binding.spans[0].start)
    held = set(_lines(parsed, sorted(binding.held)))
    lines = _lines(parsed, binding.spans)
    free = [line for line in lines if line not in held]
    most = min(_MOST, len(free), len(lines) - 1)
    if most < _FEWEST:
        return None
    count = _FEWEST + here.below(most - _FEWEST + 1, "count")
    chosen = sorted(here.shuffled(free, lambda line: line)[:count])
    return Candidate(
        NAME,
        tuple(each for each in binding.spans if parsed.line(each.start) in chosen),
        (wrong.encode(), binding.name.encode()),
        line=chosen[0],
        changed_lines=count,
    )


def _lines(parsed: Parsed, spans: Sequence[Span]) -> list[int]:
    """The 1-based lines that hold the spans, each once, in order."""
    return list(dict.fromkeys(parsed.line(each.start) for each in spans))


_EXAMPLES = (
    Example(
        "function f(total) {\n  a({ total });\n  return total + row.total;\n}\n",
        ("function f(ottal) {\n  a({ total });\n  return ottal + row.total;\n}\n",),
    ),
    Example(
        "let list = [];\nlist.push({ list });\nlist.sort();\n",
        ("let ilst = [];\nlist.push({ list });\nilst.sort();\n",),
    ),
    Example(
        "for (const llama of all) {\n  f({ llama });\n  feed(llama);\n}\n",
        ("for (const alaml of all) {\n  f({ llama });\n  feed(alaml);\n}\n",),
    ),
    Example("export const rate = 2;\nprint(rate);\n", ()),
    Example('const no = "on";\nprint(no);\n', ()),
    Example("function f(a, _b, self) {\n  a;\n  _b;\n  self;\n}\n", ()),
    Example("function f(total) {\n  return total;\n}\n", ()),
    Example("def f(total):\n    return total\n", (), "a.py"),
    Example(
        "def f(item):\n    def g():\n        return item(item=1)\n    return lambda: item\n",
        ("def f(item):\n    def g():\n        return tiem(item=1)\n    return lambda: tiem\n",),
        "a.py",
    ),
    Example("total = 1\nprint(total)\n", (), "a.py"),
    Example("class A:\n    size = 1\n    area = size\n", (), "a.py"),
)

MUTATIONS = (
    Mutation(
        NAME,
        "identifier",
        find,
        damage,
        slip="A name is misspelled in some of the places where it is used.",
        telling=Telling.IDENTIFIER,
        count=10,
        multi_hunk=True,
        examples=_EXAMPLES,
    ),
)
