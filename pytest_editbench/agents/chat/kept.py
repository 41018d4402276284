"""Answers of models on disk, so that what was asked once need not be asked again."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import clock

if TYPE_CHECKING:
    from pytest_editbench.agents.chat.reply import Data
    from pytest_editbench.agents.chat.request import Request

LAYOUT = 2  # of the files; part of the key, so that another one finds nothing
_LARGEST = 64 * 1024 * 1024  # bytes of a file


class Asked(NamedTuple):
    """All that tells one answer from another."""

    request: Request
    agent: str  # its label without the edit format: two agents that differ by name alone are two agents
    edit_format: str  # empty where no edit is asked for
    trial: int  # 1-based
    attempt: int  # 1-based

    @property
    def digest(self) -> str:
        """SHA-256 over all of it."""
        told = [LAYOUT, self.request.url, self.request.body(), *self[1:]]
        return sha256(_canonical(told)).hexdigest()


class Answer(NamedTuple):
    """A completion, and when it was given."""

    data: Data
    given: str  # ISO 8601


def find(folder: Path, asked: Asked) -> Answer | None:
    """The answer that is kept; None where there is none, or what is there is damaged."""
    with suppress(OSError, ValueError, RecursionError, KeyError, TypeError):
        place = _place(folder, asked)
        if place.stat().st_size <= _LARGEST:
            told = json.loads(place.read_bytes())
            answer = Answer(told["data"], told["given"])
            sound = isinstance(answer.data, dict) and isinstance(answer.given, str)
            return answer if sound and told["digest"] == _digest(answer, asked) else None
    return None


def keep(folder: Path, asked: Asked, data: Data) -> None:
    """Keep the answer for the next time, whole or not at all; `OSError` where that fails."""
    answer = Answer(data, clock.now())
    place = _place(folder, asked)
    place.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=place.parent, prefix=".draft-")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as stream:
            json.dump({**answer._asdict(), "digest": _digest(answer, asked)}, stream)
        Path(draft).replace(place)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def _place(folder: Path, asked: Asked) -> Path:
    digest = asked.digest
    return folder / digest[:2] / f"{digest}.json"


def _digest(answer: Answer, asked: Asked) -> str:
    """What binds an answer to its question: a file that was copied under the name of another is damaged."""
    return sha256(_canonical([asked.digest, *answer])).hexdigest()


def _canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True).encode("ascii")
