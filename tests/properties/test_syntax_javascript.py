"""Random changes to the project's own cases: re-spacing is accepted, another token is not."""

from __future__ import annotations

from functools import cache
from pathlib import Path, PurePosixPath

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_editbench import languages
from pytest_editbench.compare import levels
from pytest_editbench.model import MatchLevel

CASES = Path(__file__).parents[2] / "cases" / "handwritten"
FILES = sorted(
    path
    for path in CASES.glob("*/expected/**/*")
    if path.suffix in (".ts", ".tsx", ".js", ".jsx") and path.stat().st_size < 9_000
)
OWNED = frozenset({";", ",", "(", ")", "'", '"', "|", "{", "}", "string_fragment", "jsx_text", "comment"})


@cache
def read(path: Path) -> bytes:
    return levels.unended(path.read_bytes())


@cache
def leaves(path: Path) -> tuple[languages.Node, ...]:
    language = languages.of(PurePosixPath(path.name))
    assert language
    found, waiting = [], [languages.parse(language, read(path))]
    while waiting:
        node = waiting.pop()
        if not node.children or node.type in ("string", "template_string", "regex", "jsx_element"):
            found.append(node)
        else:
            waiting.extend(reversed(node.children))
    return tuple(found)


def level(path: Path, changed: bytes) -> MatchLevel:
    return levels.level(PurePosixPath(path.name), read(path), changed).level


files = st.sampled_from(FILES)


@settings(max_examples=150, deadline=None)
@given(files, st.data())
def test_other_white_space_between_tokens_is_accepted(path: Path, data: st.DataObject) -> None:
    text, tokens = read(path), leaves(path)
    pieces, end = [], 0
    chosen = data.draw(st.sets(st.integers(1, len(tokens) - 1), max_size=12))
    for number, token in enumerate(tokens):
        gap = text[end : token.start_byte]
        if number in chosen and gap and not gap.strip():
            blanks = data.draw(st.sampled_from([b" ", b"  ", b"\t", b"    "]))
            gap = b"\n" * max(1, gap.count(b"\n") - 1) + blanks if b"\n" in gap else blanks
        pieces += [gap, text[token.start_byte : token.end_byte]]
        end = token.end_byte
    changed = b"".join([*pieces, text[end:]])
    assert level(path, changed) is not MatchLevel.NONE


@settings(max_examples=300, deadline=None)
@given(files, st.data(), st.sampled_from(["delete", "double", "change", "swap"]))
def test_another_token_is_rejected(path: Path, data: st.DataObject, how: str) -> None:
    text, tokens = read(path), leaves(path)
    place = data.draw(st.integers(0, len(tokens) - 2))
    one, two = tokens[place], tokens[place + 1]
    first, second = text[one.start_byte : one.end_byte], text[two.start_byte : two.end_byte]
    if one.type in OWNED or (how == "swap" and (two.type in OWNED or first == second)):
        return
    gap = text[one.end_byte : two.start_byte]
    changed = {
        "delete": b"",
        "double": first + b" " + first,
        "change": b"other" if first != b"other" else b"another",
        "swap": second + b" " + first,
    }[how]
    rest = text[two.end_byte :] if how == "swap" else gap + text[two.start_byte :]
    assert level(path, text[: one.start_byte] + changed + rest) is MatchLevel.NONE


@settings(max_examples=100, deadline=None)
@given(files, st.data())
def test_a_tree_read_from_another_is_the_tree_read_anew(path: Path, data: st.DataObject) -> None:
    text, language = read(path), languages.of(PurePosixPath(path.name))
    assert language
    start = data.draw(st.integers(0, len(text)))
    inserted = data.draw(st.sampled_from([b" ", b"\n", b";", b"(", b"x", b"//", b"`", b""]))
    changed = text[:start] + inserted + text[start + data.draw(st.integers(0, 3)) :]
    _, grown = languages.parse_pair(language, text, changed)
    assert outline(grown) == outline(languages.parse(language, changed))


def outline(root: languages.Node) -> list[tuple[str, int, int]]:
    found, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        found.append((node.type, node.start_byte, node.end_byte))
        waiting += node.children
    return found
