"""Somebody who uses the app with eyes and hands, in whichever browser.

After each thing that a visitor does, the page comes to rest, a picture is taken for the film strip, and what is on the
screen is looked at by ``eye.js``. What is wrong is kept, with the step at which it was: a walk fails at its end, so
that one fault does not hide the next.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

from tests.journeys.drivers.driver import Driver
from tests.journeys.film_strip import FilmStrip

SECONDS_TO_COME = 60  # for what must come: the first visitor of a server waits for the engine, beside other work
_SECONDS_TO_TYPE = 0.7  # a box waits for half a second without a letter before it tells the server
_SECONDS_TO_LOOK_AGAIN = (0.2, 0.5, 1.5)  # a fault that an eye would see is still there then
_SECONDS_TO_SET_OUT = 0.2  # from a click until the page shows that the server is at work
_SECONDS_OF_A_CLICK = 0.06  # between aiming and pressing, and between pressing and letting go
# What a console says without a fault of the app's. Streamlit draws a chart before its numbers are there. A phone asks
# after its class, and is told by status 404 that it has ended. Vega-Lite joins the legends of a colour and of a shape
# that wants none, and a chart that is as high as its rows takes no height from Streamlit.
_JUSTIFIED = (
    "WARN Infinite extent for field",
    'WARN Conflicting legend property "disable"',
    'WARN Dropping "fit-y" because spec has discrete height',
    "/state?known=",
)
_WITHOUT_MODELS = ("/class", "/join", "/tours")
_TIMES_TO_LOOK = 20
Result = TypeVar("Result")


class BrowserVisitor:
    """One person at one browser window.

    Attributes:
        problems: What was wrong, a sentence each, in the order of the steps.
    """

    def __init__(self, driver: Driver, address: str, strip: FilmStrip, name: str = "") -> None:
        self.problems: list[str] = []
        self._driver = driver
        self._address = address
        self._strip = strip
        self._name = f"{name} " if name else ""

    # What a visitor does

    def opens(self, path: str) -> None:
        """Go to an address of the app, or to a whole link."""
        self._driver.open(path if "://" in path else self._address + path)
        self._arrived(f"opens {path[:60]}", urlsplit(path).path)

    def reloads(self) -> None:
        """Load the page again."""
        self._driver.reload()
        time.sleep(_SECONDS_OF_A_CLICK)
        self._arrived("reloads", urlsplit(self.address).path)

    def goes_back(self) -> None:
        """Press the browser's button for the page before."""
        before = self.address
        self._driver.back()
        self._until(lambda: self.address != before, "the address changes")
        self._arrived("goes back", urlsplit(self.address).path)

    def clicks(self, name: str = "", *, css: str = "", role: str = "", number: int = 0) -> None:
        """Press what is called so, or fits a selector, with the mouse or a finger; ``number`` chooses among several."""
        what = {"name": name, "css": css, "role": role}
        aim = self._aims(what, number)
        self._presses_at(aim)
        self._done(f"clicks {name or aim['name']}")

    def clicks_within(self, css: str, across: float, down: float) -> None:
        """Press a place within a picture, as shares of its width and height."""
        box = self._aims({"css": css}, 0)
        box["x"], box["y"] = box["left"] + across * box["width"], box["top"] + down * box["height"]
        self._presses_at(box)
        self._done(f"clicks in the picture at {across:.0%}, {down:.0%}")

    def drags(self, name: str, onto: str, *, css: str = "") -> None:
        """Drag one thing onto another."""
        end = self._aims({"name": onto, "css": css}, 0)
        start = self._aims({"name": name, "css": css}, 0)
        self._driver.point("move", start["x"], start["y"])
        self._driver.point("down", start["x"], start["y"])
        for share in (0.3, 0.7, 1.0):
            self._driver.point("move", *(start[axis] + share * (end[axis] - start[axis]) for axis in "xy"))
        self._strip.add(f"{self._name}holds {name}", self._driver.picture())
        self._driver.point("up", end["x"], end["y"])
        self._done(f"drags {name} onto {onto}")

    def types(self, text: str, *, over: bool = False) -> None:
        """Type into what has the focus; with ``over`` in place of what stands there."""
        if over:
            self._driver.press("Control+A")
        self._driver.write(text)
        self._problems_now(f"types {text[:40]}")  # while the letters come, before anything answers
        time.sleep(_SECONDS_TO_TYPE)
        self._done(f"has typed {text[:60]}")

    def presses(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            self._driver.press(key)
            time.sleep(_SECONDS_OF_A_CLICK)
        self._done(f"presses {' '.join(keys[:6])}")

    def leaves_the_box(self) -> None:
        """Go on from the sentence's box by Tab, so that what stood in its place before stands there again.

        In Firefox, Enter may have led out of it already, and Tab would lead back into it.
        """
        if self._look("focusIsIn", ".st-key-sentence-box"):
            self._driver.press("Tab")
        self._done("leaves the box")

    def tabs_to(self, css: str, limit: int = 40) -> None:
        """Press Tab until something within a part of the page has the focus."""
        for _ in range(limit):
            self._driver.press("Tab")
            if self._look("focusIsIn", css):
                return self._done(f"tabs to {css}")
        raise AssertionError(f"{limit} times Tab do not lead to {css}; the focus is at {self._look('focus')}")

    def chooses_file(self, file: Path) -> None:
        """Choose a file for the upload on the page."""
        self._driver.attach(file)
        self._done(f"chooses {file.name}")

    # What a visitor sees

    @property
    def address(self) -> str:
        """What stands in the bar of addresses."""
        return str(self._look("address"))

    def link_says(self, **parts: str | None) -> None:
        """The address comes to hold these parameters; None is for one that it must not hold."""

        def holds() -> bool:
            query = parse_qs(urlsplit(self.address).query)
            return all(query.get(name, [None])[0] == value for name, value in parts.items())

        self._until(holds, f"the link says {parts}")

    def reads(self, css: str = ".st-key-finding") -> str:
        """The text of a part of the page."""
        return str(self._look("text", css))

    def sees(self, *words: str, css: str = "[data-testid=stMain]") -> None:
        """These words come to stand in a part of the page, whatever their case."""

        def shown() -> bool:
            text = self.reads(css).lower()
            return all(word.lower() in text for word in words)

        self._until(shown, f"{' and '.join(words)} stand in {css}")

    def sees_change(self, before: str, css: str = ".st-key-finding") -> str:
        """A part of the page comes to say something else than before. Returns what."""
        self._until(lambda: self.reads(css) not in ("", before), f"{css} says something else than “{before}”")
        self._rests()
        return self.reads(css)

    def sees_one(self, css: str) -> None:
        """What fits a selector is drawn."""
        self._until(lambda: self._look("count", {"css": css}) > 0, f"{css} is drawn")

    def typed(self, css: str = "") -> str:
        """What stands in a box, seen or not, or in the one that has the focus."""
        return str(self._look("value", css))

    def drawn_on(self, css: str) -> dict[str, Any]:
        """What a canvas says about what it has drawn, with its ``width`` and ``height`` in its own pixels."""
        drawn: dict[str, Any] = self._look("drawn", css)
        return drawn

    def can_see(self, css: str = "", name: str = "") -> bool:
        """Whether something that fits is drawn now."""
        return bool(self._look("count", {"css": css, "name": name}))

    def has_in_window(self, css: str) -> bool:
        """Whether a part of the page can be read without scrolling."""
        return bool(self._look("isInWindow", css))

    def glimpses(self) -> list[str]:
        """All answers that could be read on a tour since its page was loaded, if only for a moment."""
        glimpses: list[str] = self._look("glimpses")
        return glimpses

    def waits_for(self, condition: Callable[[], bool], what: str, seconds: float = SECONDS_TO_COME) -> None:
        """Wait until something is so."""
        self._until(condition, what, seconds)
        self._done(f"waits until {what}")

    def same_after_reload(self, css: str = ".st-key-finding") -> None:
        """The link holds all that the answer rests on: loaded again, the page says the same."""
        before = self.reads(css)
        self.reloads()
        self._until(lambda: self.reads(css) == before, f"the page says “{before}” again")

    def looks(self, what: str) -> None:
        """Take a picture for the strip, and look at the page, without doing anything."""
        self._done(what)

    def picture(self) -> bytes:
        """The window as PNG."""
        return self._driver.picture()

    def leaves(self) -> None:
        """Close the window."""
        self._driver.close()

    # How it is done

    def _arrived(self, step: str, path: str) -> None:
        self._look("listen")
        if not path.startswith(_WITHOUT_MODELS):
            self._until(lambda: self._look("isLive"), "the model answers")
        self._done(step)

    def _aims(self, what: dict[str, str], number: int) -> dict[str, Any]:
        """Bring a target into view, wait until it stands still, and say where it is."""
        self._rests()
        aim = self._until(lambda: self._look("aim", what, number), f"{what} is there to press")
        time.sleep(_SECONDS_OF_A_CLICK)
        again: dict[str, Any] = self._look("aim", what, number) or aim
        return again

    def _presses_at(self, aim: dict[str, Any]) -> None:
        x, y = aim["x"], aim["y"]
        if not self._driver.touches:
            self._driver.point("move", x, y)
        time.sleep(_SECONDS_OF_A_CLICK)
        missed: list[str] = self._look("missed", [x, y])
        self._driver.point("down", x, y)
        time.sleep(_SECONDS_OF_A_CLICK)
        missed += self._look("missed", [x, y]) if not missed else []
        self._driver.point("up", x, y)
        self.problems += [f"{self._name}presses {aim['name']}: {problem}" for problem in missed]

    def _done(self, step: str) -> None:
        """Let the page come to rest, look at it, and take a picture."""
        time.sleep(_SECONDS_TO_SET_OUT)
        self._rests()
        self._problems_now(step)
        self._strip.add(f"{self._name}{step}", self._driver.picture())

    def _problems_now(self, step: str) -> None:
        lasting = self._problems_seen()
        for seconds in _SECONDS_TO_LOOK_AGAIN:
            if not lasting:
                break
            time.sleep(seconds)
            lasting &= self._problems_seen()
        written = [each for each in self._driver.complaints() if not any(word in each for word in _JUSTIFIED)]
        problems = [f"{self._name}{step}: {problem}" for problem in (*sorted(lasting), *written)]
        self.problems += [problem for problem in problems if problem not in self.problems]

    def _problems_seen(self) -> set[str]:
        """What the eye complains of; Firefox answers nothing while a page makes way for the next one."""

        def complaints() -> list[list[str]]:
            problems = self._look("problems")
            return [] if problems is None else [problems]

        return set(self._until(complaints, "the page can be looked at")[0])

    def _look(self, function: str, *arguments: Any) -> Any:
        """What a function of ``eye.js`` returns; asked again where the page is left while it is being asked."""
        for _ in range(_TIMES_TO_LOOK - 1):
            try:
                return self._driver.look(function, *arguments)
            except RuntimeError:
                time.sleep(_SECONDS_OF_A_CLICK)
        return self._driver.look(function, *arguments)

    def _rests(self) -> None:
        self._until(lambda: self._look("rests"), "the page comes to rest")

    def _until(self, question: Callable[[], Result], what: str, seconds: float = SECONDS_TO_COME) -> Result:
        """Ask until the answer is yes, and return it."""
        deadline = time.monotonic() + seconds
        while True:
            answer = question()
            if answer:
                return answer
            if time.monotonic() > deadline:
                self._strip.add(f"{self._name}waited in vain: {what}", self._driver.picture())
                raise AssertionError(f"{self._name}waited in vain until {what}; the address is {self.address}")
            time.sleep(0.05)  # between two questions, not a guess at how long it takes
