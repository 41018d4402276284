"""A model as an agent: what it is shown, what becomes of its answer, what is recorded of it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath

import pytest
from completions import Server, Told, refused, said, serving

from pytest_editbench import formats, transcripts
from pytest_editbench.agents.chat import messages, patience
from pytest_editbench.agents.chat.agent import ChatAgent
from pytest_editbench.agents.chat.pace import Limits, Pace
from pytest_editbench.agents.chat.settings import Settings
from pytest_editbench.errors import AgentError
from pytest_editbench.model import AgentResult, File, Link, Task, Tree, Workspace

BEFORE: Tree = {PurePosixPath("app.js"): File(b"const limit = 1;\n"), PurePosixPath("b.txt"): File(b"b\n")}
AFTER: Tree = {**BEFORE, PurePosixPath("app.js"): File(b"const limit = 2;\n")}
TASK = Task("Make the limit 2.", BEFORE)
KEY = "sk-of-a-test-000000000000"


def right(name: str = "search-replace", after: Tree = AFTER) -> str:
    """The right answer in a format."""
    answer = formats.FORMATS[name].render(BEFORE, after)
    assert isinstance(answer, str)
    return answer


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "_FIRST", 0.001)
    monkeypatch.setenv("EDITBENCH_API_KEY", KEY)
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def place(tmp_path: Path) -> Workspace:
    work = tmp_path / "here" / "work"
    work.mkdir(parents=True)
    lay(work, BEFORE)
    return Workspace(work, work.parent / "usage.json", work.parent / "output", {}, "marker", 5.0)


def lay(work: Path, tree: Tree) -> None:
    for path, entry in tree.items():
        assert isinstance(entry, File)
        (work / path).write_bytes(entry.data)


@pytest.fixture
def answers() -> Iterator[Callable[[str | Told], Server]]:
    """A server that always says the same."""
    contexts = []

    def start(told: str | Told) -> Server:
        context = serving(lambda _: said(told) if isinstance(told, str) else told)
        contexts.append(context)
        return context.__enter__()

    yield start
    for context in contexts:
        context.__exit__(None, None, None)


def agent(server: Server, tmp_path: Path, name: str = "search-replace", **more: object) -> ChatAgent:
    how = Settings(server.url, Pace(tmp_path / "requests", "00" * 32, Limits()))
    return ChatAgent("tiny", "chat.tiny", name, replace(how, **more))  # type: ignore[arg-type]  # of the test


def left(place: Workspace) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in place.path.iterdir()}


@pytest.mark.parametrize("name", formats.FORMATS)
def test_a_right_answer_lands_in_every_format(name, tmp_path, place, answers):
    server = answers(right(name))

    result = agent(server, tmp_path, name).run(TASK, place)

    assert left(place) == {"app.js": b"const limit = 2;\n", "b.txt": b"b\n"}
    assert (result.answered, result.malformed, result.error, result.text) == (True, None, None, None)


@pytest.mark.parametrize("name", formats.FORMATS)
def test_an_answer_of_chatter_is_malformed_in_every_format(name, tmp_path, place, answers):
    result = agent(answers("Sure! I changed the limit."), tmp_path, name).run(TASK, place)

    assert result.malformed
    assert result.answered
    assert result.output_tail == "Sure! I changed the limit."
    assert left(place) == {"app.js": b"const limit = 1;\n", "b.txt": b"b\n"}


@pytest.mark.parametrize("name", formats.FORMATS)
def test_a_model_is_told_the_rules_the_files_and_the_prompt(name, tmp_path, place, answers):
    server = answers(right(name))

    agent(server, tmp_path, name).run(TASK, place)

    system, user = server.asked[0].body["messages"]  # type: ignore[misc]  # of JSON
    assert formats.FORMATS[name].instructions.strip() in system["content"]
    assert (system["role"], user["role"]) == ("system", "user")
    assert formats.presented(formats.FORMATS[name], BEFORE) in user["content"]
    assert user["content"].endswith("\nMake the limit 2.\n")


def test_an_empty_answer_is_malformed_with_the_servers_word(tmp_path, place, answers):
    result = agent(answers(said(None, finish="content_filter")), tmp_path).run(TASK, place)

    assert result.malformed == "the answer is empty (content_filter)"


@pytest.mark.parametrize("wants", ["edit", "answer"])
def test_a_refusal_is_malformed_and_said_to_be_one(wants, tmp_path, place, answers):
    server = answers(said(None, refusal="I will not.\nEver."))

    result = agent(server, tmp_path).run(replace(TASK, wants=wants), place)

    assert result.malformed == r"the model refused: 'I will not.\nEver.'"
    assert [*transcripts.read(place.output)][2].text == "I will not.\nEver."


def test_an_answer_that_was_cut_off_says_so(tmp_path, place, answers):
    result = agent(answers(said(right()[:-12], finish="length")), tmp_path).run(TASK, place)

    assert result.malformed
    assert result.malformed.endswith("; the limit of tokens cut the answer off (see --editbench-max-tokens)")


def test_a_slip_is_put_right_only_when_it_is_tolerated_and_recorded(tmp_path, place, answers):
    server = answers(right().replace("const limit = 1;", "const limit = 1;  "))

    strict = agent(server, tmp_path).run(TASK, place)
    lenient = agent(server, tmp_path, tolerances=("blank-drift",)).run(TASK, place)

    assert strict.malformed
    assert (lenient.malformed, lenient.tolerances) == (None, ("blank-drift",))
    assert [*transcripts.read(place.output)][-1].text.endswith("only be placed with: blank-drift")


def test_a_file_that_no_folder_can_hold_makes_the_answer_malformed(tmp_path, place, answers):
    deep = PurePosixPath(*["d" * 200] * 20, "file")

    answer = right(after={**AFTER, deep: File(b"x\n")})
    result = agent(answers(answer), tmp_path).run(TASK, place)

    assert result.malformed
    assert "cannot be written: File name too long" in result.malformed
    assert left(place) == {"app.js": b"const limit = 1;\n", "b.txt": b"b\n"}


def test_a_workspace_that_cannot_be_read_cannot_be_shown(tmp_path, place, answers):
    os.mkfifo(place.path / "pipe")

    with pytest.raises(AgentError, match=r"^the workspace cannot be shown to the model: pipe: "):
        agent(answers(right()), tmp_path).run(replace(TASK, attempt=2), place)


def test_a_whole_edit_in_an_answer_that_was_cut_off_counts(tmp_path, place, answers):
    result = agent(answers(said(right(), finish="length")), tmp_path).run(TASK, place)

    assert result.malformed is None
    assert [*transcripts.read(place.output)][-1].text.startswith("the limit of tokens cut the answer off")


def test_usage_is_that_of_the_server(tmp_path, place, answers):
    used = agent(answers(right()), tmp_path).run(TASK, place).usage

    assert (used.input_tokens, used.output_tokens, used.turns, used.model) == (120, 30, 1, "tiny-1")
    assert (used.basis, used.cost) == ("reported", None)


def test_a_trial_sends_the_seed_plus_its_number(tmp_path, place, answers):
    server = answers(right())

    agent(server, tmp_path, seed=40, temperature=0.0).run(replace(TASK, trial=2), place)

    assert server.asked[0].body["seed"] == 42
    assert server.asked[0].body["temperature"] == 0.0


def test_a_further_attempt_shows_the_files_as_they_stand(tmp_path, place, answers):
    server = answers(right())
    (place.path / "app.js").write_text("const limit = 3;\n")

    agent(server, tmp_path).run(replace(TASK, attempt=2), place)

    assert "const limit = 3;" in server.asked[0].told
    assert "const limit = 1;\n" not in server.asked[0].told.partition("# The files")[2]


def test_a_question_gets_its_answer_as_text(tmp_path, place, answers):
    server = answers("It is 1.")

    result = agent(server, tmp_path).run(replace(TASK, wants="answer"), place)

    assert (result.text, result.malformed) == ("It is 1.", None)
    assert "const limit = 1;" in server.asked[0].told
    assert formats.FORMATS["search-replace"].instructions.strip() not in server.asked[0].told


def test_a_question_about_many_files_shows_none(tmp_path, place, answers):
    server = answers("It is 1.")
    many = {PurePosixPath(f"{number}.txt"): File(b"needle\n") for number in range(messages.FEW + 1)}

    agent(server, tmp_path).run(replace(TASK, input=many, wants="answer"), place)

    assert "needle" not in server.asked[0].told


def test_a_failing_provider_is_no_verdict(tmp_path, place, answers):
    result = agent(answers(refused(401, "who are you")), tmp_path).run(TASK, place)

    assert result.error
    assert result.error.startswith("provider failure: 401 from http://127.0.0.1:")
    assert result.answered is False


def test_a_time_limit_before_an_answer_is_told(tmp_path, place, answers):
    result = agent(answers(replace(said("x"), delay=1.0)), tmp_path).run(TASK, replace(place, timeout=0.1))

    assert (result.timed_out, result.answered) == (True, False)


def test_it_works_beside_the_main_thread(tmp_path, place, answers):
    found: list[AgentResult] = []
    work = agent(answers(replace(said("x"), delay=1.0)), tmp_path)

    thread = threading.Thread(target=lambda: found.append(work.run(TASK, replace(place, timeout=0.1))))
    thread.start()
    thread.join(2)

    assert found[0].timed_out


def test_what_was_said_is_kept(tmp_path, place, answers):
    agent(answers(said(right(), reasoning_content="hmm")), tmp_path).run(TASK, place)

    events = [*transcripts.read(place.output)]
    assert [event.kind for event in events] == ["prompt", "prompt", "thought", "said"]
    assert events[-1].text == right()
    assert (place.output / "stdout").read_text() == right()


def test_tries_that_failed_are_in_the_transcript(tmp_path, place):
    with serving(lambda asked: refused(503, "busy") if asked.number < 3 else said(right())) as server:
        agent(server, tmp_path).run(TASK, place)

    kinds = [event.kind for event in transcripts.read(place.output)]
    assert kinds == ["prompt", "prompt", "error", "error", "said"]


def test_the_key_is_nowhere_but_in_the_request(tmp_path, place):
    cache = tmp_path / "cache"
    with serving(lambda asked: said(f"{asked.headers['authorization']}\n{right()}")) as server:
        asked = agent(server, tmp_path, cache=cache)
        result = asked.run(TASK, place)

    files = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(KEY.encode() in data for data in files)
    assert KEY not in repr((result, asked))
    assert not any(KEY in str(path) for path in tmp_path.rglob("*"))


class TestKeptAnswers:
    """With a cache."""

    def test_the_same_question_is_not_asked_again(self, tmp_path, place, answers):
        server = answers(right())
        asked = agent(server, tmp_path, cache=tmp_path / "cache")
        first = asked.run(TASK, place)
        lay(place.path, BEFORE)

        second = asked.run(TASK, place)

        assert len(server.asked) == 1
        assert left(place)["app.js"] == b"const limit = 2;\n"
        assert (first.replayed, second.usage) == (None, first.usage)
        assert second.replayed
        assert "kept in" in [*transcripts.read(place.output)][2].text

    def test_another_trial_is_asked(self, tmp_path, place, answers):
        server = answers(right())
        asked = agent(server, tmp_path, cache=tmp_path / "cache")

        asked.run(TASK, place)
        asked.run(replace(TASK, trial=2), place)

        assert len(server.asked) == 2

    def test_tolerances_do_not_matter(self, tmp_path, place, answers):
        server = answers(right())

        agent(server, tmp_path, cache=tmp_path / "cache").run(TASK, place)
        everything = tuple(formats.TOLERANCES)
        agent(server, tmp_path, cache=tmp_path / "cache", tolerances=everything).run(TASK, place)

        assert len(server.asked) == 1

    def test_a_failure_is_not_kept(self, tmp_path, place):
        with serving(lambda asked: refused(400) if asked.number == 1 else said(right())) as server:
            asked = agent(server, tmp_path, cache=tmp_path / "cache")

            assert asked.run(TASK, place).error
            assert asked.run(TASK, place).error is None

    def test_an_answer_that_cannot_be_kept_counts_all_the_same(self, tmp_path, place, answers):
        (tmp_path / "cache").write_text("in the way")

        result = agent(answers(right()), tmp_path, cache=tmp_path / "cache").run(TASK, place)

        assert result.malformed is None
        assert "cannot be kept" in [*transcripts.read(place.output)][2].text


BIG: Tree = {**BEFORE, PurePosixPath("docs/big.txt"): File(b"x" * messages.MOST)}


class TestLargeInputs:
    """What a model is shown of more than it can be shown."""

    def test_only_named_files_are_shown_and_the_others_told(self, tmp_path, place, answers):
        server = answers(right())

        agent(server, tmp_path).run(replace(TASK, input=BIG, prompt="In app.js, make the limit 2."), place)

        assert "const limit = 1;" in server.asked[0].told
        assert "xxxx" not in server.asked[0].told
        assert "- `docs/big.txt`\n" in server.asked[0].told

    def test_what_is_too_large_all_the_same_cannot_be_asked(self, tmp_path, place, answers):
        said = r"^the files hold 1,000,019 bytes of text, a model is shown 1,000,000 at most$"
        with pytest.raises(AgentError, match=said):
            agent(answers("x"), tmp_path).run(replace(TASK, input=BIG, prompt="See app.js, big.txt"), place)

    def test_what_is_no_text_is_told_and_not_shown(self, tmp_path, place, answers):
        server = answers(right())
        tree = {
            **BEFORE,
            PurePosixPath("pic.bin"): File(b"\xff\xfe\x00" * messages.MOST),
            PurePosixPath("link"): Link("app.js"),
        }

        agent(server, tmp_path).run(replace(TASK, input=tree), place)

        assert "pic.bin" in server.asked[0].told
        assert len(server.asked[0].told) < 20_000


def test_a_prompt_of_undecodable_bytes_is_sent(tmp_path, place, answers):
    server = answers(right())

    agent(server, tmp_path).run(replace(TASK, prompt="Make \udcff 2."), place)

    assert "Make ? 2." in server.asked[0].told


def test_half_a_character_in_an_answer_is_replaced(tmp_path, place, answers):
    result = agent(answers("\ud800"), tmp_path).run(replace(TASK, wants="answer"), place)

    assert result.text == "?"
