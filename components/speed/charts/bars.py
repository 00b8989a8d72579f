"""Bar and dot charts of two timed models: the race, latencies, speed-ups with intervals, and parts of the time."""

import altair as alt
import pandas as pd

from components.charts.guides import legend
from components.charts.rows_beside import ROW_HEIGHT, row_labels, with_row_figures
from components.charts.theme import COLOUR, INK, PART_COLOURS, TYPE_SIZE
from components.speed.charts.axes import MODEL_COLOURS, SYMBOL_SIZE, model_colour, number_axis
from components.speed.model.results import ModelPart
from components.tables.numbers import percentage

NAME_WIDTH, CELL_WIDTH = 165, 90  # pixels
FIGURE_WIDTH, INTERVAL_WIDTH = 90, 190
SCALE_HEIGHT, LEGEND_HEIGHT = 90, 70  # pixels below and above the rows, which are part of the chart's height
READABLE = 36  # pixels: a shorter part has no room for its percentage
# Legend columns by the width of the bars: on a phone each part has a row of its own.
LEGEND_COLUMNS = "width > 620 ? 5 : width > 330 ? 2 : 1"
PARTS = [part.value for part in ModelPart]


def race_lanes(table: pd.DataFrame, *, models: tuple[str, str]) -> alt.LayerChart:
    """One dot per pass by its time, in one lane per model, with a line at each median.

    Args:
        table: As :func:`components.speed.tables.times.race_table` makes it.
        models: The names of the first and of the second model.
    """
    medians = table.groupby("row", as_index=False).agg(
        model=("model", "first"), milliseconds=("milliseconds", "median"), figure=("figure", "first")
    )
    y = alt.Y("row:O", axis=row_labels(medians["model"], orient="left", width=NAME_WIDTH))
    maximum = 1.05 * float(table["milliseconds"].max())
    x = alt.X(
        "milliseconds:Q", axis=number_axis("Milliseconds per pass"), scale=alt.Scale(domain=[0, maximum], nice=False)
    )
    tooltip = [
        alt.Tooltip("model:N", title="Model"),
        alt.Tooltip("run:Q", title="Pass"),
        alt.Tooltip("milliseconds:Q", title="Milliseconds", format=".3f"),
    ]
    # No legend, because the lanes are labelled.
    colour = alt.Color("model:N", scale=alt.Scale(domain=list(models), range=list(MODEL_COLOURS)), legend=None)
    dots = alt.Chart(table).mark_point(filled=True, size=170, opacity=0.45)
    ticks = alt.Chart(medians).mark_tick(thickness=3, size=ROW_HEIGHT, color=alt.ExprRef(INK))
    layers = [dots.encode(x=x, y=y, color=colour, tooltip=tooltip), ticks.encode(x=x, y=y)]
    return with_row_figures(layers, medians, figure="figure", width=FIGURE_WIDTH, extra_height=SCALE_HEIGHT)


def latency_bars(table: pd.DataFrame, *, models: tuple[str, str]) -> alt.LayerChart:
    """One bar per cell and model with the median, and a line from the fastest run to the 90th percentile.

    Args:
        table: As :func:`components.speed.tables.times.speed_table` makes it.
        models: The names of the first and of the second model.
    """
    rows = alt.Y("row:O", axis=row_labels(table["name"], orient="left", width=NAME_WIDTH))
    tooltip = [
        alt.Tooltip("model:N", title="Model"),
        alt.Tooltip("batch:Q", title="Batch size"),
        alt.Tooltip("length:Q", title="Tokens per sentence"),
        *(
            alt.Tooltip(f"{column}:Q", title=f"{title} (ms)", format=".3f")
            for column, title in (("p50", "Median"), ("p90", "p90"), ("p99", "p99"), ("mean", "Mean"), ("sd", "SD"))
        ),
        alt.Tooltip("count:Q", title="Runs"),
        alt.Tooltip("sentences_per_second:Q", title="Sentences per second", format=",.1f"),
        alt.Tooltip("tokens_per_second:Q", title="Tokens per second", format=",.0f"),
    ]
    base = alt.Chart(table)
    bars = base.mark_bar(cornerRadiusEnd=4, height={"band": 0.72}).encode(
        x=alt.X("p50:Q", axis=number_axis("Milliseconds"), scale=alt.Scale(domainMin=0)),
        y=rows,
        color=model_colour(models),
        tooltip=tooltip,
    )
    ranges = base.mark_rule(color=alt.ExprRef(INK), strokeWidth=3).encode(
        x=alt.X("minimum:Q", axis=number_axis("Milliseconds")), x2="p90:Q", y=rows, tooltip=tooltip
    )
    return with_row_figures(
        [bars, ranges], table, figure="figure", width=FIGURE_WIDTH, extra_height=SCALE_HEIGHT + LEGEND_HEIGHT
    )


