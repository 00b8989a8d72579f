"""The products whose sum is a label's score, one thin bar each."""

import altair as alt
import pandas as pd

from components.charts.guides import axis
from components.charts.lines import inline_data
from components.charts.theme import COLOUR, SECOND_COLOUR
from components.charts.titles import with_title
from components.tables.numbers import signed_or_zero

HEIGHT = 170  # pixels


def product_bars(table: pd.DataFrame) -> alt.Chart:
    """One bar per dimension of the vector; negative products point down and have the second colour.

    Args:
        table: As :func:`components.tasks.tables.text.product_table` makes it.
    """
    chart: alt.Chart = (
        alt.Chart(inline_data(table.assign(shown=[signed_or_zero(product, 4) for product in table["product"]])))
        .mark_bar(size=2)
        .encode(
            x=alt.X(
                "number:Q",
                axis=axis("Dimension of the vector"),
                scale=alt.Scale(domain=[0, len(table)], nice=False),
            ),
            y=alt.Y("product:Q", axis=axis("W × x", tickCount=3)),
            color=alt.condition("datum.product < 0", alt.value(SECOND_COLOUR), alt.value(COLOUR)),
            tooltip=[
                alt.Tooltip("number:Q", title="Dimension"),
                alt.Tooltip("shown:N", title="W × x"),
            ],
        )
        .properties(height=HEIGHT)
    )
    return with_title(chart, "W × x, one product for each dimension of the vector")
