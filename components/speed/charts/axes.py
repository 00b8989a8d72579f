"""Axes and colours that the charts of two timed models share."""

import altair as alt

from components.charts.guides import axis, legend
from components.charts.theme import COLOUR, SECOND_COLOUR

SYMBOL_SIZE = 160  # square pixels, in legends
MODEL_COLOURS = (COLOUR, SECOND_COLOUR)  # of the first and of the second model


def model_colour(models: tuple[str, str]) -> alt.Color:
    """The colour encoding of the two models, with one legend row each, so that it fits on a phone."""
    scale = alt.Scale(domain=list(models), range=list(MODEL_COLOURS))
    return alt.Color("model:N", scale=scale, legend=legend(None, columns=1, symbolSize=SYMBOL_SIZE))


def number_axis(title: str, *, whole: bool = False, form: str | None = None, ticks: int | None = None) -> alt.Axis:
    """An axis of numbers.

    Args:
        title: Title of the axis.
        whole: Whether ticks are only at whole numbers.
        form: Format of the labels, in d3's syntax.
        ticks: Approximate number of ticks.
    """
    return axis(
        title,
        format=form or ("d" if whole else "~s"),
        tickMinStep=1 if whole else 0,
        tickCount=alt.Undefined if ticks is None else ticks,
    )
