"""Shares under two conditions, such as probabilities of words by two models, as paired bars."""

import altair as alt
import pandas as pd

from components.charts.guides import legend
from components.charts.rows_beside import row_labels
from components.charts.theme import COLOUR, GREY, INK, SECOND_COLOUR, TYPE_SIZE

WORD_HEIGHT = 58  # two bars, each as high as its figure
LEGEND_HEIGHT, TITLE_HEIGHT = 52, 28  # pixels; the chart's height includes them
NAME_WIDTH = 140
CHARACTER = 10  # pixels, of a figure
BESIDE_BEFORE = (COLOUR, GREY)  # colours of the two sides where the second is only compared with
BEFORE_FIRST = BESIDE_BEFORE[::-1]  # where the first is


def paired_bars(
    table: pd.DataFrame,
    names: tuple[str, str],
    *,
    row: str = "Word",
    side: str = "Model",
    colours: tuple[str, str] = (COLOUR, SECOND_COLOUR),
    title: str | None = None,
) -> alt.LayerChart:
    """Two bars per row, one for each side, with their figures.

    Args:
        table: As :func:`components.tables.pairs.most_likely_words` makes it.
        names: The names of the two sides.
        row: What a row is, for tooltips.
        side: What a side is, for tooltips.
        colours: Of the two sides.
        title: What the bars are, above the legend; None for probabilities.
    """
    long = pd.concat(
        [
            table.assign(side=name, probability=table[column], figure=table[f"{column}_chance"])
            for name, column in zip(names, ("first", "second"), strict=True)
        ]
    )
    longest = long.sort_values("probability").iloc[-1]
    beside = CHARACTER * (len(longest["figure"]) + 1)  # pixels for its figure
    length = alt.Scale(
        domain=[0, float(longest["probability"]) or 1.0],
        range=[0, alt.ExprRef(f"width - {beside}")],
        nice=False,
    )
    base = alt.Chart(long[["row", "word", "side", "probability", "figure"]]).encode(
        y=alt.Y("row:O", axis=row_labels(table["word"], orient="left", width=NAME_WIDTH)),
        yOffset=alt.YOffset("side:N", sort=list(names), scale=alt.Scale(paddingInner=0.12)),
        x=alt.X("probability:Q", axis=None, scale=length),
    )
    bars = base.mark_bar(cornerRadiusEnd=3).encode(
        color=alt.Color(
            "side:N",
            scale=alt.Scale(domain=list(names), range=list(colours)),
            # One column at every width: Vega does not make room again when a narrower chart folds the legend.
            legend=legend(title, columns=1, titlePadding=8, offset=4),
        ),
        tooltip=[
            alt.Tooltip("word:N", title=row),
            alt.Tooltip("side:N", title=side),
            alt.Tooltip("probability:Q", title=title or "Probability", format=".6f"),
        ],
    )
    figures = base.mark_text(align="left", dx=6, dy=2, fontSize=TYPE_SIZE, color=alt.ExprRef(INK)).encode(
        text="figure:N"
    )
    height = WORD_HEIGHT * len(table) + LEGEND_HEIGHT + (TITLE_HEIGHT if title else 0)
    layers: alt.LayerChart = alt.LayerChart(layer=[bars, figures]).properties(height=height)
    return layers
