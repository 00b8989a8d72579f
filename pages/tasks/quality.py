"""A panel of every mode: how good its head is on held-out texts."""

import streamlit as st

import cache.tasks
from components.charts.files import ChartFigure
from components.charts.intervals import interval_bars
from components.tasks.model.specs import SPECS
from components.tasks.tables.quality import quality_finding, quality_table, training_note
from pages.parts.findings import Findings
from pages.parts.foot import conclude_part
from pages.parts.layout import draw_settings_in
from pages.parts.rooms import TASKS
from pages.parts.settings import choice, linked_expander
from pages.tasks.context import TasksContext
from pages.tasks.head_view import ADDED

QUALITY = "quality"  # in the link
THIS = "the head above"


def quality_panel(context: TasksContext, head: str) -> None:
    """Draw the panel.

    Args:
        context: The context of the mode. Published heads were not measured and have no panel.
        head: The name of the mode's head.
    """
    if context.model.task_head is not None:
        return
    panel = linked_expander("How good is this head?", QUALITY)
    if panel is None:
        return
    with draw_settings_in(panel):
        other = choice("Head", "judged", [THIS, *SPECS], drawn_as="list")
        judged = head if other == THIS else other
        figures = cache.tasks.figures()
        table, finding = quality_table(figures, judged), quality_finding(figures, judged)
        st.text(finding)
        chart = interval_bars(table, figure_width=60)
        st.altair_chart(chart, key="how-good", alt=finding)
        st.text(f"{training_note(figures)} Lines are 95% intervals.")
        conclude_part(
            TASKS,
            Findings(
                QUALITY,
                [ChartFigure("how-good", chart, table)],
                context.computed.conditions,
                {"head": judged, "added": ADDED},
                code_note="The stored results; `python -m training.heads.export` measures them again:",
            ),
        )
