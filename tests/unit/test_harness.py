"""What the tests of sessions rest on."""

from harness import calm


def test_what_is_meant_for_the_session_that_runs_the_tests_does_not_reach_theirs() -> None:
    meant = {"CI": "true", "BUILD_NUMBER": "7", "PYTEST_ADDOPTS": "-x", "EDITBENCH_AGENT": "noop"}
    kept = {"PATH": "/bin", "CIRCLE": "x", "COVERAGE_PROCESS_START": "pyproject.toml"}

    assert calm({**meant, "COLUMNS": "200", "FORCE_COLOR": "1", "NO_COLOR": "1", **kept}) == kept
