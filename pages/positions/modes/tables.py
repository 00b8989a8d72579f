"""The classic figure: two tables of position vectors and how similar their rows are; other methods by a switch."""

from functools import partial

import streamlit as st

from cache.positions import position_distances, position_matrices, position_outliers, position_panels
from cache.shipped.family import TRAINING_LENGTH
from components.charts.files import ChartFigure
from components.model.checkpoints.records import Role
from components.positions.charts.panel_pictures import panel_picture, panel_table
from components.positions.model.formulas import alibi_slopes
from components.positions.tables.figure import belongs_to_figure
from components.positions.tables.findings import neighbour_finding, outlier_finding, position_kind_finding
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline, note, settings_expander
from pages.parts.rooms import POSITIONS
from pages.parts.settings import choice, number
from pages.parts.snippets import snippet
from pages.positions.context import PositionsContext
from pages.positions.distance import distance_panel
from pages.positions.inputs import choose_dimension_count, choose_position_count, choose_similarity_measure, draw_tiles
from pages.positions.methods import method_values
from pages.positions.pair import draw_panels
from pages.positions.shape import shape_panel

TWO, ALL = "Learned and sinusoidal", "RoPE and ALiBi too"


def show(at: PositionsContext) -> Findings:
    """Draw the tables and their similarity, and what there is to say of them in three panels below."""
    draw_tiles(at)
    everything = choice("Methods", "methods", [TWO, ALL]) == ALL
    with settings_expander("More settings", key="panels-more"):
        kind, count, dimensions = (
            choose_similarity_measure(),
            choose_position_count(at.encoding),
            choose_dimension_count(at.encoding),
        )
        head = 0
        if everything:
            head = number("Head that ALiBi is drawn for", "alibi", low=1, high=at.encoding.heads, default=1) - 1
    asked = (at.model.id, kind, count, dimensions, head)
    own, *others = (
        neighbour_finding(name, similarities, kind)
        for name, similarities in position_distances(at.model.id, kind, count, dimensions).items()
    )
    headline(own)
    note(outlier_finding(position_outliers(at.model.id, count), has_start=at.model.role is not Role.CAUSAL))
    pair = draw_panels(position_panels(*asked, everything=everything), count)
    note(
        *others,
        position_kind_finding(at.encoding, at.model.name),
        at.far_positions_note if count > TRAINING_LENGTH else "",
    )
    shown = [panel for panel in position_matrices(*asked) if belongs_to_figure(panel, everything=everything)]
    figures = [
        ChartFigure(f"{place}-{_slug(panel.title)}", partial(panel_picture, panel), panel_table(panel))
        for place, panel in enumerate(shown, 1)
    ]
    one, two = (pair.first, pair.second) if pair else (0, 1)
    code = snippet(
        POSITIONS,
        "panels",
        at.model,
        slope=float(alibi_slopes(at.encoding.heads)[head]),
        one=one,
        two=two,
        **method_values(at, kind, max(one, two) + 1, dimensions),
    )
    # The code of the panel that was opened last in the page's order: each is a script of its own.
    for more, script in (distance_panel(at, kind, count, dimensions), shape_panel(at, count)):
        figures += more
        code = script or code
    with st.expander("Methods compared: learned, sinusoidal, RoPE, ALiBi", key="methods-compared"):
        room_prose(POSITIONS, "methods").draw()
    return Findings(
        "panels", figures, at.encoding.conditions, code, about=room_prose(POSITIONS, "panels"), computed=(at.computed,)
    )


def _slug(title: str) -> str:
    return "-".join("".join(letter if letter.isalnum() else " " for letter in title.lower()).split())
