"""What a run covers, in one digest: shards of one run have the same, and nothing else has."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.compare import versions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_editbench.options import Options


class Scope(NamedTuple):
    """What a run covers."""

    digest: str
    cases: int  # of the suite, those of other shards too

    def told(self) -> bytes:
        """What `heard` makes it of again."""
        return json.dumps(self).encode()

    @classmethod
    def heard(cls, text: bytes) -> Scope:
        """The one that was told."""
        return cls(*json.loads(text))


# The options that change what is asked or how it is judged; others may differ from shard to shard.
ASKED = (
    *("model", "home", "trials", "attempts", "timeout", "git", "excerpt", "sandbox", "network", "relay"),
    *("base_url", "edit_format", "tolerate", "temperature", "seed", "max_tokens"),
)
JUDGED = ("match", "formatter", "prettier_options", "ignore")


def scope(
    cases: Mapping[str, str],
    agents: Iterable[Sequence[str | None]],
    options: Options,
    dealt: str = "",
    chosen: Sequence[str] = (),
) -> Scope:
    """What a run of these agents (label, command, version) on these cases (id → digest of all in it) covers.

    `dealt` is the digest of who runs what, `chosen` what pytest was told to choose by.
    """
    told = [
        sorted(cases.items()),
        [*map(list, agents)],
        [str(getattr(options, name)) for name in (*ASKED, *JUDGED)],
        options.shard.of if options.shard else 1,
        dealt,
        [*chosen],
        versions.COMPARATOR,
    ]
    return Scope(sha256(json.dumps(told).encode()).hexdigest(), len(cases))
