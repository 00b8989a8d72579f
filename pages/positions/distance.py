"""The panel "Similarity against distance": does the similarity of positions depend on their distance alone?"""

from typing import Any

import streamlit as st

from cache.positions import position_bias, position_distances
from components.charts.files import ChartFigure
from components.positions.charts.curves import distance_curves
from components.positions.model.results import PositionKind
from components.positions.model.similarity import SimilarityMeasure
from components.positions.tables.figure import ALIBI, rotary_bases
from components.positions.tables.findings import distance_finding, distance_table
from pages.parts.rooms import POSITIONS
from pages.parts.settings import linked_expander
from pages.parts.snippets import snippet
from pages.positions.context import PositionsContext

OPEN = "distance"  # in the link


def distance_panel(
    context: PositionsContext, measure: SimilarityMeasure, count: int, dimensions: int
) -> tuple[list[ChartFigure], str]:
    """Draw the panel if it is open, and return its figures and code, both empty while it is closed."""
    panel = linked_expander("Similarity against distance", OPEN)
    if panel is None:
        return [], ""
    methods = position_distances(context.model.id, measure, count, dimensions)
    findings = {name: distance_finding(name, similarities) for name, similarities in methods.items()}
    findings[ALIBI] = distance_finding(ALIBI, position_bias(context.model.id, count))
    # Dot products of different tables have different scales; cosines share one.
    groups = [methods] if measure is SimilarityMeasure.COSINE else [{name: each} for name, each in methods.items()]
    figures = []
    with panel:
        for finding in findings.values():
            st.text(finding)
        for number, (column, drawn) in enumerate(zip(st.columns(len(groups)), groups, strict=True)):
            table = distance_table(drawn)
            chart = distance_curves(table, title=measure.label.capitalize())
            with column:
                st.altair_chart(chart, key=f"distance-{number}", alt=" ".join(findings[name] for name in drawn))
            name = "similarity-by-distance" if len(groups) == 1 else f"similarity-by-distance-{number + 1}"
            figures.append(ChartFigure(name, chart, table))
    return figures, snippet(POSITIONS, "distance", context.model, **method_values(context, measure, count, dimensions))


def method_values(context: PositionsContext, measure: SimilarityMeasure, count: int, dimensions: int) -> dict[str, Any]:
    """The inputs of the code that compares methods: sizes, bases, and whether the model has a table to compare."""
    no_table = context.encoding.kind is PositionKind.ROTARY
    return {
        "count": count,
        "width": context.encoding.width,
        "head_width": context.encoding.head_width,
        "dimensions": dimensions,
        "cosine": measure is SimilarityMeasure.COSINE,
        "bases": list(rotary_bases(context.encoding)),
        "has_table": not (
            no_table or (context.encoding.kind is PositionKind.NONE and measure is SimilarityMeasure.COSINE)
        ),
    }
