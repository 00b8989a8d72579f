"""Charts of the room: over checkpoints, draws, epochs and training steps."""

from typing import Literal

import altair as alt
import pandas as pd

from components.charts.guides import axis, cell_axis, line_legend
from components.charts.lines import DASHES, end_labels, inline_data, series_encoding
from components.charts.rows_beside import ROW_HEIGHT
from components.charts.theme import COLOUR, INK, KIND_COLOURS, SECOND_COLOUR, TYPE_SIZE

HEIGHT = 320  # pixels
# Whether it is the other sentence, and where the first choice is written: beside a rising line.
_GUESS_PLACES: tuple[tuple[bool, Literal["left", "right"], int, int], ...] = (
    (False, "right", -12, -6),
    (True, "left", 10, 16),
)


def milestone_curves(table: pd.DataFrame) -> alt.LayerChart:
    """Abilities of the checkpoints, as shares.

    Args:
        table: As :func:`components.pretraining.tables.learning.milestone_table` makes it.
    """
    colour, dash = series_encoding("measure", list(dict.fromkeys(table["measure"])), columns=1)
    base = alt.Chart(table).encode(
        x=alt.X("tokens_text:O", sort=list(dict.fromkeys(table["tokens_text"])), axis=cell_axis("Tokens seen")),
        y=alt.Y("value:Q", scale=alt.Scale(domain=[0, 1]), axis=axis(None, format=".0%")),
        color=colour,
    )
    chart: alt.LayerChart = alt.LayerChart(
        layer=[
            base.mark_line(strokeWidth=3).encode(strokeDash=dash),
            base.mark_point(size=70, filled=True, opacity=1),
        ]
    ).properties(height=HEIGHT)
    return chart


def loss_curve(table: pd.DataFrame, *, chosen: int) -> alt.LayerChart:
    """The loss at each checkpoint.

    Args:
        table: As :func:`components.pretraining.tables.learning.loss_table` makes it.
        chosen: The row that is marked, from 1.
    """
    base = alt.Chart(table).encode(
        x=alt.X("tokens_text:O", sort=table["tokens_text"].tolist(), axis=cell_axis("Tokens seen")),
        y=alt.Y("loss:Q", scale=alt.Scale(domainMin=0), axis=axis("Nats per blank")),
        tooltip=[alt.Tooltip("loss:Q", format=".2f"), alt.Tooltip("first:Q", title="Correct word first", format=".1%")],
    )
    ring = base.transform_filter(f"datum.row === {chosen}").mark_point(
        size=420, filled=False, strokeWidth=3, color=alt.ExprRef(INK)
    )
    layers = [
        base.mark_line(strokeWidth=3, color=COLOUR),
        base.mark_point(size=90, filled=True, opacity=1, color=COLOUR),
        ring,
    ]
    chart: alt.LayerChart = alt.LayerChart(layer=layers).properties(height=HEIGHT)
    return chart


def coverage_curves(table: pd.DataFrame) -> alt.LayerChart:
    """The share of a text's tokens that were predicted at least once, by epoch.

    Args:
        table: As :func:`components.pretraining.tables.masking.coverage_table` makes it.
    """
    colour, dash = series_encoding("masking", list(dict.fromkeys(table["masking"])), labelled_at_ends=True)
    lines = (
        alt.Chart(inline_data(table))
        .mark_line(strokeWidth=3)
        .encode(
            x=alt.X("epochs:Q", axis=axis("Epochs", tickMinStep=1)),
            y=alt.Y(
                "share:Q",
                scale=alt.Scale(domain=[0, 1.12], nice=False),
                axis=axis("Predicted at least once", format=".0%", values=[0, 0.25, 0.5, 0.75, 1]),
            ),
            color=colour,
            strokeDash=dash,
        )
    )
    names = end_labels(table, "masking", x="epochs", y="share", above=True)
    chart: alt.LayerChart = alt.LayerChart(layer=[lines, names]).properties(height=HEIGHT)
    return chart


