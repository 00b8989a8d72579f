"""What the figures of two timed models have in common: axes, legends and the colours of the two."""

import altair as alt

from components.charts.candidates import COLOUR, COLOUR_WAS_THERE, INK, TYPE_SIZE


def by_model(models: tuple[str, str]) -> alt.Color:
    """The two models by colour, the first one first."""
    scale = alt.Scale(domain=list(models), range=[COLOUR, COLOUR_WAS_THERE])
    return alt.Color("model:N", scale=scale, legend=legend(None, columns=1))


def axis(title: str, *, values: list[int] | None = None, whole: bool = False, form: str | None = None) -> alt.Axis:
    """An axis with large type; ``whole`` leaves out ticks between whole numbers, ``values`` all but these."""
    return alt.Axis(
        title=title,
        values=alt.Undefined if values is None else values,
        format=form or ("d" if whole else "~s" if values is None else "d"),
        tickMinStep=1 if whole else 0,
        labelFontSize=TYPE_SIZE - 2,
        titleFontSize=TYPE_SIZE - 2,
        titleFontWeight=400,
        labelColor=alt.ExprRef(INK),
        titleColor=alt.ExprRef(INK),
        gridOpacity=0.5,
    )


def legend(title: str | None, *, dashes: bool = False, columns: int = 0) -> alt.Legend:
    """A legend above the figure, of colours or of ``dashes``; in so many ``columns``, for a telephone, or in a row."""
    return alt.Legend(
        title=title,
        columns=columns or alt.Undefined,
        orient="top",
        labelFontSize=TYPE_SIZE - 2,
        titleFontSize=TYPE_SIZE - 2,
        labelColor=alt.ExprRef(INK),
        titleColor=alt.ExprRef(INK),
        titleFontWeight=400,
        labelLimit=400,
        symbolSize=300 if dashes else 160,
        symbolType="stroke" if dashes else alt.Undefined,
        symbolStrokeColor=alt.ExprRef(INK) if dashes else alt.Undefined,
        symbolStrokeWidth=3 if dashes else alt.Undefined,
    )
