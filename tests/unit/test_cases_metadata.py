"""What metadata.json may hold."""

import json

import pytest

from pytest_editbench.cases import metadata
from pytest_editbench.errors import CaseError
from pytest_editbench.model import MatchLevel, Metadata

WHERE = "cases/x/metadata.json"


def parse(**keys: object) -> Metadata:
    return metadata.parse(json.dumps(keys).encode(), WHERE)


def refusal(data: bytes) -> str:
    with pytest.raises(CaseError) as caught:
        metadata.parse(data, WHERE)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def refusal_of(**keys: object) -> str:
    return refusal(json.dumps(keys).encode())


def test_every_key_of_the_format_is_read() -> None:
    read = parse(
        mutation_type="swap-if-else",
        mutation_category="structural",
        difficulty="hard",
        difficulty_score=7,
        line_number=12,
        original_snippet="if (a) {",
        mutated_snippet="if (b) {",
        file_path="packages/a/src/a.ts",
        context={"file_lines": 300},
        match="lines",
    )

    assert read == Metadata(
        mutation="swap-if-else",
        category="structural",
        difficulty="hard",
        difficulty_score=7.0,
        line_number=12,
        original_snippet="if (a) {",
        mutated_snippet="if (b) {",
        file_path="packages/a/src/a.ts",
        context={"file_lines": 300},
        match=MatchLevel.LINES,
    )


@pytest.mark.parametrize(
    ("spelling", "field"), [(name, key.field) for key in metadata.KEYS for name in key.spellings]
)
def test_each_spelling_fills_its_field(spelling: str, field: str) -> None:
    value: object = {
        "difficulty_score": 2.5,
        "line_number": 3,
        "context": {"density": 0.5},
        "kind": "edit",
        "match": "eol",
    }.get(field, "a word")

    assert getattr(parse(**{spelling: value}), field) == value


def test_unknown_keys_are_kept() -> None:
    assert parse(author="me", tags=[1, 2]).extra == {"author": "me", "tags": [1, 2]}


def test_null_is_the_same_as_absent() -> None:
    assert parse(line_number=None, category=None) == Metadata()


def test_a_byte_order_mark_is_tolerated() -> None:
    assert metadata.parse(b'\xef\xbb\xbf{"difficulty": "easy"}', WHERE).difficulty == "easy"


def test_a_wrong_value_is_told_with_file_key_value_and_what_is_allowed() -> None:
    assert refusal_of(line_number="12a") == f'{WHERE}: "line_number" must be a whole number ≥ 1, not "12a"'


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("line_number", 0),
        ("line_number", True),
        ("line_number", 1.0),
        ("difficulty_score", "high"),
        ("difficulty_score", False),
        ("difficulty", ""),
        ("difficulty", "two\nlines"),
        ("mutation_category", ["structural"]),
        ("mutation_type", "x" * 1001),
        ("mutated_snippet", 3),
        ("original_snippet", "\ud800"),
        ("context", []),
        ("kind", "poem"),
        ("kind", ["edit"]),
        ("match", "none"),
        ("match", {}),
        ("file_path", 1),
        ("loose", "yes"),
        ("loose", 1),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_by_key(key: str, value: object) -> None:
    assert f'{WHERE}: "{key}" must be ' in refusal_of(**{key: value})


def test_the_match_levels_that_may_be_demanded_are_listed() -> None:
    assert refusal_of(match="loose").endswith('one of exact, eol, lines, format, not "loose"')


def test_a_commit_case_is_never_loose() -> None:
    assert "a case of the kind commit is never loose" in refusal_of(kind="commit", loose=True)


def test_a_long_wrong_value_is_cut() -> None:
    assert len(refusal_of(line_number="9" * 5000)) < 200


def test_spellings_that_disagree_are_refused() -> None:
    told = refusal_of(category="operator", mutationCategory="structural")

    assert (
        told
        == f'{WHERE}: "mutationCategory" says "structural" where "category" says "operator"; keep one of them'
    )


def test_spellings_that_agree_are_fine() -> None:
    assert parse(category="operator", mutation_category="operator").category == "operator"


def test_a_path_and_the_name_of_the_same_file_agree() -> None:
    assert parse(file_path="src/a.ts", fileName="a.ts").file_path == "src/a.ts"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is not JSON: Expecting value (line 1, column 1)"),
        (b'{"a": 1,\n  b}', "(line 2, column 3)"),
        (b"[1]", "must hold a JSON object"),
        (b'"text"', "must hold a JSON object"),
        (b'{"a": NaN}', "holds NaN"),
        (b'{"a": -Infinity}', "holds -Infinity"),
        (b'{"a": 1e999}', "holds 1e999"),
        (b'{"a": ' + b"1" * 5000 + b"}", "holds a number of 5000 digits"),
        (b'{"a": 1, "a": 2}', 'names "a" twice'),
        (b'{"a": "\xff"}', "is not UTF-8 text (byte 8)"),
        ('{"a": 1}'.encode("utf-16"), "is not UTF-8 text"),
        (b"[" * 100_000, "is nested deeper than 64 levels"),
        (b'{"a":' * 100_000, "is nested deeper than 64 levels"),
    ],
)
def test_what_is_not_a_json_object_is_refused(data: bytes, reason: str) -> None:
    told = refusal(data)

    assert told.startswith(f"{WHERE}: ")
    assert reason in told


def test_brackets_inside_text_are_no_nesting() -> None:
    assert parse(mutated_snippet='["\\' * 200).mutated_snippet == '["\\' * 200


def test_all_faults_are_found_at_once() -> None:
    _, faults = metadata.examine(b'{"line_number": 0, "match": "x", "kind": "y"}', WHERE)

    assert [fault.key for fault in faults] == ["line_number", "match", "kind"]
