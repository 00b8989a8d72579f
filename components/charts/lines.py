"""Shared by line charts: series distinguished by colour and dashes, labels at line ends, and large tables."""

from typing import Any

import altair as alt
import pandas as pd

from components.charts.guides import line_legend
from components.charts.theme import GREY, INK, KIND_COLOURS, TYPE_SIZE

HEIGHT = 420  # pixels, axes and legend included
ROOM = 1.35  # factor by which the axis is longer, for names at the lines' ends
NAME_HEIGHT = 0.07  # of a name, as a share of the lines' range
NARROW = 400  # pixels: on a phone, names are smaller
DASHES = ([1, 0], [8, 4], [2, 3], [8, 3, 2, 3], [14, 5], [4, 2])


def series_encoding(
    field: str, names: list[str], *, columns: int | None = None, labelled_at_ends: bool = False, other: str = ""
) -> tuple[alt.Color, alt.StrokeDash]:
    """Encode series by colour and by dashes, with one legend for both.

    Args:
        field: The column with the names.
        names: In the order of the legend.
        columns: Number of columns of the legend; by default two, and one on a phone, where the second would be cut off.
        labelled_at_ends: Whether the lines have their names at their ends: there is no legend then.
        other: The series that the others are compared with, which is grey.
    """
    colours = [GREY if name == other else KIND_COLOURS[n % len(KIND_COLOURS)] for n, name in enumerate(names)]
    dashes = [DASHES[n % len(DASHES)] for n in range(len(names))]
    shown = alt.ExprRef(f"containerSize()[0] < {NARROW} ? 1 : 2") if columns is None else columns
    key = None if labelled_at_ends else line_legend(columns=shown)
    return (
        alt.Color(f"{field}:N", scale=alt.Scale(domain=names, range=colours), legend=key),
        alt.StrokeDash(f"{field}:N", scale=alt.Scale(domain=names, range=dashes), legend=key),
    )


def end_labels(
    table: pd.DataFrame, name: str, *, x: str, y: str, above: bool = False, span: float | None = None
) -> alt.Chart:
    """The name of every line at its last point, moved up where names would overlap.

    Args:
        table: The lines, one row per point.
        name: The column with the names.
        x: The column along the bottom.
        y: The column of heights.
        above: Whether names are above the ends of their lines, which leaves more room on a phone; else after them,
            where the axis needs room (:data:`ROOM`).
        span: The range of the axis of heights; None for that of the lines.
    """
    ends = table.loc[table.groupby(name)[x].idxmax(), [name, x, y]].sort_values(y)
    gap = NAME_HEIGHT * (float(table[y].max() - table[y].min()) if span is None else span)
    places: list[float] = []
    for value in ends[y]:
        places.append(max(float(value), places[-1] + gap) if places else float(value))
    base = alt.Chart(inline_data(ends.assign(**{y: places})))
    size = alt.ExprRef(f"width < {NARROW} ? 13 : {TYPE_SIZE - 2}")
    if above:
        marks = base.mark_text(align="right", dy=-14, fontSize=size, color=alt.ExprRef(INK))
    else:  # on a phone, where the room after the lines is too short for a name, it ends where the room does
        marks = base.mark_text(
            align=alt.ExprRef(f"width < {NARROW} ? 'right' : 'left'"),
            dx=alt.ExprRef(f"width < {NARROW} ? width * {1 - 1 / ROOM:.2f} : 8"),
            dy=alt.ExprRef(f"width < {NARROW} ? -10 : 0"),
            fontSize=size,
            color=alt.ExprRef(INK),
        )
    chart: alt.Chart = marks.encode(x=f"{x}:Q", y=f"{y}:Q", text=f"{name}:N")
    return chart


class SharedRows(alt.InlineData):
    """Inline data whose copies share its rows: Altair copies a chart for every layer and property that it is given."""

    def __deepcopy__(self, memo: object = None) -> "SharedRows":
        copied = SharedRows(values=[])
        copied["values"] = self["values"]
        return copied


def inline_data(table: pd.DataFrame) -> alt.InlineData:
    """A table as inline data of a chart, without Altair's limit on the number of rows."""
    rows: list[dict[str, Any]] = [dict(zip(table.columns, row, strict=True)) for row in table.itertuples(index=False)]
    data = SharedRows(values=[])
    data["values"] = rows  # assigned later: Altair would validate each row, which takes longer than everything else
    return data
