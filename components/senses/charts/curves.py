"""Charts of a word's senses: how well each layer separates them, and a scatter plot of the points."""

import altair as alt
import pandas as pd

from components.charts.guides import axis, layer_axis, legend
from components.charts.lines import end_labels, inline_data
from components.charts.theme import COLOUR, GREY, INK, KIND_COLOURS, SECOND_COLOUR, TYPE_SIZE
from components.senses.tables.findings import NO_SENSE
from components.tables.numbers import percentage

CURVE_HEIGHT = 420  # pixels, axes included
CHANCE = "by chance"  # the name of the grey line
SCATTER_HEIGHT = 480
SENSE_SHAPES = ("circle", "square", "triangle-up", "diamond", "triangle-down", "triangle-right", "triangle-left")
NO_SENSE_COLOUR, NO_SENSE_SHAPE = GREY, "cross"


def layer_curves(table: pd.DataFrame) -> alt.LayerChart:
    """The nearest-neighbour accuracy by layer, a line for each model, above what shuffled labels reach in grey.

    The highest value of each model is written at its point.

    Args:
        table: As :func:`components.senses.tables.right_context.models_table` makes it, for one model or two.
    """
    names = list(dict.fromkeys(table["model"]))
    defined = table.dropna(subset=["value"])
    chance = defined[defined["model"] == names[0]].dropna(subset=["shuffled"])
    lines = pd.concat([defined, chance.assign(model=CHANCE, value=chance["shuffled"])], ignore_index=True)[
        ["layer", "model", "value"]
    ]
    x = alt.X("layer:Q", axis=layer_axis(sorted(set(table["layer"].tolist()))))
    scale = alt.Scale(domain=[0.0, 1.0], nice=False)
    y = alt.Y("value:Q", scale=scale, axis=axis(None, format=".0%", tickCount=5))
    band = (
        alt.Chart(inline_data(chance[["layer", "low", "high"]]))
        .mark_area(color=GREY, opacity=0.28)
        .encode(x=x, y=alt.Y("low:Q", scale=scale), y2="high:Q")
    )
    colours = [COLOUR, SECOND_COLOUR][: len(names)]
    base = alt.Chart(inline_data(lines)).encode(
        x=x,
        y=y,
        color=alt.Color("model:N", scale=alt.Scale(domain=[*names, CHANCE], range=[*colours, GREY]), legend=None),
        tooltip=[
            alt.Tooltip("model:N", title="Model"),
            alt.Tooltip("layer:O", title="Layer"),
            alt.Tooltip("value:Q", title="Nearest sentence has the same meaning", format=".1%"),
        ],
    )
    best_rows = defined[defined["best"]]
    best = alt.Chart(inline_data(best_rows[["layer", "value"]].assign(figure=best_rows["value"].map(percentage))))
    layers = [
        band,
        base.mark_line(strokeWidth=3),
        base.transform_filter(f"datum.model !== '{CHANCE}'").mark_point(filled=True, size=90, opacity=1),
        best.mark_text(dy=-16, fontSize=TYPE_SIZE, fontWeight=600, color=alt.ExprRef(INK)).encode(
            x=x, y=alt.Y("value:Q", scale=scale), text="figure:N"
        ),
    ]
    if not lines.empty:
        layers.append(end_labels(lines, "model", x="layer", y="value", above=True))
    chart: alt.LayerChart = alt.LayerChart(layer=layers).properties(
        height=CURVE_HEIGHT, title="Sentences whose nearest sentence has the same meaning"
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
