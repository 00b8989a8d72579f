"""A teacher's answer at one blank, softened: bars at one temperature, and the entropy against all of them."""

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.labelled import labelled_bars
from components.charts.theme import COLOUR, INK, SECOND_COLOUR, TYPE_SIZE

SIDE = 300  # pixels


def target_bars(table: pd.DataFrame) -> alt.LayerChart:
    """One bar a piece at one temperature; the hidden word has the second colour.

    Args:
        table: As :func:`components.distillation.tables.targets.target_table` makes it.
    """
    return labelled_bars(
        table, value="probability", name="word", figure="figure", other="datum.hidden", title="Probability"
    )


def entropy_curve(table: pd.DataFrame, temperature: float) -> alt.LayerChart:
    """Entropy against temperature on a logarithmic axis, a dot at ``temperature`` and a line where it must end.

    Args:
        table: As :func:`components.distillation.tables.targets.entropy_table` makes it.
        temperature: The one that is looked at.
    """
    most = float(table["most"].iloc[0])
    below = axis("Temperature T (logarithmic)", labelOverlap=True, tickCount=6)
    x = alt.X("temperature:Q", scale=alt.Scale(type="log"), axis=below)
    scale = alt.Scale(domain=[0, 1.12 * most], nice=False)
    y = alt.Y("bits:Q", scale=scale, axis=axis("Entropy (bits)", tickCount=6))
    line = alt.Chart(table).mark_line(color=COLOUR, strokeWidth=3).encode(x=x, y=y)
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
    end = alt.Chart(pd.DataFrame({"bits": [most], "text": [f"all equally likely: {most:.2f} bits"]}))
    rule = end.mark_rule(color=alt.ExprRef(INK), strokeDash=[6, 5], strokeWidth=1.5).encode(
        y=alt.Y("bits:Q", scale=scale)
    )
    label = end.mark_text(align="left", baseline="bottom", dx=6, dy=-4, fontSize=TYPE_SIZE - 2, color=alt.ExprRef(INK))
    label = label.encode(x=alt.value(0), y=alt.Y("bits:Q", scale=scale), text="text:N")
    chart: alt.LayerChart = alt.LayerChart(layer=[rule, label, line, dots]).properties(height=SIDE)
    return chart
