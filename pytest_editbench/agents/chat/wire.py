"""One exchange with a server: the only module that speaks HTTP to models."""

from __future__ import annotations

import email.utils
import threading
from functools import cache
from typing import TYPE_CHECKING

from pytest_editbench import __version__, clock
from pytest_editbench.agents.chat import failures
from pytest_editbench.agents.chat.failures import FailureError, LateError

if TYPE_CHECKING:
    from ssl import SSLContext

    from httpx2 import Client, Response

    from pytest_editbench.agents.chat.request import Request

LARGEST = 32 * 1024 * 1024  # bytes of an answer
_SECRET = 12  # characters from which a key is no word that an answer may hold


def send(request: Request, key: str | None, seconds: float) -> bytes:
    """The body of the server's answer, without the key should it hold it.

    `FailureError` says why there is none, `LateError` that it did not come within `seconds`.
    """
    found: list[bytes | Exception] = []

    def exchange() -> None:
        try:
            found.append(_exchanged(request, key, seconds))
        except Exception as error:  # it is raised below, where somebody hears it
            found.append(error)

    # The client's own limits hold for each step; looking up a name has none at all.
    thread = threading.Thread(target=exchange, name="editbench-chat", daemon=True)
    thread.start()
    thread.join(seconds)
    if not found:
        raise LateError
    if isinstance(found[0], Exception):
        raise found[0]
    return found[0]


def _exchanged(request: Request, key: str | None, seconds: float) -> bytes:
    import httpx2

    ends = clock.monotonic() + seconds
    try:
        with (
            _client(seconds) as client,
            client.stream("POST", request.url, json=request.body(), headers=_headers(key)) as response,
        ):
            body = _without(key, _body(response, ends, request))
            if response.status_code == 200:
                return body
            wait = _wait(response.headers.get("retry-after-ms"), response.headers.get("retry-after"))
            raise failures.of_status(response.status_code, body, wait, request)
    except httpx2.TimeoutException:
        raise LateError from None
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
        reached = not isinstance(error, httpx2.ConnectError)
        raise failures.of_connection(error, request, reached=reached) from None


def _client(seconds: float) -> Client:
    import httpx2

    try:
        return httpx2.Client(timeout=seconds, verify=_trust())
    except (ValueError, ImportError, OSError) as error:  # a proxy or certificates that the environment names
        raise FailureError(f"no connection can be made: {error}") from None


@cache
def _trust() -> SSLContext:
    """Whom to trust; made once, because that takes longer than asking a server nearby."""
    import httpx2

    return httpx2.create_ssl_context()


def _headers(key: str | None) -> dict[str, str]:
    headers = {"User-Agent": f"pytest-editbench/{__version__}"}
    return headers if key is None else {**headers, "Authorization": f"Bearer {key}"}


def _body(response: Response, ends: float, request: Request) -> bytes:
    body = bytearray()
    for piece in response.iter_bytes():
        body += piece
        if len(body) > LARGEST:
            raise FailureError(f"{request.url}: the answer is larger than {LARGEST:,} bytes")
        if clock.monotonic() > ends:
            raise LateError
    return bytes(body)


def _without(key: str | None, body: bytes) -> bytes:
    return body if key is None or len(key) < _SECRET else body.replace(key.encode(), b"[key]")


def _wait(milliseconds: str | None, told: str | None) -> float | None:
    """The seconds that headers ask to wait: a number, or a moment."""
    for text, unit in ((milliseconds, 1000), (told, 1)):
        try:
            seconds = float(text or "nan") / unit
        except ValueError:
            continue
        if 0 <= seconds < float("inf"):
            return seconds
    try:
        moment = email.utils.parsedate_to_datetime(told or "")
        return max(0.0, -clock.age(moment.timestamp()))
    except (ValueError, OverflowError):
        return None
