"""A word cloud over a probability axis."""

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.theme import COLOUR, INK

ROW_HEIGHT = 48  # pixels: the largest letters and some space
ROOM = 4.0  # factor by which the axis goes past its outermost words, so that they fit


def word_cloud(table: pd.DataFrame) -> alt.LayerChart:
    """Words over a logarithmic axis: guessed words bold and coloured, the model's own words in italics.

    Args:
        table: As :func:`components.tables.guesses.guess_cloud` makes it.
    """
    rows = int(table["row"].max()) + 1
    domain = [float(table["probability"].min()) / ROOM, ROOM * float(table["probability"].max())]
    base = alt.Chart(table).encode(
        x=alt.X(
            "probability:Q",
            scale=alt.Scale(type="log", domain=domain, nice=False),
            axis=axis("the model’s probability", format="~%", tickCount=4, labelOverlap=True),
        ),
        y=alt.Y("row:Q", axis=None, scale=alt.Scale(domain=[-0.5, rows - 0.5], nice=False)),
        text="word:N",
        size=alt.Size("size:Q", scale=None),
        tooltip=[
            alt.Tooltip("word:N", title="Word"),
            alt.Tooltip("said:Q", title="Guesses"),
            alt.Tooltip("chance:N", title="Model’s probability"),
        ],
    )
    guessed = base.transform_filter("datum.said > 0").mark_text(fontWeight=600, color=COLOUR, baseline="middle")
    model_words = base.transform_filter("datum.said == 0").mark_text(
        fontStyle="italic", color=alt.ExprRef(INK), baseline="middle"
    )
    layers: alt.LayerChart = alt.LayerChart(layer=[model_words, guessed]).properties(height=ROW_HEIGHT * rows)
    return layers
