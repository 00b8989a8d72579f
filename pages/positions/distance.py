"""Similarity against distance: does the similarity of positions depend on their distance alone?"""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from components.charts.files import ChartFigure
from components.positions.charts.curves import distance_curves
from components.positions.model.results import PositionKind
from components.positions.model.similarity import SimilarityByDistance, SimilarityMeasure
from components.positions.tables.figure import ALIBI, rotary_bases
from components.positions.tables.findings import distance_finding, distance_table
from pages.parts.layout import in_drawer, note
from pages.positions.context import PositionsContext


def draw_distances(
    methods: Mapping[str, SimilarityByDistance], bias: SimilarityByDistance, measure: SimilarityMeasure
) -> list[ChartFigure]:
    """Draw the curves in the drawer, and return them."""
    findings = {name: distance_finding(name, each) for name, each in {**methods, ALIBI: bias}.items()}
    note(*findings.values())
    # Dot products of different tables have different scales; cosines share one.
    groups = [methods] if measure is SimilarityMeasure.COSINE else [{name: each} for name, each in methods.items()]
    tables = [distance_table(group) for group in groups]
    charts = [distance_curves(table, title=measure.label.capitalize()) for table in tables]

    def draw() -> None:
        for number, (column, group, chart) in enumerate(zip(st.columns(len(groups)), groups, charts, strict=True)):
            column.altair_chart(chart, key=f"distance-{number}", alt=" ".join(findings[name] for name in group))

    in_drawer("Similarity against distance", draw)
    return [
        ChartFigure(f"similarity-by-distance-{number}", chart, table)
        for number, (chart, table) in enumerate(zip(charts, tables, strict=True), 1)
    ]


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
