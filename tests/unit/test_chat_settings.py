"""How options and environment say how models are asked, and the agents that come of it."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from pathlib import Path

import pytest

from pytest_editbench import formats
from pytest_editbench import given as given_options
from pytest_editbench.agents import lookup
from pytest_editbench.agents.chat import settings
from pytest_editbench.agents.chat.agent import ChatAgent
from pytest_editbench.agents.lookup import Kind, NamedAgent
from pytest_editbench.agents.wishes import Models, Wishes
from pytest_editbench.errors import AgentError, UsageError
from pytest_editbench.model import MatchLevel, Task, Workspace
from pytest_editbench.options import Options
from pytest_editbench.runner.planned import terms as terms_of
from pytest_editbench.runner.settings import Settings
from pytest_editbench.session import models

LOCAL = {"editbench_base_url": "http://localhost:8000/v1"}


def options(arguments: Mapping[str, object] = LOCAL) -> Options:
    return given_options.read(arguments.get, lambda _: None, {}, Path("/here"), Path("/root"))


def of(arguments: Mapping[str, object], environ: Mapping[str, str] | None = None) -> settings.Settings:
    return settings.of(options(arguments), environ or {}, Path("/shared"), "00" * 32)


def agents(*specs: str, model: str | None = None, **more: object) -> tuple[NamedAgent, ...]:
    """The agents of a session with these specs."""
    arguments = {**LOCAL, **{f"editbench_{name}": value for name, value in more.items()}}
    wishes = Wishes(Models(model))
    found = lookup.resolve_all(specs, registered={}, directory=Path("/here"), wishes=wishes)
    return lookup.settled(found, options(arguments), Path("/shared"), "00" * 32)


def test_the_server_is_the_one_of_the_option_then_of_the_environment_then_openais():
    environ = {"OPENAI_BASE_URL": "https://there/v1", "OPENAI_API_KEY": "k"}

    found = [of(LOCAL, environ), of({}, environ), of({}, {"OPENAI_API_KEY": "k"})]

    assert [each.server for each in found] == [
        "http://localhost:8000/v1",
        "https://there/v1",
        "https://api.openai.com/v1",
    ]


def test_a_slash_behind_the_url_makes_no_difference():
    assert of({"editbench_base_url": "http://localhost:8000/v1/"}).server == "http://localhost:8000/v1"


@pytest.mark.parametrize(
    "url", ["localhost:8000", "ftp://here/v1", "http://", "http://a b/", "http://[::1", "x"]
)
def test_what_is_no_url_is_refused(url):
    with pytest.raises(UsageError, match=r"^--editbench-base-url must be the base URL of a server, such as"):
        of({"editbench_base_url": url})


@pytest.mark.parametrize("url", ["http://me:word@here/v1", "http://here/v1?key=1", "http://here/v1#a"])
def test_a_url_that_may_hold_a_secret_is_refused_without_showing_it(url):
    with pytest.raises(
        UsageError, match=r"^OPENAI_BASE_URL must hold no password, query or fragment"
    ) as caught:
        of({}, {"OPENAI_BASE_URL": url})
    assert "word" not in str(caught.value).replace("password", "")


def test_openai_wants_a_key():
    with pytest.raises(UsageError, match="wants a key: set EDITBENCH_API_KEY or OPENAI_API_KEY"):
        of({})


@pytest.mark.parametrize("key", ["with blanks in it", "über", "two\nlines"])
def test_what_is_no_key_is_refused_without_showing_it(key):
    with pytest.raises(UsageError, match=r"^EDITBENCH_API_KEY holds what no key can") as caught:
        of(LOCAL, {"EDITBENCH_API_KEY": key})
    assert key not in str(caught.value)


def test_our_own_key_goes_before_the_common_one():
    assert settings.key({"OPENAI_API_KEY": "b", "EDITBENCH_API_KEY": " a\n"}) == "a"
    assert settings.key({"OPENAI_API_KEY": "b", "EDITBENCH_API_KEY": ""}) == "b"
    assert settings.key({}) is None


def test_an_unknown_format_is_told_the_known_ones():
    with pytest.raises(UsageError) as caught:
        of({**LOCAL, "editbench_edit_format": ["morse"]})

    assert str(caught.value) == (
        f"--editbench-edit-format: there is no 'morse', only {', '.join(formats.FORMATS)}"
    )


def test_an_unknown_tolerance_is_told_the_known_ones():
    with pytest.raises(UsageError, match=f"no 'all', only {', '.join(formats.TOLERANCES)}"):
        of({**LOCAL, "editbench_tolerate": "all"})


def test_tolerances_are_the_same_in_any_order():
    named = ["line-drift", "blank-drift"]

    found = [
        of({**LOCAL, "editbench_tolerate": ",".join(names)}).tolerances for names in (named, named[::-1])
    ]

    assert found == [("blank-drift", "line-drift")] * 2


def test_a_format_given_twice_is_refused():
    with pytest.raises(UsageError, match="--editbench-edit-format whole-file is given twice"):
        of({**LOCAL, "editbench_edit_format": ["whole-file", "whole-file"]})


def test_a_cache_that_cannot_be_a_folder_is_refused(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(UsageError, match="no folder can be made"):
        of({**LOCAL, "editbench_cache": str(tmp_path / "file")})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("temperature", "-1"),
        ("temperature", "nan"),
        ("temperature", "hot"),
        ("seed", "-1"),
        ("seed", "1.5"),
        ("seed", "9999999999"),
        ("rate", "0"),
        ("rate", "inf"),
        ("max_requests", "0"),
        ("max_tokens", "0"),
        ("tolerate", ","),
    ],
)
def test_values_out_of_bounds_are_refused(name, value):
    with pytest.raises(UsageError, match=f"^--editbench-{name.replace('_', '-')} must be .*not '{value}'$"):
        options({f"editbench_{name}": value})


def test_a_model_is_an_agent():
    (agent,) = agents("chat:org/tiny-1")

    assert (agent.label, agent.kind, agent.command) == ("chat.org.tiny-1", Kind.MODEL, "chat:org/tiny-1")
    assert agent.model == "org/tiny-1"
    assert isinstance(agent.agent, ChatAgent)
    assert agent.agent.edit_format == "search-replace"


def test_a_label_names_it():
    assert [agent.label for agent in agents("mine=chat:tiny")] == ["mine"]


def test_a_model_without_a_name_is_that_of_the_option():
    (agent,) = agents("chat:", model="small")

    assert agent.model == "small"


def test_a_model_must_have_a_name():
    with pytest.raises(UsageError, match=r"^chat: names no model: say chat:MODEL, or set --editbench-model$"):
        agents("chat:")


def test_each_of_several_formats_is_an_agent():
    found = agents("chat:tiny", "noop", edit_format=["search-replace", "whole-file"])

    assert [agent.label for agent in found] == ["chat.tiny-search-replace", "chat.tiny-whole-file", "noop"]
    assert [agent.terms.edit_format for agent in found] == ["search-replace", "whole-file", None]


def test_labels_that_come_out_alike_are_refused():
    with pytest.raises(UsageError, match="two agents are labelled 'a-whole-file'"):
        agents("a=chat:tiny", "a-whole-file=noop", edit_format=["search-replace", "whole-file"])


def test_the_versions_of_two_formats_differ():
    found = agents("chat:tiny", edit_format=["search-replace", "whole-file"])

    assert len({agent.version for agent in found}) == 2


def test_a_missing_client_is_told_how_to_install(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)

    with pytest.raises(UsageError, match=r"pip install 'pytest-editbench\[chat\]'$"):
        agents("chat:tiny")


def test_other_agents_need_no_client(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)

    assert [agent.label for agent in agents("noop")] == ["noop"]


def test_a_model_that_is_not_settled_cannot_be_asked(tmp_path):
    place = Workspace(tmp_path, tmp_path / "usage", tmp_path / "output", {}, "", 1.0)

    with pytest.raises(AgentError, match=r"^chat:tiny: it is not settled how"):
        lookup.named("chat:tiny").agent.run(Task("", {}), place)


def test_the_terms_of_a_trial_tell_how_its_model_is_asked(tmp_path):
    (agent,) = agents("chat:tiny", temperature="0.5", seed="100", max_tokens="9")

    terms = terms_of(agent, Settings(tmp_path, "", match=MatchLevel.EXACT), 2)

    assert (terms.model, terms.edit_format, terms.temperature) == ("tiny", "search-replace", 0.5)
    assert (terms.seed, terms.max_tokens, terms.server) == (102, 9, "http://localhost:8000/v1")
    assert (terms.attempts, terms.tolerances) == (1, None)


def test_the_head_of_a_session_says_how_models_are_asked():
    given = {**LOCAL, "editbench_rate": "60", "editbench_seed": "1"}

    assert [*models.lines(agents("chat:tiny"), None, options(given))] == [
        "models are asked at http://localhost:8000/v1 for search-replace; seed 1; rate 60.0"
    ]


def test_options_on_models_that_there_are_none_of_are_told():
    given = {**LOCAL, "editbench_rate": "60", "editbench_edit_format": ["whole-file"]}
    both = "--editbench-edit-format, --editbench-rate"

    assert [*models.lines(agents("noop"), None, options(given))] == [
        f"WARNING: there is no agent chat:MODEL, so nothing comes of {both}",
        "WARNING: no agent is a model or a preset, so nothing comes of --editbench-base-url",
    ]
    assert not [*models.lines(agents("noop"), None, options({}))]


def test_a_model_that_is_asked_about_changes_has_no_edit_format():
    (analyst,) = agents("chat:tiny")
    given = {**LOCAL, "editbench_rate": "60", "editbench_edit_format": ["whole-file"]}

    assert [*models.lines(agents("noop"), analyst, options(given))] == [
        "WARNING: there is no agent chat:MODEL, so nothing comes of --editbench-edit-format"
    ]


def test_a_server_and_a_home_that_nobody_has_are_told():
    given = {"editbench_base_url": "http://localhost:1/v1", "editbench_home": "private"}

    assert [*models.lines(agents("noop"), None, options(given))] == [
        "WARNING: no agent is a model or a preset, so nothing comes of --editbench-base-url",
        "WARNING: no agent is a program with a home, so nothing comes of --editbench-home=private",
    ]
