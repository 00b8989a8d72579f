"""What a browser must do for a visitor, whichever it is and whatever drives it."""

from pathlib import Path
from typing import Any, Literal, Protocol

EYE = (Path(__file__).parents[1] / "eye.js").read_text(encoding="utf-8")
DESKTOP, PHONE = (1280, 720), (390, 844)  # CSS pixels
Pointer = Literal["move", "down", "up"]
# Names of keys as pages know them, and as the WebDriver protocol sends them.
KEYS = {
    "Enter": "\ue007",
    "Tab": "\ue004",
    "Escape": "\ue00c",
    "Backspace": "\ue003",
    "Space": " ",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
    "PageUp": "\ue00e",
    "PageDown": "\ue00f",
    "F2": "\ue032",
    "Control": "\ue009",
    "Shift": "\ue008",
}


class Driver(Protocol):
    """One window of one browser, which shares nothing with another."""

    name: str
    touches: bool  # whether it has a finger; else a mouse stands for it

    def open(self, url: str) -> None:
        """Go to an address, without waiting for the page."""

    def look(self, function: str, *arguments: Any) -> Any:
        """What a function of ``eye.js`` returns."""

    def point(self, action: Pointer, x: float, y: float) -> None:
        """Move the mouse or the finger, press, or let go, in CSS pixels of the window."""

    def press(self, keys: str) -> None:
        """Press a key, or several joined by ``+``."""

    def write(self, text: str) -> None:
        """Type a text into what has the focus."""

    def back(self) -> None:
        """Press the browser's button for the page before."""

    def reload(self) -> None:
        """Load the page again."""

    def attach(self, file: Path) -> None:
        """Choose a file for the first upload of the page."""

    def picture(self) -> bytes:
        """The window as PNG."""

    def complaints(self) -> list[str]:
        """What the browser's console has to say since the last call."""

    def close(self) -> None:
        """Close the window."""


def eye_call(function: str, arguments: tuple[Any, ...]) -> tuple[str, list[Any]]:
    """The body of a JavaScript function, and its arguments, that call a function of ``eye.js``."""
    return f"const [called_function, ...called_arguments] = arguments;\n{EYE}", [function, *arguments]


def codes(keys: str) -> list[str]:
    """The characters by which the WebDriver protocol names the keys of a chord."""
    return [KEYS.get(key, key.lower()) for key in keys.split("+")]
