"""Charts of a text pair: label probabilities in both orders, and attention from the first text to the second."""

from typing import Literal

import altair as alt
import pandas as pd

from components.charts.guides import axis, layer_axis
from components.charts.theme import COLOUR, INK, KIND_COLOURS, SECOND_COLOUR
from components.charts.titles import with_title
from components.tasks.tables.pairs import AS_TYPED, SWAPPED

HEIGHT = 200  # pixels
SLOPE_HEIGHT = 230
ENDS = {AS_TYPED: 0.4, SWAPPED: 0.6}  # where a slope's lines end, of the width: names stand on both sides of them
TILE_HEIGHT = 30
TEXTS = (0.3, 0.7)  # the inner edges of the two columns of tiles, of the width


def slope_chart(table: pd.DataFrame) -> alt.LayerChart:
    """One line per label, from its probability as typed to its probability with the texts swapped.

    Args:
        table: As :func:`components.tasks.tables.pairs.pair_table` makes it.
    """
    top = max(1.0, float(table["height"].max()))
    drawn = table.assign(x=table["order"].map(ENDS), text=table["label"] + "  " + table["figure"])
    x = alt.X("x:Q", axis=None, scale=alt.Scale(domain=[0, 1]))
    scale = alt.Scale(domain=[-0.06, top + 0.2], nice=False)
    names = list(dict.fromkeys(table["label"]))
    colours = [KIND_COLOURS[place % len(KIND_COLOURS)] for place in range(len(names))]
    colour = alt.Color("label:N", scale=alt.Scale(domain=names, range=colours), legend=None)
    base = alt.Chart(drawn)
    tooltip = [
        alt.Tooltip("label:N", title="Label"),
        alt.Tooltip("order:N", title="Texts"),
        alt.Tooltip("probability:Q", title="Probability", format=".4f"),
    ]
    y = alt.Y("probability:Q", axis=None, scale=scale)
    layers: list[alt.Chart] = [
        base.mark_line(strokeWidth=3).encode(x=x, y=y, color=colour),
        base.mark_point(filled=True, size=110, opacity=1).encode(x=x, y=y, color=colour, tooltip=tooltip),
    ]
    sides: tuple[tuple[str, Literal["left", "right"], int], ...] = ((AS_TYPED, "right", -12), (SWAPPED, "left", 12))
    for order, align, shift in sides:
        head = pd.DataFrame({"x": [ENDS[order]], "height": [top + 0.17], "text": [order.capitalize()]})
        parts: tuple[tuple[pd.DataFrame, Literal[400, 600]], ...] = (
            (drawn[drawn["order"] == order], 400),
            (head, 600),
        )
        layers += [
            alt.Chart(part)
            .mark_text(
                align=align,
                dx=shift,
                fontSize=alt.ExprRef("width < 400 ? 13 : 16"),
                fontWeight=weight,
                limit=alt.ExprRef("width * 0.39"),
            )
            .encode(x=x, y=alt.Y("height:Q", scale=scale), text="text:N", color=alt.value(alt.ExprRef(INK)))
            for part, weight in parts
        ]
    chart: alt.LayerChart = alt.layer(*layers).properties(height=SLOPE_HEIGHT).configure_view(stroke=None)
    return with_title(chart, "Probability of each label, in both orders")


