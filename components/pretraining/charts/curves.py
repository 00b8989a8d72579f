"""Charts of the room: over checkpoints, draws, epochs and training steps."""

import altair as alt
import pandas as pd

from components.charts.guides import axis, cell_axis
from components.charts.lines import end_labels, inline_data, series_encoding
from components.charts.rows_beside import ROW_HEIGHT
from components.charts.theme import COLOUR, INK, KIND_COLOURS, TYPE_SIZE
from components.pretraining.model.results import TokenCorruption

HEIGHT = 320  # pixels


def answer_curve(table: pd.DataFrame, *, chosen: int, answer: str) -> alt.LayerChart:
    """The answer's probability at each checkpoint, with the checkpoint's own first choice above.

    Args:
        table: As :func:`components.pretraining.tables.learning.learning_table` makes it.
        chosen: The row that is marked, from 1.
        answer: The token followed.
    """
    order = table["tokens_text"].tolist()
    highest = max(0.05, float(table["probability"].max()) * 1.18)
    base = alt.Chart(table).encode(
        x=alt.X("tokens_text:O", sort=order, axis=cell_axis("Tokens seen")),
        y=alt.Y(
            "probability:Q", scale=alt.Scale(domain=[0, highest]), axis=axis(f"Probability of “{answer}”", format=".0%")
        ),
        tooltip=[
            alt.Tooltip("tokens_text:O", title="Tokens seen"),
            alt.Tooltip("step:Q", title="Steps", format=","),
            alt.Tooltip("probability:Q", title="Probability", format=".4f"),
            alt.Tooltip("rank:Q", title="Rank", format=","),
            alt.Tooltip("first:N", title="First choice"),
        ],
    )
    line = base.mark_line(strokeWidth=3, color=COLOUR)
    dots = base.mark_point(size=130, filled=True, opacity=1, color=COLOUR)
    ring = base.transform_filter(f"datum.row === {chosen}").mark_point(
        size=420, filled=False, strokeWidth=3, color=alt.ExprRef(INK)
    )
    words = base.mark_text(dy=-18, dx=6, align="right", fontSize=TYPE_SIZE - 2, color=alt.ExprRef(INK))
    words = words.encode(text="first:N")
    chart: alt.LayerChart = alt.LayerChart(layer=[line, dots, ring, words]).properties(height=HEIGHT)
    return chart


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


def convergence_curves(table: pd.DataFrame, expected: dict[TokenCorruption, float]) -> alt.LayerChart:
    """The share of tokens with each outcome over the number of draws, and the expected shares.

    Args:
        table: As :func:`components.pretraining.tables.masking.convergence_table` makes it.
        expected: The expected share of each outcome.
    """
    colour, dash = series_encoding("corruption", [corruption.value for corruption in TokenCorruption])
    lines = (
        alt.Chart(inline_data(table))
        .mark_line(strokeWidth=3)
        .encode(
            x=alt.X("draws:Q", scale=alt.Scale(type="log"), axis=axis("Draws", grid=False, values=[1, 10, 100, 1000])),
            y=alt.Y("share:Q", axis=axis("Share of all tokens", format=".0%")),
            color=colour,
            strokeDash=dash,
        )
    )
    ends = pd.DataFrame({"share": list(expected.values())})
    rules = alt.Chart(ends).mark_rule(strokeDash=[2, 4], color=alt.ExprRef(INK)).encode(y="share:Q")
    chart: alt.LayerChart = alt.LayerChart(layer=[rules, lines]).properties(height=HEIGHT)
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
    """The probabilities of both words over training steps on one sentence.

    Args:
        table: As :func:`components.pretraining.tables.one_step.training_table` makes it.
    """
    colour, dash = series_encoding("sentence", list(dict.fromkeys(table["sentence"])), columns=1)
    base = alt.Chart(table).encode(
        x=alt.X("steps:O", axis=cell_axis("Training steps on the first sentence")),
        y=alt.Y(
            "probability:Q",
            scale=alt.Scale(domain=[-0.12, 1.12]),
            axis=axis("Probability", format=".0%", values=[0, 0.25, 0.5, 0.75, 1]),
        ),
        color=colour,
    )
    lines = base.mark_line(strokeWidth=3).encode(strokeDash=dash)
    dots = base.mark_point(size=110, filled=True, opacity=1)
    words = [
        base.transform_filter(f"datum.sentence === '{name}'")
        .mark_text(dy=dy, fontSize=TYPE_SIZE - 3, color=alt.ExprRef(INK))
        .encode(text="first:N", color=alt.value(alt.ExprRef(INK)))
        for name, dy in zip(dict.fromkeys(table["sentence"]), (-17, 17), strict=True)
    ]
    chart: alt.LayerChart = alt.LayerChart(layer=[lines, dots, *words]).properties(height=HEIGHT)
    return chart
