"""Sentence pairs: two texts in one pass, what the head says of them, and of the two swapped."""

import streamlit as st

import cache.tasks
from components.charts.files import ChartFigure
from components.model.checkpoints.records import TaskHead
from components.tasks.charts.pairs import across_lines, ribbons, slopes
from components.tasks.model.presets import FIRST, SECOND
from components.tasks.model.specs import ANSWERS, NEIGHBOUR, RELATION
from components.tasks.tables.good import quality_note
from components.tasks.tables.pairs import (
    across_finding,
    across_table,
    pair_finding,
    pair_table,
    ribbon_finding,
    ribbon_table,
    tile_table,
)
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import draw_settings_in, headline, note
from pages.parts.rooms import TASKS
from pages.parts.settings import choice, number, text
from pages.parts.snippets import snippet
from pages.tasks.code import ADDED
from pages.tasks.context import TasksContext
from pages.tasks.fits import fits
from pages.tasks.onward import to_the_lab
from pages.tasks.picture import draw_picture, live_encoder
from pages.tasks.quality import quality_panel

HEADS = {"what follows": RELATION, "what comes next": NEIGHBOUR, "whether it answers": ANSWERS}


def show(at: TasksContext) -> Findings | None:
    """Ask a head about two texts, in both orders."""
    if not fits(at, TaskHead.TEXT):
        return None
    own = at.model.task_head is not None
    with draw_settings_in(st.container(key="task-texts")):
        columns = st.columns(2)
    with draw_settings_in(columns[0]):
        first = text("First text", "first", FIRST)
    with draw_settings_in(columns[1]):
        second = text("Second text", "second", SECOND)
    head = "" if own else HEADS[choice("What it predicts", "relation", list(HEADS), drawn_as="list")]
    if not (first.strip() and second.strip()):
        st.info("Type two texts. The model reads both in one pass.", icon=":material/edit:")
        return None
    reading = cache.tasks.pair_reading(head, first, second, at.model.id)
    finding = pair_finding(reading)
    headline(finding)
    picture = draw_picture(
        reading.tokens.items, reading.read_share, reading.spec, reading.width, live_encoder(at.model.id)
    )
    crossing = int(reading.across.argmax()) + 1
    layer = number("Attention of layer", "pair-layer", low=1, high=len(reading.across), default=crossing) - 1
    table, across, linked = pair_table(reading), across_table(reading), ribbon_table(reading, layer)
    left, right = st.columns(2, gap="medium")
    with left:
        chart = slopes(table)
        st.altair_chart(chart, key="pair-labels", alt=finding)
        lines = across_lines(across)
        st.altair_chart(lines, key="across", alt=across_finding(reading))
    figures = [picture, ChartFigure("pair", chart, table), ChartFigure("across", lines, across)]
    if not linked.empty:
        with right:
            bands = ribbons(tile_table(reading), linked, layer=layer + 1)
            st.altair_chart(bands, key="ribbons", alt=ribbon_finding(reading, layer))
        figures.append(ChartFigure("ribbons", bands, linked))
    note(
        quality_note(cache.tasks.figures(), reading.spec.name), ribbon_finding(reading, layer), across_finding(reading)
    )
    quality_panel(at, reading.spec.name)
    asked = {} if own else {"head": head, "added": ADDED}
    code = snippet(TASKS, "own_pair" if own else "pair", at.model, first=first, second=second, **asked)
    return Findings(
        "pair",
        figures,
        reading.conditions,
        code,
        about=room_prose(TASKS, "pair"),
        computed=(at.computed,),
        onward=to_the_lab,
    )
