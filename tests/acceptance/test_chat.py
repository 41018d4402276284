"""Sessions with a model alone: `--editbench-agent=chat:MODEL`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest
from completions import Asked, Server, Told, refused, said, serving
from harness import CaseTree, records, trials

from pytest_editbench import formats
from pytest_editbench.cases import skeleton
from pytest_editbench.model import File, Tree

KEY = "sk-of-a-test-000000000000"
BEFORE: Tree = {PurePosixPath("app.js"): File(b"const limit = 1;\n")}
AFTER: Tree = {PurePosixPath("app.js"): File(b"const limit = 2;\n")}


def right(asked: Asked) -> str:
    """The right answer in the format that is asked for."""
    fmt = next(each for each in formats.FORMATS.values() if each.instructions.strip() in asked.told)
    answer = fmt.render(BEFORE, AFTER)
    assert isinstance(answer, str)
    return answer


def solve(asked: Asked) -> Told:
    time.sleep(0.02)
    return said(right(asked))


def reluctant(asked: Asked) -> Told:
    """Answers with chatter at first, and as asked for when told so."""
    return said(right(asked) if "Your result could not be read" in asked.told else "Done!")


@pytest.fixture(autouse=True)
def surroundings(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    CaseTree().write(pytester.path / "cases")
    for name in ("http_proxy", "https_proxy", "all_proxy", "OPENAI_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("EDITBENCH_API_KEY", KEY)


@pytest.fixture
def server() -> Iterator[Server]:
    with serving(solve) as found:
        yield found


def chat(server: Server, *more: str) -> tuple[str, ...]:
    """The arguments of a session with a model."""
    base = f"--editbench-base-url={server.url}"
    return ("cases", "--editbench-agent=chat:tiny", base, "--editbench-record=run.jsonl", *more)


def test_a_model_that_answers_well_passes_within_the_limits_of_the_user(run, pytester, server):
    result = run(*chat(server, "--editbench-trials=4", "--editbench-max-requests=1", "--editbench-seed=10"))

    result.assert_outcomes(passed=4)
    assert server.most_at_once == 1
    assert sorted(asked.body["seed"] for asked in server.asked) == [11, 12, 13, 14]
    done = trials(Path("run.jsonl"))
    assert sorted(trial["terms"]["seed"] for trial in done) == [11, 12, 13, 14]
    assert {trial["edit_format"] for trial in done} == {"search-replace"}
    assert {trial["attempts"][0]["result"]["usage"]["input_tokens"] for trial in done} == {120}
    files = [path.read_bytes() for path in pytester.path.rglob("*") if path.is_file()]
    assert not any(KEY.encode() in data for data in files)
    result.stdout.no_fnmatch_line(f"*{KEY}*")


def test_formats_are_compared_like_agents(run_plain, server):
    several = [f"--editbench-edit-format={name}" for name in formats.FORMATS]

    result = run_plain(*chat(server, "-v", *several))

    result.assert_outcomes(passed=len(formats.FORMATS))
    result.stdout.fnmatch_lines(["*::operator-off-by-one-001[[]chat.tiny-unified-diff] PASSED*"])
    assert [(trial["agent"], trial["edit_format"]) for trial in trials(Path("run.jsonl"))] == [
        (f"chat.tiny-{name}", name) for name in formats.FORMATS
    ]


def test_what_wants_no_edit_is_asked_once_whatever_the_formats(run_plain, pytester):
    skeleton.create(pytester.path / "cases" / "a-commit", "commit")
    several = [f"--editbench-edit-format={name}" for name in ("whole-file", "line-range")]
    with serving(lambda _: said("no proposal")) as server:
        result = run_plain(*chat(server, "-rs", "-k", "a-commit", *several))

    result.assert_outcomes(failed=1, skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*edit formats make no difference: chat.tiny-whole-file is asked"])
    assert len(server.asked) == 1
    assert [(trial["agent"], trial["outcome"]) for trial in trials(Path("run.jsonl"))] == [
        ("chat.tiny-whole-file", "malformed"),
        ("chat.tiny-line-range", "skipped"),
    ]


def test_a_malformed_answer_is_told_to_the_model_and_may_be_mended(run_plain):
    with serving(reluctant) as server:
        once = run_plain(*chat(server))
        twice = run_plain(*chat(server, "--editbench-attempts=2", "--editbench-record=two.jsonl"))

    once.assert_outcomes(failed=1)
    once.stdout.fnmatch_lines(["malformed: *", "agent's last output:", "  Done!"])
    twice.assert_outcomes(passed=1)


def test_what_an_answer_quotes_is_told_to_the_blank(run_plain):
    quoted = said("FILE: app.js\n<<<<<<< SEARCH\n  const  limit = 1;\n=======\n2\n>>>>>>> REPLACE\n")
    with serving(lambda _: quoted) as server:
        result = run_plain(*chat(server, "--editbench-attempts=2"))

    reason = 'app.js: line 2: the file does not hold the quoted lines: "  const  limit = 1;"'
    result.stdout.fnmatch_lines([f"malformed: {reason}"])
    assert reason in server.asked[1].told
    assert trials(Path("run.jsonl"))[0]["attempts"][0]["result"]["malformed"] == reason


def test_kept_answers_are_told_and_cost_nothing(run_plain, server):
    keep = ("--editbench-cache=answers", "--editbench-trials=2")
    run_plain(*chat(server, *keep))

    result = run_plain(*chat(server, *keep, "--editbench-record=two.jsonl"))

    assert len(server.asked) == 2
    result.stdout.fnmatch_lines(["attempts not asked anew *2/2", "*tells no duration"])
    done = trials(Path("two.jsonl"))
    assert all(trial["attempts"][0]["result"]["replayed"] for trial in done)
    assert [trial["duration"] for trial in done] == [None, None]


def test_a_run_is_resumed_only_when_it_asks_alike(run_plain, server):
    run_plain(*chat(server, "--editbench-temperature=0.5"))
    again = chat(server, "--editbench-resume=run.jsonl")[:-2]

    run_plain(*again, "--editbench-resume=run.jsonl", "--editbench-temperature=0.5")
    assert len(server.asked) == 1
    run_plain(*again, "--editbench-resume=run.jsonl", "--editbench-temperature=0.7")
    assert len(server.asked) == 2


def test_a_refused_key_is_no_verdict(run_plain):
    with serving(lambda _: refused(401, "who are you")) as server:
        result = run_plain(*chat(server))

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*provider failure: 401 from *: who are you; the key is missing*"])


def test_what_is_wrong_with_the_options_is_told_at_once(run_plain, monkeypatch):
    monkeypatch.delenv("EDITBENCH_API_KEY")

    result = run_plain("cases", "--editbench-agent=chat:tiny")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*editbench: https://api.openai.com/v1 wants a key: set EDITBENCH_API_KEY*"])


def test_a_fixture_may_name_a_model(run_plain, pytester, server):
    pytester.path.joinpath("cases", "conftest.py").write_text(
        "import pytest\n\n@pytest.fixture\ndef editbench_agent():\n    return 'chat:tiny'\n"
    )

    result = run_plain("cases", f"--editbench-base-url={server.url}", "--editbench-record=run.jsonl")

    result.assert_outcomes(passed=1)
    assert len(records(Path("run.jsonl"))) == 3
