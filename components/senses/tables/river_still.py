"""The river as a still picture, for a page that shows it before any script has run.

It lies where the element draws its threads (``course.js``), on a narrow screen from top to bottom. Its colours are
those that the page names ``--hue-0`` and ``--hue-1``.
"""

from itertools import pairwise
from pathlib import Path

from components.senses.model.river_results import River
from components.tables.numbers import fixed

SIDE = 100  # of the picture, whatever the screen's shape
AIR = 4  # of it, on both sides of the threads
MINIMUM_RANGE = 0.05  # height on both sides of the middle that is always shown
_STYLE = f"<style>\n{Path(__file__).with_suffix('.css').read_text(encoding='utf-8')}</style>"


def river_still(river: River) -> str:
    """The threads of a river as SVG, with a style sheet for where it lies.

    Args:
        river: The river.

    Returns:
        Markup without anything that a visitor has typed.
    """
    low = min(-MINIMUM_RANGE, *map(min, river.heights))
    high = max(MINIMUM_RANGE, *map(max, river.heights))
    scale = (SIDE - 2 * AIR) / (high - low)
    middle = AIR + high * scale
    step = SIDE / (river.last + 0.5)
    along = [0.0, *(step * (layer + 0.5) for layer in range(river.last + 1))]
    paths = []
    for hue, sign in enumerate((-1, 1)):
        threads = [
            _path(along, [middle, *(middle - scale * layer[place] for layer in river.heights)])
            for place, side in enumerate(river.signs)
            if side == sign
        ]
        paths.append(f'<path d="{"".join(threads)}" style="stroke: var(--hue-{hue})"/>')
    box = f'viewBox="0 0 {SIDE} {SIDE}" preserveAspectRatio="none" aria-hidden="true"'
    return f'{_STYLE}<svg class="still" {box}><g>{"".join(paths)}</g></svg>'


def _path(along: list[float], across: list[float]) -> str:
    """A thread, level where it passes a layer."""
    parts = [f"M0 {fixed(across[0], 1)}"]
    for (x, y), (next_x, next_y) in pairwise(zip(along, across, strict=True)):
        middle = (x + next_x) / 2
        points = (middle, y, middle, next_y, next_x, next_y)
        parts.append("C" + " ".join(fixed(point, 1) for point in points))
    return "".join(parts)
