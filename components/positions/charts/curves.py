"""Charts of positions: similarity by distance, principal components, periods, rotations, change of attention."""

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.lines import HEIGHT, ROOM, end_labels, inline_data, series_encoding
from components.positions.tables.findings import MEAN_OF_PAIRS

TICK_STEPS, MAX_TICKS = (1, 2, 5, 10, 25, 50, 100, 250, 1000), 6  # steps between ticks, and their largest number
MAX_PAIRS = 5  # lines beside the mean: more are hard to distinguish


def distance_curves(table: pd.DataFrame, *, title: str) -> alt.LayerChart:
    """The mean similarity at each distance, with a band of one standard deviation to either side.

    Args:
        table: As :func:`components.positions.tables.findings.distance_table` makes it.
        title: The similarity measure.
    """
    shown = table.assign(below=table["mean"] - table["spread"], above=table["mean"] + table["spread"])
    colour, dash = series_encoding("method", list(dict.fromkeys(table["method"])), labelled_at_ends=True)
    farthest = int(table["distance"].max())
    across = alt.Scale(domain=[0, ROOM * farthest], nice=False)
    step = next(step for step in TICK_STEPS if farthest <= MAX_TICKS * step)
    places = axis("Distance (positions)", values=list(range(0, farthest + 1, step)))
    base = alt.Chart(inline_data(shown)).encode(x=alt.X("distance:Q", axis=places, scale=across))
    band = base.mark_area(opacity=0.25).encode(
        y=alt.Y("below:Q", axis=axis(title), scale=alt.Scale(zero=False)), y2="above:Q", color=colour
    )
    curve = base.mark_line(strokeWidth=3).encode(
        y=alt.Y("mean:Q", axis=axis(title)),
        color=colour,
        strokeDash=dash,
        tooltip=[
            alt.Tooltip("method:N", title="Method"),
            alt.Tooltip("distance:Q", title="Distance"),
            alt.Tooltip("mean:Q", title="Mean", format=".4f"),
            alt.Tooltip("spread:Q", title="Standard deviation", format=".2e"),
            alt.Tooltip("low:Q", title="From", format=".4f"),
            alt.Tooltip("high:Q", title="To", format=".4f"),
            alt.Tooltip("pairs:Q", title="Pairs of positions", format=","),
        ],
    )
    chart: alt.LayerChart = alt.LayerChart(
        layer=[band, curve, end_labels(table, "method", x="distance", y="mean")]
    ).properties(height=HEIGHT)
    return chart


def rotary_curves(table: pd.DataFrame) -> alt.Chart:
    """The similarity of a query to itself by distance: some pairs of dimensions, and the mean of all as a thick line.

    Args:
        table: As :func:`components.positions.tables.findings.rotary_table` makes it.

    Raises:
        ValueError: The table has more than :data:`MAX_PAIRS` pairs.
    """
    names = list(dict.fromkeys(table["series"]))
    pairs = [name for name in names if name != MEAN_OF_PAIRS]
    if len(pairs) > MAX_PAIRS:
        raise ValueError(f"expected at most {MAX_PAIRS} pairs, got {len(pairs)}")
    colour, dash = series_encoding("series", [MEAN_OF_PAIRS, *pairs])
    chart: alt.Chart = (
        alt.Chart(inline_data(table))
        .mark_line()
        .encode(
            x=alt.X("distance:Q", axis=axis("Distance n (positions)")),
            y=alt.Y("similarity:Q", axis=axis("Similarity to itself"), scale=alt.Scale(domain=[-1, 1])),
            color=colour,
            strokeDash=dash,
            strokeWidth=alt.condition(f"datum.series === '{MEAN_OF_PAIRS}'", alt.value(4), alt.value(1.5)),
            tooltip=[
                alt.Tooltip("series:N", title="Pair"),
                alt.Tooltip("distance:Q", title="Distance"),
                alt.Tooltip("similarity:Q", title="Similarity", format=".4f"),
            ],
        )
        .properties(height=HEIGHT)
    )
    return chart
