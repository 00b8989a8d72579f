"""Is it any good? The accuracy beside simpler methods; in the drawer, what changed and what rates and labels do."""

from functools import partial

import streamlit as st

from cache.shipped.first_runs import teaching_grid
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
    majority_share,
    quality_finding,
    quality_table,
    reliability_table,
    tuned_name,
)
from pages.parts.findings import Findings
from pages.parts.layout import draw_chart, headline, in_drawer, note, try_this
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.presenting import asks_for_guess
from pages.teaching.changes import draw_cls, draw_layers
from pages.teaching.context import TeachingContext
from pages.teaching.findings import run_findings
from pages.teaching.grids import draw_labels, draw_rates
from pages.teaching.origin import draw_origin
from pages.teaching.weights import link_to_rooms

FIGURE = 70  # pixels


def show(context: TeachingContext) -> Findings | None:
    """Draw accuracies with intervals."""
    result = context.result
    if not _may_show_accuracies(result):
        return None
    table = quality_table(result)
    headline(quality_finding(result))
    draw_origin(context)
    bars = with_title(
        interval_bars(
            table,
            figure_width=FIGURE,
            other=f"datum.name !== '{tuned_name(result)}'",
            chance=majority_share(result),
        ),
        "Right answers (line: likely range)",
    )
    draw_chart(bars, key="quality", alt=quality_finding(result))
    try_this("Choose “Twenty labels” among the examples.")
    note(seed_spread_note(result, teaching_grid("rates")))
    figures = [ChartFigure("quality", bars, table)]
    in_drawer("Right and wrong labels", partial(_draw_confusion, result, figures))
    in_drawer("How sure it is, and how often right", partial(_draw_reliability, result, figures))
    in_drawer("What changed in each layer", partial(draw_layers, result, figures))
    in_drawer("[CLS] of the held-out sentences, before and after", partial(draw_cls, result, figures))
    in_drawer("Learning rate", partial(draw_rates, figures))
    in_drawer("More labels or more pre-training", partial(draw_labels, figures))
    in_drawer("", partial(link_to_rooms, context))
    return run_findings("quality", context, figures, code="trainer")


def _draw_confusion(result: FineTuningResult, figures: list[ChartFigure]) -> None:
    table = confusion_table(result)
    cells = confusion_cells(table)
    st.altair_chart(cells, key="confusion", alt=confusion_note(result))
    st.caption(confusion_note(result))
    figures.append(ChartFigure("confusion", cells, table))


def _draw_reliability(result: FineTuningResult, figures: list[ChartFigure]) -> None:
    table = reliability_table(result)
    points = reliability_points(table, least=1 / len(result.labels))
    st.altair_chart(points, key="reliability", alt=calibration_note(result))
    st.caption(calibration_note(result))
    figures.append(ChartFigure("reliability", points, table))


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
