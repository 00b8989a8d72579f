"""Charts of cosines layer by layer: three means, one pair among random pairs, and what dimensions add."""

import altair as alt
import pandas as pd

from components.charts.guides import axis, layer_axis, legend
from components.charts.lines import DASHES, inline_data, series_encoding
from components.charts.theme import COLOUR, GREY, INK, KIND_COLOURS, TYPE_SIZE
from components.probing.tables.cosines import KINDS, PARTS

CURVE_HEIGHT, BAR_HEIGHT = 440, 350  # pixels, axes, titles and legends included
PAIR_COLOUR = KIND_COLOURS[3]  # the band of random pairs has the colour of random words in the other chart
LABELLED_LAYERS = 7  # more figures do not fit above the points of a line
_COSINE = "Cosine"
_INSET = 22  # pixels beside the outer layers: room for their figures


def cosine_curves(
    table: pd.DataFrame, published: pd.DataFrame | None, *, model: str, height: int = CURVE_HEIGHT
) -> alt.LayerChart:
    """The three means as lines with their intervals as bands, and published figures as diamonds.

    Args:
        table: As :func:`components.probing.tables.cosines.cosine_table` makes it.
        published: As :func:`components.probing.tables.cosines.published_table` makes it, or None.
        model: The name of the model that the table is about.
        height: In pixels.
    """
    x, y = _layer_axis(table, model), _cosine_axis(min(float(table["low"].min()), 0.0))
    colour, dash = series_encoding("kind", list(KINDS), columns=1)
    base = alt.Chart(inline_data(table)).encode(
        x=x,
        color=colour,
        tooltip=[
            alt.Tooltip("kind:N", title="Mean cosine of"),
            alt.Tooltip("layer:O", title="Layer"),
            alt.Tooltip("cosine:Q", title="Cosine", format=".3f"),
            alt.Tooltip("low:Q", title="95% interval from", format=".3f"),
            alt.Tooltip("high:Q", title="to", format=".3f"),
        ],
    )
    layers: list[alt.Chart] = [
        base.mark_area(opacity=0.25).encode(y=y, y2="high:Q", color=colour).transform_calculate(cosine="datum.low"),
        base.mark_line(strokeWidth=3).encode(y=y, strokeDash=dash),
        base.mark_point(filled=True, size=70, opacity=1).encode(y=y),
    ]
    title = alt.TitleParams("Mean cosine")
    if published is not None:
        layers.append(
            alt.Chart(inline_data(published))
            .mark_point(filled=False, size=170, strokeWidth=2.5, opacity=1, shape="diamond")
            .encode(
                x="layer:Q",
                y="cosine:Q",
                color=colour,
                tooltip=[
                    alt.Tooltip("kind:N", title="BERT base, Ethayarajh 2019"),
                    alt.Tooltip("published_layer:O", title="Layer of 12"),
                    alt.Tooltip("cosine:Q", title="Cosine", format=".3f"),
                ],
            )
        )
        title = _title("Mean cosine", f"lines: {model}", *_published_note(table, published))
    chart: alt.LayerChart = alt.LayerChart(layer=layers).properties(height=height, title=title)
    return chart


