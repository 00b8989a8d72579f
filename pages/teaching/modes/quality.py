"""Is it any good? Baselines, confusion matrix and calibration."""

import streamlit as st

from components.charts.files import ChartFigure
from components.charts.intervals import interval_bars
from components.charts.titles import with_title
from components.teaching.charts.quality import confusion_cells, reliability_points
from components.teaching.tables.grid import seed_spread_note
from components.teaching.tables.quality import (
    calibration_note,
    confusion_note,
    confusion_table,
    quality_finding,
    quality_table,
    reliability_table,
)
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.teaching.context import TeachingContext
from pages.teaching.findings import run_findings
from pages.teaching.grids import rate_cells
from pages.teaching.guess import may_reveal_best

FIGURE = 120  # pixels


def show(context: TeachingContext) -> Findings | None:
    """Draw accuracies with intervals, the confusion matrix and the calibration curve."""
    result = context.result
    if not may_reveal_best(result):
        return None
    table, confused, sure = quality_table(result), confusion_table(result), reliability_table(result)
    headline(quality_finding(result))
    bars = interval_bars(table, figure_width=FIGURE)
    bars = with_title(bars, "Accuracy on held-out sentences, with 95% intervals")
    st.altair_chart(bars, key="quality", alt=quality_finding(result))
    left, right = st.columns(2, gap="medium")
    with left:
        cells = confusion_cells(confused)
        st.altair_chart(cells, key="confusion", alt=confusion_note(result))
        st.caption(confusion_note(result))
    with right:
        points = reliability_points(sure, least=1 / len(result.labels))
        st.altair_chart(points, key="reliability", alt=calibration_note(result))
    note(calibration_note(result), seed_spread_note(result, rate_cells()))
    return run_findings(
        "quality",
        context,
        [
            ChartFigure("quality", bars, table),
            ChartFigure("confusion", cells, confused),
            ChartFigure("reliability", points, sure),
        ],
        code="trainer",
    )
