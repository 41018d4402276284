"""The retry prompt, and templates as such."""

import jinja2
import pytest

from pytest_editbench.templating import render

NOTHING = {
    "unchanged": False,
    "wrong": [],
    "missing": [],
    "unexpected": [],
    "syntax": [],
    "fault": "",
    "predicted": False,
}


def retry(**told):
    return render("retry.md.j2", **{**NOTHING, "prompt": "# Fix it\n\nSwap `a` and `b` in `x.ts`.", **told})


def test_the_retry_prompt_tells_which_files_are_wrong(snapshot):
    told = {
        "wrong": ["src/a.ts", "src/b.ts"],
        "missing": ["c.ts"],
        "unexpected": ["notes.txt"],
        "syntax": [("src/a.ts", [3, 7]), ("src/b.ts", [1])],
    }

    assert retry(**told) == snapshot


def test_the_retry_prompt_tells_that_nothing_changed(snapshot):
    assert retry(unchanged=True, wrong=["src/a.ts"]) == snapshot


def test_the_retry_prompt_tells_why_a_result_could_not_be_read(snapshot):
    assert retry(fault="work: more than 10 files; leave only what was asked for") == snapshot


def test_the_retry_prompt_of_an_example_says_only_that_it_is_not_right():
    assert "The result is not what was asked for." in retry(predicted=True)
    assert "The result is not what was asked for." not in retry(wrong=["src/a.ts"])


def test_code_in_a_prompt_is_left_as_it_is():
    assert "<b>{{ x }}</b> & {% y %}" in retry(prompt="<b>{{ x }}</b> & {% y %}")


def test_a_value_that_a_template_asks_for_in_vain_is_an_error():
    with pytest.raises(jinja2.UndefinedError, match="prompt"):
        render("retry.md.j2", **NOTHING)
