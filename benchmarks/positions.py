"""How soon are the panels of positions on the screen, with matrices of 512 by 512 positions?

The panels of a table of 512 positions by 768 dimensions, the size of BERT's, sent through a served page to Chromium and
timed as `benchmarks.elements` does: first, and later one set of panels in place of another, as another model does. Then
what one move of the mouse over a panel costs a frame: it marks the pair in all of them.

Beside it, 512 by 512 similarities as what Altair would draw: 262,144 marks, rendered by Vega in the same browser's
machine to SVG. Making the file alone is counted, not putting it on the screen.
"""

import time
from dataclasses import dataclass

import vl_convert
from playwright.sync_api import Browser

from benchmarks.elements import SERVER, draw_another, hover, open_element
from benchmarks.pages.positions import WIDTH
from benchmarks.serving import chromium, serve
from benchmarks.spread import TimeSpread, spread
from components.positions.model.formulas import sinusoidal_table
from components.positions.model.similarity import similarity_matrix

COUNTS = (128, 512)
LATER_RENDERS, MOVES = 7, 60
RENDER_TARGET_S, HOVER_TARGET_S = 0.5, 0.016
MARKS = 128  # positions a side of the chart of marks: 512 would take minutes


@dataclass(frozen=True)
class Panels:
    """The panels of ``count`` positions. Seconds, and bytes of ``payload``."""

    count: int
    first: TimeSpread
    later: TimeSpread
    payload: int
    hover: TimeSpread


@dataclass(frozen=True)
class PositionTimes:
    """All sizes, and seconds for a chart of :data:`MARKS` by :data:`MARKS` marks."""

    riverbank: tuple[Panels, ...]
    marks: int
    marks_seconds: float

    def line(self) -> str:
        """The table's line."""
        ours = ", ".join(f"{each.count}: {each.later.milliseconds()}" for each in self.riverbank)
        largest = self.riverbank[-1]
        return (
            f"| All panels of positions, by positions (a move of the mouse {largest.hover.milliseconds()}) | {ours} | "
            f"one panel of {self.marks} by {self.marks} marks as SVG: {self.marks_seconds:.1f} s | "
            f"{self.marks_seconds / largest.later.median:.0f}× |"
        )


def measure() -> PositionTimes:
    """Measure all sizes, and the chart beside them."""
    with chromium() as browser, serve(SERVER) as port:
        ours = tuple(_panels(browser, port, count) for count in COUNTS)
    return PositionTimes(ours, MARKS, _marks())


def _panels(browser: Browser, port: int, count: int) -> Panels:
    with open_element(browser, port, "positions", count) as page:  # makes the matrices, and fills the server's caches
        draw_another(page, 0)
    with open_element(browser, port, "positions", count) as page:
        first = draw_another(page, 0)
        later = [draw_another(page, turn).seconds for turn in range(1, LATER_RENDERS + 1)]
        panel = page.locator(".room .plot").nth(2)
        moves = [hover(panel, 0.3 + 0.5 * turn / MOVES) for turn in range(MOVES)]
    return Panels(count, spread([first.seconds]), spread(later), first.payload, spread(moves))


def _marks() -> float:
    """Seconds to render a chart with one mark per cell."""
    values = similarity_matrix(sinusoidal_table(MARKS, WIDTH))
    cells = [{"x": x, "y": y, "v": float(values[y, x])} for y in range(MARKS) for x in range(MARKS)]
    start = time.perf_counter()
    vl_convert.vegalite_to_svg(
        {
            "data": {"values": cells},
            "mark": "rect",
            "encoding": {
                "x": {"field": "x", "type": "ordinal"},
                "y": {"field": "y", "type": "ordinal"},
                "color": {"field": "v", "type": "quantitative"},
            },
        }
    )
    return time.perf_counter() - start
