"""A failure as pytest shows it."""

from pytest_editbench.failuretext import FailureText


def test_where_it_failed_is_one_line_with_the_parts_that_plugins_read() -> None:
    crash = FailureText("mismatch: app.js\n-a\n+b", "cases/one/prompt.md").reprcrash

    assert (crash.path, crash.lineno, crash.message) == ("cases/one/prompt.md", 1, "mismatch: app.js")
    assert str(crash) == "cases/one/prompt.md:1: mismatch: app.js"
