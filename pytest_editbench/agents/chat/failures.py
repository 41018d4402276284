"""Why a server gave no answer, in words that say what to do."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_editbench.agents.chat.request import Request

KEYS = ("EDITBENCH_API_KEY", "OPENAI_API_KEY")  # environment variables, the first that is set counts

PATIENT = 6  # tries of what a server says it cannot do now
BRIEF = 3  # tries where it may be no server of models at all: a run must not hang on that

_AGAIN = (408, 409, 429)
_LONGEST = 500  # characters of what the server says
_PARAMETERS = {
    "temperature": "--editbench-temperature",
    "seed": "--editbench-seed",
    "max_tokens": "--editbench-max-tokens",
    "max_completion_tokens": "--editbench-max-tokens",
}


class FailureError(Exception):
    """The server gave no answer; never leaves this package."""

    def __init__(self, message: str, *, tries: int = 1, wait: float | None = None) -> None:
        super().__init__(message)
        self.tries = tries  # how often to ask in all before it is given up
        self.wait = wait  # seconds that the server asks to wait


class LateError(Exception):
    """The time limit passed before there was an answer; never leaves this package."""


def of_status(status: int, body: bytes, wait: float | None, request: Request) -> FailureError:
    """The failure that an answer with this HTTP status is."""
    said, code = _said(body)
    message = f"{status} from {request.url}{': ' if said else ''}{said}{_advice(status, said, request)}"
    spent = code == "insufficient_quota"
    return FailureError(message, tries=1 if spent else _tries(status), wait=wait)


def of_connection(error: Exception, request: Request, *, reached: bool) -> FailureError:
    """The failure that an error of the connection is; it was `reached` if there ever was one."""
    what = "the connection broke" if reached else "no connection"
    message = f"{request.url}: {what}: {str(error) or type(error).__name__}"
    return FailureError(message, tries=PATIENT if reached else BRIEF)


def of_error(error: object, request: Request) -> FailureError:
    """The failure that an `error` in an answer with status 200 is: some servers tell them so."""
    said, code = _told({"error": error})
    status = int(code) if code.isdecimal() and len(code) == 3 else 500
    return FailureError(f"{request.url}: {said or 'an error without words'}", tries=_tries(status))


def _tries(status: int) -> int:
    return PATIENT if status in _AGAIN or status >= 500 else 1


def _advice(status: int, said: str, request: Request) -> str:
    if status in (401, 403):
        return f"; the key is missing or refused: set {' or '.join(KEYS)}"
    if status in (404, 405):
        return f"; is there a model {request.model!r}, and is --editbench-base-url right (most end in /v1)?"
    if 300 <= status < 400:
        return "; it leads elsewhere: give that place to --editbench-base-url"
    if status in (400, 422):
        sent = request.body()
        refused = [name for name in _PARAMETERS if name in sent and name in said]
        return f"; leave out {', '.join(_PARAMETERS[name] for name in refused)}" if refused else ""
    return ""


def _said(body: bytes) -> tuple[str, str]:
    """What the server says, on one line, and the code that it gives to it."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return _line(body.decode("utf-8", "replace")), ""
    return _told(data) if isinstance(data, dict) else (_line(str(data)), "")


def _told(data: Mapping[str, object]) -> tuple[str, str]:
    error = data.get("error", data)
    if not isinstance(error, dict):
        return _line(str(error)), ""
    said = error.get("message") or error.get("detail") or error
    param = error.get("param")
    named = f" ({param})" if isinstance(param, str) and param not in str(said) else ""
    return _line(f"{said}{named}"), str(error.get("code") or error.get("type") or "")


def _line(text: str) -> str:
    line = " ".join(text[: 4 * _LONGEST].split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
