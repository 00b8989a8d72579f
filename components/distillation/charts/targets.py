"""Charts of a teacher's softened distribution: bars at one temperature, and entropy by temperature."""

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.labelled import labelled_bars
from components.charts.theme import COLOUR, INK, SECOND_COLOUR, TYPE_SIZE

CURVE_HEIGHT = 300  # pixels


def target_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar per token at one temperature; the masked word has the second colour.

    Args:
        table: As :func:`components.distillation.tables.targets.target_table` makes it.
    """
    return labelled_bars(
        table, value="probability", name="word", figure="figure", other="datum.hidden", title="Probability"
    )


def entropy_curve(table: pd.DataFrame, temperature: float) -> alt.LayerChart:
    """Entropy by temperature on a logarithmic axis, with a marker at ``temperature`` and a line at the maximum.

    Args:
        table: As :func:`components.distillation.tables.targets.entropy_table` makes it.
        temperature: The selected temperature.
    """
    maximum = float(table["maximum"].iloc[0])
    x_axis = axis("Temperature T (logarithmic)", labelOverlap=True, tickCount=6)
    x = alt.X("temperature:Q", scale=alt.Scale(type="log"), axis=x_axis)
    scale = alt.Scale(domain=[0, 1.12 * maximum], nice=False)
    y = alt.Y("bits:Q", scale=scale, axis=axis("Entropy (bits)", tickCount=6))
    curve = alt.Chart(table).mark_line(color=COLOUR, strokeWidth=3).encode(x=x, y=y)
    dots = (
        alt.Chart(table.assign(chosen=table["temperature"] == temperature))
        .mark_point(filled=True, opacity=1)
        .encode(
            x=x,
            y=y,
            size=alt.condition("datum.chosen", alt.value(300), alt.value(60)),
            color=alt.condition("datum.chosen", alt.value(SECOND_COLOUR), alt.value(COLOUR)),
            shape=alt.condition("datum.chosen", alt.value("diamond"), alt.value("circle")),
            tooltip=[
                alt.Tooltip("temperature:Q", title="Temperature"),
                alt.Tooltip("bits:Q", title="Entropy (bits)", format=".3f"),
                alt.Tooltip("choices:Q", title="As many equal choices", format=",.1f"),
            ],
        )
    )
    limit = alt.Chart(pd.DataFrame({"bits": [maximum], "text": [f"all equally likely: {maximum:.2f} bits"]}))
    rule = limit.mark_rule(color=alt.ExprRef(INK), strokeDash=[6, 5], strokeWidth=1.5).encode(
        y=alt.Y("bits:Q", scale=scale)
    )
    label = limit.mark_text(
        align="left", baseline="bottom", dx=6, dy=-4, fontSize=TYPE_SIZE - 2, color=alt.ExprRef(INK)
    )
    label = label.encode(x=alt.value(0), y=alt.Y("bits:Q", scale=scale), text="text:N")
    chart: alt.LayerChart = alt.LayerChart(layer=[rule, label, curve, dots]).properties(height=CURVE_HEIGHT)
    return chart
