"""Senses of a word: a measure over layers beside its baseline, cosines of all points, and the points on a plane."""

import json

import altair as alt
import pandas as pd

from components.charts.guides import axis, cell_axis, legend
from components.charts.lines import inline_data, series_encoding
from components.charts.theme import COLOUR, GREY, INK, KIND_COLOURS, TYPE_SIZE, sequential_colours
from components.senses.tables.findings import ACCURACY, MATRIX_LIMIT, NO_SENSE, SILHOUETTE
from components.tables.numbers import fixed

CURVE_HEIGHT = 320  # pixels, axes and legend included
SIDE = 480
CELL, MINIMUM_SIDE, MAXIMUM_SIDE = 22, 200, 520
_SHORT = {ACCURACY: "Accuracy", SILHOUETTE: "Silhouette"}
NAME_LIMIT = 30  # points a side: more of them leave no room for their names
TRUE_LABELS, SHUFFLED_LABELS = "true labels", "shuffled (chance)"
SENSE_SHAPES = ("circle", "square", "triangle-up", "diamond", "triangle-down", "triangle-right", "triangle-left")
NO_SENSE_COLOUR, NO_SENSE_SHAPE = GREY, "cross"


def measure_curve(table: pd.DataFrame, *, kind: str, height: int = CURVE_HEIGHT) -> alt.LayerChart:
    """One measure over layers, and of shuffled labels the mean, dashed, and the middle 95% as a band.

    The highest value is written beside its point.

    Args:
        table: As :func:`components.senses.tables.findings.measure_table` makes it.
        kind: The measure.
        height: Of the chart, in pixels.
    """
    shown = table[table["kind"] == kind].dropna(subset=["value"])
    lines = pd.concat(
        [
            shown.assign(series=TRUE_LABELS, height=shown["value"]),
            shown.assign(series=SHUFFLED_LABELS, height=shown["shuffled"]),
        ]
    ).dropna(subset=["height"])
    ends = [0.0, 1.0] if kind == ACCURACY else [float(min(0.0, shown[["value", "low"]].min().min())), 1.0]
    scale = alt.Scale(domain=ends, nice=kind != ACCURACY)
    x = alt.X("layer:Q", axis=axis("Layer (0 = embeddings)", values=sorted(shown["layer"].tolist()), format="d"))
    y = alt.Y("height:Q", scale=scale, axis=axis(_SHORT[kind]))
    _, dash = series_encoding("series", [TRUE_LABELS, SHUFFLED_LABELS], labelled_at_ends=True)
    # Chance is grey: the second colour is that of a sense on the map beside it.
    colour = alt.Color(
        "series:N", scale=alt.Scale(domain=[TRUE_LABELS, SHUFFLED_LABELS], range=[COLOUR, GREY]), legend=None
    )
    band = (
        alt.Chart(shown)
        .mark_area(color=GREY, opacity=0.28)
        .encode(x=x, y=alt.Y("low:Q", scale=scale, axis=axis(_SHORT[kind])), y2="high:Q")
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
    tops = shown[shown["best"]]
    best = alt.Chart(tops.assign(figure=[fixed(value, 2) for value in tops["value"]])).encode(
        x=x, y=alt.Y("value:Q", scale=scale)
    )
    figure = best.mark_text(dy=-16, fontSize=TYPE_SIZE, fontWeight=600, color=alt.ExprRef(INK)).encode(text="figure:N")
    chart: alt.LayerChart = alt.LayerChart(layer=[band, curve, dots, figure]).properties(
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
    """One cell for every two points, darker where they are more alike, and a frame round each cluster.

    Args:
        table: As :func:`components.senses.tables.findings.cosine_table` makes it, clusters standing together.

    Raises:
        ValueError: It has more than :data:`components.senses.tables.findings.MATRIX_LIMIT` points a side.
    """
    rows = table.drop_duplicates("row")
    side = len(rows)
    if side > MATRIX_LIMIT:
        raise ValueError(f"expected at most {MATRIX_LIMIT} points a side, got {side}")
    domain = [0.5, side + 0.5]
    across = alt.Scale(domain=domain, nice=False, zero=False)
    down = alt.Scale(domain=domain, nice=False, zero=False, reverse=True)
    names = [f"{row.row_point} {row.row_sense}" for row in rows.itertuples()]
    base = (
        _with_about(table)
        .transform_calculate(
            left="datum.column - 0.5", right="datum.column + 0.5", top="datum.row - 0.5", bottom="datum.row + 0.5"
        )
        .encode(
            x=alt.X("left:Q", scale=across, axis=None),
            x2="right:Q",
            y=alt.Y("top:Q", scale=down, axis=_names(names)),
        )
    )
    least = min(float(table["cosine"].min()), 0.99)
    squares = base.mark_rect().encode(
        y2="bottom:Q",
        color=alt.Color(
            "cosine:Q",
            scale=alt.Scale(domain=[least, 1.0], range=sequential_colours()),
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
    edges = rows.groupby("row_cluster", as_index=False)["row"].agg(["min", "max"])
    edges = edges.assign(start=edges["min"] - 0.5, end=edges["max"] + 0.5)
    frames = (
        alt.Chart(edges)
        .mark_rect(fillOpacity=0, stroke=alt.ExprRef(INK), strokeWidth=3)
        .encode(
            x=alt.X("start:Q", scale=across, axis=None),
            x2="end:Q",
            y=alt.Y("start:Q", scale=down, axis=_names(names)),
            y2="end:Q",
        )
    )
    height = min(max(CELL * side, MINIMUM_SIDE), MAXIMUM_SIDE)
    chart: alt.LayerChart = alt.LayerChart(layer=[squares, frames]).properties(
        height=height, width=height, title="Similarity of every pair of sentences"
    )
    return chart


def sense_scatter(table: pd.DataFrame, *, title: str = "") -> alt.Chart:
    """The points of one layer on a plane, colour and shape both by sense. Distances mean something, axes do not.

    Args:
        table: As :func:`components.senses.tables.findings.point_table` makes it.
        title: Of the figure, such as the layer and how it was projected.
    """
    senses = sorted(set(table["sense"]) - {NO_SENSE})
    domain = [*senses, *([NO_SENSE] if (table["sense"] == NO_SENSE).any() else [])]
    colours = [KIND_COLOURS[number % len(KIND_COLOURS)] for number in range(len(senses))] + [NO_SENSE_COLOUR]
    shapes = [SENSE_SHAPES[number % len(SENSE_SHAPES)] for number in range(len(senses))] + [NO_SENSE_SHAPE]
    key = legend("Sense", labelLimit=260)  # senses are typed and may be long
    blank = alt.Axis(title=None, labels=False, ticks=False, grid=False)
    chart: alt.Chart = (
        alt.Chart(inline_data(table), title=title)
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
        .properties(height=SIDE)
    )
    return chart


def _with_about(table: pd.DataFrame) -> alt.Chart:
    """The cells, with what is known of their points looked up in the browser: each sentence travels once a side."""
    chart = alt.Chart(inline_data(table[["row", "column", "cosine"]].round({"cosine": 5})))
    for side in ("row", "column"):
        about = [f"{side}_{name}" for name in ("point", "sense", "cluster", "sentence")]
        points = inline_data(table.drop_duplicates(side)[[side, *about]])
        chart = chart.transform_lookup(lookup=side, from_=alt.LookupData(data=points, key=side, fields=about))
    return chart


def _names(names: list[str]) -> alt.Axis:
    """The left side of a matrix: its points by name where there is room, or nothing."""
    shown = len(names) <= NAME_LIMIT
    return cell_axis(
        "Sentences, groups framed",
        values=list(range(1, len(names) + 1)) if shown else [],
        labelExpr=f"{json.dumps(names)}[datum.value - 1]",
        labelFontSize=TYPE_SIZE - 4,
        labelLimit=170,
        grid=False,
    )
