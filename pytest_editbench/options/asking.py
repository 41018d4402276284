"""Options on the agents and how they are asked."""

from __future__ import annotations

from pytest_editbench import parsing
from pytest_editbench.options.option import Option

ROWS = (
    Option(
        "agent",
        "the agent to measure: a built-in (oracle, noop, solver), a registered name, "
        'package.module:callable, or a command such as "mycli --yes {prompt_file}"; '
        "LABEL=COMMAND names it; repeatable",
        parsing.text,
        (),
        metavar="AGENT",
        repeatable=True,
        environment="EDITBENCH_AGENT",
    ),
    Option("model", "the model's name, handed to agents as {model}", parsing.text, None, metavar="NAME"),
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
    Option("git", "make each workspace a git repository with one commit", parsing.truth, False, flag=True),
)
