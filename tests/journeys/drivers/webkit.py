"""WebKit, as GTK's MiniBrowser, driven by its WebDriver on a display that nobody sees."""

import json
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from tests.browsers import free_port
from tests.journeys.drivers.webdriver import WebDriver

_FOLDERS = ("/usr/lib", "/usr/libexec")
_SCREEN = (1500, 1100)  # pixels
_SECONDS_TO_START = 60
_SECONDS_TO_ANSWER = 120
# As root there is no sandbox to be had, and without a graphics card nothing but software to draw with. Compositing
# stays on: without it pictures never come.
_ENVIRONMENT = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
_PATHS = {
    "Navigate": ("POST", "/url"),
    "ExecuteScript": ("POST", "/execute/sync"),
    "PerformActions": ("POST", "/actions"),
    "SetWindowRect": ("POST", "/window/rect"),
    "FindElement": ("POST", "/element"),
    "ElementSendKeys": ("POST", "/element/{id}/value"),
    "TakeScreenshot": ("GET", "/screenshot"),
    "DeleteSession": ("DELETE", ""),
}


def mini_browser() -> str | None:
    """Path of the browser that ``WebKitWebDriver`` drives, if everything that it needs is installed."""
    paths = [str(path) for folder in _FOLDERS for path in Path(folder).glob("*/webkit2gtk-4.*/MiniBrowser")]
    complete = paths and shutil.which("WebKitWebDriver") and shutil.which("Xvfb")
    return paths[0] if complete else None


class Display:
    """An X server without a screen, for as long as the tests run."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "{}x{}x24".format(*_SCREEN), "-nolisten", "tcp"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout is not None
        self.name = f":{self._process.stdout.readline().strip()}"
        self._process.stdout.close()

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait()


class WebKitDriver(WebDriver):
    """A MiniBrowser of its own. It has no finger, and its window is at least 450 pixels wide."""

    name = "webkit"

    def __init__(self, executable: str, size: tuple[int, int], display: Display) -> None:
        port = free_port()
        self._server = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"],
            env={**os.environ, **_ENVIRONMENT, "DISPLAY": display.name},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._address = f"http://127.0.0.1:{port}"
        browser = {"binary": executable, "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": browser, "pageLoadStrategy": "none"}}
        session = self._new_session({"capabilities": wanted})
        self._address += f"/session/{session}"
        self._resize(size)

    def send(self, command: str, **parameters: Any) -> Any:
        method, path = _PATHS[command]
        body = {name: value for name, value in parameters.items() if f"{{{name}}}" not in path}
        return self._ask(method, path.format(**parameters), body)

    def complaints(self) -> list[str]:
        complaints: list[str] = self.look("complaints")
        return complaints

    def close(self) -> None:
        try:
            self.send("DeleteSession")
        finally:
            self._server.terminate()
            self._server.wait()

    def _new_session(self, wanted: dict[str, Any]) -> str:
        deadline = time.monotonic() + _SECONDS_TO_START
        while True:
            try:
                session: str = self._ask("POST", "/session", wanted)["sessionId"]
                return session
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)  # between two tries, not a guess at how long it takes

    def _ask(self, method: str, path: str, body: dict[str, Any]) -> Any:
        data = json.dumps(body).encode() if method == "POST" else None
        request = urllib.request.Request(self._address + path, data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS_TO_ANSWER) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            with error:
                raise RuntimeError(f"{method} {path}: {error.read().decode()[:500]}") from error

    def _resize(self, size: tuple[int, int]) -> None:
        """Make the page so large, whatever the window needs round it, or as narrow as the window can be.

        Without a window manager the window beneath the pointer has the focus; that stands in the screen's middle.
        """
        self._place(*size)
        inner = self.run("return [innerWidth, innerHeight]")
        width, height = (2 * wanted - now for wanted, now in zip(size, inner, strict=True))
        self._place(max(width, size[0]), height)
        assert self.run("return document.hasFocus()"), "the window has no focus: nothing that is typed would be seen"

    def _place(self, width: int, height: int) -> None:
        left, top = ((whole - part) // 2 for whole, part in zip(_SCREEN, (width, height), strict=True))
        self.send("SetWindowRect", x=left, y=top, width=width, height=height)
