"""A real Chromium without a window, driven over the WebDriver protocol (W3C) with the standard library."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from base64 import b64decode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

DRIVER = shutil.which("chromedriver")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ABSENT = "" if DRIVER and CHROMIUM else "needs Chromium and chromedriver on the PATH"
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars")
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key under which the protocol puts ids of elements
PATIENCE = 30.0  # seconds


@dataclass(frozen=True)
class Browser:
    """An open window."""

    base: str  # URL of the session

    def open(self, page: Path, fragment: str = "") -> None:
        """Show the page, loaded anew."""
        self.send("POST", "url", {"url": "about:blank"})
        self.send("POST", "url", {"url": f"{page.as_uri()}{fragment}"})

    def run(self, script: str, *arguments: object) -> object:
        """What the script returns; it is not hindered by the page's policy."""
        return self.send("POST", "execute/sync", {"script": script, "args": arguments})

    def type(self, selector: str, text: str) -> None:
        """Type the text where the selector points, as a user would."""
        self.send("POST", f"element/{self._element(selector)}/value", {"text": text})

    def click(self, selector: str) -> None:
        self.send("POST", f"element/{self._element(selector)}/click", {})

    def console(self) -> list[Mapping[str, object]]:
        """What the console was told since the last call."""
        found = self.send("POST", "se/log", {"type": "browser"})
        return found if isinstance(found, list) else []

    def prefers(self, scheme: str) -> None:
        """Be in a system that is `light` or `dark`."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self._devtools("Emulation.setEmulatedMedia", {"features": features})

    def scripts(self, *, allowed: bool) -> None:
        """Whether pages may run scripts."""
        self._devtools("Emulation.setScriptExecutionDisabled", {"value": not allowed})

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._devtools("Emulation.setDeviceMetricsOverride", size)

    def shoot(self, target: Path) -> None:
        """Write what is to be seen as a PNG."""
        target.write_bytes(b64decode(str(self.send("GET", "screenshot"))))

    def send(self, method: str, path: str, data: object = None) -> object:
        body = None if data is None else json.dumps(data).encode()
        url = f"{self.base}/{path}".rstrip("/")
        with urlopen(Request(url, body, method=method), timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    def _element(self, selector: str) -> str:
        found = self.send("POST", "element", {"using": "css selector", "value": selector})
        assert isinstance(found, dict)
        return str(found[ELEMENT])

    def _devtools(self, command: str, parameters: Mapping[str, object]) -> None:
        self.send("POST", "goog/cdp/execute", {"cmd": command, "params": parameters})


@contextmanager
def launched(profile: Path) -> Iterator[Browser]:
    """A window that is closed at the end; `profile` is an empty folder for what Chromium keeps."""
    port = _free_port()
    driver = subprocess.Popen(
        [str(DRIVER), f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    root = Browser(f"http://127.0.0.1:{port}")
    session = None
    try:
        _wait(root)
        session = _session(root, profile)
        yield session
    finally:
        try:
            if session:
                session.send("DELETE", "")
        finally:
            driver.terminate()
            driver.wait(PATIENCE)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def _wait(root: Browser) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            root.send("GET", "status")
            return
        except URLError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def _session(root: Browser, profile: Path) -> Browser:
    options = {"binary": CHROMIUM, "args": [*FLAGS, f"--user-data-dir={profile}"]}
    wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
    found = root.send("POST", "session", {"capabilities": {"alwaysMatch": wanted}})
    assert isinstance(found, dict)
    return Browser(f"{root.base}/session/{found['sessionId']}")
