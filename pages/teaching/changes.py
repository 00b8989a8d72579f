"""What fine-tuning changed inside, as parts of the drawer: weights and vectors of each layer, and forgetting."""

import streamlit as st

from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.charts.titles import with_title
from components.teaching.charts.maps import sentence_map
from components.teaching.model.results import FineTuningResult
from components.teaching.tables.inside import (
    blanks_note,
    cka_finding,
    head_note,
    layer_change_table,
    similarity_finding,
    weight_finding,
)
from components.teaching.tables.maps import AFTER, BEFORE, cls_bounds, cls_table

NAME, FIGURE = 130, 80  # pixels
MAP_HEIGHT = 260  # pixels


def draw_layers(result: FineTuningResult, figures: list[ChartFigure]) -> None:
    """Draw how far the weights of each layer moved, and how similar its vectors still are."""
    table = layer_change_table(result)
    left, right = st.columns(2, gap="medium")
    with left:
        moved = labelled_bars(
            table, value="moved", name="name", figure="figure", title="Moved, %", name_width=NAME, figure_width=FIGURE
        )
        moved = with_title(moved, "Weights moved, % of their size")
        st.altair_chart(moved, key="moved", alt=weight_finding(result))
    with right:
        alike = labelled_bars(
            table,
            value="alike",
            name="name",
            figure="alike_figure",
            title="CKA",
            name_width=NAME,
            figure_width=FIGURE,
            scale_max=1.0,
        )
        alike = with_title(alike, "Vectors still alike (CKA)")
        st.altair_chart(alike, key="alike", alt=cka_finding(result))
    for text in (weight_finding(result), similarity_finding(result), blanks_note(result), head_note(result)):
        st.caption(text)
    figures.append(ChartFigure("moved", moved, table))


def draw_cls(result: FineTuningResult, figures: list[ChartFigure]) -> None:
    """Draw the vectors of [CLS] before and after."""
    table, projection = cls_table(result), result.cls_map.projection.value
    for column, when in zip(st.columns(2, gap="medium"), (BEFORE, AFTER), strict=True):
        points = table[table["when"] == when]
        picture = sentence_map(
            points,
            labels=result.labels,
            bounds=cls_bounds(points),
            height=MAP_HEIGHT,
            title=f"{when}, {projection}",
        )
        column.altair_chart(picture, key=f"cls-{when}", alt=f"[CLS] vectors {when.lower()} the run, {projection}.")
    figures.append(ChartFigure("cls", None, table))
