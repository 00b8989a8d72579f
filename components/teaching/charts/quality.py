"""Confusion matrix and calibration curve."""

import altair as alt
import pandas as pd

from components.charts.guides import axis, cell_axis
from components.charts.theme import COLOUR, INK, TYPE_SIZE, sequential_colours
from components.charts.titles import with_title

CELL, HIGH = 54, 220  # pixels


def confusion_cells(table: pd.DataFrame) -> alt.LayerChart:
    """The confusion matrix: correct labels down, predicted labels across.

    Args:
        table: As :func:`components.teaching.tables.quality.confusion_table` makes it.
    """
    labels = list(dict.fromkeys(table["label"]))
    base = alt.Chart(table).encode(
        x=alt.X(
            "predicted:N",
            sort=labels,
            axis=cell_axis("Predicted", labelLimit=110, labelAngle=0 if len(labels) < 3 else -40),
        ),
        y=alt.Y("label:N", sort=labels, axis=cell_axis("Correct", labelLimit=130)),
        tooltip=[
            alt.Tooltip("label:N", title="Correct label"),
            alt.Tooltip("predicted:N", title="Predicted label"),
            alt.Tooltip("count:Q", title="Sentences"),
            alt.Tooltip("share:Q", title="Share", format=".1%"),
        ],
    )
    cells = base.mark_rect().encode(
        color=alt.Color("share:Q", scale=alt.Scale(domain=[0, 1], range=sequential_colours()), legend=None)
    )
    ink = alt.condition("datum.share > 0.5", alt.value("#FFFFFF"), alt.value("#1D2A33"))
    counts = base.mark_text(fontSize=TYPE_SIZE, fontWeight=600).encode(text="count:Q", color=ink)
    chart: alt.LayerChart = alt.LayerChart(layer=[cells, counts]).properties(height=CELL * max(3, len(labels)))
    return with_title(chart, "Confusion matrix")


def reliability_points(table: pd.DataFrame, *, least: float) -> alt.LayerChart:
    """The calibration curve: accuracy against confidence; perfect calibration is the dashed line.

    Args:
        table: As :func:`components.teaching.tables.quality.reliability_table` makes it.
        least: The lowest possible confidence, which is chance.
    """
    across = alt.Scale(domain=[least, 1.0], nice=False)
    line = alt.Chart(pd.DataFrame({"sure": [least, 1.0], "right": [least, 1.0]})).mark_line(
        strokeDash=[6, 4], color=alt.ExprRef(INK)
    )
    points = alt.Chart(table).mark_line(point=alt.OverlayMarkDef(size=120, filled=True, color=COLOUR), color=COLOUR)
    encoded = [
        each.encode(
            x=alt.X("sure:Q", scale=across, axis=axis("Confidence", format=".0%", tickCount=5)),
            y=alt.Y("right:Q", scale=alt.Scale(domain=[0, 1]), axis=axis("Accuracy", format=".0%", tickCount=5)),
            **more,
        )
        for each, more in (
            (line, {}),
            (
                points,
                {
                    "tooltip": [
                        alt.Tooltip("sure:Q", title="Confidence", format=".1%"),
                        alt.Tooltip("right:Q", title="Accuracy", format=".1%"),
                        alt.Tooltip("count:Q", title="Sentences"),
                    ]
                },
            ),
        )
    ]
    chart: alt.LayerChart = alt.LayerChart(layer=encoded).properties(height=HIGH)
    return with_title(chart, "Calibration: dashed line = as accurate as confident")
