"""The words around a blank, and which of them a model sees."""

import altair as alt
import pandas as pd

from components.charts.lines import inline_data
from components.charts.theme import INK, TYPE_SIZE
from components.masks.tables.sight import sight_letters

HEIGHT = 110  # pixels
WORDS, HEAD = 1.24, 0.1  # heights of their middle and of the arrow's, where the foot is 0 and the curves begin at 1
EM = 0.53  # of the size of type: how wide a letter is


def sight_drawing(words: pd.DataFrame, lines: pd.DataFrame, colour: str) -> alt.LayerChart:
    """The words in a line, faint where they are not seen; from the others run curves to the blank, and an arrow down.

    Args:
        words: As :func:`components.masks.tables.sight.sight_words` makes it.
        lines: As :func:`components.masks.tables.sight.sight_lines` makes it.
        colour: Of the curves.
    """
    x = alt.X("x:Q", axis=None, scale=alt.Scale(domain=[0, 1], nice=False, zero=False))
    y = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[0, WORDS + 0.2], nice=False))
    is_down = lines["line"] < 0
    curves, down = (
        alt.Chart(inline_data(part)).encode(x=x, y=y, detail="line:N", order="order:Q")
        for part in (lines[~is_down], lines[is_down])
    )
    head = alt.Chart(inline_data(words[words["blank"]].assign(y=HEAD))).encode(x=x, y=y)
    size = alt.ExprRef(f"min({TYPE_SIZE}, width / {EM * sight_letters(words['text'].to_list()):.4g})")
    texts = (
        alt.Chart(inline_data(words.assign(y=WORDS)))
        .mark_text(
            baseline="middle",
            fontSize=size,
            color=alt.ExprRef(INK),
            fontWeight=alt.ExprRef("datum.blank ? 700 : 400"),
            opacity=alt.ExprRef("datum.unseen ? 0.4 : 1"),
        )
        .encode(x=x, y=y, text="text:N")
    )
    drawing: alt.LayerChart = alt.LayerChart(
        layer=[
            curves.mark_line(strokeWidth=2, opacity=0.8, color=colour),
            down.mark_line(strokeWidth=5, color=colour),
            head.mark_point(shape="triangle-down", size=260, filled=True, opacity=1, color=colour),
            texts,
        ]
    ).properties(height=HEIGHT)
    return drawing
