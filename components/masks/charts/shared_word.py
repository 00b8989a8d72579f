"""Line chart of the distance between a shared word's vectors in two sentences, by layer and mask."""

import altair as alt
import pandas as pd

from components.charts.guides import axis, layer_axis
from components.charts.lines import series_encoding
from components.charts.theme import INK, TYPE_SIZE
from components.masks.tables.shared_word import BIDIRECTIONAL, CAUSAL, MEASURES

HEIGHT, LOW_HEIGHT = 320, 240  # pixels, axes and legend included
MAX_LABELLED_LAYERS = 13  # more figures do not fit above the points of a line
_INSET = 28  # pixels beside the outer layers: room for their figures


def proof_curve(table: pd.DataFrame, *, measure: str, is_low: bool = False) -> alt.LayerChart:
    """Two lines over layers: dashed with squares under the causal mask, solid with circles without a mask.

    Every point of the bidirectional line and the last point of the causal line has its figure above it.

    Args:
        table: As :func:`components.masks.tables.shared_word.proof_table` makes it.
        measure: A key of :data:`components.masks.tables.shared_word.MEASURES`.
        is_low: Whether it has little height, and its legend one row: for a projector, beside what a class answered.
    """
    layers = sorted(table["layer"].unique().tolist())
    highest = float(table[measure].max()) or 1.0
    colour, dash = series_encoding("mask", [BIDIRECTIONAL, CAUSAL], columns=2 if is_low else 1)
    base = alt.Chart(table).encode(
        x=alt.X(
            "layer:Q",
            scale=alt.Scale(domain=[layers[0], layers[-1]], nice=False, padding=_INSET),
            axis=layer_axis("Layer (0: before the first)", layers, inset=_INSET),
        ),
        y=alt.Y(f"{measure}:Q", scale=alt.Scale(domain=[0, 1.15 * highest]), axis=axis(MEASURES[measure])),
        color=colour,
        tooltip=[
            alt.Tooltip("layer:O", title="Layer"),
            alt.Tooltip("mask:N", title="Mask"),
            *(alt.Tooltip(f"{name}:Q", title=title, format=".6f") for name, title in MEASURES.items()),
        ],
    )
    lines = base.mark_line(strokeWidth=3).encode(strokeDash=dash)
    points = base.mark_point(filled=True, size=110, opacity=1).encode(
        # A condition and not a scale, whose shapes would replace the strokes in the legend.
        shape=alt.condition(f"datum.mask === '{CAUSAL}'", alt.value("square"), alt.value("circle"))
    )
    labelled = (table["mask"] == BIDIRECTIONAL) & (
        table["layer"].isin(layers) if len(layers) <= MAX_LABELLED_LAYERS else False
    )
    ends = table["layer"] == layers[-1]
    figures = (
        alt.Chart(table[labelled | ends])
        .mark_text(dy=-16, fontSize=TYPE_SIZE - 2, fontWeight=600, color=alt.ExprRef(INK))
        .encode(x="layer:Q", y=f"{measure}:Q", text=f"{measure}_figure:N")
    )
    chart: alt.LayerChart = alt.LayerChart(layer=[lines, points, figures]).properties(
        height=LOW_HEIGHT if is_low else HEIGHT
    )
    return chart
