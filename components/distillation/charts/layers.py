"""Heatmap of the similarity of a student's layers to its teacher's."""

import altair as alt
import pandas as pd

from components.charts.cells import ink_on
from components.charts.guides import cell_axis, legend
from components.charts.theme import INK, TYPE_SIZE, sequential_colours
from components.tables.numbers import fixed

CELL_HEIGHT = 48  # pixels


def similarity_grid(table: pd.DataFrame) -> alt.LayerChart:
    """The student's layers from top to bottom, the teacher's from left to right, with the similarity in each cell.

    A thick frame and a star mark layers of the student that were initialised from that layer of the teacher.

    Args:
        table: As :func:`components.distillation.tables.layers.similarity_table` makes it.
    """
    shown = table.assign(
        text=[
            fixed(value, 2) + (" *" if began else "")
            for value, began in zip(table["value"], table["began"], strict=True)
        ]
    )
    orders = {side: list(dict.fromkeys(table[f"{side}_name"])) for side in ("student", "teacher")}
    base = alt.Chart(shown).encode(
        x=alt.X("teacher_name:N", sort=orders["teacher"], axis=cell_axis("Teacher"), scale=alt.Scale(padding=0.06)),
        y=alt.Y("student_name:N", sort=orders["student"], axis=cell_axis("Student"), scale=alt.Scale(padding=0.06)),
    )
    cells = base.mark_rect(cornerRadius=3, stroke=alt.ExprRef(INK)).encode(
        color=alt.Color(
            "value:Q",
            scale=alt.Scale(domain=[min(0.0, float(table["value"].min())), 1], range=sequential_colours()),
            legend=legend("CKA"),
        ),
        strokeWidth=alt.condition("datum.began", alt.value(4), alt.value(0.5)),
        tooltip=[
            alt.Tooltip("student_name:N", title="Student"),
            alt.Tooltip("teacher_name:N", title="Teacher"),
            alt.Tooltip("value:Q", title="Similarity", format=".3f"),
            alt.Tooltip("shuffled:Q", title="Tokens shuffled", format=".3f"),
        ],
    )
    numbers = base.mark_text(fontSize=TYPE_SIZE - 2).encode(
        text="text:N", color=alt.value(alt.ExprRef(ink_on("value")))
    )
    grid: alt.LayerChart = alt.LayerChart(layer=[cells, numbers]).properties(height=alt.Step(CELL_HEIGHT))
    return grid