def pair_curve(table: pd.DataFrame, *, model: str, height: int = CURVE_HEIGHT) -> alt.LayerChart:
    """The cosine of one pair as a line, over the middle 90% of random pairs as a band with their median.

    Args:
        table: As :func:`components.probing.tables.cosines.pair_table` makes it.
        model: The model's name.
        height: In pixels.
    """
    x, y = _layer_axis(table, model), _cosine_axis(min(float(table["low"].min()), float(table["cosine"].min()), 0.0))
    base = alt.Chart(inline_data(table)).encode(
        x=x,
        tooltip=[
            alt.Tooltip("layer:O", title="Layer"),
            alt.Tooltip("cosine:Q", title="Cosine of your words", format=".3f"),
            alt.Tooltip("share_below:Q", title="Random pairs with less", format=".1%"),
            alt.Tooltip("low:Q", title="Random pairs: 5% have less than", format=".3f"),
            alt.Tooltip("high:Q", title="5% have more than", format=".3f"),
        ],
    )
    pair = base.encode(y=y)
    layers = [
        base.mark_area(color=COLOUR, opacity=0.25).encode(y=y, y2="high:Q").transform_calculate(cosine="datum.low"),
        base.mark_line(color=COLOUR, strokeWidth=3, strokeDash=DASHES[1])
        .encode(y=y)
        .transform_calculate(cosine="datum.median"),
        pair.mark_line(color=PAIR_COLOUR, strokeWidth=3),
        pair.mark_point(color=PAIR_COLOUR, filled=True, size=110, opacity=1),
    ]
    if len(table) <= LABELLED_LAYERS:
        labels = pair.mark_text(dy=-16, fontSize=TYPE_SIZE - 2, fontWeight=600, color=alt.ExprRef(INK))
        layers.append(labels.encode(text="figure:N"))
    title = _title("Your two words among random pairs", "band: middle 90% of pairs; dashed: median")
    chart: alt.LayerChart = alt.LayerChart(layer=layers).properties(height=height, title=title)
    return chart


def dimension_bars(table: pd.DataFrame, *, model: str, scale_max: float = 0.0, height: int = BAR_HEIGHT) -> alt.Chart:
    """For each layer the mean cosine of random pairs as one bar, with the part of its largest dimensions.

    Args:
        table: As :func:`components.probing.tables.cosines.dimension_table` makes it.
        model: The model's name.
        scale_max: The axis goes up to this height at least, so that corrected vectors have the scale of the others.
        height: In pixels.
    """
    domain = [min(0.0, float(table["end"].min())), max(scale_max, float(table["end"].max()))]
    parts = list(PARTS)
    colours = [KIND_COLOURS[1], KIND_COLOURS[2], KIND_COLOURS[4], GREY]
    chart: alt.Chart = (
        alt.Chart(inline_data(table))
        .mark_bar(stroke="white", strokeWidth=0.5)
        .encode(
            x=alt.X("layer:O", axis=layer_axis(_layer_title(model), sorted(table["layer"].unique().tolist()))),
            y=alt.Y("start:Q", axis=axis("Part of the cosine", tickCount=4), scale=alt.Scale(domain=domain, nice=True)),
            y2="end:Q",
            color=alt.Color(
                "part:N", scale=alt.Scale(domain=parts, range=colours), sort=parts, legend=legend(None, columns=2)
            ),
            tooltip=[
                alt.Tooltip("layer:O", title="Layer"),
                alt.Tooltip("part:N", title="Dimension"),
                alt.Tooltip("dimension:N", title="Number"),
                alt.Tooltip("contribution:Q", title="Adds", format=".3f"),
            ],
        )
        .properties(
            height=height,
            title=_title("What random words share", "mean cosine as a sum over the dimensions"),
        )
    )
    return chart


def _layer_title(model: str) -> str:
    return f"Layer of {model} (0 = embeddings)"


def _layer_axis(table: pd.DataFrame, model: str) -> alt.X:
    layers = sorted(table["layer"].unique().tolist())
    scale = alt.Scale(domain=[layers[0], layers[-1]], nice=False, padding=_INSET)
    return alt.X("layer:Q", scale=scale, axis=layer_axis(_layer_title(model), layers, inset=_INSET))


def _cosine_axis(low: float) -> alt.Y:
    return alt.Y("cosine:Q", scale=alt.Scale(domain=[low, 1.05], nice=False), axis=axis(_COSINE, tickCount=6))


def _published_note(table: pd.DataFrame, published: pd.DataFrame) -> list[str]:
    """Lines that say which model the diamonds are of, and how its layers lie on those of the other."""
    count, layers = int(published["published_layer"].max()), int(table["layer"].max())
    spread = [] if count == layers else [f"its layers 0–{count} spread over 0–{layers}"]
    return ["◇ another model: BERT base (Ethayarajh 2019)", *spread]


def _title(text: str, *subtitle: str) -> alt.TitleParams:
    return alt.TitleParams(
        text, subtitle=list(subtitle), subtitleFontSize=TYPE_SIZE - 3, subtitleColor=alt.ExprRef(INK), anchor="start"
    )
