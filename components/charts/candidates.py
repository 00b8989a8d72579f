"""Bar charts of the candidates for a mask, as in “The blank” of “Masked words”."""

import json
from typing import Any

import altair as alt
import pandas as pd
import pyarrow as pa  # type: ignore[import-untyped]

from components.charts.rows_above import length_scale
from components.charts.rows_beside import LEAST_ROWS, ROW_HEIGHT, end_figures, label_expression, row_labels
from components.charts.theme import COLOUR, SECOND_COLOUR

WORD_WIDTH = 120
FIGURE_WIDTH, RARE_WIDTH = 70, 130  # pixels; the second for figures such as "1 in 25,000"
REST_OPACITY = 0.6  # of the bars after the first

Spec = dict[str, Any]  # a Vega-Lite specification, as Altair's ``to_dict`` gives it


def shown_bars(table: pd.DataFrame, *, scale_max: float | None = None, row_height: int = ROW_HEIGHT) -> Spec:
    """:func:`candidate_bars` for the screen, with the data as an Arrow table: Streamlit sends that as it is."""
    columns = _columns(table)
    return _bars(columns, pa.table(columns), scale_max, row_height)


def candidate_bars(
    table: pd.DataFrame, *, scale_max: float | None = None, colour: str = COLOUR, row_height: int = ROW_HEIGHT
) -> Spec:
    """One bar per candidate, its word on the left and its probability at its end. The first is the darkest.

    Words are the labels of an axis. Rows are identified by rank, because two tokens of a vocabulary may have the same
    text.

    The chart is drawn at every keystroke, and building it with Altair takes longer than the rest of the rerun: so it is
    built once, and each call fills in the data.

    Args:
        table: As :func:`components.tables.predictions.candidate_table` makes it.
        scale_max: The probability of a full-length bar, for charts that are compared; None for the largest.
        colour: Of the bars.
        row_height: In pixels.
    """
    spec = _bars(_columns(table), table.to_dict(orient="records"), scale_max, row_height)
    spec["layer"][0]["encoding"]["color"]["value"] = colour
    return spec


def _columns(table: pd.DataFrame) -> dict[str, list[Any]]:
    """The columns as lists: looking up one in a table, or asking for the beginnings of its texts, takes much longer."""
    return {str(name): table[name].to_list() for name in table}


def _bars(columns: dict[str, list[Any]], values: object, scale_max: float | None, row_height: int) -> Spec:
    spec: Spec = json.loads(_DRAWN)
    bars = spec["layer"][0]["encoding"]
    spec["data"] = {"values": values}
    spec["height"] = row_height * max(len(columns["word"]), LEAST_ROWS)
    bars["y"]["axis"]["labelExpr"] = label_expression(columns["word"])
    width = RARE_WIDTH if any(text.startswith("1 in") for text in columns["percent"]) else FIGURE_WIDTH
    # Said here, since the browser draws once before it has the data, and warns that it can find no largest value.
    largest = max(columns["probability"], default=1.0) if scale_max is None else scale_max
    bars["x"]["scale"] = length_scale([0, largest], figure_width=width).to_dict()
    return spec


def _drawing() -> Spec:
    """The specification of the bars, without data."""
    nothing = pd.Series([], dtype=str)
    base = alt.Chart()
    bars = base.mark_bar(cornerRadiusEnd=4, height={"band": 0.72}).encode(
        x=alt.X("probability:Q", axis=None),
        y=alt.Y("rank:O", axis=row_labels(nothing, orient="left", width=WORD_WIDTH)),
        color=alt.condition("datum.was_there", alt.value(SECOND_COLOUR), alt.value(COLOUR)),
        opacity=alt.condition("datum.rank === 1 || datum.was_there", alt.value(1), alt.value(REST_OPACITY)),
        tooltip=[
            alt.Tooltip("rank:O", title="Rank"),
            alt.Tooltip("word:N", title="Word"),
            alt.Tooltip("probability:Q", title="Probability", format=".6f"),
        ],
    )
    figures = end_figures(base, value="probability", figure="percent", row="rank")
    spec: Spec = alt.layer(bars, figures).to_dict()
    for part in (spec, *spec["layer"]):
        part.pop("data", None)
        part.pop("datasets", None)
    return spec


_DRAWN = json.dumps(_drawing())
