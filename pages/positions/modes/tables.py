"""How alike two positions are, one picture for each method; and the tables behind two of them."""

from functools import partial

from cache.positions import (
    position_bias,
    position_distances,
    position_matrices,
    position_outliers,
    position_panels,
    position_spectrum,
)
from cache.shipped.family import TRAINING_LENGTH
from components.charts.files import ChartFigure
from components.model.checkpoints.records import Role
from components.positions.charts.panel_pictures import panel_picture, panel_table
from components.positions.model.formulas import alibi_slopes
from components.positions.model.results import PositionKind
from components.positions.tables.figure import ALIBI, PanelChoice, choose_panels
from components.positions.tables.findings import (
    columns_finding,
    end_finding,
    neighbour_finding,
    outlier_finding,
    period_table,
    position_kind_finding,
    stripes_finding,
)
from pages.parts.findings import Findings
from pages.parts.layout import headline, note, rare_settings, try_this
from pages.parts.rooms import POSITIONS
from pages.parts.settings import choice
from pages.parts.snippets import snippet
from pages.positions.context import PositionsContext
from pages.positions.distance import draw_distances, method_values
from pages.positions.inputs import (
    METHODS,
    choose_dimension_count,
    choose_position_count,
    choose_similarity_measure,
    draw_tiles,
)
from pages.positions.pair import draw_panels
from pages.positions.past_end import draw_past_end


def show(context: PositionsContext) -> Findings:
    """Draw the similarities, or with them the two tables."""
    draw_tiles(context)
    with rare_settings():
        panels = PanelChoice(choice("Methods", METHODS, list(PanelChoice)))
        measure, count, dimensions = (
            choose_similarity_measure(),
            choose_position_count(context.encoding),
            choose_dimension_count(context.encoding),
        )
    settings = (context.model.id, measure, count, dimensions)
    methods = position_distances(*settings)
    shown = choose_panels(position_matrices(*settings), panels)
    drawn = {panel.title.split(":")[0] for panel in shown}
    in_figure = {name: each for name, each in methods.items() if name in drawn}
    bias = {ALIBI: position_bias(context.model.id, count)} if ALIBI in drawn else {}
    headline(stripes_finding(in_figure | bias))
    note(
        *(neighbour_finding(name, similarities, measure) for name, similarities in methods.items()),
        position_kind_finding(context.encoding, context.model.name),
        end_finding(context.encoding, context.model.name),
        context.far_positions_note if count > TRAINING_LENGTH else "",
        outlier_finding(position_outliers(context.model.id, count), has_start=context.model.role is not Role.CAUSAL),
    )
    if context.encoding.kind is PositionKind.LEARNED:
        note(columns_finding(period_table(position_spectrum(context.model.id, count)), count))
    pair = draw_panels(position_panels(*settings, choice=panels), count)
    figures = [
        ChartFigure(f"{place}-{_slug(panel.title)}", partial(panel_picture, panel), panel_table(panel))
        for place, panel in enumerate(shown, 1)
    ]
    figures += draw_distances(methods, position_bias(context.model.id, count), measure)
    figures += draw_past_end(context)
    try_this("Click a point in one picture, and compare it in the others.")
    first, second = (pair.first, pair.second) if pair else (0, 1)
    code = snippet(
        POSITIONS,
        "panels",
        context.model,
        slope=float(alibi_slopes(context.encoding.heads)[0]),
        first_position=first,
        second_position=second,
        tables_too=panels is PanelChoice.TWO,
        rotary_too=panels is PanelChoice.ONE_EACH or context.encoding.kind is PositionKind.ROTARY,
        **method_values(context, measure, count, dimensions),
    )
    return Findings("panels", figures, context.encoding.conditions, code)


def _slug(title: str) -> str:
    return "-".join("".join(letter if letter.isalnum() else " " for letter in title.lower()).split())
