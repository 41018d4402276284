"""The share of the collected tests that this shard runs, and what the run covers as a whole."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.stash import AGENTS, OPTIONS, SCOPE, SCRATCH, SEALS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pytest

    About = Callable[[pytest.Item], tuple[str, Path] | None]  # id and folder of the case an item is about
    Suite = dict[str, Path]


def deal(config: pytest.Config, items: list[pytest.Item], about: About) -> None:
    """Deselect what other shards run; tests that are about no case stay in all of them."""
    from pytest_editbench.runs import shards

    shard = config.stash[OPTIONS].shard
    suite = _suite(items, about)
    if shard is None or not suite:
        return
    dealt = _dealt(config, suite)
    ours = [item for item in items if (case := about(item)) is None or dealt[case[0]] == shard.number]
    others = [item for item in items if (case := about(item)) and dealt[case[0]] != shard.number]
    _settle(config, suite, shards.digest(dealt))
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = ours


def tell(config: pytest.Config, items: Sequence[pytest.Item], about: About) -> None:
    """Say what the run covers: the cases of all shards, else those that are about to run."""
    if SCOPE not in config.stash:
        _settle(config, _suite(items, about))
    scratch = config.stash[SCRATCH]
    if scratch.worker != "main":
        from pytest_editbench import signed

        with suppress(OSError):  # then the record does not tell
            signed.write(scratch.scope(scratch.worker), config.stash[SCOPE].told(), scratch.key)


def _suite(items: Sequence[pytest.Item], about: About) -> Suite:
    return dict(filter(None, map(about, items)))


def _dealt(config: pytest.Config, suite: Suite) -> dict[str, int]:
    from pytest_editbench.runs import shards

    options = config.stash[OPTIONS]
    of = options.shard.of if options.shard else 1
    if options.shard_by is None:
        return shards.by_hash(suite, of)
    return shards.longest_first(suite, shards.seconds(Path(options.shard_by.text)), of)


def _settle(config: pytest.Config, suite: Suite, dealt: str = "") -> None:
    from pytest_editbench.runs import scope

    seals = config.stash[SEALS]
    config.stash[SCOPE] = scope.scope(
        {case: seals[path].content for case, path in suite.items()},
        [(agent.label, agent.command, agent.version) for agent in config.stash.get(AGENTS, ())],
        config.stash[OPTIONS],
        dealt,
        [str(config.getoption(name, "")) for name in ("keyword", "markexpr")],
    )
