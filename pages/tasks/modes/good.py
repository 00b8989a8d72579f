"""How good the heads are, on texts that nobody trained them on."""

import streamlit as st

import cache.tasks
from components.charts.files import Figure
from components.charts.intervals import interval_bars
from components.tasks.model.specs import SPECS
from components.tasks.tables.good import good_finding, good_table, training_note
from pages.parts.findings import Findings, about
from pages.parts.rooms import TASKS
from pages.parts.settings import choice
from pages.parts.snippets import snippet
from pages.parts.stage import headline, note
from pages.tasks.code import ADDED
from pages.tasks.context import TasksContext
from pages.tasks.fits import fits
from pages.tasks.onward import to_the_lab

NAME_WIDTH = 250  # pixels


def show(at: TasksContext) -> Findings | None:
    """Draw the figures of a head."""
    if not fits(at):
        return None
    head = choice("The head", "judged", list(SPECS), drawn_as="list")
    told = cache.tasks.figures()
    table = good_table(told, head)
    said = good_finding(told, head)
    headline(said)
    chart = interval_bars(table, name_width=NAME_WIDTH, figure_width=60)
    st.altair_chart(chart, key="how-good", alt=said)
    note(
        f"{training_note(told)} Lines are intervals over other draws of such texts.",
        "Written texts are this project’s own; the others have labels made as those learned from.",
    )
    return Findings(
        "good",
        [Figure("how-good", chart, table)],
        at.computed.conditions,
        snippet(TASKS, "good", head=head, added=ADDED),
        about=about(TASKS, "good"),
        computed=(at.computed,),
        onward=to_the_lab,
        code_note="These were kept when the heads were judged; `python -m training.heads.export` judges them again.",
    )
