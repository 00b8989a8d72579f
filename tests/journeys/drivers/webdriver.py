"""What Firefox and WebKit have in common: the commands of the WebDriver protocol, by whatever way they are sent.

https://www.w3.org/TR/webdriver2/
"""

import base64
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

from tests.journeys.drivers.driver import Pointer, codes, eye_call

_MILLISECONDS = 60  # that a pointer takes for its way


class WebDriver(ABC):
    """A window that is driven by commands."""

    touches = False

    @abstractmethod
    def send(self, command: str, **parameters: Any) -> Any:
        """Send a command by its name in the protocol, and return its result.

        Raises:
            RuntimeError: The browser reports an error.
        """

    def open(self, url: str) -> None:
        """Go to an address, without waiting for the page."""
        self.send("Navigate", url=url)

    def look(self, function: str, *arguments: Any) -> Any:
        """What a function of ``eye.js`` returns."""
        body, values = eye_call(function, arguments)
        return self.run(body, *values)

    def run(self, script: str, *values: Any) -> Any:
        """The result of the body of a JavaScript function, in the page's own scope."""
        return self.send("ExecuteScript", script=script, args=values)

    def point(self, action: Pointer, x: float, y: float) -> None:
        """Move the mouse or the finger, press, or let go, in CSS pixels of the window."""
        kind = "touch" if self.touches else "mouse"
        move = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": _MILLISECONDS, "origin": "viewport"}
        press = {"type": "pointerDown" if action == "down" else "pointerUp", "button": 0}
        steps = [move] if action == "move" else [move, press] if self.touches and action == "down" else [press]
        self._act("pointer", f"{kind} hand", steps, parameters={"pointerType": kind})

    def press(self, keys: str) -> None:
        """Press a key, or several joined by ``+``."""
        pressed = codes(keys)
        self._keys([*(("keyDown", code) for code in pressed), *(("keyUp", code) for code in reversed(pressed))])

    def write(self, text: str) -> None:
        """Type a text into what has the focus."""
        self._keys([(kind, letter) for letter in text for kind in ("keyDown", "keyUp")])

    def back(self) -> None:
        """Go to the page before."""
        self.run("history.back()")

    def reload(self) -> None:
        """Load the page again."""
        self.run("location.reload()")

    def attach(self, file: Path) -> None:
        """Choose a file for the first upload of the page."""
        upload = self.send("FindElement", using="css selector", value="input[type=file]")
        self.send("ElementSendKeys", id=next(iter(upload.values())), text=str(file))

    def picture(self) -> bytes:
        """The window as PNG."""
        return base64.b64decode(self.send("TakeScreenshot"))

    def _keys(self, steps: list[tuple[str, str]]) -> None:
        self._act("key", "keyboard", [{"type": kind, "value": value} for kind, value in steps])

    def _act(self, kind: str, hand: str, steps: list[dict[str, Any]], **more: Any) -> None:
        self.send("PerformActions", actions=[{"type": kind, "id": hand, "actions": steps, **more}])
