"""The eye itself: it sees what is wrong with a page, and nothing wrong with the same page mended."""

import pytest
from playwright.sync_api import Browser

from tests.journeys.drivers.chromium import ChromiumDriver
from tests.journeys.drivers.driver import DESKTOP

pytestmark = [pytest.mark.journey, pytest.mark.browser]

BOX = "<input autofocus value='a word'>"
CANVAS = "<main class='st-key-figure'><canvas width=300 height=200></canvas></main>"
DRAWS = "<script>document.querySelector('canvas').getContext('2d').fillRect(9, 9, 90, 90)</script>"
CHART = "<main class='st-key-figure'><div class=stVegaLiteChart><svg width=300 height=100>{}</svg></div></main>"
MARK = "<g class=mark-rect><path d='M0 0H90V90Z'/></g>"
LABEL = "<text x={} y=40>a label</text>"
LINE = "<main><p style='width: 9em; white-space: nowrap; overflow: {}'>A line that is longer than its place</p></main>"
SENTENCE = "<div class=st-key-sentence><input value='The heron stood.'></div>"
TILES = SENTENCE + "<main class=st-key-tiles><b class=chip>{}</b></main>"
WRONG_AND_RIGHT = {
    "invisible": (f"<div style='opacity: 0.5'><p style='opacity: 0.5'>{BOX}</p></div>", f"<div><p>{BOX}</p></div>"),
    "covered": (f"{BOX}<div style='position: fixed; inset: 0; background: white'></div>", BOX),
    "out of view": (
        f"<div style='position: fixed; top: -90px'>{BOX}</div>",
        f"<div style='position: fixed'>{BOX}</div>",
    ),
    "faint": (BOX.replace("value", "style='color: #ddd' value"), BOX),
    "blank canvas": (CANVAS, CANVAS + DRAWS),
    "no mark": (CHART.format(""), CHART.format(MARK)),
    "label beyond its chart": (CHART.format(MARK + LABEL.format(280)), CHART.format(MARK + LABEL.format(100))),
    "cut text": (LINE.format("hidden"), LINE.format("visible").replace("nowrap", "normal")),
    "another sentence's tiles": (TILES.format("ship"), TILES.format("heron")),
    "sideways": ("<main><div style='width: 4000px'>wide</div></main>", "<main>narrow</main>"),
}


@pytest.mark.parametrize("wrong", [True, False], ids=["wrong", "right"])
@pytest.mark.parametrize("case", WRONG_AND_RIGHT)
def test_what_is_wrong_is_seen_and_what_is_right_is_not(chromium: Browser, case: str, wrong: bool) -> None:
    window = ChromiumDriver(chromium, DESKTOP)
    window.show(WRONG_AND_RIGHT[case][0 if wrong else 1])
    window.run("document.querySelector('[autofocus]')?.focus()")  # by itself it comes with the first frame
    assert bool(window.look("problems")) is wrong
    window.close()


def test_a_target_that_moves_is_missed(chromium: Browser) -> None:
    window = ChromiumDriver(chromium, DESKTOP)
    window.show("<main><button>Press</button></main>")
    aim = window.look("aim", {"name": "Press"})
    assert window.look("missed", [aim["x"], aim["y"]]) == []
    window.show("<main><button>Press</button></main>")
    aim = window.look("aim", {"name": "Press"})
    window.run("document.querySelector('button').style.marginTop = '20px'")
    assert len(window.look("missed", [aim["x"], aim["y"]])) == 1
    window.close()


def test_the_answer_of_a_tour_is_glimpsed_for_a_moment(chromium: Browser) -> None:
    window = ChromiumDriver(chromium, DESKTOP)
    window.show("<main class=st-key-finding>the answer</main>")
    window.look("watch")
    window.run("new Promise(done => setTimeout(done, 200))")
    window.run("document.querySelector('main').style.filter = 'blur(9px)'")
    assert window.look("glimpses") == ["the answer"]
    window.close()


def test_a_console_is_heard(chromium: Browser) -> None:
    window = ChromiumDriver(chromium, DESKTOP)
    window.show("<main>page</main>")
    assert window.complaints() == []
    window.run("console.error('broken'); setTimeout(() => { throw new Error('thrown') })")
    window.run("new Promise(done => setTimeout(done, 100))")
    assert len(window.complaints()) == 2
    window.close()
