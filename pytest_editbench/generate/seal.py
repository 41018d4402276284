"""The seal of a manifest: it tells whether somebody has changed it since it was written."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_KEY = "seal"  # SHA-256 of the rest
_MAKER = "generator"


def sealed(manifest: Mapping[str, object]) -> bytes:
    """The manifest as it is written, with the seal as its last key."""
    return _text({**_rest(manifest), _KEY: _seal(manifest)})


def holds(manifest: Mapping[str, object]) -> bool:
    """Whether nobody has changed it."""
    return manifest.get(_KEY) == _seal(manifest)


def is_ours(manifest: Mapping[str, object]) -> bool:
    """Whether a suite was written with it, changed since or not."""
    return _MAKER in manifest or holds(manifest)


def _seal(manifest: Mapping[str, object]) -> str:
    return sha256(_text(_rest(manifest))).hexdigest()


def _rest(manifest: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in manifest.items() if key != _KEY}


def _text(manifest: Mapping[str, object]) -> bytes:
    return f"{json.dumps(manifest, ensure_ascii=False, indent=2)}\n".encode()
