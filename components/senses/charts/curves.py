"""Charts of a word's senses: measures by layer, the cosine matrix, and a scatter plot of the points."""

import json
from functools import partial

import altair as alt
import pandas as pd

from components.charts.guides import axis, cell_axis, layer_axis, legend
from components.charts.lines import inline_data, series_encoding
from components.charts.theme import COLOUR, GREY, INK, KIND_COLOURS, TYPE_SIZE, sequential_colours
from components.senses.tables.findings import ACCURACY, MATRIX_LIMIT, NO_SENSE, SILHOUETTE
from components.tables.numbers import fixed, percentage

CURVE_HEIGHT = 320  # pixels, axes and legend included
SCATTER_HEIGHT = 480
CELL_SIZE, MINIMUM_SIDE, MAXIMUM_SIDE = 22, 200, 520
_AXIS_TITLES = {ACCURACY: "Accuracy", SILHOUETTE: "Silhouette"}
NAME_LIMIT = 30  # points per side: with more there is no room for their names
TRUE_LABELS, SHUFFLED_LABELS = "true labels", "shuffled (chance)"
SENSE_SHAPES = ("circle", "square", "triangle-up", "diamond", "triangle-down", "triangle-right", "triangle-left")
NO_SENSE_COLOUR, NO_SENSE_SHAPE = GREY, "cross"


def measure_curve(table: pd.DataFrame, *, kind: str, height: int = CURVE_HEIGHT) -> alt.LayerChart:
    """One measure by layer; for shuffled labels the mean as a dashed line and the middle 95% as a band.

    The highest value is labelled.

    Args:
        table: As :func:`components.senses.tables.findings.measure_table` makes it.
        kind: The measure, such as :data:`components.senses.tables.findings.ACCURACY`.
        height: Height of the chart in pixels.
    """
    defined = table[table["kind"] == kind].dropna(subset=["value"])
    lines = pd.concat(
        [
            defined.assign(series=TRUE_LABELS, height=defined["value"]),
            defined.assign(series=SHUFFLED_LABELS, height=defined["shuffled"]),
        ]
    ).dropna(subset=["height"])
    domain = [0.0, 1.0] if kind == ACCURACY else [float(min(0.0, defined[["value", "low"]].min().min())), 1.0]
    scale = alt.Scale(domain=domain, nice=kind != ACCURACY)
    x = alt.X("layer:Q", axis=layer_axis("Layer (0 = embeddings)", sorted(defined["layer"].tolist())))
    y_axis = axis(_AXIS_TITLES[kind], **({"format": ".0%"} if kind == ACCURACY else {}))  # as its finding counts
    y = alt.Y("height:Q", scale=scale, axis=y_axis)
    _, dash = series_encoding("series", [TRUE_LABELS, SHUFFLED_LABELS], labelled_at_ends=True)
    # Chance is grey because the second colour means a sense on the map beside it.
    colour = alt.Color(
        "series:N", scale=alt.Scale(domain=[TRUE_LABELS, SHUFFLED_LABELS], range=[COLOUR, GREY]), legend=None
    )
    band = (
        alt.Chart(defined)
        .mark_area(color=GREY, opacity=0.28)
        .encode(x=x, y=alt.Y("low:Q", scale=scale, axis=y_axis), y2="high:Q")
    )
    base = alt.Chart(lines).encode(
        x=x,
        y=y,
        color=colour,
        tooltip=[
            alt.Tooltip("layer:O", title="Layer"),
            alt.Tooltip("value:Q", title=kind.capitalize(), format=".3f"),
            alt.Tooltip("shuffled:Q", title="Shuffled labels", format=".3f"),
            alt.Tooltip("low:Q", title="95% interval from", format=".3f"),
            alt.Tooltip("high:Q", title="to", format=".3f"),
        ],
    )
    curve = base.mark_line(strokeWidth=3).encode(strokeDash=dash)
    dots = base.transform_filter(f"datum.series === '{TRUE_LABELS}'").mark_point(filled=True, size=90, opacity=1)
    best_rows = defined[defined["best"]]
    written = percentage if kind == ACCURACY else partial(fixed, decimals=2)
    best = alt.Chart(best_rows.assign(figure=[written(value) for value in best_rows["value"]])).encode(
        x=x, y=alt.Y("value:Q", scale=scale)
    )
    value_labels = best.mark_text(dy=-16, fontSize=TYPE_SIZE, fontWeight=600, color=alt.ExprRef(INK)).encode(
        text="figure:N"
    )
    chart: alt.LayerChart = alt.LayerChart(layer=[band, curve, dots, value_labels]).properties(
        height=height,
        title=alt.TitleParams(
            f"{kind.capitalize()} by layer",
            subtitle=f"solid: {TRUE_LABELS}; dashed: {SHUFFLED_LABELS}",
            subtitleFontSize=TYPE_SIZE - 2,
            subtitleColor=alt.ExprRef(INK),
        ),
    )
    return chart


