"""The classic figure: how alike positions are by four methods, side by side, and the tables behind it."""

from functools import partial

from cache.positions import position_distances, position_matrices, position_panels
from cache.shipped.family import TRAINED
from components.charts.files import Figure
from components.positions.charts.panel_pictures import panel_picture, panel_table
from components.positions.model.formulas import alibi_slopes
from components.positions.tables.findings import kind_of_positions, neighbour_finding
from pages.parts.findings import Findings, about
from pages.parts.rooms import POSITIONS
from pages.parts.settings import choice, number
from pages.parts.snippets import snippet
from pages.parts.stage import folded, headline, note
from pages.positions.context import PositionsContext
from pages.positions.inputs import compared, dimensions_shown, positions_shown, tiles
from pages.positions.methods import methods_asked
from pages.positions.pair import draw_panels

ALIKE, TABLES = "how alike", "the tables"


def show(at: PositionsContext) -> Findings:
    """Draw the panels, and say what is kept in them."""
    tiles(at)
    drawn = choice("What is drawn", "drawn", [ALIKE, TABLES])
    kind, count, dimensions = compared(), positions_shown(at.found), dimensions_shown(at.found)
    with folded("More settings", key="panels-more"):
        # Whose ALiBi bias: the steepest one where nobody chooses.
        head = number("ALiBi: the bias of head", "alibi", low=1, high=at.found.heads, usual=1) - 1
    asked = (at.model.id, kind, count, dimensions, head)
    own, *others = (
        neighbour_finding(name, found)
        for name, found in position_distances(at.model.id, kind, count, dimensions).items()
    )
    headline(own)
    pair = draw_panels(position_panels(*asked, tables=drawn == TABLES), count)
    far = at.about_far if count > TRAINED else ""
    note(*others, kind_of_positions(at.found, at.model.name), far)
    figures = [
        Figure(f"{place}-{_slug(panel.title)}", partial(panel_picture, panel), panel_table(panel))
        for place, panel in enumerate(position_matrices(*asked), 1)
    ]
    one, two = (pair.first, pair.second) if pair else (0, 1)
    code = snippet(
        POSITIONS,
        "panels",
        at.model,
        slope=float(alibi_slopes(at.found.heads)[head]),
        one=one,
        two=two,
        **methods_asked(at, kind, max(one, two) + 1, dimensions),
    )
    return Findings(
        "panels", figures, at.found.conditions, code, about=about(POSITIONS, "panels"), computed=(at.computed,)
    )


def _slug(title: str) -> str:
    return "-".join("".join(letter if letter.isalnum() else " " for letter in title.lower()).split())
