"""Options on the agents and how they are asked."""

from __future__ import annotations

from pytest_editbench import parsing
from pytest_editbench.options.option import Option

HOME_CHOICES = ("private", "inherit")

ROWS = (
    Option(
        "agent",
        "the agent to measure: a built-in (oracle, noop, solver), a registered name, a preset "
        'such as claude, package.module:callable, or a command such as "mycli --yes {prompt_file}"; '
        "LABEL=COMMAND names it; repeatable",
        parsing.text,
        (),
        metavar="AGENT",
        repeatable=True,
        environment="EDITBENCH_AGENT",
    ),
    Option(
        "model",
        "the model's name, handed to agents as {model}; LABEL=NAME for one agent; repeatable",
        parsing.text,
        (),
        metavar="NAME",
        repeatable=True,
    ),
    Option(
        "presets",
        "a file (TOML) with presets of your own; repeatable",
        parsing.file,
        (),
        metavar="FILE",
        repeatable=True,
    ),
    Option(
        "home",
        "whether programs get a fresh home folder or yours: private (default for presets), "
        "inherit (default for commands)",
        parsing.one_of(HOME_CHOICES),
        None,
        metavar="WHICH",
    ),
    Option(
        "timeout",
        "seconds an agent may take for one attempt (default 300)",
        parsing.seconds,
        300.0,
        metavar="S",
    ),
    Option(
        "attempts",
        "goes inside a trial; later ones are told what failed (default 1)",
        parsing.count,
        1,
        metavar="N",
    ),
    Option(
        "provider-retries",
        "how often to ask anew, after a pause, when the provider failed (default 0)",
        parsing.retries,
        0,
        metavar="N",
    ),
    Option("git", "make each workspace a git repository with one commit", parsing.truth, False, flag=True),
)