def mixture_bars(table: pd.DataFrame) -> alt.LayerChart:
    """Losses by the masking mixture in training and by what is shown at the predicted token.

    Args:
        table: As :func:`components.pretraining.tables.learning.mixture_table` makes it.
    """
    kinds = list(dict.fromkeys(table["shown"]))
    base = alt.Chart(table).encode(
        y=alt.Y("shares:N", sort=None, axis=cell_axis(None)),
        yOffset=alt.YOffset("shown:N", sort=kinds),
        x=alt.X("loss:Q", axis=axis("Loss (nats)", tickCount=5)),
    )
    colour = alt.Color("shown:N", scale=alt.Scale(domain=kinds, range=list(KIND_COLOURS[:3])), legend=None)
    bars = base.mark_bar(cornerRadiusEnd=3).encode(color=colour)
    words = base.mark_text(align="left", dx=6, fontSize=TYPE_SIZE - 4, color=alt.ExprRef(INK)).encode(text="figure:N")
    chart: alt.LayerChart = alt.LayerChart(layer=[bars, words]).properties(
        height=2.2 * ROW_HEIGHT * table["shares"].nunique() + 60
    )
    return chart


def training_curves(table: pd.DataFrame) -> alt.LayerChart:
    """Probabilities over training steps on one sentence, with the first choices where they change.

    Args:
        table: As :func:`components.pretraining.tables.one_step.training_table` makes it.
    """
    lines = table.drop_duplicates("series")
    hues = [SECOND_COLOUR if other else COLOUR for other in lines["other"]]
    names, steps = lines["series"].tolist(), sorted(set(table["steps"]))
    at_ends = len(names) <= 2  # more names would lie on each other
    key = None if at_ends else line_legend(columns=1)
    colour = alt.Color("series:N", scale=alt.Scale(domain=names, range=hues), legend=key)
    dash = alt.StrokeDash("series:N", scale=alt.Scale(domain=names, range=list(DASHES[: len(names)])), legend=key)
    base = alt.Chart(table).encode(
        x=alt.X(
            "steps:Q",
            scale=alt.Scale(domain=[-0.16 * steps[-1], steps[-1]], nice=False),
            axis=axis("Training steps on this sentence", values=steps, format="d", grid=False),
        ),
        y=alt.Y(
            "probability:Q",
            scale=alt.Scale(domain=[-0.15, 1.15]),
            axis=axis("Probability", format=".0%", values=[0, 0.25, 0.5, 0.75, 1]),
        ),
        color=colour,
    )
    guesses = _changed_guesses(table)
    words = [
        alt.Chart(guesses[guesses["other"] == other])
        .mark_text(align=align, dx=dx, dy=dy, fontSize=TYPE_SIZE - 3, color=alt.ExprRef(INK))
        .encode(x="steps:Q", y="probability:Q", text="guess:N")
        for other, align, dx, dy in _GUESS_PLACES
    ]
    curves = base.mark_line(strokeWidth=3).encode(strokeDash=dash)
    dots = base.mark_point(size=110, filled=True, opacity=1)
    ends = _names_at_ends(table, colour) if at_ends else []
    chart: alt.LayerChart = alt.LayerChart(layer=[curves, dots, *words, *ends]).properties(height=400)
    return chart


def _changed_guesses(table: pd.DataFrame) -> pd.DataFrame:
    """The rows at which the first choice of a line is new, with ``guess``, what is written there."""
    changed = table[(table["first"] != "") & (table["first"] != table.groupby("series")["first"].shift())]
    return changed.assign(guess="top guess: " + changed["first"])


def _names_at_ends(table: pd.DataFrame, colour: alt.Color) -> list[alt.Chart]:
    """The name of the higher line above its end, of the lower one below."""
    heights = table.groupby("series")["probability"].transform("mean")
    ends = table.assign(mean=heights)[table["steps"] == table["steps"].max()].sort_values("mean", ascending=False)
    return [
        alt.Chart(ends.iloc[[place]])
        .mark_text(align="right", dy=dy, fontSize=TYPE_SIZE - 2, fontWeight=600)
        .encode(x="steps:Q", y="probability:Q", text="series:N", color=colour)
        for place, dy in zip(range(len(ends)), (-20, 22), strict=False)
    ]