def speed_up_intervals(table: pd.DataFrame) -> alt.LayerChart:
    """One row per cell: the ratio of medians with its interval, and a line at 1, where both are equally fast.

    Args:
        table: As :func:`components.speed.tables.times.speed_up_table` makes it.
    """
    rows = alt.Y("row:O", axis=row_labels(table["name"], orient="left", width=CELL_WIDTH))
    low, high = min(0.9, float(table["low"].min())), max(1.1, 1.05 * float(table["high"].max()))
    scale = alt.Scale(domain=[low, high], nice=True, zero=False)
    tooltip = [
        alt.Tooltip("name:N", title="Sentences × tokens"),
        alt.Tooltip("value:Q", title="Times as fast", format=".3f"),
        alt.Tooltip("low:Q", title="from", format=".3f"),
        alt.Tooltip("high:Q", title="to (95%)", format=".3f"),
    ]
    axis = number_axis("Times as fast")
    base = alt.Chart(table)
    lines = base.mark_rule(color=COLOUR, strokeWidth=4).encode(
        x=alt.X("low:Q", axis=axis, scale=scale), x2="high:Q", y=rows, tooltip=tooltip
    )
    dots = base.mark_point(filled=True, size=200, opacity=1, color=COLOUR).encode(
        x=alt.X("value:Q", axis=axis, scale=scale), y=rows, tooltip=tooltip
    )
    unity = alt.Chart(pd.DataFrame({"value": [1.0]})).mark_rule(
        color=alt.ExprRef(INK), strokeWidth=2, strokeDash=[6, 4], clip=True
    )
    unity_line = unity.encode(x=alt.X("value:Q", axis=axis, scale=scale))
    return with_row_figures(
        [lines, dots, unity_line], table, figure="figure", width=INTERVAL_WIDTH, extra_height=SCALE_HEIGHT
    )


def part_bars(table: pd.DataFrame, *, share: bool = False) -> alt.LayerChart:
    """One stacked bar per cell and model, with the parts in the order of the legend, and percentages if they fit.

    Args:
        table: As :func:`components.speed.tables.times.part_table` makes it.
        share: Whether the bars show shares of the total instead of milliseconds.
    """
    totals = table.groupby("row")["milliseconds"].transform("sum")
    begin, end = (table[column] / (totals if share else 1.0) for column in ("from", "to"))
    positioned = table.assign(begin=begin, end=end, middle=(begin + end) / 2)
    positioned["label"] = table["share"].map(percentage)
    names = table.drop_duplicates("row").sort_values("row")["name"]
    rows = alt.Y("row:O", axis=row_labels(names, orient="left", width=NAME_WIDTH))
    axis = number_axis("Share of the time" if share else "Milliseconds", form="%" if share else None)
    base = alt.Chart(positioned).encode(y=rows)
    bars = base.mark_bar(height={"band": 0.72}, stroke=alt.ExprRef(INK), strokeWidth=0.5).encode(
        x=alt.X("begin:Q", axis=axis),
        x2="end:Q",
        color=alt.Color(
            "part:N",
            scale=alt.Scale(domain=PARTS, range=[PART_COLOURS[part] for part in PARTS]),
            legend=legend(None, columns=alt.ExprRef(LEGEND_COLUMNS), symbolSize=SYMBOL_SIZE),
        ),
        tooltip=[
            alt.Tooltip("model:N", title="Model"),
            alt.Tooltip("cell:N", title="Sentences × tokens"),
            alt.Tooltip("part:N", title="Part"),
            alt.Tooltip("milliseconds:Q", title="Milliseconds", format=".3f"),
            alt.Tooltip("label:N", title="Share"),
        ],
    )
    has_room = f"scale('x', datum.end) - scale('x', datum.begin) > {READABLE}"
    labels = base.mark_text(fontSize=TYPE_SIZE - 3, color="#000000").encode(
        x="middle:Q", text=alt.condition(has_room, "label:N", alt.value(""))
    )
    chart: alt.LayerChart = alt.LayerChart(layer=[bars, labels]).properties(height=alt.Step(ROW_HEIGHT))
    return chart
