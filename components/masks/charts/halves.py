"""Two halves of an encoder–decoder, side by side."""

import altair as alt
import pandas as pd

from components.charts.lines import inline_data
from components.charts.theme import COLOUR, GREY, INK, SECOND_COLOUR, TYPE_SIZE
from components.masks.tables.halves import ARC, BAND, DECODER, ENCODER, LINK, SIDES, THREAD, TOKEN

HEIGHT = 200  # pixels, names included
NAMES, FEET = 0.24, 0.16  # of the height of the stacks: what the names above take, and the words below
WORD_WIDTH = 0.85  # of a token's place
NARROW = 600  # pixels: below it names are short
COLOURS = {ENCODER: COLOUR, DECODER: SECOND_COLOUR, LINK: GREY}


def halves_drawing(table: pd.DataFrame, words: pd.DataFrame, names: dict[str, tuple[str, str]]) -> alt.LayerChart:
    """Both stacks with their lines, a name above each, and the words below.

    Args:
        table: As :func:`components.masks.tables.halves.halves_table` makes it.
        words: As :func:`components.masks.tables.halves.words_table` makes it. A phone has no room for them.
        names: For each half, and for what links them, the text above it, and a short one for a phone.
    """
    top = float(table["y"].max())
    across = alt.Scale(domain=[0, 1], nice=False, zero=False)
    up = alt.Scale(domain=[-top * FEET, top * (1 + NAMES)], nice=False)
    x, y = alt.X("x:Q", axis=None, scale=across), alt.Y("y:Q", axis=None, scale=up)
    corners = table[(table["kind"] == BAND) & (table["layer"] % 2 == 1)]
    feet, heads = (corners[corners["order"] == order] for order in (0, 1))
    shaded = feet.merge(heads, on="line", suffixes=("", "2"))
    ground = (
        alt.Chart(inline_data(shaded))
        .mark_rect(color=alt.ExprRef(INK), opacity=0.07)
        .encode(x=x, x2="x2:Q", y=y, y2="y2:Q")
    )
    shade = alt.Color("half:N", scale=alt.Scale(domain=list(COLOURS), range=list(COLOURS.values())), legend=None)
    tokens, arcs, threads = (
        alt.Chart(inline_data(table[table["kind"] == kind])).encode(x=x, y=y, detail="line:N", order="order:Q")
        for kind in (TOKEN, ARC, THREAD)
    )
    lines = [
        tokens.mark_line(strokeWidth=1, opacity=0.3, color=alt.ExprRef(INK)),
        arcs.mark_line(strokeWidth=1.6, opacity=0.8).encode(color=shade),
        threads.mark_line(strokeWidth=4).encode(color=shade),
    ]
    middles = {half: sum(side) / 2 for half, side in SIDES.items()} | {LINK: 0.5}
    above = pd.DataFrame(
        {
            "half": list(names),
            "long": [long for long, _ in names.values()],
            "short": [short for _, short in names.values()],
            "x": [middles[half] for half in names],
            "y": top * (1 + NAMES / 2),
        }
    )
    labels = (
        alt.Chart(inline_data(above))
        .transform_calculate(text=f"width > {NARROW} ? datum.long : datum.short")
        .mark_text(baseline="middle", fontSize=TYPE_SIZE - 2, fontWeight=600, color=alt.ExprRef(INK))
        .encode(x=x, y=y, text="text:N")
    )
    place = (SIDES[ENCODER][1] - SIDES[ENCODER][0]) * 2 / len(words)
    feet = (
        alt.Chart(inline_data(words.assign(y=-top * FEET / 2)))
        .transform_calculate(shown=f"width > {NARROW} ? datum.text : ''")
        .mark_text(
            baseline="middle",
            fontSize=TYPE_SIZE - 3,
            color=alt.ExprRef(INK),
            limit=alt.ExprRef(f"{WORD_WIDTH * place} * width"),
            fontWeight=alt.ExprRef("datum.followed ? 700 : 400"),
            opacity=alt.ExprRef("datum.masked ? 0.4 : 1"),
        )
        .encode(x=x, y=y, text="shown:N")
    )
    drawing: alt.LayerChart = alt.LayerChart(layer=[ground, *lines, labels, feet]).properties(height=HEIGHT)
    return drawing
