"""Line chart of the distance between a shared word's vectors in two sentences, by layer and mask."""

import altair as alt
import pandas as pd

from components.charts.guides import axis, layer_axis
from components.charts.lines import series_encoding
from components.charts.theme import INK, TYPE_SIZE
from components.masks.tables.shared_word import BIDIRECTIONAL, CAUSAL

HEIGHT, LOW_HEIGHT = 340, 240  # pixels, axes and legend included
_BELOW = 0.22  # of the height: room for the lower line's name
_INSET = 28  # pixels beside the outer layers: room for their figures


def proof_curve(table: pd.DataFrame, word: str, *, is_low: bool = False) -> alt.LayerChart:
    """Two lines over layers: dashed with squares under the causal mask, solid with circles without a mask.

    Three points of the bidirectional line, the first, the highest and the last, and the last of the causal line have
    their figures above them.

    Args:
        table: As :func:`components.masks.tables.shared_word.proof_table` makes it.
        word: The shared word.
        is_low: Whether it has little height: for a projector, beside what a class answered.
    """
    layers = sorted(table["layer"].unique().tolist())
    highest = float(table["distance"].max()) or 1.0
    colour, dash = series_encoding("mask", [BIDIRECTIONAL, CAUSAL], labelled_at_ends=True)
    base = alt.Chart(table).encode(
        x=alt.X(
            "layer:Q",
            scale=alt.Scale(domain=[layers[0], layers[-1]], nice=False, padding=_INSET),
            axis=layer_axis(layers, inset=_INSET),
        ),
        y=alt.Y(
            "distance:Q",
            scale=alt.Scale(domain=[-_BELOW * highest, 1.15 * highest], nice=False),
            axis=axis(
                "Distance" if is_low else f"Distance of the two “{word}” vectors",
                labelExpr="datum.value < 0 ? '' : datum.label",
                tickCount=5,
            ),
        ),
        color=colour,
        tooltip=[
            alt.Tooltip("layer:O", title="Layer"),
            alt.Tooltip("mask:N", title="Mask"),
            alt.Tooltip("distance:Q", title="Cosine distance", format=".6f"),
        ],
    )
    lines = base.mark_line(strokeWidth=3).encode(strokeDash=dash)
    points = base.mark_point(filled=True, size=110, opacity=1).encode(
        # A condition and not a scale, whose shapes would replace the strokes in the legend.
        shape=alt.condition(f"datum.mask === '{CAUSAL}'", alt.value("square"), alt.value("circle"))
    )
    both = table[table["mask"] == BIDIRECTIONAL].set_index("layer")["distance"]
    labelled = (table["mask"] == BIDIRECTIONAL) & table["layer"].isin([layers[0], both.idxmax()])
    ends = table["layer"] == layers[-1]
    figures = (
        alt.Chart(table[labelled | ends])
        .mark_text(dy=-16, fontSize=TYPE_SIZE - 2, fontWeight=600, color=alt.ExprRef(INK))
        .encode(x="layer:Q", y="distance:Q", text="figure:N")
    )
    middle = [layer for layer in layers if layer not in {layers[0], layers[-1], both.idxmax()}] or layers
    named = table[table["layer"] == middle[len(middle) // 2]]
    names = [
        alt.Chart(named[named["mask"] == mask])
        .mark_text(dy=away, fontSize=TYPE_SIZE, fontWeight=600)
        .encode(x="layer:Q", y="distance:Q", text="mask:N", color=colour)
        for mask, away in ((BIDIRECTIONAL, -20), (CAUSAL, 22))
    ]
    chart: alt.LayerChart = alt.LayerChart(layer=[lines, points, figures, *names]).properties(
        height=LOW_HEIGHT if is_low else HEIGHT
    )
    return chart
