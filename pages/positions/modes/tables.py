"""The classic figure: two tables of position vectors and the similarities of their rows, and other methods."""

from functools import partial

from cache.positions import (
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
from components.positions.tables.figure import PanelChoice, choose_panels, formula_finding
from components.positions.tables.findings import (
    columns_finding,
    neighbour_finding,
    outlier_finding,
    period_table,
    position_kind_finding,
)
from pages.parts.findings import Findings
from pages.parts.layout import headline, note, settings_expander
from pages.parts.rooms import POSITIONS
from pages.parts.settings import choice, number
from pages.parts.snippets import snippet
from pages.positions.context import PositionsContext
from pages.positions.distance import distance_panel, method_values
from pages.positions.inputs import choose_dimension_count, choose_position_count, choose_similarity_measure, draw_tiles
from pages.positions.methods import METHODS, methods_panel
from pages.positions.pair import draw_panels
from pages.positions.shape import shape_panel


def show(context: PositionsContext) -> Findings:
    """Draw the tables and their similarities, and three panels below with details."""
    draw_tiles(context)
    panels = PanelChoice(choice("Methods", METHODS, list(PanelChoice)))
    with settings_expander("More settings", key="panels-more"):
        measure, count, dimensions = (
            choose_similarity_measure(),
            choose_position_count(context.encoding),
            choose_dimension_count(context.encoding),
        )
        head = 0
        if panels is not PanelChoice.TWO:
            head = number("Head that ALiBi is drawn for", "alibi", low=1, high=context.encoding.heads, default=1) - 1
    settings = (context.model.id, measure, count, dimensions, head)
    first_finding, *other_findings = (
        neighbour_finding(name, similarities, measure)
        for name, similarities in position_distances(context.model.id, measure, count, dimensions).items()
    )
    how_encoded = position_kind_finding(context.encoding, context.model.name)
    shown = choose_panels(position_matrices(*settings), panels)
    if panels is PanelChoice.ONE_EACH:
        headline(formula_finding(shown))
        other_findings = [first_finding, *other_findings, how_encoded]
    elif context.encoding.kind is PositionKind.NONE:  # the first finding may be of another method
        headline(how_encoded)
        other_findings.insert(0, first_finding)
    else:
        headline(first_finding)
        other_findings.append(how_encoded)
    note(outlier_finding(position_outliers(context.model.id, count), has_start=context.model.role is not Role.CAUSAL))
    if context.encoding.kind is PositionKind.LEARNED:
        note(columns_finding(period_table(position_spectrum(context.model.id, count)), count))
    pair = draw_panels(position_panels(*settings, choice=panels), count)
    note(
        *other_findings,
        context.far_positions_note if count > TRAINING_LENGTH else "",
    )
    figures = [
        ChartFigure(f"{place}-{_slug(panel.title)}", partial(panel_picture, panel), panel_table(panel))
        for place, panel in enumerate(shown, 1)
    ]
    first, second = (pair.first, pair.second) if pair else (0, 1)
    code = snippet(
        POSITIONS,
        "panels",
        context.model,
        slope=float(alibi_slopes(context.encoding.heads)[head]),
        first_position=first,
        second_position=second,
        rotary_too=panels is not PanelChoice.TWO or context.encoding.kind is PositionKind.ROTARY,
        **method_values(context, measure, count, dimensions),
    )
    # Each panel has its own script; the lowest open panel's is shown.
    for more, script in (distance_panel(context, measure, count, dimensions), shape_panel(context, count)):
        figures += more
        code = script or code
    methods_panel()
    return Findings("panels", figures, context.encoding.conditions, code)


def _slug(title: str) -> str:
    return "-".join("".join(letter if letter.isalnum() else " " for letter in title.lower()).split())
