"""Charts of positions: similarity by distance, principal components, periods, rotations, change of attention."""

import altair as alt
import pandas as pd

from components.charts.guides import axis, legend
from components.charts.labelled import labelled_bars
from components.charts.lines import HEIGHT, ROOM, end_labels, inline_data, series_encoding
from components.charts.theme import COLOUR, INK, TYPE_SIZE, sequential_colours
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


def component_curve(table: pd.DataFrame, *, across: str = "first", up: str = "second") -> alt.LayerChart:
    """Position vectors in the plane of two principal components, joined in order; later ones are darker.

    Args:
        table: As :func:`components.positions.tables.findings.component_table` makes it.
        across: The component on the horizontal axis.
        up: The component on the vertical axis.
    """
    base = alt.Chart(inline_data(table)).encode(
        x=alt.X(f"{across}:Q", axis=axis(f"{across.capitalize()} component")),
        y=alt.Y(f"{up}:Q", axis=axis(f"{up.capitalize()} component")),
    )
    line = base.mark_line(strokeWidth=1, color=alt.ExprRef(INK), opacity=0.4).encode(order="position:Q")
    points = base.mark_point(filled=True, size=45, opacity=1, stroke=alt.ExprRef(INK), strokeWidth=0.4).encode(
        color=alt.Color("position:Q", scale=alt.Scale(range=sequential_colours()), legend=legend("Position")),
        tooltip=[alt.Tooltip("position:Q", title="Position")],
    )
    ends = pd.DataFrame(table.iloc[[0, -1]])
    names = (
        alt.Chart(inline_data(ends))
        .mark_text(dy=-12, fontSize=TYPE_SIZE - 2, fontWeight=600, color=alt.ExprRef(INK))
        .encode(x=f"{across}:Q", y=f"{up}:Q", text=alt.Text("position:Q"))
    )
    chart: alt.LayerChart = alt.LayerChart(layer=[line, points, names]).properties(height=HEIGHT)
    return chart


def period_curve(table: pd.DataFrame) -> alt.Chart:
    """The period of each dimension, from the slowest to the fastest, on a logarithmic scale.

    Args:
        table: As :func:`components.positions.tables.findings.period_table` makes it.
    """
    few = legend("Share explained", values=[0.1, 0.5, 1])  # for a narrow screen
    chart: alt.Chart = (
        alt.Chart(inline_data(table))
        .mark_point(filled=True, opacity=0.9, color=COLOUR)
        .encode(
            x=alt.X("rank:Q", axis=axis("Dimensions, slowest first")),
            y=alt.Y("period:Q", axis=axis("Period (positions)"), scale=alt.Scale(type="log")),
            size=alt.Size("share:Q", scale=alt.Scale(domain=[0, 1], range=[10, 120]), legend=few),
            tooltip=[
                alt.Tooltip("dimension:Q", title="Dimension"),
                alt.Tooltip("period:Q", title="Period (positions)", format=".1f"),
                alt.Tooltip("swings:Q", title="Oscillations"),
                alt.Tooltip("share:Q", title="Share explained by this wave", format=".2f"),
            ],
        )
        .properties(height=HEIGHT)
    )
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


def attention_change_bars(table: pd.DataFrame) -> alt.LayerChart:
    """How much attention moved when words changed places: one bar for each layer.

    Args:
        table: As :func:`components.positions.tables.order.attention_change_table` makes it.
    """
    return labelled_bars(table, value="change", name="name", figure="figure", title="Share of attention that moved")
