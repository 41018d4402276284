"""How lines of a file are quoted in a prompt."""

import pytest

from pytest_editbench.generate import quoting
from pytest_editbench.generate.mutations.mutation import Refused


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("a < b", "`a < b`"),
        ("`${a}`", "`` `${a}` ``"),
        ("f(`a`, ``)", "```f(`a`, ``)```"),
        ("a\tb", "`a\tb`"),
        (" a ", "`  a  `"),
    ],
)
def test_backticks_within_a_code_span_do_not_end_it(text: str, quoted: str) -> None:
    assert quoting.inline(text) == quoted


def test_a_fence_is_longer_than_any_run_of_backticks_within() -> None:
    assert quoting.fenced(["a", "  ````", "b  "], "ts") == "`````ts\na\n  ````\nb  \n`````"


def test_lines_come_without_ends_and_byte_order_mark() -> None:
    assert quoting.lines("\ufeffa\r\n b \r\n".encode()) == ("a", " b ")


def test_a_last_line_without_an_end_is_a_line() -> None:
    assert quoting.lines(b"a\n\nb") == ("a", "", "b")


@pytest.mark.parametrize("data", [b"a\r\nb\n", b"a\n\xff\n"])
def test_what_no_prompt_can_tell_is_refused(data: bytes) -> None:
    with pytest.raises(Refused):
        quoting.lines(data)


@pytest.mark.parametrize("sign", ["\r", "\x0c", "\u2028", "\x00"])
def test_a_control_character_is_not_shown(sign: str) -> None:
    with pytest.raises(Refused, match="control character"):
        quoting.fenced([f"a{sign}b"], "")
    with pytest.raises(Refused, match="control character"):
        quoting.inline(f"a{sign}b")


def test_a_long_line_is_cut_between_words() -> None:
    line = "  const words = [" + ", ".join(f'"word number {number}"' for number in range(20)) + "];"
    cut = quoting.cut(line)
    assert len(cut) <= 91
    assert cut.endswith("…")
    assert line.strip().startswith(cut.removesuffix("…"))
    assert not line.strip()[len(cut) - 1].isalnum()


def test_a_line_can_mean_those_that_begin_like_it_whatever_their_white_space() -> None:
    lines = ("if (a) {", "  if(a){ // why", "if (ab) {", "} else if (a) {")
    assert quoting.meant("if (a) {", lines) == [0, 1]
    assert quoting.meant("if (a…", lines) == [0, 1, 2]