def cosine_heatmap(table: pd.DataFrame) -> alt.LayerChart:
    """One cell per pair of points, darker for higher cosines, with a frame round each cluster.

    Args:
        table: As :func:`components.senses.tables.findings.cosine_table` makes it, ordered by cluster.

    Raises:
        ValueError: There are more than :data:`components.senses.tables.findings.MATRIX_LIMIT` points per side.
    """
    rows = table.drop_duplicates("row")
    side = len(rows)
    if side > MATRIX_LIMIT:
        raise ValueError(f"expected at most {MATRIX_LIMIT} points a side, got {side}")
    domain = [0.5, side + 0.5]
    x_scale = alt.Scale(domain=domain, nice=False, zero=False)
    y_scale = alt.Scale(domain=domain, nice=False, zero=False, reverse=True)
    labels = [f"{row.row_point} {row.row_sense}" for row in rows.itertuples()]
    base = (
        _pair_chart(table)
        .transform_calculate(
            left="datum.column - 0.5", right="datum.column + 0.5", top="datum.row - 0.5", bottom="datum.row + 0.5"
        )
        .encode(
            x=alt.X("left:Q", scale=x_scale, axis=None),
            x2="right:Q",
            y=alt.Y("top:Q", scale=y_scale, axis=_name_axis(labels)),
        )
    )
    minimum = min(float(table["cosine"].min()), 0.99)
    squares = base.mark_rect().encode(
        y2="bottom:Q",
        color=alt.Color(
            "cosine:Q",
            scale=alt.Scale(domain=[minimum, 1.0], range=sequential_colours()),
            legend=legend("Cosine similarity"),
        ),
        tooltip=[
            alt.Tooltip("cosine:Q", title="Cosine similarity", format=".3f"),
            *(
                alt.Tooltip(f"{of}_{name}:N", title=f"{title} {which}")
                for of, which in (("row", "1"), ("column", "2"))
                for name, title in (
                    ("point", "Number"),
                    ("sense", "Sense"),
                    ("cluster", "Group"),
                    ("sentence", "Sentence"),
                )
            ),
        ],
    )
    cluster_ranges = rows.groupby("row_cluster", as_index=False)["row"].agg(["min", "max"])
    cluster_ranges = cluster_ranges.assign(start=cluster_ranges["min"] - 0.5, end=cluster_ranges["max"] + 0.5)
    cluster_frames = (
        alt.Chart(cluster_ranges)
        .mark_rect(fillOpacity=0, stroke=alt.ExprRef(INK), strokeWidth=3)
        .encode(
            x=alt.X("start:Q", scale=x_scale, axis=None),
            x2="end:Q",
            y=alt.Y("start:Q", scale=y_scale, axis=_name_axis(labels)),
            y2="end:Q",
        )
    )
    height = min(max(CELL_SIZE * side, MINIMUM_SIDE), MAXIMUM_SIDE)
    chart: alt.LayerChart = alt.LayerChart(layer=[squares, cluster_frames]).properties(
        height=height, width=height, title="Similarity of every pair of sentences"
    )
    return chart


def sense_scatter(table: pd.DataFrame, *, title: str = "") -> alt.Chart:
    """The points of one layer in the plane, with colour and shape by sense. Only distances have a meaning, axes do not.

    Args:
        table: As :func:`components.senses.tables.findings.point_table` makes it.
        title: Title of the chart, such as the layer and the projection method.
    """
    senses = sorted(set(table["sense"]) - {NO_SENSE})
    domain = [*senses, *([NO_SENSE] if (table["sense"] == NO_SENSE).any() else [])]
    colours = [KIND_COLOURS[number % len(KIND_COLOURS)] for number in range(len(senses))] + [NO_SENSE_COLOUR]
    shapes = [SENSE_SHAPES[number % len(SENSE_SHAPES)] for number in range(len(senses))] + [NO_SENSE_SHAPE]
    key = legend("Sense", labelLimit=260)  # visitors type senses, which may be long
    blank = alt.Axis(title=None, labels=False, ticks=False, grid=False)
    chart: alt.Chart = (
        alt.Chart(inline_data(table[["point", "sense", "sentence", "x", "y"]]), title=title)
        .mark_point(filled=True, size=130, opacity=0.9)
        .encode(
            x=alt.X("x:Q", axis=blank, scale=alt.Scale(zero=False, padding=12)),
            y=alt.Y("y:Q", axis=blank, scale=alt.Scale(zero=False, padding=12)),
            color=alt.Color("sense:N", scale=alt.Scale(domain=domain, range=colours[: len(domain)]), legend=key),
            shape=alt.Shape("sense:N", scale=alt.Scale(domain=domain, range=shapes[: len(domain)]), legend=key),
            tooltip=[
                alt.Tooltip("point:O", title="Number"),
                alt.Tooltip("sense:N", title="Sense"),
                alt.Tooltip("sentence:N", title="Sentence"),
            ],
        )
        .properties(height=SCATTER_HEIGHT)
    )
    return chart


def _pair_chart(table: pd.DataFrame) -> alt.Chart:
    """The cells; the browser looks up the fields of their points, so that each sentence is sent only once per side."""
    chart = alt.Chart(inline_data(table[["row", "column", "cosine"]].round({"cosine": 5})))
    for side in ("row", "column"):
        fields = [f"{side}_{name}" for name in ("point", "sense", "cluster", "sentence")]
        points = inline_data(table.drop_duplicates(side)[[side, *fields]])
        chart = chart.transform_lookup(lookup=side, from_=alt.LookupData(data=points, key=side, fields=fields))
    return chart


def _name_axis(names: list[str]) -> alt.Axis:
    """The vertical axis of a matrix: the names of its points, if there is room for them."""
    shown = len(names) <= NAME_LIMIT
    return cell_axis(
        "Sentences, groups framed",
        values=list(range(1, len(names) + 1)) if shown else [],
        labelExpr=f"{json.dumps(names)}[datum.value - 1]",
        labelFontSize=TYPE_SIZE - 4,
        labelLimit=170,
        grid=False,
    )
