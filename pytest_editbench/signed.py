"""Files that the processes of a session tell one another by, and that an agent cannot forge.

Agents run as the same user and could find them; the key is never on disk.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from pytest_editbench import untrusted

if TYPE_CHECKING:
    from pathlib import Path

_LARGEST = 1024 * 1024  # bytes


def write(place: Path, text: bytes, key: str) -> None:
    """Put the text in place of the last one, whole or not at all; OSError where that fails."""
    draft = place.with_name(f"{place.name}.draft")
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft.unlink(missing_ok=True)
    with untrusted.created(draft, 0o600) as stream:
        stream.write(_signature(text, key) + b"\n" + text)
    draft.replace(place)


def read(place: Path, key: str) -> bytes | None:
    """The text that was written there with this key; None for anything else."""
    try:
        signature, _, text = untrusted.read(place, _LARGEST).partition(b"\n")
    except OSError:
        return None
    return text if hmac.compare_digest(signature, _signature(text, key)) else None


def _signature(text: bytes, key: str) -> bytes:
    return hmac.digest(bytes.fromhex(key), text, "sha256").hex().encode()