def ribbon_chart(tiles: pd.DataFrame, table: pd.DataFrame, *, layer: int) -> alt.LayerChart:
    """The tokens of both texts as two columns of tiles, with a ribbon for each attention weight between them.

    Args:
        tiles: As :func:`components.tasks.tables.pairs.tile_table` makes them.
        table: The ribbons, as :func:`components.tasks.tables.pairs.ribbon_table` makes them.
        layer: Which layer's attention that is, from 1.
    """
    rows = int(tiles["place"].max()) + 1
    left, right = TEXTS
    placed = tiles.assign(
        from_x=tiles["side"].map({0: 0.0, 1: right}),
        to_x=tiles["side"].map({0: left, 1: 1.0}),
        middle=tiles["side"].map({0: left / 2, 1: (1 + right) / 2}),
        top=tiles["place"] + 0.08,
        bottom=tiles["place"] + 0.92,
        height=tiles["place"] + 0.5,
    )
    lines = table.assign(x=left, x2=right, y=table["first"] + 0.5, y2=table["second"] + 0.5)
    scale = alt.Scale(domain=[0, rows], nice=False, reverse=True)
    x = alt.Scale(domain=[0, 1])
    ink = alt.value(alt.ExprRef(INK))
    bands = (
        alt.Chart(lines)
        .mark_rule(color=COLOUR, strokeCap="round")
        .encode(
            x=alt.X("x:Q", axis=None, scale=x),
            x2="x2:Q",
            y=alt.Y("y:Q", axis=None, scale=scale),
            y2="y2:Q",
            strokeWidth=alt.StrokeWidth("strength:Q", scale=alt.Scale(domain=[0, 1], range=[0.5, 12]), legend=None),
            opacity=alt.Opacity("strength:Q", scale=alt.Scale(domain=[0, 1], range=[0.05, 0.85]), legend=None),
            tooltip=[
                alt.Tooltip("from:N", title="From"),
                alt.Tooltip("to:N", title="To"),
                alt.Tooltip("weight:Q", title="Attention, mean over heads", format=".4f"),
            ],
        )
    )
    base = alt.Chart(placed)
    boxes = base.mark_rect(cornerRadius=4, color=SECOND_COLOUR, fillOpacity=0.14, stroke=alt.ExprRef(INK)).encode(
        x=alt.X("from_x:Q", axis=None, scale=x),
        x2="to_x:Q",
        y=alt.Y("top:Q", axis=None, scale=scale),
        y2="bottom:Q",
        strokeOpacity=alt.value(0.5),
    )
    words = base.mark_text(fontSize=16, limit=alt.ExprRef(f"width * {left - 0.02}")).encode(
        x=alt.X("middle:Q", axis=None, scale=x), y=alt.Y("height:Q", axis=None, scale=scale), text="text:N", color=ink
    )
    chart: alt.LayerChart = (
        alt.layer(bands, boxes, words).properties(height=TILE_HEIGHT * rows).configure_view(stroke=None)
    )
    return with_title(chart, f"Attention to the second text, layer {layer}")


def attention_lines(table: pd.DataFrame) -> alt.LayerChart:
    """Attention to the second text by layer, with a dashed line for attention spread evenly over all positions.

    Args:
        table: As :func:`components.tasks.tables.pairs.attention_across_table` makes it.
    """
    base = alt.Chart(table).encode(
        x=alt.X("layer:O", axis=layer_axis("Layer", sorted(set(table["layer"].tolist())), grid=False))
    )
    top = max(float(table["share"].max()), float(table["even"].max())) * 1.1
    scale = alt.Scale(domain=[0, top])
    y = alt.Y("share:Q", axis=axis("Share", format=".0%", tickCount=3), scale=scale)
    line = base.mark_line(color=COLOUR, strokeWidth=3, point=alt.OverlayMarkDef(size=90, color=COLOUR)).encode(
        y=y, tooltip=[alt.Tooltip("layer:O", title="Layer"), alt.Tooltip("share:Q", title="Share", format=".1%")]
    )
    even = base.mark_line(color=alt.ExprRef(INK), strokeDash=[6, 4]).encode(y=alt.Y("even:Q", scale=scale))
    name = (
        alt.Chart(table.head(1))
        .mark_text(align="left", dy=-10, fontSize=14)
        .encode(
            x="layer:O",
            y=alt.Y("even:Q", scale=scale),
            text=alt.value("if attention were even"),
            color=alt.value(alt.ExprRef(INK)),
        )
    )
    together = alt.LayerChart(layer=[line, even, name])
    chart: alt.LayerChart = together.properties(height=HEIGHT)
    return with_title(chart, "Attention to the second text, by layer")
