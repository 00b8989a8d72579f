"""What the figures of two timed models have in common: axes of numbers, and the colours of the two."""

import altair as alt

from components.charts.guides import axis, legend
from components.charts.theme import COLOUR, SECOND_COLOUR

SYMBOL_SIZE = 160  # square pixels, in legends
MODEL_COLOURS = (COLOUR, SECOND_COLOUR)  # of the first model and of the second


def model_colour(models: tuple[str, str]) -> alt.Color:
    """The two models by colour, the first one first; each has a row of the legend, for a telephone."""
    scale = alt.Scale(domain=list(models), range=list(MODEL_COLOURS))
    return alt.Color("model:N", scale=scale, legend=legend(None, columns=1, symbolSize=SYMBOL_SIZE))


def number_axis(
    title: str,
    *,
    values: list[int] | None = None,
    whole: bool = False,
    form: str | None = None,
    ticks: int | None = None,
) -> alt.Axis:
    """An axis of numbers.

    ``whole`` leaves out ticks between whole ones, ``values`` all ticks but these; ``ticks`` is about how many.
    """
    return axis(
        title,
        values=alt.Undefined if values is None else values,
        format=form or ("d" if whole else "~s" if values is None else "d"),
        tickMinStep=1 if whole else 0,
        tickCount=alt.Undefined if ticks is None else ticks,
    )
