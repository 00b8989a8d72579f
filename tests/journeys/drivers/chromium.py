"""Chromium, driven by Playwright."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error, ViewportSize

from tests.journeys.drivers.driver import PHONE, Pointer, eye_call


class ChromiumDriver:
    """A context of the shared browser, with one page."""

    name = "chromium"

    def __init__(self, browser: Browser, size: tuple[int, int]) -> None:
        self.touches = size == PHONE
        viewport = ViewportSize(width=size[0], height=size[1])
        self._context = browser.new_context(viewport=viewport, has_touch=self.touches, is_mobile=self.touches)
        self._page = self._context.new_page()
        self._protocol = self._context.new_cdp_session(self._page)
        self._complaints: list[str] = []
        self._page.on("console", self._keep)
        self._page.on("pageerror", lambda error: self._complaints.append(f"error: {error}"))

    def open(self, url: str) -> None:
        self._page.goto(url, wait_until="commit")

    def look(self, function: str, *arguments: Any) -> Any:
        body, values = eye_call(function, arguments)
        try:
            return self._page.evaluate(f"values => (function () {{ {body} }})(...values)", values)
        except Error as error:
            raise RuntimeError(str(error)) from error

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression."""
        return self._page.evaluate(script)

    def show(self, html: str) -> None:
        """Show a page that is no server's."""
        self._page.set_content(html)

    def point(self, action: Pointer, x: float, y: float) -> None:
        if self.touches:
            kind = {"move": "touchMove", "down": "touchStart", "up": "touchEnd"}[action]
            points = [] if action == "up" else [{"x": x, "y": y}]
            self._protocol.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        elif action == "move":
            self._page.mouse.move(x, y, steps=4)
        elif action == "down":
            self._page.mouse.down()
        else:
            self._page.mouse.up()

    def press(self, keys: str) -> None:
        self._page.keyboard.press(keys)

    def write(self, text: str) -> None:
        self._page.keyboard.type(text, delay=15)

    def back(self) -> None:
        self._page.evaluate("history.back()")

    def reload(self) -> None:
        self._page.reload(wait_until="commit")

    def attach(self, file: Path) -> None:
        self._page.locator("input[type=file]").first.set_input_files(file)

    def picture(self) -> bytes:
        return self._page.screenshot(animations="allow", scale="css")

    def complaints(self) -> list[str]:
        complaints, self._complaints = self._complaints, []
        return complaints

    def close(self) -> None:
        self._context.close()

    def _keep(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complaints.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")
