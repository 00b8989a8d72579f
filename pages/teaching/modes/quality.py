"""Is it any good? Baselines, confusion matrix and calibration."""

import streamlit as st

from cache.shipped.teaching_grids import rate_cells
from components.charts.files import ChartFigure
from components.charts.intervals import interval_bars
from components.charts.titles import with_title
from components.model.results import Candidate, MaskPrediction
from components.teaching.charts.quality import confusion_cells, reliability_points
from components.teaching.model.results import FineTuningResult
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
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.presenting import asks_for_guess
from pages.teaching.context import TeachingContext
from pages.teaching.findings import run_findings
from pages.teaching.origin import draw_origin

FIGURE = 120  # pixels


def show(context: TeachingContext) -> Findings | None:
    """Draw accuracies with intervals, the confusion matrix and the calibration curve."""
    result = context.result
    if not _may_show_accuracies(result):
        return None
    table, confused, sure = quality_table(result), confusion_table(result), reliability_table(result)
    headline(quality_finding(result))
    draw_origin(context)
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


def _may_show_accuracies(result: FineTuningResult) -> bool:
    """Whether to show the accuracies: no guess is asked for, or one was made, which is then judged."""
    if not asks_for_guess():
        return True
    names = quality_table(result)["name"].tolist()
    best = names[0]

    def judged(guess: str) -> str:
        right = guess.casefold() == best.casefold()
        return f"You said {guess}: correct." if right else f"You said {guess}; it is “{best}”."

    answer = MaskPrediction(0, None, (Candidate(best, 1.0, continues=False),), 0.0)
    *others, last = sorted(names)
    blank = f"the most accurate method: {'; '.join(others)}; or {last}"
    return guess_then_reveal(f"best {result.plan.key}", answer, key="best-way", blank=blank, judge=judged)
