"""A pair: two texts in one pass, how the second stands to the first, and what changes when they are exchanged."""

import streamlit as st

import cache.tasks
from components.charts.files import Figure
from components.charts.labelled import labelled_bars
from components.model.checkpoints.records import OwnHead
from components.tasks.charts.pairs import across_lines
from components.tasks.model.presets import FIRST, SECOND
from components.tasks.model.specs import ANSWERS, NEIGHBOUR, RELATION
from components.tasks.tables.good import quality_note
from components.tasks.tables.pairs import across_finding, across_table, pair_finding, pair_table
from pages.parts.findings import Findings, about
from pages.parts.rooms import TASKS
from pages.parts.settings import choice, text
from pages.parts.snippets import snippet
from pages.parts.stage import headline, note, settings_in
from pages.tasks.code import ADDED
from pages.tasks.context import TasksContext
from pages.tasks.fits import fits
from pages.tasks.onward import to_the_lab
from pages.tasks.picture import draw_picture, live_encoder

HEADS = {"what follows": RELATION, "what comes next": NEIGHBOUR, "whether it answers": ANSWERS}
NAME_WIDTH = 160  # pixels


def show(at: TasksContext) -> Findings | None:
    """Ask a head about two texts, both ways round."""
    if not fits(at, OwnHead.TEXT):
        return None
    own = at.model.own_head is not None
    with settings_in(st.container(key="task-texts")):
        columns = st.columns(2)
    with settings_in(columns[0]):
        first = text("The first", "first", FIRST)
    with settings_in(columns[1]):
        second = text("The second", "second", SECOND)
    head = "" if own else HEADS[choice("The head says", "relation", list(HEADS), drawn_as="list")]
    if not (first.strip() and second.strip()):
        st.info("Type two texts to see how they are read in one pass.", icon=":material/edit:")
        return None
    reading = cache.tasks.pair_reading(head, first, second, at.model.id)
    found = pair_finding(reading)
    headline(found)
    picture = draw_picture(
        reading.tokens.items, reading.read_share, reading.spec, reading.width, live_encoder(at.model.id)
    )
    table, across = pair_table(reading), across_table(reading)
    bars = labelled_bars(
        table,
        value="probability",
        name="name",
        figure="figure",
        other="datum.order === 'exchanged'",
        title="Probability",
        name_width=NAME_WIDTH,
        figure_width=80,
        most=1.0,
    )
    st.altair_chart(bars, key="pair-labels", alt=found)
    st.caption("⇄ is with the two exchanged.")
    said = across_finding(reading)
    chart = across_lines(across)
    st.altair_chart(chart, key="across", alt=said)
    note(quality_note(cache.tasks.figures(), reading.spec.name), said)
    asked = {} if own else {"head": head, "added": ADDED}
    code = snippet(TASKS, "own_pair" if own else "pair", at.model, first=first, second=second, **asked)
    return Findings(
        "pair",
        [picture, Figure("pair", bars, table), Figure("across", chart, across)],
        reading.conditions,
        code,
        about=about(TASKS, "pair"),
        computed=(at.computed,),
        onward=to_the_lab,
    )
